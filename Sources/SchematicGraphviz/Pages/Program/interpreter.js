// An interpreter of a state graph. It knows the graph as JSON and nothing of pages. Names are keys of
// maps only, because an object has members of its own that a machine may be named like.

/** A rule as text, without its states: `coin [paid] / open`. */
function ruleText(rule) {
  return [rule.event, rule.guard ? `[${rule.guard}]` : "", effectText(rule)].filter((text) => text !== "").join(" ");
}

/** What a rule does, as text: `/ open`. */
function effectText(rule) {
  const effect = ["rejected", "traps", "ignored"].includes(rule.kind)
    ? rule.kind + (rule.reason ? ": " + rule.reason : "") : rule.action;
  return [effect ? `/ ${effect}` : "", rule.change ? `{${rule.change}}` : ""].filter((text) => text !== "").join(" ");
}

/** The event of what a machine does by itself when a machine inside a state is final. */
const completion = "completion";

/** Whether a machine does by itself what a rule says. */
function isOwn(rule) { return rule.after !== undefined || rule.event === completion; }

/** Whether an event is taken by a rule. */
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

/** The name of what a condition asks for: a guard, a state, or words about a payload. */
function conditionName(one) { return one.guard ?? one.payload ?? `in ${one.in}`; }

/** Whether only what a state or an event carries decides a condition. */
function isOpen(one) { return one.payload !== undefined; }

/**
 * Where a machine is has a name: its innermost states, separated by commas, and what it remembers of
 * states that it left. `{ states, memories }` is what a name stands for.
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

  // The tree.

  /** The states and composite states in one machine around a state, and it itself, the outermost first. */
  path(state) {
    const path = [];
    let next = this.states.get(state);
    while (next && !path.includes(next)) {
      path.unshift(next);
      next = this.composites.get(next.parent);
    }
    return path;
  }

  /** The region that a state lies in; undefined where it lies in none. */
  regionOf(state) { return this.regions.get(this.path(state)[0]?.parent); }

  /** The state of a region that a state is, or that it lies in. */
  stateAround(state, region) {
    for (let next = state; next !== undefined; next = this.regionOf(next)?.parent) {
      if (this.regionOf(next) === region) return next;
    }
    return undefined;
  }

  /** The region whose rule it is, and the state of the region that it is about. */
  level(rule) {
    const region = this.regionOf(rule.kind === "moved" ? rule.target : rule.state);
    return { region, state: this.stateAround(rule.state, region) ?? rule.state };
  }

  regionsIn(state) { return this.inner.get(state) ?? []; }

  /** Whether a state is another one, or lies in it or in a region or composite state of the name. */
  isInside(state, name) {
    for (let next = state; next !== undefined; next = this.regionOf(next)?.parent) {
      const region = this.regionOf(next);
      if (region?.identifier === name || this.path(next).some((one) => one.identifier === name)) return true;
    }
    return false;
  }

  // Where a machine is.

  /** The name of where a machine is. */
  name({ states, memories }) {
    const bare = states.join(", ");
    if (memories.size === 0) return bare;
    const name = `${bare} (${[...memories].map(([state, inside]) => `${state} was ${inside.join(", ")}`).join("; ")})`;
    this.places.set(name, { states, memories });
    return name;
  }

  /** What a name stands for; null where the graph has no such states. */
  place(name) {
    if (!this.places.has(name)) {
      const states = this.states.has(name) ? [name] : String(name).split(", ");
      const isKnown = states.every((state) => this.states.has(state));
      this.places.set(name, isKnown ? { states, memories: new Map() } : null);
    }
    return this.places.get(name);
  }

  isKnown(name) { return this.place(name) !== null; }

  /** The name without what is remembered, as a trace has it. */
  bare(name) { return this.place(name)?.states.join(", ") ?? name; }

  /** The innermost states. */
  innermost(name) { return this.place(name)?.states ?? [name]; }

  get initial() {
    const regions = this.regionsIn(null);
    const states = regions.length === 0 ? this.entered(this.graph.initialState)
      : regions.flatMap((region) => this.entered(region.initialState));
    return this.name({ states, memories: new Map() });
  }

  /** The innermost states that are entered with a state. */
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

  /** Where rules that are taken together lead. */
  after(place, rules) {
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

  /** The machines that go on, those around others first: each region with the state that it is in. */
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

  /** The states that a machine is in, those around others first, and composite ones included. */
  around(name) {
    const place = this.place(name);
    return place === null ? [] : this.machines(place).flatMap(({ state }) => this.path(state));
  }

  stateOf(region, place) { return this.machines(place).find((one) => one.region === region)?.state; }

  label(name) {
    const place = this.place(name);
    if (place === null) return name;
    const labels = place.states.map((state) => {
      const label = this.states.get(state).label || `(${state})`;
      const region = this.regionOf(state);
      return region && place.states.length > 1 ? `${region.name}.${label}` : label;
    });
    return labels.join(", ");
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

  /** Whether a state stands for a composite state and all states inside it. */
  isCollapsed(name) { return this.innermost(name).some((state) => this.collapsed.has(state)); }

  /** Whether the picture has such a state, so that no machine is where the page is. */
  get isCollapsedSomewhere() { return this.collapsed.size > 0; }

  /** Where a machine is that was put into a state, with other regions as they are, if it has them already. */
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

  // What happens.

  /**
   * What can happen: events, then what a machine does by itself, with the region whose timeout or
   * completion it is.
   */
  occurrences(name) {
    const place = this.place(name);
    const events = new Map();
    const own = new Map();
    for (const { region, state } of this.machines(place)) {
      // The event of a timeout around the state may mean something elsewhere only.
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

  /** Whether the regions of a state are in final states. */
  isComplete(state, place) {
    return this.regionsIn(state).every((region) => this.states.get(this.stateOf(region, place))?.final === true);
  }

  /** What a machine hears of an occurrence: its event, or the one that a timeout elsewhere sends. */
  heard({ event, owner, sends }, region) { return !owner || owner.region === region ? event : sends; }

  /**
   * The rules that one event takes together, or that refuse it: a list for each thing that may happen. The
   * state around regions is asked if none of them answers.
   *
   * @param {function} choose What may happen in one machine, of rules that hold where others are.
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
        // A timeout that nobody takes is drawn, and does nothing.
        && rule.kind !== "ignored" && (rule.state === state || place.states.some((one) => this.isInside(one, rule.state)))
        && rule.conditions.every((one) => one.in === undefined
          || place.states.some((state) => this.isInside(state, one.in)) === one.holds));
      return [...inner.filter((one) => one.length > 0), ...choose(rules)];
    };
    const outermost = this.regionsIn(null);
    return outermost.length === 0 ? of(undefined) : joint(outermost);
  }

  /** Whether no guard must give two answers at once. */
  static isConsistent(rules) {
    const answers = new Map();
    return rules.flatMap((rule) => rule.conditions).every((one) => {
      if (one.guard === undefined) return true;
      if (!answers.has(one.guard)) answers.set(one.guard, one.holds);
      return answers.get(one.guard) === one.holds;
    });
  }

  /** Rules that are taken together as one choice; an empty list as one that is ignored. */
  choice(name, { event, owner, sends }, rules, others) {
    const state = name;
    // All regions are asked before any moves.
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
      target: this.name(this.after(this.place(name), taken)),
      guard: joined(parts.map((one) => one.guard), " and "), after: parts.find((one) => one.after)?.after,
      action: joined(parts.map((one) => one.action), ", "), reason: joined(parts.map((one) => one.reason), "; "),
      change: joined(parts.map((one) => one.change), ", "), line: parts.find((one) => one.line)?.line,
    };
  }

  /** What an occurrence may do, given what may happen in each machine. */
  choicesBy(name, occurrence, choose) {
    if (this.isFinal(name)) {
      return [{
        state: name, event: occurrence.event, kind: "rejected", target: name, reason: "the machine is finished",
        conditions: [], open: [], parts: [],
      }];
    }
    const reactions = this.reactions(this.place(name), occurrence, choose);
    return reactions.map((rules) => this.choice(name, occurrence, rules, reactions.length - 1));
  }

  /**
   * What an event may do: a choice for each rule that applies under the answers of guards, and one
   * where none may apply because of conditions on payloads.
   */
  choices(name, occurrence, answers) {
    return this.choicesBy(name, occurrence, (rules) => {
      const found = rules.filter((rule) => rule.conditions.every((one) =>
        one.guard === undefined || (answers.get(one.guard) ?? true) === one.holds));
      const isCertain = found.some((rule) => !rule.conditions.some(isOpen));
      return [...found.map((rule) => [rule]), ...(isCertain ? [] : [[]])];
    });
  }

  /** What an event may do under the answers that a trace tells of, whatever other guards answer. */
  allChoices(name, occurrence, answers) {
    return this.choicesBy(name, occurrence, (rules) => {
      const found = rules.filter((rule) =>
        rule.conditions.every((one) => (answers.get(one.guard) ?? one.holds) === one.holds));
      const isCertain = found.some((rule) =>
        rule.conditions.every((one) => one.in !== undefined || answers.has(one.guard)));
      return [...found.map((rule) => [rule]), ...(isCertain ? [] : [[]])];
    });
  }

  /**
   * What may happen in a state: what each event may do, and a completion, of which the machine's values
   * decide whether it is taken.
   */
  offers(name, answers) {
    const isPassed = this.isPassed(name);
    const known = this.occurrences(name);
    const others = this.events.filter((event) => !known.some((one) => one.event === event));
    return [...known, ...others.map((event) => ({ event }))]
      .filter(({ event }) => event === completion || !isPassed)
      .flatMap((occurrence) => this.choices(name, occurrence, answers))
      .filter((choice) => choice.event !== completion || choice.open.length > 0);
  }

  /** Everything that rules say of a state, whatever guards answer. */
  everything(name) {
    if (this.known.has(name)) return this.known.get(name);
    const isPassed = this.isPassed(name);
    const found = !this.isKnown(name) || this.isFinal(name) ? [] : this.occurrences(name)
      .filter(({ event }) => event === completion || !isPassed)
      .flatMap((occurrence) => this.allChoices(name, occurrence, new Map()))
      .filter((choice) => choice.parts.length > 0);
    this.known.set(name, found);
    return found;
  }

  /** The regions whose states are complete, because machines inside them have ended. */
  completed(name) {
    if (!this.isKnown(name) || this.isFinal(name)) return [];
    return this.occurrences(name).filter(({ event }) => event === completion).map(({ owner }) => owner.region);
  }

  /** The regions whose states a step has completed: what goes on beside a state doesn't complete it again. */
  newlyCompleted(step) {
    if (!isTransition(step)) return [];
    const before = this.completed(step.state);
    const moved = step.parts.filter((rule) => rule.kind === "moved").map((rule) => rule.level.region);
    return this.completed(step.target).filter((region) => !before.includes(region)
      || moved.some((one) => this.isAround(one, region) || this.isAround(region, one)));
  }

  /** Whether a region is another one, or lies around it; undefined lies around all. */
  isAround(outer, inner) {
    if (outer === inner || outer === undefined) return true;
    return inner !== undefined && this.isAround(outer, this.regionOf(inner.parent));
  }

  /** What a machine does by itself after a step, because that has completed states: one step after the other. */
  completions(step, answers) {
    const taken = [];
    const due = this.newlyCompleted(step);
    let name = step.target;
    // That many are enough for any machine that rests.
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
   * What is performed by a step, in the order of a machine: exit actions innermost first, the action,
   * entry actions outermost first; then tasks end and begin. What has a condition begins with it.
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

  /** The states, composite ones included, that a step leaves, the innermost first, and those that it enters. */
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
   * The timeouts that run in a state, the next first: each with the state that it belongs to, its time
   * in seconds, and what is left of it; both are infinite where only the machine's subject knows. One
   * that is not certain may not run, because of what the state carries.
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
   * What is left of timeouts after a step, by their keys: null where they came. Those of states that are
   * entered have no entry, because they begin.
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

  // Ways.

  /** The most places that a search for a way looks at. */
  static most = 20000;

  /** A shortest way to a state, as choices to follow; null where there is none. */
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
      // Of ways that are equally long, the one with few guards.
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
