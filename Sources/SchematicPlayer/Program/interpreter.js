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

/** A condition of a rule: its name, and the answer that the rule needs. */
function conditions(text) {
  if (text === undefined || text === null) return [];
  if (parts(text, " or ").length > 1) return [{ name: text, holds: true }];
  return parts(text, " and ").map((term) => {
    const holds = !term.startsWith("not ");
    const rest = holds ? term : term.slice(4);
    return { name: inside(rest) ?? rest, holds, isNamed: inside(rest) !== null };
  });
}

/** Divides a text at each separator outside parentheses. */
function parts(text, separator) {
  const found = [];
  let part = "";
  let depth = 0;
  for (let index = 0; index < text.length; ) {
    if (depth === 0 && text.startsWith(separator, index)) {
      found.push(part);
      part = "";
      index += separator.length;
      continue;
    }
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth = Math.max(0, depth - 1);
    part += text[index];
    index += 1;
  }
  return [...found, part];
}

/** The text in one pair of parentheses around the whole; null where there is none. */
function inside(text) {
  if (text.length < 2 || text[0] !== "(" || text.at(-1) !== ")") return null;
  let depth = 0;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth -= 1;
    if (depth === 0) return null;
  }
  return text.slice(1, -1);
}

/** Whether a condition looks at what states and events carry: whoever plays chooses its answer. */
function isPayload(condition) {
  return !condition.isNamed && / (=|≠|in|not in) /.test(condition.name);
}

/** A rule as text, without its states: `coin [paid] / open`. */
function ruleText(rule) {
  const effect = rule.kind === "rejected" || rule.kind === "traps"
    ? rule.kind + (rule.reason ? ": " + rule.reason : "") : rule.action;
  return [rule.event, rule.guard ? `[${rule.guard}]` : null, effect ? `/ ${effect}` : null,
    rule.change ? `{${rule.change}}` : null]
    .filter((text) => text !== null).join(" ");
}

class Interpreter {
  constructor(machine) {
    this.graph = machine.graph;
    this.states = new Map(this.graph.states.map((state) => [state.identifier, state]));
    this.parts = machine.graphs.map((graph, index) => new Part(graph, machine.parts[index].name));
    this.places = new Map(machine.places);
    this.rules = new Map(this.graph.states.map((state) => [state.identifier, []]));
    for (const one of this.graph.transitions) {
      this.rules.get(one.source).push({
        state: one.source, event: one.event, guard: one.guard, action: one.action,
        kind: one.internal ? "stayed" : "moved", target: one.target, change: one.change,
        conditions: conditions(one.guard),
      });
    }
    for (const one of this.graph.rejections) {
      this.rules.get(one.state).push({
        state: one.state, event: one.event, guard: one.guard, reason: one.reason,
        kind: "rejected", target: one.state, conditions: conditions(one.guard),
      });
    }
    for (const one of this.graph.traps ?? []) {
      this.rules.get(one.state).push({
        state: one.state, event: one.event, guard: one.guard, reason: one.message,
        kind: "traps", target: one.state, conditions: conditions(one.guard),
      });
    }
    const all = [...this.rules.values()].flat();
    this.events = [...new Set(all.map((rule) => rule.event))];
    this.guards = [...new Set(all.flatMap((rule) =>
      rule.conditions.filter((one) => !isPayload(one)).map((one) => one.name)))];
  }

  get initial() { return this.graph.initialState; }

  label(state) {
    const found = this.states.get(state);
    return found ? found.label : state;
  }

  isFinal(state) { return this.states.get(state)?.final === true; }

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
        isPayload(one) || (answers.get(one.name) ?? true) === one.holds))
      .map((rule) => ({ ...rule, open: rule.conditions.filter(isPayload) }));
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
   * entry actions outermost first; then tasks end and begin.
   */
  performed(choice) {
    const lines = { exits: [], action: choice.action ?? null, entries: [], ends: [], begins: [] };
    const labels = (states, kind) =>
      states.flatMap((state) => (state[kind] ?? []).map((label) => label ?? "(unnamed)"));
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
   * in seconds, and what is left of it.
   */
  timeouts(state, clock = new Map()) {
    if (this.isFinal(state)) return [];
    const places = this.partStates(state);
    return this.parts.flatMap((part, index) => part.timeouts(places[index]).map(({ event, owner }) => {
      const key = JSON.stringify([index, owner.identifier, event]);
      const time = seconds(event);
      return { key, index, owner, event, seconds: time, left: clock.has(key) ? clock.get(key).left : time };
    })).filter((one) => one.left !== null).sort((one, other) => one.left - other.left);
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
    const waited = step.waited ?? due?.left ?? 0;
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
      const rules = this.rules.get(state).filter((rule) => rule.kind === "moved");
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
    return this.graph.transitions.some((one) =>
      one.source === state && one.event === choice.event && one.guard === choice.guard
      && one.action === choice.action && !one.internal);
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
      (owner.after ?? []).map((time) => ({ event: `after ${time}`, owner })));
    const { transitions, rejections, traps } = this.graph;
    const rules = [...transitions.filter((one) => one.source === state),
      ...[...rejections, ...(traps ?? [])].filter((one) => one.state === state)];
    const own = new Set(rules.map((one) => one.event).filter((event) =>
      seconds(event) !== null && !outer.some((one) => one.event === event)));
    return [...outer, ...[...own].map((event) => ({ event, owner: path.at(-1) }))];
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

/** The time of an event that is a timeout, in seconds; null for other events. */
function seconds(event) {
  const match = /^after (-?\d+(?:\.\d+)?) (s|ms|µs|ns|ps|fs|as)(?: in .+)?$/.exec(event);
  if (!match) return null;
  const units = { s: 1, ms: 1e-3, "µs": 1e-6, ns: 1e-9, ps: 1e-12, fs: 1e-15, as: 1e-18 };
  return Number(match[1]) * units[match[2]];
}

if (typeof module !== "undefined") module.exports = { Interpreter, unpacked, conditions, ruleText, seconds };
