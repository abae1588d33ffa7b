// The board: a picture, and above it places that can be clicked, dragged to, and walked through with the keys.

const SVG = "http://www.w3.org/2000/svg";
const FAR = 8; // pixels that a pointer moves before it is a drag
const KEPT = 20; // things done that are told again with the next one, so that none is lost
const boards = new WeakMap();

export default function (component) {
  const { data, parentElement, setStateValue } = component;
  let board = boards.get(parentElement);
  if (!board) {
    board = new Board(parentElement);
    boards.set(parentElement, board);
  }
  board.send = (done) => setStateValue("done", done);
  board.show(data);
}

class Board {
  constructor(root) {
    this.frame = document.createElement("div");
    this.frame.className = "board";
    this.picture = document.createElement("div");
    this.picture.className = "picture";
    this.places = document.createElementNS(SVG, "svg");
    this.places.setAttribute("class", "places");
    this.frame.append(this.picture, this.places);
    root.append(this.frame);
    this.targets = new Map();
    this.focused = "";
    this.name = Math.random().toString(36).slice(2);
    this.count = 0;
    this.done = [];
    this.places.addEventListener("keydown", (event) => this.key(event));
    this.places.addEventListener("click", (event) => this.click(event));
    this.places.addEventListener("pointerdown", (event) => this.press(event));
    this.places.addEventListener("pointermove", (event) => this.pull(event));
    this.places.addEventListener("pointerup", (event) => this.release(event));
    this.places.addEventListener("pointercancel", () => this.letGo());
  }

  show(data) {
    if (data.svg !== this.svg) {
      this.svg = data.svg;
      this.picture.innerHTML = data.svg;
    }
    const places = JSON.stringify([data.targets, data.kinds, data.drag, data.label]);
    if (places === this.drawn) return;
    this.drawn = places;
    const had = this.frame.getRootNode().activeElement;
    const inside = had && this.places.contains(had);
    this.data = data;
    this.frame.style.maxWidth = `${data.width * 1.1}px`; // small boards stay small
    this.targets.clear();
    this.places.replaceChildren();
    this.places.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
    this.places.toggleAttribute("hidden", !data.kinds.length && !data.drag);
    if (data.kinds.length || data.drag) {
      this.places.setAttribute("role", "group");
      this.places.setAttribute("aria-label", data.label);
    }
    for (const target of data.targets) this.add(target);
    if (!this.targets.has(this.focused)) this.focused = this.targets.keys().next().value ?? "";
    const now = this.targets.get(this.focused);
    if (now) {
      now.shape.setAttribute("tabindex", "0");
      if (inside) now.shape.focus({ preventScroll: true });
    }
  }

  add(target) {
    const piece = target.kind === "piece";
    if (!(piece && this.data.drag) && !this.data.kinds.includes(target.kind)) return;
    const shape = document.createElementNS(SVG, "rect");
    for (const name of ["x", "y", "width", "height"]) shape.setAttribute(name, target[name]);
    shape.setAttribute("rx", target.kind === "square" ? 6 : 12);
    shape.setAttribute("class", `place ${target.kind}${piece && this.data.drag ? " drag" : ""}`);
    shape.setAttribute("role", "button");
    shape.setAttribute("tabindex", "-1");
    shape.setAttribute("aria-label", target.label);
    shape.dataset.target = target.id;
    const title = document.createElementNS(SVG, "title");
    title.textContent = target.label;
    shape.append(title);
    this.places.append(shape);
    this.targets.set(target.id, { ...target, shape });
  }

  tell(event) {
    this.count += 1;
    this.done = [...this.done, { ...event, count: this.count }].slice(-KEPT);
    this.send({ board: this.name, events: this.done });
  }

  chosen(shape, event) {
    const target = this.targets.get(shape?.dataset?.target);
    if (!target) return;
    let id = target.id;
    if (target.kind === "piece" && !this.data.kinds.includes("piece")) {
      id = this.below(event) ?? `square ${target.row},${target.column}`; // what lies beneath is meant
      if (!this.targets.has(id)) return;
    }
    this.rove(id);
    this.tell({ kind: "click", target: id, piece: "" });
  }

  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.chosen(event.target.closest?.(".place"), event);
  }

  key(event) {
    const target = this.targets.get(event.target?.dataset?.target);
    if (!target) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.chosen(event.target, null);
      return;
    }
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    this.rove(this.nearest(target, step));
    this.targets.get(this.focused).shape.focus();
  }

  nearest(from, [down, right]) {
    const x = from.x + from.width / 2;
    const y = from.y + from.height / 2;
    let best = from.id;
    let least = Infinity;
    for (const other of this.targets.values()) {
      if (other.kind !== from.kind) continue;
      const ahead = (other.x + other.width / 2 - x) * right + (other.y + other.height / 2 - y) * down;
      const aside = Math.abs((other.x + other.width / 2 - x) * down + (other.y + other.height / 2 - y) * right);
      if (ahead > 1 && ahead + 3 * aside < least) {
        least = ahead + 3 * aside;
        best = other.id;
      }
    }
    return best;
  }

  rove(id) {
    this.targets.get(this.focused)?.shape.setAttribute("tabindex", "-1");
    this.focused = id;
    this.targets.get(id)?.shape.setAttribute("tabindex", "0");
  }

  below(event) {
    if (!event) return null;
    const root = this.frame.getRootNode();
    const found = root
      .elementsFromPoint(event.clientX, event.clientY)
      .find((shape) => shape.classList?.contains("place") && !shape.classList.contains("piece"));
    return found?.dataset.target ?? this.squareAt(event);
  }

  squareAt(event) {
    const point = this.spot(event);
    const found = this.data.targets.find(
      (target) =>
        target.kind === "square" &&
        target.x <= point.x && point.x < target.x + target.width &&
        target.y <= point.y && point.y < target.y + target.height,
    );
    return found?.id ?? null;
  }

  spot(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.places.getScreenCTM().inverse());
  }

  press(event) {
    const shape = event.target.closest?.(".drag");
    if (!shape || event.button !== 0) return;
    this.held = { id: shape.dataset.target, x: event.clientX, y: event.clientY, shape };
    shape.setPointerCapture(event.pointerId);
  }

  pull(event) {
    if (!this.held) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < FAR) return;
      this.ghost = document.createElementNS(SVG, "circle");
      this.ghost.setAttribute("class", "ghost");
      this.ghost.setAttribute("r", 34);
      this.places.append(this.ghost);
    }
    const point = this.spot(event);
    this.ghost.setAttribute("cx", point.x);
    this.ghost.setAttribute("cy", point.y);
  }

  release(event) {
    const held = this.held;
    const moved = Boolean(this.ghost);
    this.letGo();
    if (!held || !moved) return;
    this.dragged = true; // the click that follows belongs to it
    setTimeout(() => (this.dragged = false), 0);
    const target = this.squareAt(event);
    if (target) this.tell({ kind: "drag", target, piece: held.id });
  }

  letGo() {
    this.ghost?.remove();
    this.ghost = null;
    this.held = null;
  }
}
