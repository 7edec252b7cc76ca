// The part of a picture that is shown: all of it, or the surroundings of a state, in a size that can be read.

/** The scales: the smallest at which labels, 10 units high, can be read; the preferred one; and the largest. */
const readable = { least: 1.12, liked: 1.4, most: 1.6 };

class View {
  /** @param {Element} svg A picture, which fills its frame. */
  constructor(svg, frame) {
    this.svg = svg;
    this.frame = frame;
    const [x, y, width, height] = (svg.getAttribute("viewBox") ?? "0 0 100 100").split(/[\s,]+/).map(Number);
    this.all = { x, y, width, height };
    /** The point of the picture in the middle of the frame, and the number of pixels for a unit. */
    this.seen = { x: x + width / 2, y: y + height / 2, scale: 1 };
    /** "follow" the machine, show the "whole" picture, or "held" after the reader has moved the picture. */
    this.mode = "follow";
    this.focus = null;
    this.changed = () => {};
    this.listen();
    new ResizeObserver(() => this.settle(false)).observe(frame);
  }

  get size() {
    const { width, height } = this.frame.getBoundingClientRect();
    return { width: Math.max(width, 1), height: Math.max(height, 1) };
  }

  fitting(box, room = 0) {
    const { width, height } = this.size;
    return Math.min(width / (box.width + 2 * room), height / (box.height + 2 * room), readable.most);
  }

  setMode(mode) {
    this.mode = mode;
    this.changed(mode);
    this.settle(true);
  }

  /**
   * Shows a state and the arrows that may be taken next, if the mode allows it.
   *
   * @param {object} core What must be seen: the box of the state.
   * @param {object} around What should be seen, too: the box of the state with the labels of its arrows.
   */
  look(core, around) {
    const isFirst = this.focus === null;
    this.focus = { core, around };
    this.settle(!isFirst);
  }

  /** Shows the whole picture for printing, whatever the size of the paper, and restores the view afterwards. */
  print(isPrinted) {
    this.isPrinted = isPrinted;
    cancelAnimationFrame(this.frameOfMove);
    const { x, y, width, height } = this.all;
    if (isPrinted) this.svg.setAttribute("viewBox", [x, y, width, height].join(" "));
    else this.settle(false);
  }

  /** Moves the view as the mode says. */
  settle(isSlow) {
    if (this.isPrinted) return;
    const whole = { ...middle(this.all), scale: this.fitting(this.all) };
    if (this.mode === "whole" || (this.mode === "follow" && (whole.scale >= readable.least || !this.focus))) {
      this.go(whole, isSlow);
    } else if (this.focus && this.mode === "follow") {
      const scale = Math.max(readable.least, Math.min(this.fitting(this.focus.around, 12), readable.liked));
      this.go(this.centered(scale), isSlow);
    } else if (this.focus && !this.sees(this.focus.core)) {
      this.go(this.centered(this.seen.scale), isSlow);
    } else {
      this.go(this.seen, false);
    }
  }

  /** The view that shows the state and its surroundings with the least empty space. */
  centered(scale) {
    const { core, around } = this.focus;
    const { width, height } = this.size;
    const along = (middle, from, length, room, allFrom, allLength) => {
      const half = room / scale / 2;
      // First the state is brought into view, and then as much of the picture as possible.
      const kept = Math.min(Math.max(middle, from + length + 12 - half), from - 12 + half);
      const least = allFrom + half;
      const most = allFrom + allLength - half;
      return least > most ? allFrom + allLength / 2 : Math.min(Math.max(kept, least), most);
    };
    const to = middle(around);
    return {
      x: along(to.x, core.x, core.width, width, this.all.x, this.all.width),
      y: along(to.y, core.y, core.height, height, this.all.y, this.all.height), scale,
    };
  }

  sees(box) {
    const { width, height } = this.size;
    const { x, y, scale } = this.seen;
    return Math.abs(box.x + box.width / 2 - x) + box.width / 2 <= width / scale / 2
      && Math.abs(box.y + box.height / 2 - y) + box.height / 2 <= height / scale / 2;
  }

  /** Moves the view, slowly if wanted, unless the reader asks for less motion. */
  go(to, isSlow) {
    cancelAnimationFrame(this.frameOfMove);
    const from = this.seen;
    const isFar = Math.hypot(to.x - from.x, to.y - from.y) * to.scale > 1 || Math.abs(to.scale / from.scale - 1) > 0.001;
    if (!isSlow || !isFar || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.set(to);
      return;
    }
    const began = performance.now();
    const move = (now) => {
      const part = Math.min(Math.max(now - began, 0) / 350, 1);
      const eased = part * part * (3 - 2 * part);
      const between = (name) => from[name] + (to[name] - from[name]) * eased;
      this.set({ x: between("x"), y: between("y"), scale: between("scale") });
      if (part < 1) this.frameOfMove = requestAnimationFrame(move);
    };
    this.frameOfMove = requestAnimationFrame(move);
  }

  set(seen) {
    this.seen = seen;
    const { width, height } = this.size;
    const [across, down] = [width / seen.scale, height / seen.scale];
    this.svg.setAttribute("viewBox", [seen.x - across / 2, seen.y - down / 2, across, down].join(" "));
  }

  // Wheel, pointers and fingers.

  /** Zooms around a point of the window: by default the pointer, or the middle if there is no pointer. */
  zoom(factor, point = this.pointer) {
    cancelAnimationFrame(this.frameOfMove);
    this.hold();
    const frame = this.frame.getBoundingClientRect();
    const { x, y, scale } = this.seen;
    const next = Math.max(Math.min(this.fitting(this.all), 1) / 2, Math.min(scale * factor, 8));
    const [across, down] = point
      ? [point.x - frame.left - frame.width / 2, point.y - frame.top - frame.height / 2] : [0, 0];
    this.set({ x: x + across / scale - across / next, y: y + down / scale - down / next, scale: next });
  }

  /** Moves the picture by pixels. */
  pan(across, down) {
    cancelAnimationFrame(this.frameOfMove);
    this.hold();
    const { x, y, scale } = this.seen;
    this.set({ x: x - across / scale, y: y - down / scale, scale });
  }

  hold() {
    if (this.mode === "held") return;
    this.mode = "held";
    this.changed(this.mode);
  }

  listen() {
    const fingers = new Map();
    let moved = 0;
    const at = (event) => ({ x: event.clientX, y: event.clientY });
    const distance = () => {
      const [one, other] = [...fingers.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      // A wheel counts pixels, lines or pages; a pinch on a touchpad is a wheel with the control key.
      const unit = [1, 16, 400][event.deltaMode] ?? 1;
      this.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), at(event));
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, at(event));
      if (fingers.size === 1) moved = 0;
    });
    this.svg.addEventListener("pointerleave", () => { this.pointer = undefined; });
    this.svg.addEventListener("pointermove", (event) => {
      this.pointer = at(event);
      const last = fingers.get(event.pointerId);
      if (!last || (event.pointerType === "mouse" && event.buttons === 0)) {
        fingers.delete(event.pointerId);
        return;
      }
      const before = fingers.size === 2 ? distance() : 0;
      fingers.set(event.pointerId, at(event));
      moved += Math.hypot(event.clientX - last.x, event.clientY - last.y);
      // A hand that presses a button may shake.
      if (moved < 5) return;
      this.frame.classList.add("is-dragged");
      if (!this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
      const share = fingers.size;
      this.pan((event.clientX - last.x) / share, (event.clientY - last.y) / share);
      if (share === 2 && before > 0) {
        const [one, other] = [...fingers.values()];
        this.zoom(distance() / before, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
      }
    });
    const end = (event) => {
      fingers.delete(event.pointerId);
      this.frame.classList.remove("is-dragged");
    };
    this.svg.addEventListener("pointerup", end);
    this.svg.addEventListener("pointercancel", end);
    // A drag is no click.
    this.svg.addEventListener("click", (event) => {
      if (moved >= 5) event.stopPropagation();
      moved = 0;
    }, { capture: true });
  }
}

function middle(box) { return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; }

/** The box around some boxes; null if there are none. */
function union(boxes) {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((one) => one.x));
  const y = Math.min(...boxes.map((one) => one.y));
  const width = Math.max(...boxes.map((one) => one.x + one.width)) - x;
  return { x, y, width, height: Math.max(...boxes.map((one) => one.y + one.height)) - y };
}
