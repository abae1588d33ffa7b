// The board: a picture, and above it places that can be clicked, dragged to, and walked through with the keys.

const SVG = "http://www.w3.org/2000/svg";
const FAR = 8; // pixels that a pointer moves before it is a drag
const ASIDE = 0.9; // how much dearer a step of the keys aside is than one ahead
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
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
  board.show(JSON.parse(data.board));
}

class Board {
  constructor(root) {
    this.frame = element("div", "board");
    this.picture = element("div", "picture");
    this.places = document.createElementNS(SVG, "svg");
    this.places.setAttribute("class", "places");
    this.said = element("div", "said");
    this.said.setAttribute("aria-live", "polite");
    this.frame.append(this.picture, this.places, this.said);
    root.append(this.frame);
    this.targets = new Map();
    this.name = Math.random().toString(36).slice(2);
    this.count = 0;
    this.done = [];
    this.focused = new Map(); // each kind is a stop of the tab key of its own
    this.places.addEventListener("keydown", (event) => this.key(event));
    this.places.addEventListener("click", (event) => this.click(event));
    this.places.addEventListener("pointerdown", (event) => this.press(event));
    this.places.addEventListener("pointermove", (event) => this.pull(event));
    this.places.addEventListener("pointerup", (event) => this.release(event));
    this.places.addEventListener("pointercancel", () => this.letGo());
    // The style touch-action does not hold within a picture in every browser: a dragged piece scrolls nothing.
    const still = (event) => this.held && event.cancelable && event.preventDefault();
    this.places.addEventListener("touchmove", still, { passive: false });
    this.places.addEventListener("focusout", () => this.carried && this.letGo());
  }

  // Only what changed is replaced: nothing flickers, and what has the focus keeps it.
  show(data) {
    if (data.svg !== this.svg) {
      this.svg = data.svg;
      redraw(this.picture, data.svg);
    }
    const places = JSON.stringify([data.targets, data.kinds, data.drag, data.label]);
    if (places === this.drawn) return;
    this.drawn = places;
    this.data = data;
    this.frame.style.maxWidth = `${data.width * 1.1}px`; // small boards stay small
    set(this.places, "viewBox", `0 0 ${data.width} ${data.height}`);
    const alive = data.kinds.length > 0 || data.drag;
    this.places.toggleAttribute("hidden", !alive);
    if (alive) {
      set(this.places, "role", "group");
      set(this.places, "aria-label", data.label);
    }
    this.place(data.targets.filter((target) => this.drags(target) || data.kinds.includes(target.kind)));
  }

  drags(target) {
    return this.data.drag && target.kind === "piece";
  }

  place(wanted) {
    const had = this.targets.get(this.frame.getRootNode().activeElement?.dataset?.target);
    const old = this.targets;
    this.targets = new Map();
    for (const target of wanted) {
      const shape = old.get(target.id)?.shape ?? newShape();
      this.dress(shape, target);
      const next = this.places.children[this.targets.size];
      if (next !== shape) this.places.insertBefore(shape, next ?? null);
      this.targets.set(target.id, { ...target, shape });
    }
    for (const [id, { shape }] of old) if (!this.targets.has(id)) shape.remove();
    if (this.ghost) this.places.append(this.ghost);
    const kinds = new Set(wanted.map((target) => target.kind));
    for (const kind of kinds) {
      if (!this.targets.has(this.focused.get(kind))) {
        this.focused.set(kind, wanted.find((target) => target.kind === kind).id);
      }
      set(this.targets.get(this.focused.get(kind)).shape, "tabindex", "0");
    }
    if (had && !this.targets.has(had.id)) {
      this.targets.get(this.focused.get(had.kind))?.shape.focus({ preventScroll: true });
    }
  }

  dress(shape, target) {
    for (const name of ["x", "y", "width", "height"]) set(shape, name, target[name]);
    set(shape, "rx", target.kind === "square" ? 6 : 12);
    set(shape, "class", `place ${target.kind}${this.drags(target) ? " drag" : ""}`);
    set(shape, "tabindex", this.focused.get(target.kind) === target.id ? "0" : "-1");
    set(shape, "aria-label", target.label);
    shape.dataset.target = target.id;
    if (shape.firstChild.textContent !== target.label) shape.firstChild.textContent = target.label;
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
    if (!this.data.kinds.includes(target.kind)) {
      id = this.below(event); // what lies beneath is meant
      if (!this.targets.has(id)) return;
    }
    this.rove(this.targets.get(id));
    this.tell({ kind: "click", target: id, piece: "" });
  }

  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.chosen(this.meant(event), event);
  }

  // A finger that comes near a narrow place means it; so does a pointer where there is nothing else.
  meant(event) {
    const hit = event.target.closest(".place");
    const narrow = hit === null || hit.classList.contains("square");
    if (event.detail === 0 || !narrow || !this.data.kinds.includes("edge")) return hit;
    if (hit && !this.touched) return hit;
    const point = this.spot(event);
    let least = (hit ? 4 : this.touched ? 24 : 10) / this.places.getScreenCTM().a;
    let best = hit;
    for (const one of this.targets.values()) {
      const far = Math.hypot(beyond(point.x, one.x, one.width), beyond(point.y, one.y, one.height));
      if (one.kind === "edge" && far < least) [least, best] = [far, one.shape];
    }
    return best;
  }

  key(event) {
    const target = this.targets.get(event.target?.dataset?.target);
    const step = STEPS[event.key];
    const enter = event.key === "Enter" || event.key === " ";
    if (!target || !(step || enter || event.key === "Escape")) return;
    if (event.key === "Escape") {
      this.dragged = Boolean(this.held); // the button is still down
      this.letGo();
      return;
    }
    event.preventDefault();
    if (this.carried) this.carry(step);
    else if (step) this.walk(nearest(this.targets.values(), target, step));
    else if (this.drags(target) && !this.data.kinds.includes("piece")) this.pickUp(target);
    else this.chosen(event.target, null);
  }

  walk(to) {
    this.rove(to);
    to.shape.focus();
  }

  // With the keys a piece is picked up, led from square to square, and put down.
  pickUp(piece) {
    this.carried = piece;
    const [x, y] = middle(piece);
    this.aim = this.squareOn({ x, y }) ?? this.data.targets.find((target) => target.kind === "square");
    set(piece.shape, "aria-pressed", "true");
    this.carry(null);
  }

  carry(step) {
    const { carried, aim } = this;
    if (step) this.aim = nearest(this.data.targets, aim, step);
    else if (this.ghost) {
      this.letGo();
      this.tell({ kind: "drag", target: aim.id, piece: carried.id });
      return;
    }
    this.haunt(...middle(this.aim));
    this.said.textContent = this.aim.label;
  }

  rove(target) {
    const before = this.targets.get(this.focused.get(target.kind));
    if (before) set(before.shape, "tabindex", "-1");
    this.focused.set(target.kind, target.id);
    set(target.shape, "tabindex", "0");
  }

  below(event) {
    if (!event) return null;
    const root = this.frame.getRootNode();
    const found = root
      .elementsFromPoint(event.clientX, event.clientY)
      .find((shape) => this.data.kinds.includes(this.targets.get(shape.dataset?.target)?.kind));
    return found?.dataset.target ?? null;
  }

  squareOn({ x, y }) {
    return this.data.targets.find(
      (one) => one.kind === "square" && !beyond(x, one.x, one.width) && !beyond(y, one.y, one.height),
    );
  }

  spot(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.places.getScreenCTM().inverse());
  }

  press(event) {
    this.touched = event.pointerType === "touch";
    this.dragged = false;
    const shape = event.target.closest(".drag");
    if (!shape || event.button !== 0 || !event.isPrimary) return;
    this.held = { id: shape.dataset.target, x: event.clientX, y: event.clientY };
    this.places.setPointerCapture(event.pointerId);
  }

  pull(event) {
    if (!this.held) return;
    if (!this.ghost && Math.hypot(event.clientX - this.held.x, event.clientY - this.held.y) < FAR) return;
    const point = this.spot(event);
    this.haunt(point.x, point.y);
  }

  release(event) {
    const { held, ghost } = this;
    this.letGo();
    if (!held) return;
    this.dragged = true; // the click that follows belongs to it
    setTimeout(() => (this.dragged = false), 50);
    if (!ghost) {
      this.chosen(this.targets.get(held.id)?.shape, event);
      return;
    }
    const square = this.squareOn(this.spot(event));
    if (square) this.tell({ kind: "drag", target: square.id, piece: held.id });
  }

  haunt(x, y) {
    if (!this.ghost) {
      this.ghost = document.createElementNS(SVG, "circle");
      set(this.ghost, "class", "ghost");
      set(this.ghost, "r", 34);
      this.places.append(this.ghost);
    }
    set(this.ghost, "cx", x);
    set(this.ghost, "cy", y);
  }

  letGo() {
    this.ghost?.remove();
    this.carried?.shape.removeAttribute("aria-pressed");
    this.said.textContent = "";
    this.ghost = this.held = this.carried = this.aim = null;
  }
}

function redraw(frame, svg) {
  const drawn = document.createElement("template");
  drawn.innerHTML = svg;
  const [old, now] = [frame.firstElementChild, drawn.content.firstElementChild];
  if (!old || !old.cloneNode().isEqualNode(now.cloneNode()) || old.children.length !== now.children.length) {
    frame.replaceChildren(now);
    return;
  }
  const layers = [...now.children];
  [...old.children].forEach((layer, n) => layer.isEqualNode(layers[n]) || layer.replaceWith(layers[n]));
}

function newShape() {
  const shape = document.createElementNS(SVG, "rect");
  shape.setAttribute("role", "button");
  shape.append(document.createElementNS(SVG, "title"));
  return shape;
}

function element(name, kind) {
  const made = document.createElement(name);
  made.className = kind;
  return made;
}

function set(shape, name, value) {
  if (shape.getAttribute(name) !== String(value)) shape.setAttribute(name, value);
}

function middle({ x, y, width, height }) {
  return [x + width / 2, y + height / 2];
}

function beyond(at, begin, length) {
  return Math.max(begin - at, at - begin - length, 0);
}

function nearest(targets, from, [down, right]) {
  const [x, y] = middle(from);
  let best = from;
  let least = Infinity;
  for (const other of targets) {
    if (other.kind !== from.kind) continue;
    const [toX, toY] = [middle(other)[0] - x, middle(other)[1] - y];
    const ahead = toX * right + toY * down;
    const far = ahead + ASIDE * Math.abs(toX * down + toY * right);
    if (ahead > 1 && far < least) [least, best] = [far, other];
  }
  return best;
}
