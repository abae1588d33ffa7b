// A button that saves a picture as PNG: the browser draws it, with its own letters.

export default function (component) {
  const { data, parentElement } = component;
  const button = parentElement.querySelector("button");
  button.textContent = data.label;
  button.onclick = async () => {
    button.disabled = true;
    try {
      save(await drawn(data), data.name);
    } finally {
      button.disabled = false;
    }
  };
}

async function drawn({ svg, width, height, scale }) {
  const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
