// The picture of a machine: states and arrows that show where the machine is, and can be pressed.

class Picture {
  /**
   * @param {Element} frame The element that holds the picture.
   * @param {object} machine The machine, with its SVG.
   * @param {Interpreter} interpreter
   * @param {{state: function, line: function}} pressed What to call where a state or a line is pressed.
   */
  constructor(frame, machine, interpreter, pressed) {
    this.machine = machine;
    this.interpreter = interpreter;
    this.frame = frame;
    const read = new DOMParser().parseFromString(machine.svg, "image/svg+xml");
    this.svg = document.importNode(read.documentElement, true);
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", `Diagram of ${shown(machine.name)}`);
    this.box = (this.svg.getAttribute("viewBox") ?? "0 0 100 100").split(/\s+/).map(Number);
    this.view = [...this.box];
    frame.replaceChildren(this.svg);
    // Titles hold the names of Graphviz, which nobody is to read.
    for (const title of this.svg.querySelectorAll("title")) title.remove();
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
      machine.parts[part].arrows.forEach((lines, index) => {
        const element = this.find(`p${part}a${index}`);
        if (!element) return;
        const texts = [...element.querySelectorAll("text")];
        lines.forEach((line, row) => {
          // The arrow of a completion may have no text, and nobody sends one.
          const isSent = line.event !== completion;
          const text = texts[row] ?? (isSent ? undefined : element);
          if (!text) return;
          const entry = { ...line, part, arrow: element, text };
          this.lines.push(entry);
          if (isSent) button(text, `Send ${shown(ruleText({ ...line, kind: "moved" }))}`, () => pressed.line(entry));
        });
      });
    });
    this.listenToPointers();
    this.zoom(1);
  }

  find(id) { return this.svg.querySelector(`#${id}`); }

  /** Shows the state of a machine, what may happen next, and the rule that was followed last. */
  show(state, possible, last) {
    for (const element of this.svg.querySelectorAll(".is-current, .is-around, .is-possible, .is-last")) {
      element.classList.remove("is-current", "is-around", "is-possible", "is-last");
      element.removeAttribute("aria-current");
    }
    this.interpreter.partStates(state).forEach((name, part) => {
      const element = this.states[part].get(name);
      element?.classList.add("is-current");
      element?.setAttribute("aria-current", "true");
      for (const around of this.interpreter.parts[part].path(name).slice(0, -1)) {
        this.composites[part].get(around.identifier)?.classList.add("is-around");
      }
    });
    for (const line of this.lines) {
      if (possible.some((rule) => this.shows(line, rule, state))) line.text.classList.add("is-possible");
      if (last && last.kind === "moved" && this.shows(line, last, last.state)) {
        line.text.classList.add("is-last");
        line.arrow.classList.add("is-last");
      }
    }
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

  /** Shows more or less of the picture, around its middle; 1 shows the whole. */
  zoom(factor) {
    if (factor === 1) {
      this.view = [...this.box];
    } else {
      const [x, y, width, height] = this.view;
      this.view = [x + width * (1 - factor) / 2, y + height * (1 - factor) / 2, width * factor, height * factor];
    }
    this.svg.setAttribute("viewBox", this.view.join(" "));
  }

  pan(x, y) {
    this.view[0] += x * this.view[2];
    this.view[1] += y * this.view[3];
    this.svg.setAttribute("viewBox", this.view.join(" "));
  }

  listenToPointers() {
    let from = null;
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (event) => {
      from = event.target.closest("[role=button]") ? null : [event.clientX, event.clientY];
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!from || event.buttons === 0) return;
      const size = this.svg.getBoundingClientRect();
      this.pan((from[0] - event.clientX) / size.width, (from[1] - event.clientY) / size.height);
      from = [event.clientX, event.clientY];
    });
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
