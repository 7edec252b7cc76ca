// The picture of a machine: states and arrows that show where the machine is, and can be pressed.

class Picture {
  /**
   * @param {Element} frame The element that holds the picture.
   * @param {object} machine The machine, with its SVG.
   * @param {Interpreter} interpreter
   * @param {{state: function, line: function, choice: function}} pressed What to call if a state, a line of an
   *   arrow, or a line inside the current state is pressed.
   */
  constructor(frame, machine, interpreter, pressed) {
    this.machine = machine;
    this.interpreter = interpreter;
    this.pressed = pressed;
    const read = new DOMParser().parseFromString(machine.svg, "image/svg+xml");
    this.svg = document.importNode(read.documentElement, true);
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", `Diagram of ${shown(machine.name)}`);
    frame.replaceChildren(this.svg);
    // Titles contain names that only Graphviz uses.
    for (const title of this.svg.querySelectorAll("title")) title.remove();
    this.boxes = new Map();
    const elements = (list, prefix) =>
      new Map(list.map((state, index) => [state.identifier, this.find(`${prefix}${index}`)]));
    this.states = elements(machine.graph.states, "s");
    this.composites = elements(machine.graph.composites, "c");
    this.lines = [];
    for (const state of machine.graph.states) {
      // If states only remember where another state was left, only the composite state around them is drawn.
      const folded = this.states.get(state.identifier) ? undefined : interpreter.path(state.identifier).findLast((one) =>
        this.composites.get(one.identifier)?.matches(".node"));
      if (folded) this.states.set(state.identifier, this.composites.get(folded.identifier));
      const element = this.states.get(state.identifier);
      if (!element || element.matches(".is-button")) continue;
      button(element, `State ${shown((folded ?? state).label)}: the shortest way to it`, () => pressed.state(state.identifier));
    }
    machine.arrows.forEach((lines, index) => this.addLines(index, lines));
    this.view = new View(this.svg, frame);
  }

  /** Makes buttons of the lines of an arrow's text. Each line shows some rules, which `lines` lists by number. */
  addLines(index, lines) {
    const arrow = this.find(`a${index}`);
    if (!arrow) return;
    const back = this.find(`b${index}`);
    const texts = [...arrow.querySelectorAll("text")];
    lines.forEach((numbers, row) => {
      const rule = this.interpreter.rules[numbers[0]];
      // The arrow of a completion may have no text, and nobody sends a completion.
      const isSent = rule.event !== completion;
      const text = texts[row] ?? (isSent ? undefined : arrow);
      if (!text) return;
      const entry = { rules: new Set(numbers), name: ruleText(rule), arrow, back, text, isSent, chip: null };
      this.lines.push(entry);
      if (!isSent) return;
      const press = () => this.pressed.line(entry);
      button(text, `Send ${shown(entry.name)}`, press);
      const box = text.getBBox();
      if (box.width === 0) return;
      entry.chip = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      // Some labels begin and end with a space that keeps them away from arrows.
      const spaces = /^\s*/.exec(text.textContent)[0].length;
      const lead = spaces > 0 ? text.getSubStringLength(0, spaces) : 0;
      const members = {
        class: "chip", x: box.x + lead - 3, y: box.y, width: box.width - 2 * lead + 6, height: box.height, rx: 3,
      };
      for (const [name, value] of Object.entries(members)) entry.chip.setAttribute(name, value);
      entry.chip.addEventListener("click", press);
      text.before(entry.chip);
    });
  }

  find(id) { return this.svg.querySelector(`#${id}`); }

  /** The box of an element, in the coordinates of the picture. */
  box(element) {
    if (!this.boxes.has(element)) {
      const { x, y, width, height } = element.getBBox();
      const matrix = element.closest(".graph")?.transform.baseVal.consolidate()?.matrix;
      const corners = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)]
        .map((one) => matrix ? one.matrixTransform(matrix) : one);
      this.boxes.set(element, {
        x: corners[0].x, y: corners[0].y, width: corners[1].x - corners[0].x, height: corners[1].y - corners[0].y,
      });
    }
    return this.boxes.get(element);
  }

  /**
   * Shows the state of a machine, what may happen next, and the rule that was followed last.
   *
   * @param {object[]} possible What may happen.
   * @param {object[]} guarded What may happen if guards answer otherwise.
   * @param {boolean} isNew Whether the last rule was followed just now.
   */
  show(state, possible, guarded, last, isNew) {
    const marks = ["is-current", "is-around", "is-possible", "is-guarded", "is-last"];
    for (const element of this.svg.querySelectorAll(marks.map((mark) => `.${mark}`).join())) {
      element.classList.remove(...marks);
      element.removeAttribute("aria-current");
    }
    this.showPlace(state, possible, guarded);
    const mark = (line, name) => {
      for (const one of [line.text, line.arrow, line.back, line.chip]) one?.classList.add(name);
    };
    const isShown = (choices, line) => choices.some((choice) => this.shows(line, choice));
    const lit = [];
    this.takenArrows = [];
    for (const line of this.lines) {
      const name = isShown(possible, line) ? "is-possible" : isShown(guarded, line) ? "is-guarded" : null;
      if (name) mark(line, name);
      if (name && line.isSent) lit.push(line.text);
      if (line.isSent) line.text.setAttribute("tabindex", name ? 0 : -1);
      if (last && last.kind === "moved" && this.shows(line, last)) {
        for (const arrow of [line.arrow, line.back].filter((one) => one)) {
          arrow.classList.add("is-last");
          this.takenArrows.push(arrow);
        }
      }
    }
    this.current = this.interpreter.innermost(state).map((name) => this.states.get(name));
    const entered = last ? this.interpreter.changes(last).entered.at(-1)?.identifier : undefined;
    this.lit = lit;
    this.main = this.states.get(entered) ?? this.current.find((one) => one);
    this.isNew ||= isNew;
    this.later();
  }

  showPlace(name, possible, guarded) {
    const innermost = this.interpreter.innermost(name);
    for (const { identifier } of this.interpreter.around(name)) {
      const isCurrent = innermost.includes(identifier);
      const element = isCurrent ? this.states.get(identifier)
        : this.composites.get(identifier) ?? this.states.get(identifier);
      element?.classList.add(isCurrent ? "is-current" : "is-around");
      if (isCurrent) element?.setAttribute("aria-current", "true");
    }
    // Internal transitions are written inside their state.
    for (const choice of [...possible, ...guarded]) {
      for (const rule of choice.parts.filter((one) => one.kind === "stayed")) {
        const texts = [...this.states.get(rule.state)?.querySelectorAll("text") ?? []];
        const text = texts.find((one) => one.textContent.trim() === shown(ruleText(rule)));
        if (!text || text.classList.contains("is-possible")) continue;
        text.classList.add(possible.includes(choice) ? "is-possible" : "is-guarded");
        text.onclick = (event) => {
          if (!text.matches(".is-possible, .is-guarded")) return;
          event.stopPropagation();
          this.pressed.choice(choice);
        };
      }
    }
  }

  /** Moves the view once for all steps that happen before the page is drawn again. */
  later() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (!this.svg.isConnected) return;
      this.look();
      for (const one of this.svg.querySelectorAll(".trail")) one.remove();
      if (this.isNew) for (const arrow of new Set(this.takenArrows)) this.trail(arrow);
      this.isNew = false;
    });
  }

  look() {
    if (!this.main) {
      this.view.settle(true);
      return;
    }
    const states = this.current.filter((one) => one).map((one) => this.box(one));
    const all = union(states);
    const canBeRead = (box) => this.view.fitting(box, 12) >= readable.least;
    // Regions may lie too far apart to be seen at once.
    const core = canBeRead(all) ? all : this.box(this.main);
    const away = (one) => Math.hypot(middle(one).x - middle(core).x, middle(one).y - middle(core).y);
    let around = core;
    for (const label of this.lit.map((one) => this.box(one)).sort((one, other) => away(one) - away(other))) {
      const grown = union([around, label]);
      if (canBeRead(grown)) around = grown;
    }
    this.view.look(core, around);
  }

  /** Moves a mark along an arrow, once. */
  trail(arrow) {
    const path = arrow.querySelector("path");
    if (!path) return;
    const trail = document.createElementNS("http://www.w3.org/2000/svg", "path");
    trail.setAttribute("d", path.getAttribute("d"));
    trail.setAttribute("pathLength", 1);
    trail.setAttribute("class", "trail");
    trail.addEventListener("animationend", () => trail.remove());
    arrow.append(trail);
  }

  /** Whether a line of an arrow shows a rule of a choice. */
  shows(line, choice) { return choice.parts.some((rule) => line.rules.has(rule.index)); }
}

/** Makes a part of a picture a button, for pointers, keyboards and screen readers. */
function button(element, label, press) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.classList.add("is-button");
  element.addEventListener("click", press);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  });
}

/** A text with pictures in place of control characters, as the diagram shows them. */
function shown(text) {
  return String(text).replace(/[\u0000-\u001f\u007f]/g, (one) =>
    one === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + one.charCodeAt(0)));
}
