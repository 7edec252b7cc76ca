// An interpreter of a state graph in JSON, which uses nothing of the page. Names are keys of maps and never of
// objects, because a state may bear the name of a member that every object has.

/** A rule as text, without its states: `coin [paid] / open`. */
function ruleText(rule) {
  return [rule.event, rule.guard ? `[${rule.guard}]` : "", effectText(rule)].filter((text) => text !== "").join(" ");
}

/** The effect of a rule, as text: `/ open`. */
function effectText(rule) {
  const effect = ["rejected", "traps", "ignored"].includes(rule.kind)
    ? rule.kind + (rule.reason ? ": " + rule.reason : "") : rule.action;
  return [effect ? `/ ${effect}` : "", rule.change ? `{${rule.change}}` : ""].filter((text) => text !== "").join(" ");
}

/** The event of completions: rules that a machine follows by itself when the machines inside a state are final. */
const completion = "completion";

/** Whether a machine follows a rule by itself, without an event from outside. */
function isOwn(rule) { return rule.after !== undefined || rule.event === completion; }

/** Whether a rule is a transition, and doesn't refuse its event. */
function isTransition(rule) {
  return rule.kind === "moved" || rule.kind === "stayed";
}

/** The rules of a machine, each with the texts that a page shows of it. */
function rulesOf({ graph, texts }) {
  return graph.rules.map((rule, index) => {
    const [event, guard, line] = texts[index];
    const kind = { external: "moved", internal: "stayed" }[rule.effect] ?? rule.effect;
    return {
      index, state: rule.source, target: rule.target ?? rule.source, entry: rule.entry, event,
      guard: guard ?? undefined, line: line ?? undefined, kind, conditions: rule.conditions ?? [],
      after: rule.after, sends: rule.sends, action: rule.action, reason: rule.reason ?? rule.message,
      change: rule.change,
    };
  });
}

/** The text of a condition: a guard, a state, or words about a payload. */
function conditionName(one) { return one.guard ?? one.payload ?? `in ${one.in}`; }

/** Whether a condition is open: values that a state or an event carries decide, and the page doesn't know them. */
function isOpen(one) { return one.payload !== undefined; }

/**
 * An interpreter of a machine. A place, `{ states, memories }`, is where the machine is: its innermost states,
 * and the states to which histories lead back. The name of a place lists both.
 */
class Interpreter {
  constructor(machine) {
    const { graph } = machine;
    this.graph = graph;
    const byIdentifier = (list) => new Map(list.map((one) => [one.identifier, one]));
    this.states = byIdentifier(graph.states);
    this.composites = byIdentifier(graph.composites);
    this.regions = byIdentifier(graph.regions);
    this.order = new Map(graph.states.map((state, index) => [state.identifier, index]));
    this.collapsed = new Set(machine.collapsed);
    this.lines = new Map(machine.lines);
    this.inner = new Map();
    for (const region of graph.regions) {
      const owner = region.parent ?? null;
      this.inner.set(owner, [...(this.inner.get(owner) ?? []), region]);
    }
    this.rules = rulesOf(machine);
    this.rulesByLevel = new Map();
    this.remembered = new Set(this.rules.filter((rule) => rule.entry === "history").map((rule) => rule.target));
    for (const rule of this.rules) {
      rule.level = this.level(rule);
      const key = rule.level.state;
      this.rulesByLevel.set(key, [...(this.rulesByLevel.get(key) ?? []), rule]);
    }
    this.timeoutsByComposite = new Map(graph.composites.map((owner, index) => {
      const timeouts = (owner.behaviors ?? []).filter((one) => one.kind === "after");
      return [owner, timeouts.map(({ delay, sends, conditions }, row) => ({
        owner, event: machine.timeouts[index][row], after: delay, sends, conditions: conditions ?? [],
      }))];
    }));
    this.events = [...new Set(this.rules.filter((rule) => !isOwn(rule)).map((rule) => rule.event))];
    this.guards = [...new Set(this.rules.flatMap((rule) =>
      rule.conditions.filter((one) => one.guard !== undefined).map((one) => one.guard)))];
    this.places = new Map();
    this.known = new Map();
  }

  // The tree of states.

  /** A state and the composite states around it in the same machine, the outermost first. */
  path(state) {
    const path = [];
    let next = this.states.get(state);
    while (next && !path.includes(next)) {
      path.unshift(next);
      next = this.composites.get(next.parent);
    }
    return path;
  }

  /** The region that a state lies in; undefined if it lies in none. */
  regionOf(state) { return this.regions.get(this.path(state)[0]?.parent); }

  /** The state of a region that is the given state or contains it; undefined if there is none. */
  stateAround(state, region) {
    for (let next = state; next !== undefined; next = this.regionOf(next)?.parent) {
      if (this.regionOf(next) === region) return next;
    }
    return undefined;
  }

  /** The region that a rule belongs to, and the state of that region that the rule leaves or stays in. */
  level(rule) {
    const region = this.regionOf(rule.kind === "moved" ? rule.target : rule.state);
    return { region, state: this.stateAround(rule.state, region) ?? rule.state };
  }

  regionsIn(state) { return this.inner.get(state) ?? []; }

  /** Whether a state has the given name, or lies in a state, a composite state or a region of that name. */
  isInside(state, name) {
    for (let next = state; next !== undefined; next = this.regionOf(next)?.parent) {
      const region = this.regionOf(next);
      if (region?.identifier === name || this.path(next).some((one) => one.identifier === name)) return true;
    }
    return false;
  }

  // Places.

  /** The name of a place. */
  name({ states, memories }) {
    const bare = states.join(", ");
    if (memories.size === 0) return bare;
    const name = `${bare} (${[...memories].map(([state, inside]) => `${state} was ${inside.join(", ")}`).join("; ")})`;
    this.places.set(name, { states, memories });
    return name;
  }

  /** The place with a name; null if the graph has no such states. */
  place(name) {
    if (!this.places.has(name)) {
      const states = this.states.has(name) ? [name] : String(name).split(", ");
      const isKnown = states.every((state) => this.states.has(state));
      this.places.set(name, isKnown ? { states, memories: new Map() } : null);
    }
    return this.places.get(name);
  }

  isKnown(name) { return this.place(name) !== null; }

  /** The name without memories, as a trace has it. */
  bare(name) { return this.place(name)?.states.join(", ") ?? name; }

  /** The innermost states of a place. */
  innermost(name) { return this.place(name)?.states ?? [name]; }

  get initial() {
    const regions = this.regionsIn(null);
    const states = regions.length === 0 ? this.entered(this.graph.initialState)
      : regions.flatMap((region) => this.entered(region.initialState));
    return this.name({ states, memories: new Map() });
  }

  /** The innermost states that a machine enters if it enters a state. */
  entered(state, entry, memories = new Map()) {
    const regions = this.regionsIn(state);
    if (regions.length === 0) return [state];
    const memory = entry === "history" ? memories.get(state) : undefined;
    if (memory) return memory;
    const states = Array.isArray(entry) ? entry : [];
    return regions.flatMap((region) => {
      const start = states.map((one) => this.stateAround(one, region)).find((one) => one !== undefined);
      return this.entered(start ?? region.initialState, Array.isArray(entry) ? entry : undefined, memories);
    });
  }

  /** The place to which some rules lead if they are followed together. */
  placeAfter(place, rules) {
    let { states } = place;
    const memories = new Map(place.memories);
    for (const rule of rules) {
      if (!isTransition(rule) || rule.kind === "stayed" && rule.state === rule.target) continue;
      const left = rule.level.state;
      for (const state of this.remembered) {
        const inside = place.states.filter((one) => this.isInside(one, state));
        if (inside.length > 0 && this.isInside(state, left)) memories.set(state, inside);
      }
      states = [...states.filter((one) => !this.isInside(one, left)),
        ...this.entered(rule.target, rule.entry, memories)];
    }
    return { states: states.sort((one, other) => this.order.get(one) - this.order.get(other)), memories };
  }

  /** The active machines, outer ones first: each region with its current state. */
  machines(place) {
    const found = [];
    const visit = (region) => {
      const state = place.states.map((one) => this.stateAround(one, region)).find((one) => one !== undefined);
      if (state === undefined) return;
      found.push({ region, state });
      for (const inner of this.regionsIn(state)) visit(inner);
    };
    const outermost = this.regionsIn(null);
    if (outermost.length === 0) visit(undefined);
    else outermost.forEach(visit);
    return found;
  }

  /** The states that a machine is in, composite states included, outer ones first. */
  around(name) {
    const place = this.place(name);
    return place === null ? [] : this.machines(place).flatMap(({ state }) => this.path(state));
  }

  stateOf(region, place) { return this.machines(place).find((one) => one.region === region)?.state; }

  label(name) {
    const place = this.place(name);
    return place === null ? name : this.labels(place.states, place);
  }

  /** The labels of some states of a place, with their regions if the place has several states. */
  labels(states, place) {
    return states.map((state) => {
      const label = this.states.get(state).label || `(${state})`;
      const region = this.regionOf(state);
      return region && place.states.length > 1 ? `${region.name}.${label}` : label;
    }).join(", ");
  }

  /** The labels of the states that a step leaves, and of the states that it enters, without other regions. */
  ends(step) {
    const [source, target] = [this.place(step.state), this.place(step.target)];
    if (source === null || target === null) return [this.label(step.state), this.label(step.target)];
    const moved = (step.parts ?? []).filter((rule) => rule.kind === "moved");
    const only = (place, other, name) => {
      const found = place.states.filter((state) =>
        !other.states.includes(state) || moved.some((rule) => this.isInside(state, name(rule))));
      return this.labels(found.length > 0 ? found : place.states, place);
    };
    return [only(source, target, (rule) => rule.level.state), only(target, source, (rule) => rule.target)];
  }

  isFinal(name) {
    const place = this.place(name);
    if (place === null) return false;
    const outermost = this.regionsIn(null);
    return this.machines(place).filter(({ region }) => outermost.length === 0 ? !region : outermost.includes(region))
      .every(({ state }) => this.states.get(state).final === true);
  }

  /** Whether a machine leaves a state at once, so that no event reaches it there. */
  isPassed(name) { return this.innermost(name).some((state) => this.states.get(state)?.completion === "passed"); }

  /** Whether a machine is in a collapsed state, which replaces a composite state and all states inside. */
  isCollapsed(name) { return this.innermost(name).some((state) => this.collapsed.has(state)); }

  /** Whether the graph has a collapsed state, in which no real machine can be. */
  get isCollapsedSomewhere() { return this.collapsed.size > 0; }

  /** The name of a machine's place after the machine is put into a state. Regions beside the state stay as they are. */
  placeIn(state, name) {
    const around = [];
    for (let next = state; next !== undefined; next = this.regionOf(next)?.parent) around.unshift(next);
    const now = this.place(name);
    let place = now ?? this.place(this.initial);
    for (const next of around) {
      const old = this.stateOf(this.regionOf(next), place);
      if (old === next) continue;
      const states = [...place.states.filter((one) => old === undefined || !this.isInside(one, old)), ...this.entered(next)];
      place = { states: states.sort((one, other) => this.order.get(one) - this.order.get(other)), memories: new Map() };
    }
    return this.name({ states: place.states, memories: new Map() });
  }

  // Events and choices.

  /**
   * The occurrences in a place: first events, then timeouts and completions, each with the region that
   * it belongs to.
   */
  occurrences(name) {
    const place = this.place(name);
    const events = new Map();
    const own = new Map();
    for (const { region, state } of this.machines(place)) {
      // The timeout of a composite state may send an event that only other regions take.
      for (const rule of [...this.timeoutsAround(state), ...this.rulesByLevel.get(state) ?? []]) {
        if (rule.event === completion && !this.isComplete(state, place)) continue;
        if (!isOwn(rule)) events.set(rule.event, { event: rule.event });
        else own.set(`${rule.event} ${region?.identifier}`, { event: rule.event, owner: { region }, sends: rule.sends });
      }
    }
    return [...events.values(), ...own.values()];
  }

  /** The timeouts of the composite states around a state in its machine, the outermost first. */
  timeoutsAround(state) {
    return this.path(state).flatMap((one) => this.timeoutsByComposite.get(one) ?? []);
  }

  /** Whether all regions of a state are in final states. */
  isComplete(state, place) {
    return this.regionsIn(state).every((region) => this.states.get(this.stateOf(region, place))?.final === true);
  }

  /** The event that a region gets from an occurrence: for a timeout of another region, the event that it sends. */
  heard({ event, owner, sends }, region) { return !owner || owner.region === region ? event : sends; }

  /**
   * The possible reactions to an occurrence. Each is a list of rules that are followed together, or that refuse
   * the event. If no region of a state reacts, the state itself is asked.
   *
   * @param {function} choose Returns the reactions of one machine. It gets the rules that hold in the states of
   *   the other machines.
   */
  reactions(place, occurrence, choose) {
    const joint = (regions) => regions.map(of).reduce((all, next) =>
      all.flatMap((one) => next.map((other) => [...one, ...other]).filter(Interpreter.isConsistent)), [[]]);
    const of = (region) => {
      const state = this.stateOf(region, place);
      if (state === undefined) return [[]];
      const inner = joint(this.regionsIn(state));
      if (inner.every((one) => one.length > 0)) return inner;
      const event = this.heard(occurrence, region);
      const rules = (this.rulesByLevel.get(state) ?? []).filter((rule) => rule.event === event
        // A timeout that is ignored is drawn, and does nothing.
        && rule.kind !== "ignored" && (rule.state === state || place.states.some((one) => this.isInside(one, rule.state)))
        && rule.conditions.every((one) => one.in === undefined
          || place.states.some((state) => this.isInside(state, one.in)) === one.holds));
      return [...inner.filter((one) => one.length > 0), ...choose(rules)];
    };
    const outermost = this.regionsIn(null);
    return outermost.length === 0 ? of(undefined) : joint(outermost);
  }

  /** Whether rules can be followed together: no guard must give two answers. */
  static isConsistent(rules) {
    const answers = new Map();
    return rules.flatMap((rule) => rule.conditions).every((one) => {
      if (one.guard === undefined) return true;
      if (!answers.has(one.guard)) answers.set(one.guard, one.holds);
      return answers.get(one.guard) === one.holds;
    });
  }

  /** A choice made of rules that are followed together. Without any rule, the event is ignored. */
  choice(name, { event, owner, sends }, rules, others) {
    const state = name;
    // All regions are asked before any of them moves, so that a trap in one region stops all.
    const taken = rules.some((one) => one.kind === "traps") ? [] : rules.filter(isTransition);
    const parts = taken.length > 0 ? taken : rules;
    const shared = { state, event, owner, sends, parts, conditions: [], open: [] };
    if (parts.length === 0) return { ...shared, kind: "ignored", target: state, isOtherwise: others > 0 };
    const joined = (texts, by) => texts.filter((text) => text !== undefined).join(by) || undefined;
    const kind = taken.length === 0 ? parts.find((one) => one.kind === "traps")?.kind ?? parts[0].kind
      : taken.every((one) => one.kind === "stayed") ? "stayed" : "moved";
    const conditions = rules.flatMap((one) => one.conditions).filter((one) => one.in === undefined);
    return {
      ...shared, kind, conditions, open: conditions.filter(isOpen),
      target: this.name(this.placeAfter(this.place(name), taken)),
      guard: joined(parts.map((one) => one.guard), " and "), after: parts.find((one) => one.after)?.after,
      action: joined(parts.map((one) => one.action), ", "), reason: joined(parts.map((one) => one.reason), "; "),
      change: joined(parts.map((one) => one.change), ", "), line: parts.find((one) => one.line)?.line,
    };
  }

  /** The choices for an occurrence, with a function that returns the reactions of one machine. */
  choicesBy(name, occurrence, choose) {
    const reactions = this.reactions(this.place(name), occurrence, choose);
    // A machine that is finished rejects what has no rule. A rule in a final state refuses an event in its own words.
    if (this.isFinal(name) && reactions.every((rules) => rules.length === 0)) {
      return [{
        state: name, event: occurrence.event, kind: "rejected", target: name, reason: "the machine is finished",
        conditions: [], open: [], parts: [],
      }];
    }
    return reactions.map((rules) => this.choice(name, occurrence, rules, reactions.length - 1));
  }

  /**
   * The choices for an occurrence under answers of guards: one for each rule that may apply, and one without
   * a rule if conditions on payloads may exclude all rules.
   */
  choices(name, occurrence, answers) {
    return this.choicesBy(name, occurrence, (rules) => {
      const found = rules.filter((rule) => rule.conditions.every((one) =>
        one.guard === undefined || (answers.get(one.guard) ?? true) === one.holds));
      const isCertain = found.some((rule) => !rule.conditions.some(isOpen));
      return [...found.map((rule) => [rule]), ...(isCertain ? [] : [[]])];
    });
  }

  /** The choices for an occurrence under the given answers of guards, whatever other guards answer. */
  choicesForAnyGuards(name, occurrence, answers) {
    return this.choicesBy(name, occurrence, (rules) => {
      const found = rules.filter((rule) =>
        rule.conditions.every((one) => (answers.get(one.guard) ?? one.holds) === one.holds));
      const isCertain = found.some((rule) =>
        rule.conditions.every((one) => one.in !== undefined || answers.has(one.guard)));
      return [...found.map((rule) => [rule]), ...(isCertain ? [] : [[]])];
    });
  }

  /**
   * The choices in a state for all events and timeouts, and for completions that depend on values of the
   * machine.
   */
  choicesOfAllEvents(name, answers) {
    const isPassed = this.isPassed(name);
    const known = this.occurrences(name);
    const others = this.events.filter((event) => !known.some((one) => one.event === event));
    return [...known, ...others.map((event) => ({ event }))]
      .filter(({ event }) => event === completion || !isPassed)
      .flatMap((occurrence) => this.choices(name, occurrence, answers))
      .filter((choice) => choice.event !== completion || choice.open.length > 0);
  }

  /** All choices with rules in a state, whatever guards answer. */
  everything(name) {
    if (this.known.has(name)) return this.known.get(name);
    const isPassed = this.isPassed(name);
    const found = !this.isKnown(name) ? [] : this.occurrences(name)
      .filter(({ event }) => event === completion || !isPassed)
      .flatMap((occurrence) => this.choicesForAnyGuards(name, occurrence, new Map()))
      .filter((choice) => choice.parts.length > 0);
    this.known.set(name, found);
    return found;
  }

  /** The regions whose states are complete, because the machines inside have ended. */
  completed(name) {
    if (!this.isKnown(name) || this.isFinal(name)) return [];
    return this.occurrences(name).filter(({ event }) => event === completion).map(({ owner }) => owner.region);
  }

  /** The regions whose states a step has completed. A step beside a complete state doesn't complete it again. */
  newlyCompleted(step) {
    if (!isTransition(step)) return [];
    const before = this.completed(step.state);
    const moved = step.parts.filter((rule) => rule.kind === "moved").map((rule) => rule.level.region);
    return this.completed(step.target).filter((region) => !before.includes(region)
      || moved.some((one) => this.isAround(one, region) || this.isAround(region, one)));
  }

  /** Whether a region is another one, or lies around it. `undefined` is the machine around all regions. */
  isAround(outer, inner) {
    if (outer === inner || outer === undefined) return true;
    return inner !== undefined && this.isAround(outer, this.regionOf(inner.parent));
  }

  /** The completions that follow a step because it has completed states, one after the other. */
  completions(step, answers) {
    const taken = [];
    const due = this.newlyCompleted(step);
    let name = step.target;
    // A machine that takes more completions in a row may never rest.
    while (due.length > 0 && taken.length < 50) {
      const region = due.shift();
      if (!this.completed(name).includes(region)) continue;
      const choices = this.choices(name, { event: completion, owner: { region } }, answers);
      if (choices.length !== 1 || choices[0].kind === "ignored" || choices[0].open.length > 0) continue;
      taken.push(choices[0]);
      name = choices[0].target;
      due.push(...this.newlyCompleted(choices[0]));
    }
    return taken;
  }

  /**
   * The labels of everything that a step performs: exit actions, the innermost first; the action; entry actions,
   * the outermost first; tasks that end; and tasks that begin. A condition is written in front of its label.
   */
  performed(choice) {
    const { left, entered } = this.changes(choice);
    const labels = (states, kind) => states.flatMap((state) =>
      (state.behaviors ?? []).filter((one) => one.kind === kind).map((one) => {
        const guard = (one.conditions ?? []).map((each) =>
          (each.holds === false ? "not " : "") + conditionName(each)).join(" and ");
        return (guard ? `[${guard}] ` : "") + `/ ${one.label ?? "(unnamed)"}`;
      }));
    return {
      exits: labels(left, "exit"), action: choice.action ?? null, entries: labels(entered, "entry"),
      ends: labels(left, "do"), begins: labels(entered, "do"),
    };
  }

  /** The states that a step leaves, the innermost first, and the states that it enters, composite ones included. */
  changes(choice) {
    const [source, target] = [this.place(choice.state), this.place(choice.target)];
    const rules = (choice.parts ?? []).filter((rule) => rule.kind === "moved");
    if (source === null || target === null) return { left: [], entered: [] };
    const inside = (state, place) => [
      ...[...this.regionsIn(state)].reverse().flatMap((region) => {
        const inner = this.stateOf(region, place);
        return [...inside(inner, place), ...this.path(inner).slice(0, -1).reverse()];
      }), this.states.get(state),
    ];
    const outer = (rule) => {
      const [left, entered] = [rule.level.state, rule.target].map((state) => this.path(state).slice(0, -1));
      return { left: left.filter((one) => !entered.includes(one)), entered: entered.filter((one) => !left.includes(one)) };
    };
    return {
      left: [...rules].reverse().flatMap((rule) =>
        [...inside(rule.level.state, source), ...outer(rule).left.reverse()]),
      entered: rules.flatMap((rule) => [...outer(rule).entered, ...inside(rule.target, target).reverse()]),
    };
  }

  // Time.

  /**
   * The timeouts that run in a place, the next one first. Each has the state that it belongs to, its duration
   * and the time that is left, in seconds. Both times are infinite if only the machine's subject knows them.
   * If a timeout isn't certain, values that the state carries decide whether it runs.
   */
  timeouts(name, clock = new Map()) {
    const place = this.place(name);
    if (place === null || this.isFinal(name)) return [];
    return this.machines(place).flatMap(({ region, state }) => {
      const outer = this.timeoutsAround(state);
      const own = (this.rulesByLevel.get(state) ?? []).filter((rule) =>
        rule.after && !outer.some((one) => one.event === rule.event));
      const found = new Map();
      for (const { owner = this.states.get(state), event, after, sends, conditions } of [...outer, ...own]) {
        const seconds = after.seconds ?? Infinity;
        const key = JSON.stringify([owner.identifier, this.timeoutsByComposite.has(owner), event]);
        const left = clock.has(key) ? clock.get(key).left : seconds;
        found.set(key, {
          key, event, owner, seconds, left, occurrence: { event, owner: { region }, sends },
          isCertain: !conditions.some(isOpen) || found.get(key)?.isCertain === true,
        });
      }
      return [...found.values()];
    }).filter((one) => one.left !== null)
      .sort((one, other) => one.left === other.left ? 0 : one.left - other.left);
  }

  /**
   * The time that is left of each timeout after a step, by the timeouts' keys; null for the timeout that the
   * step takes. Timeouts of states that the step leaves have no entry, because they begin anew.
   */
  clock(step, before) {
    const clock = new Map(before);
    if (!this.isKnown(step.state)) return clock;
    const running = this.timeouts(step.state, before);
    const due = running.find((one) => one.event === step.event && one.occurrence.owner.region === step.owner?.region)
      ?? running.find((one) => one.event === step.event);
    const waited = step.waited ?? (Number.isFinite(due?.left) ? due.left : 0);
    for (const one of running) {
      clock.set(one.key, { ...one, left: one === due ? null : Math.max(0, one.left - waited) });
    }
    const { left } = this.changes(step);
    for (const [key, one] of clock) if (left.includes(one.owner)) clock.delete(key);
    return clock;
  }

  // Ways to states.

  /** The maximum number of places that a search for a way looks at. */
  static most = 20000;

  /** A shortest way to a place that is the end, as choices to follow; null if there is none. */
  way(from, isEnd) {
    const arrivals = new Map([[from, null]]);
    const queue = [from];
    for (const name of queue) {
      if (isEnd(name)) {
        const path = [];
        for (let at = name; arrivals.get(at); at = arrivals.get(at).state) path.unshift(arrivals.get(at));
        return path;
      }
      const steps = this.everything(name).filter((one) => one.kind === "moved");
      // Steps without guards come first, so that of equally long ways, one with few guards is found.
      for (const step of [...steps.filter((one) => !one.guard), ...steps.filter((one) => one.guard)]) {
        if (arrivals.has(step.target) || arrivals.size > Interpreter.most) continue;
        arrivals.set(step.target, step);
        queue.push(step.target);
      }
    }
    return null;
  }
}

if (typeof module !== "undefined") module.exports = { Interpreter, ruleText };
