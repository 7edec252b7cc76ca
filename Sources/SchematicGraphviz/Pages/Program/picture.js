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
    // Titles hold the names of Graphviz, which nobody is to read.
    for (const title of this.svg.querySelectorAll("title")) title.remove();
    this.boxes = new Map();
    this.states = machine.graphs.map((graph, part) =>
      new Map(graph.states.map((state, index) => [state.identifier, this.find(`p${part}s${index}`)])));
    this.composites = machine.graphs.map((graph, part) =>
      new Map(graph.composites.map((state, index) =>
        [state.identifier, this.find(`p${part}c${index}`)])));
    this.lines = [];
    machine.graphs.forEach((graph, part) => {
      for (const state of graph.states) {
        const element = this.states[part].get(state.identifier);
        if (!element) continue;
        button(element, `State ${shown(state.label)}: the shortest way to it`,
          () => pressed.state(part, state.identifier));
      }
      machine.parts[part].arrows.forEach((lines, index) => this.addLines(part, index, lines));
    });
    this.view = new View(this.svg, frame);
  }

  /** Makes the lines of an arrow buttons. */
  addLines(part, index, lines) {
    const arrow = this.find(`p${part}a${index}`);
    if (!arrow) return;
    const texts = [...arrow.querySelectorAll("text")];
    lines.forEach((line, row) => {
      // The arrow of a completion may have no text, and nobody sends one.
      const isSent = line.event !== completion;
      const text = texts[row] ?? (isSent ? undefined : arrow);
      if (!text) return;
      const entry = { ...line, part, arrow, text, isSent, chip: null };
      this.lines.push(entry);
      if (!isSent) return;
      const press = () => this.pressed.line(entry);
      button(text, `Send ${shown(ruleText({ ...line, kind: "moved" }))}`, press);
      const box = text.getBBox();
      if (box.width === 0) return;
      entry.chip = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      // Some labels begin with a space that keeps them away from their arrow.
      const spaces = /^\s*/.exec(text.textContent)[0].length;
      const lead = spaces > 0 ? text.getSubStringLength(0, spaces) : 0;
      const members = {
        class: "chip", x: box.x + lead - 3, y: box.y, width: box.width - lead + 6, height: box.height, rx: 3,
      };
      for (const [name, value] of Object.entries(members)) entry.chip.setAttribute(name, value);
      entry.chip.addEventListener("click", press);
      text.before(entry.chip);
    });
  }

  find(id) { return this.svg.querySelector(`#${id}`); }

  /** The box of an element, as the picture counts. */
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
      for (const one of [line.text, line.arrow, line.chip]) one?.classList.add(name);
    };
    const isShown = (rules, line) => rules.some((rule) => this.shows(line, rule, state));
    const lit = [];
    this.takenArrows = [];
    for (const line of this.lines) {
      const name = isShown(possible, line) ? "is-possible" : isShown(guarded, line) ? "is-guarded" : null;
      if (name) mark(line, name);
      if (name && line.isSent) lit.push(line.text);
      if (line.isSent) line.text.setAttribute("tabindex", name ? 0 : -1);
      if (last && last.kind === "moved" && this.shows(line, last, last.state)) {
        line.arrow.classList.add("is-last");
        this.takenArrows.push(line.arrow);
      }
    }
    this.current = this.interpreter.partStates(state).map((name, part) => this.states[part].get(name));
    const changed = last && this.interpreter.changes(last).at(-1)?.index;
    this.lit = lit;
    this.main = this.current[changed ?? 0] ?? this.current.find((one) => one);
    this.isNew ||= isNew;
    this.later();
  }

  showPlace(state, possible, guarded) {
    this.interpreter.partStates(state).forEach((name, part) => {
      const element = this.states[part].get(name);
      if (!element) return;
      element.classList.add("is-current");
      element.setAttribute("aria-current", "true");
      for (const around of this.interpreter.parts[part].path(name).slice(0, -1)) {
        this.composites[part].get(around.identifier)?.classList.add("is-around");
      }
      // What stays in a state is written in it.
      const texts = [...element.querySelectorAll("text")];
      for (const choice of [...possible, ...guarded].filter((one) => one.kind === "stayed")) {
        const wanted = shown(ruleText(choice));
        const text = texts.find((one) => one.textContent.trim() === wanted);
        if (!text || text.classList.contains("is-possible")) continue;
        text.classList.add(possible.includes(choice) ? "is-possible" : "is-guarded");
        text.onclick = (event) => {
          if (!text.matches(".is-possible, .is-guarded")) return;
          event.stopPropagation();
          this.pressed.choice(choice.event, choice.guard);
        };
      }
    });
  }

  /** Looks there once for all that happens before the page is drawn again. */
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

  /** Has something move along an arrow, once. */
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

  /** Whether a line of an arrow stands for a rule that starts in a state. */
  shows(line, rule, state) {
    if (line.event !== rule.event || (line.guard ?? null) !== (rule.guard ?? null)) return false;
    if ((line.action ?? null) !== (rule.action ?? null)) return false;
    const part = this.interpreter.parts[line.part];
    const source = this.interpreter.partStates(state)[line.part];
    const target = this.interpreter.partStates(rule.target)[line.part];
    const element = line.arrow.id;
    return this.arrowsOf(part, line.part, source, target).has(element);
  }

  /** The names of the arrows that lead from a state, or one around it, to another. */
  arrowsOf(part, index, source, target) {
    this.known ??= new Map();
    const key = JSON.stringify([index, source, target]);
    if (!this.known.has(key)) {
      const found = new Set();
      this.machine.parts[index].ends.forEach((ends, arrow) => {
        const sources = part.path(source).map((state) => state.identifier);
        const targets = part.path(target).map((state) => state.identifier);
        if (sources.includes(ends[0]) && targets.includes(ends[1])) found.add(`p${index}a${arrow}`);
      });
      this.known.set(key, found);
    }
    return this.known.get(key);
  }
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
