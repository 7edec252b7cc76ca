// The page of running machines: its server tells in which states they are and what they do. The page shows
// the steps of one machine like a walk.

class Live {
  constructor() {
    /** The running machines, by their identities. */
    this.machines = new Map();
    this.diagrams = new Map();
    /** The interpreters of the loaded diagrams, by the numbers of the diagrams. */
    this.interpreters = new Map();
    this.isLoading = false;
    this.chosen = null;
    this.shownNumber = 0;
    this.log = [];
    this.changed = new Set();
    this.allowsEvents = false;
    /** The numbers of events and machines that this page did not show. */
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

  // Messages of the server.

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

  /** Tells how much is not shown: each time in the log, and the sum in a line that stays. */
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

  /** Adds a row to the log. A row about an event of a machine has an entry. */
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

  // Drawing, once for all messages that came since the page was last drawn.

  draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    // A timer, because a page in the background draws no frames, but must be up to date when it is seen.
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

  /** A row of the log. Once the diagram is loaded, the row names the line of code that makes the rule. */
  logItem(row) {
    const item = element("li", row.text);
    const interpreter = row.entry && this.interpreters.get(row.diagram);
    if (!interpreter) return item;
    row.line ??= traceSteps(interpreter, [row.entry])[0]?.line ?? null;
    const place = codePlace(row.line);
    if (place) item.append(" ", place);
    return item;
  }

  /** Loads the diagrams of the machines in the log, one after the other, so that nothing else waits. */
  async loadForLog() {
    const next = this.log.find(({ diagram }) => diagram !== undefined && !this.diagrams.has(diagram));
    if (!next || this.isLoading) return;
    this.isLoading = true;
    // If the user chooses the machine, a message tells why its diagram can't be shown.
    await this.load(next.diagram).catch(() => {});
    this.isLoading = false;
    this.loadForLog();
  }

  /** The diagram with a number. Each diagram is loaded only once. */
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

  /** Shows all steps of the chosen machine that the page has kept. */
  showChosen() {
    const machine = this.machines.get(this.chosen);
    if (!machine || !play) return;
    play.start = machine.entries[0]?.state ?? machine.state;
    play.steps = traceSteps(play.interpreter, machine.entries);
    this.shownNumber = machine.entries.at(-1)?.number ?? machine.number;
    this.showEnd(machine);
  }

  /** Shows the new steps of the chosen machine. */
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
    // If lines were dropped, the page doesn't know how the machine came to its state, and shows only the state.
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

  // Buttons.

  /** Stops following the machine, because the user goes to a step. */
  leave() { at("follow").checked = false; }

  /** Sends the event of a choice to the machine if the page follows it; returns false if the page only plays. */
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
