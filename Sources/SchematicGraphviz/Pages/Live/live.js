// Running machines: the page hears from its server where they are and what they do, and shows one of
// them like a walk that somebody else takes.

class Live {
  constructor() {
    /** What is known of each machine, by its identity. */
    this.machines = new Map();
    this.diagrams = new Map();
    /** The rules of the diagrams that were loaded, by their numbers. */
    this.interpreters = new Map();
    this.isLoading = false;
    this.chosen = null;
    this.shownNumber = 0;
    this.log = [];
    this.changed = new Set();
    this.allowsEvents = false;
    /** How much happened that this page does not show. */
    this.unseen = { events: 0, machines: 0 };
    this.sent = Promise.resolve();
    this.saidAt = 0;
    this.isDrawing = false;
    for (const id of ["catalog", "copy-link", "traced", "traced-label"]) at(id).hidden = true;
    document.querySelector(".file").hidden = true;
    at("columns").prepend(at("live"));
    this.showMain(false);
    at("find").addEventListener("input", () => this.filter());
    at("follow").addEventListener("change", () => { if (this.follows) this.showChosen(); });
  }

  get follows() { return at("follow").checked; }

  showMain(isShown) {
    document.querySelector("main").hidden = !isShown;
    if (!isShown) at("name").textContent = document.title;
  }

  // What the server tells.

  connect() {
    const source = new EventSource("live");
    const on = (name, take) => source.addEventListener(name, (event) => {
      take(event.data);
      this.draw();
    });
    source.addEventListener("open", () => this.showConnection("Connected", false));
    source.addEventListener("error", () => this.showConnection("Connection lost; trying again…", true));
    on("permission", (data) => { this.allowsEvents = JSON.parse(data).events; });
    on("machines", (data) => this.replace(JSON.parse(data)));
    on("came", (data) => this.add(JSON.parse(data)));
    on("gone", (data) => this.remove(JSON.parse(data)));
    on("lines", (data) => { for (const line of data.split("\n")) this.hear(JSON.parse(line)); });
    on("dropped", (data) => this.miss({ events: Number(data), machines: 0 }));
    on("passed", (data) => this.miss({ events: 0, machines: Number(data) }));
  }

  /** Says what is not shown, where it happened and as long as the page is open. */
  miss({ events, machines }) {
    const text = (found) => [
      found.events > 0 ? `${found.events} events are not shown` : null,
      found.machines > 0 ? `${found.machines} machines came and went unseen` : null,
    ].filter((one) => one !== null).join(", ");
    this.note(`${text({ events, machines })}: there was too much at once`);
    this.unseen.events += events;
    this.unseen.machines += machines;
    at("unseen").textContent = `So far, ${text(this.unseen)}.`;
    at("unseen").hidden = false;
  }

  showConnection(text, isLost) {
    at("connection").textContent = text;
    at("connection").classList.toggle("is-lost", isLost);
  }

  replace(list) {
    const ids = new Set(list.map((one) => one.id));
    for (const id of [...this.machines.keys()]) if (!ids.has(id)) this.remove(id);
    for (const one of list) {
      const known = this.machines.get(one.id);
      if (!known) {
        this.add(one);
      } else if (one.number > known.number) {
        Object.assign(known, one);
        this.changed.add(one.id);
      }
    }
  }

  add(one) {
    if (this.machines.has(one.id)) return;
    const made = element("button", undefined, { type: "button", "data-id": one.id });
    made.addEventListener("click", () => this.choose(one.id));
    const item = element("li");
    item.append(made);
    this.machines.set(one.id, { ...one, entries: [], item });
    at("running").append(item);
    this.changed.add(one.id);
    if (this.chosen === null) this.choose(one.id);
  }

  remove(id) {
    const machine = this.machines.get(id);
    if (!machine) return;
    machine.item.remove();
    this.machines.delete(id);
    this.note(`${machine.name} ${id.slice(0, 4)} is gone`);
    if (this.chosen === id) say(`${machine.name} is gone; its last state is shown`);
  }

  hear(entry) {
    const machine = this.machines.get(entry.id);
    this.note(Live.text(entry), entry, machine?.diagram);
    if (!machine) return;
    const last = machine.entries.at(-1);
    if (last && entry.number <= last.number) return;
    machine.entries.push(entry);
    if (machine.entries.length > 1200) machine.entries.splice(0, 200);
    if (entry.number > machine.number) {
      machine.number = entry.number;
      machine.state = entry.target ?? entry.state;
    }
    this.changed.add(entry.id);
  }

  /** Adds a row to the log, which is of an event of a machine unless it has no entry. */
  note(text, entry, diagram) {
    this.log.push({ text, entry, diagram });
    if (this.log.length > 100) this.log.shift();
    this.isLogChanged = true;
  }

  static text(entry) {
    const end = entry.outcome === "moved" ? `${entry.state} → ${entry.target}`
      : `${entry.outcome} in ${entry.state}${entry.reason ? ": " + entry.reason : ""}`;
    const values = entry.values?.event ? ` (${entry.values.event})` : "";
    return `${entry.machine} ${entry.id.slice(0, 4)}: ${entry.event}${values}: ${end}`;
  }

  // What is shown, once for all that came before the page is drawn again.

  draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    // A timer, because a page in the background draws no frames and is to be right when it is seen.
    setTimeout(() => {
      this.isDrawing = false;
      for (const id of this.changed) {
        const machine = this.machines.get(id);
        if (machine) this.showItem(machine);
      }
      if (this.isLogChanged) {
        this.isLogChanged = false;
        at("log").replaceChildren(...this.log.map((row) => this.logItem(row)).reverse());
        this.loadForLog();
      }
      if (this.changed.has(this.chosen) && this.follows) this.showNew();
      this.changed.clear();
    }, 30);
  }

  /** A row of the log, with the line of code that makes the rule once its diagram is known. */
  logItem(row) {
    const item = element("li", row.text);
    const interpreter = row.entry && this.interpreters.get(row.diagram);
    if (!interpreter) return item;
    row.line ??= traceSteps(interpreter, [row.entry])[0]?.line ?? null;
    const place = codePlace(row.line);
    if (place) item.append(" ", place);
    return item;
  }

  /** Loads a diagram of which the log tells, one after the other, so that nothing else waits. */
  async loadForLog() {
    const next = this.log.find(({ diagram }) => diagram !== undefined && !this.diagrams.has(diagram));
    if (!next || this.isLoading) return;
    this.isLoading = true;
    // Whoever chooses a machine is told why its diagram can't be shown.
    await this.load(next.diagram).catch(() => {});
    this.isLoading = false;
    this.loadForLog();
  }

  /** The diagram of a number, which is loaded once. */
  load(number) {
    if (!this.diagrams.has(number)) {
      this.diagrams.set(number, fetch(`diagram/${number}`).then((found) => {
        if (!found.ok) throw new Error(found.statusText);
        return found.json();
      }).then((diagram) => {
        this.interpreters.set(number, new Interpreter(diagram));
        this.isLogChanged = true;
        this.draw();
        return diagram;
      }));
    }
    return this.diagrams.get(number);
  }

  showItem(machine) {
    machine.item.firstChild.textContent =
      shown(`${machine.name} ${machine.id.slice(0, 4)}: ${machine.state}`);
    machine.item.firstChild.dataset.state = machine.state;
    this.hideUnless(machine);
  }

  filter() { for (const machine of this.machines.values()) this.hideUnless(machine); }

  hideUnless(machine) {
    const text = `${machine.name} ${machine.id} ${machine.state}`.toLowerCase();
    machine.item.hidden = !text.includes(at("find").value.trim().toLowerCase());
  }

  async choose(id) {
    this.chosen = id;
    for (const one of this.machines.values()) {
      if (one.id === id) one.item.firstChild.setAttribute("aria-current", "true");
      else one.item.firstChild.removeAttribute("aria-current");
    }
    const machine = this.machines.get(id);
    try {
      const diagram = await this.load(machine.diagram);
      if (this.chosen !== id) return;
      this.showMain(true);
      open(diagram);
      at("follow").checked = true;
      this.showChosen();
    } catch (error) {
      this.diagrams.delete(machine.diagram);
      this.note(`the diagram of ${machine.name} cannot be shown: ${error.message}`);
      this.draw();
    }
  }

  /** Shows all that is kept of the chosen machine. */
  showChosen() {
    const machine = this.machines.get(this.chosen);
    if (!machine || !play) return;
    play.start = machine.entries[0]?.state ?? machine.state;
    play.steps = traceSteps(play.interpreter, machine.entries);
    this.shownNumber = machine.entries.at(-1)?.number ?? machine.number;
    this.showEnd(machine);
  }

  /** Shows what is new of the chosen machine. */
  showNew() {
    const machine = this.machines.get(this.chosen);
    if (!machine || !play) return;
    const index = machine.entries.findLastIndex((entry) => entry.number <= this.shownNumber);
    const added = machine.entries.slice(index + 1);
    if (added.length > 0) {
      play.steps.push(...traceSteps(play.interpreter, added, machine.entries[index]));
      this.shownNumber = added.at(-1).number;
    }
    this.showEnd(machine);
  }

  showEnd(machine) {
    // Lines that were dropped say nothing of how the machine came to where it is.
    if (machine.number > this.shownNumber) {
      play.steps = [];
      play.start = machine.state;
      this.shownNumber = machine.number;
    }
    if (play.steps.length > 1000) {
      play.steps.splice(0, play.steps.length - 1000);
      play.start = play.steps[0].state;
    }
    play.position = play.steps.length;
    const last = play.steps.at(-1);
    if (last) answer(last.answers);
    show(last !== undefined);
    if (last && Date.now() - this.saidAt > 2000) {
      this.saidAt = Date.now();
      say(sentence(last));
    }
  }

  // What is pressed.

  /** Ends following, where somebody steps through what happened. */
  leave() { at("follow").checked = false; }

  /** Whether a choice is the running machine's to take, and no play on the page. */
  takes(choice) {
    if (!this.follows) return false;
    const machine = this.machines.get(this.chosen);
    if (!machine) {
      say("The machine is gone.");
    } else if (!this.allowsEvents || !machine.takesEvents) {
      say("The program lets this page look on, and send no events. Stop following to play on the page.");
    } else {
      this.sent = this.sent.then(() => this.send(machine, choice.event));
    }
    return true;
  }

  async send(machine, event) {
    try {
      const found = await fetch("send", {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ id: machine.id, event }),
      });
      if (!found.ok) say(`${event} was not sent: ${(await found.text()).trim()}`);
    } catch {
      say(`${event} was not sent: there is no connection`);
    }
  }
}

live = new Live();
live.connect();
