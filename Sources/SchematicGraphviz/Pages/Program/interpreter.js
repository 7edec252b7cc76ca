// An interpreter of a state graph. It knows the graph as JSON and nothing of pages. Names are keys of
// maps only, because an object has members of its own that a machine may be named like.

/** A machine as a page has it, where long texts stand once: each is put back in its places. */
function unpacked({ texts, machine }) {
  const put = (value) => {
    if (Array.isArray(value)) return value.map(put);
    if (value === null || typeof value !== "object") return value;
    if (Object.hasOwn(value, "$")) return texts[value.$];
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, put(one)]));
  };
  const whole = put(machine);
  // A machine without regions is its only part.
  whole.graphs = whole.graphs.map((graph) => graph ?? whole.graph);
  return whole;
}

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

/** Whether an event is taken by a rule. */
function isTransition(rule) {
  return rule.kind === "moved" || rule.kind === "stayed";
}

class Interpreter {
  constructor(machine) {
    this.graph = machine.graph;
    this.states = new Map(this.graph.states.map((state) => [state.identifier, state]));
    this.parts = machine.graphs.map((graph, index) => new Part(graph, machine.parts[index].name));
    this.places = new Map(machine.places);
    this.rules = new Map(this.graph.states.map((state) => [state.identifier, []]));
    for (const rule of this.graph.rules) this.rules.get(rule.state).push(rule);
    const all = [...this.rules.values()].flat();
    this.events = [...new Set(all.map((rule) => rule.event))];
    this.guards = [...new Set(all.flatMap((rule) =>
      rule.conditions.filter((one) => !one.isPayload).map((one) => one.name)))];
  }

  /** The events of timeouts of a time, as a trace writes it. */
  eventsAfter(time) {
    const rules = this.graph.rules.filter((rule) => rule.after?.text === time);
    return [...new Set(rules.map((rule) => rule.event))];
  }

  get initial() { return this.graph.initialState; }

  label(state) {
    const found = this.states.get(state);
    return found ? found.label || `(${state})` : state;
  }

  isFinal(state) { return this.states.get(state)?.final === true; }

  /** Whether a machine leaves a state at once, so that no event reaches it there. */
  isPassed(state) { return this.states.get(state)?.passed === true; }

  /** Whether a state stands for a composite state and all states inside it. */
  isCollapsed(state) { return this.states.get(state)?.collapsed === true; }

  /** Whether the picture has such a state, so that no machine is where the page is. */
  get isCollapsedSomewhere() { return this.graph.states.some((state) => state.collapsed === true); }

  /**
   * What may happen in a state: what each event may do, and a completion, of which the machine's values
   * decide whether it is taken.
   */
  offers(state, answers) {
    return this.events.filter((event) => event === completion || !this.isPassed(state))
      .flatMap((event) => this.choices(state, event, answers))
      .filter((choice) => choice.event !== completion || choice.open.length > 0);
  }

  /** What a machine does by itself after a step, because it has reached a final state inside another. */
  completion(step, answers) {
    if (step.kind !== "moved" || !this.states.has(step.target) || this.isFinal(step.target)) return null;
    const choices = this.choices(step.target, completion, answers);
    const choice = choices.length === 1 ? choices[0] : null;
    return choice && choice.kind !== "ignored" && choice.open.length === 0 ? choice : null;
  }

  /** The states of the parts that a state is made of. */
  partStates(state) { return this.places.get(state) ?? [state]; }

  /**
   * What an event may do: a choice for each rule that applies under the answers of guards, and one
   * where none may apply because of conditions on payloads.
   */
  choices(state, event, answers) {
    if (this.isFinal(state)) {
      return [{
        state, event, kind: "rejected", target: state, reason: "the machine is finished",
        conditions: [], open: [],
      }];
    }
    const choices = this.rules.get(state).filter((rule) => rule.event === event)
      .filter((rule) => rule.conditions.every((one) =>
        one.isPayload || (answers.get(one.name) ?? true) === one.holds))
      .map((rule) => ({ ...rule, open: rule.conditions.filter((one) => one.isPayload) }));
    if (choices.every((choice) => choice.open.length > 0)) {
      choices.push({
        state, event, kind: "ignored", target: state, conditions: [], open: [],
        isOtherwise: choices.length > 0,
      });
    }
    return choices;
  }

  /**
   * What is performed by a step, in the order of a machine: exit actions innermost first, the action,
   * entry actions outermost first; then tasks end and begin. What has a condition begins with it.
   */
  performed(choice) {
    const lines = { exits: [], action: choice.action ?? null, entries: [], ends: [], begins: [] };
    const labels = (states, kind) =>
      states.flatMap((state) => (state[kind] ?? []).map((one) =>
        (one.guard ? `[${one.guard}] ` : "") + `/ ${one.label ?? "(unnamed)"}`));
    for (const { left, entered } of this.changes(choice)) {
      lines.exits.push(...labels([...left].reverse(), "exit"));
      lines.ends.push(...labels(left, "do"));
      lines.entries.push(...labels(entered, "entry"));
      lines.begins.push(...labels(entered, "do"));
    }
    return lines;
  }

  /** The states that a step leaves and enters in each part, the outermost first. */
  changes(choice) {
    if (choice.kind !== "moved") return [];
    const sources = this.partStates(choice.state);
    const targets = this.partStates(choice.target);
    return this.parts.flatMap((part, index) =>
      // A region that does not take part in the step stays as it is.
      this.parts.length > 1 && sources[index] === targets[index] && !part.handles(sources[index], choice)
        ? [] : [{ index, ...part.change(sources[index], targets[index]) }]);
  }

  /**
   * The timeouts that run in a state, the next first: each with the state that it belongs to, its time
   * in seconds, and what is left of it; both are infinite where only the machine's subject knows. One
   * that is not certain may not run, because of what the state carries.
   */
  timeouts(state, clock = new Map()) {
    if (this.isFinal(state)) return [];
    const places = this.partStates(state);
    return this.parts.flatMap((part, index) => part.timeouts(places[index]).map((one) => {
      const key = JSON.stringify([index, one.owner.identifier, one.event]);
      return { ...one, key, index, left: clock.has(key) ? clock.get(key).left : one.seconds };
    })).filter((one) => one.left !== null)
      .sort((one, other) => one.left === other.left ? 0 : one.left - other.left);
  }

  /**
   * What is left of timeouts after a step, by their keys: null where they came. Those of states that are
   * entered have no entry, because they begin.
   */
  clock(step, before) {
    const clock = new Map(before);
    if (!this.states.has(step.state)) return clock;
    const running = this.timeouts(step.state, before);
    const due = running.find((one) => one.event === step.event);
    const waited = step.waited ?? (Number.isFinite(due?.left) ? due.left : 0);
    for (const one of running) {
      clock.set(one.key, { ...one, left: one === due ? null : Math.max(0, one.left - waited) });
    }
    for (const { index, left } of this.changes(step)) {
      for (const [key, one] of clock) {
        if (one.index === index && left.includes(one.owner)) clock.delete(key);
      }
    }
    return clock;
  }

  /** A shortest way to a state, as rules to follow; null where there is none. */
  way(from, isEnd) {
    const arrivals = new Map([[from, null]]);
    const queue = [from];
    for (const state of queue) {
      if (isEnd(state)) {
        const path = [];
        for (let at = state; arrivals.get(at); at = arrivals.get(at).state) {
          path.unshift(arrivals.get(at));
        }
        return path;
      }
      if (this.isFinal(state)) continue;
      const rules = this.rules.get(state).filter((rule) => rule.kind === "moved"
        && (rule.event === completion || !this.isPassed(state)));
      // Of ways that are equally long, the one with few guards.
      for (const rule of [...rules.filter((one) => !one.guard), ...rules.filter((one) => one.guard)]) {
        if (arrivals.has(rule.target)) continue;
        arrivals.set(rule.target, rule);
        queue.push(rule.target);
      }
    }
    return null;
  }
}

/** A region of a machine, or the whole of it: the states that lie inside one another. */
class Part {
  constructor(graph, name) {
    this.graph = graph;
    this.name = name;
    this.states = new Map(graph.states.map((state) => [state.identifier, state]));
    this.composites = new Map(graph.composites.map((state) => [state.identifier, state]));
    this.timeoutsByState = new Map();
  }

  handles(state, choice) {
    return this.graph.rules.some((one) =>
      one.state === state && one.event === choice.event && one.guard === choice.guard
      && one.action === choice.action && one.kind === "moved");
  }

  /** A state and those that it lies in, the outermost first. */
  path(state) {
    const found = this.states.get(state);
    if (!found) return [];
    const path = [found];
    for (let parent = found.parent; parent; parent = path[0].parent) {
      const composite = this.composites.get(parent);
      if (!composite || path.includes(composite)) break;
      path.unshift(composite);
    }
    return path;
  }

  /** The timeouts of a state and of those that it lies in, each with the state that it belongs to. */
  timeouts(state) {
    if (!this.timeoutsByState.has(state)) this.timeoutsByState.set(state, this.findTimeouts(state));
    return this.timeoutsByState.get(state);
  }

  findTimeouts(state) {
    const path = this.path(state);
    const outer = path.slice(0, -1).flatMap((owner) =>
      (owner.after ?? []).map(({ event, seconds = Infinity }) => ({ event, seconds, owner, isCertain: true })));
    const own = new Map();
    for (const rule of this.graph.rules) {
      if (rule.state !== state || !rule.after || outer.some((one) => one.event === rule.event)) continue;
      const isCertain = !rule.conditions.some((one) => one.isPayload) || own.get(rule.event)?.isCertain === true;
      const seconds = rule.after.seconds ?? Infinity;
      own.set(rule.event, { event: rule.event, seconds, owner: path.at(-1), isCertain });
    }
    return [...outer, ...own.values()];
  }

  /** The states that are left and entered on the way from one state to another, the outermost first. */
  change(source, target) {
    const left = this.path(source);
    const entered = this.path(target);
    let kept = 0;
    const most = Math.min(left.length, entered.length) - 1;
    while (kept < most && left[kept] === entered[kept]) kept += 1;
    return { left: left.slice(kept), entered: entered.slice(kept) };
  }
}

if (typeof module !== "undefined") module.exports = { Interpreter, unpacked, ruleText };
