// The forms of a walk: a link, a Swift test, a report, and the lines of a trace.

/** The walk as a text for a bug report. */
function report(name, start, steps) {
  const lines = steps.map((step, index) => {
    const outcome = step.kind === "moved" || step.kind === "stayed"
      ? `${step.kind} to ${step.target}` : step.kind + (step.reason ? `: ${step.reason}` : "");
    const action = step.action ? ` / ${step.action}` : "";
    return `${index + 1}. ${step.state}: ${trigger(step)}${action} -> ${outcome}`
      + (step.violation ? "  (not in the diagram)" : "");
  });
  return [`${name}, from ${start}:`, ...lines].map(shown).join("\n") + "\n";
}

function trigger(step) {
  return step.event + (step.guard ? ` [${step.guard}]` : "");
}

/**
 * The walk as calls of `handle`, with comments that say how guards must answer, and the state after each call. If
 * the machine has regions, its state is named in a comment, because the state has no identifier to compare.
 */
function swiftCalls(name, start, steps, hasRegions = false) {
  const type = typeName(name);
  const clock = steps.some((step) => step.after);
  const expected = (state) => hasRegions ? `  // in ${comment(state)}`
    : `  #expect(machine.state.graphIdentifier == ${swift(state)})`;
  const lines = steps.flatMap((step, index) => {
    // A machine takes completions by itself, so only the state after the last one can be seen.
    const isSeen = steps[index + 1]?.event !== completion;
    const seen = isSeen ? [expected(step.target)] : [];
    const needed = (step.conditions ?? []).map((one) =>
      `  // Arrange it so that this ${one.holds ? "holds" : "does not hold"}: ${comment(conditionName(one))}`);
    if (step.event === completion) {
      return [...needed, `  // ${completion}: ${comment(sentenceOf(step))}`, ...seen];
    }
    const call = !step.after ? `machine.handle(.${caseName(step.event)})`
      : `clock.advance(by: ${step.after.seconds === undefined
        ? "machine.timeUntilNextTimeout ?? .zero" : `.seconds(${step.after.seconds})`})`;
    // A task waits for the clock, and needs a moment to send the event.
    const wait = !step.after ? [] : ["  try await Task.sleep(for: .milliseconds(10))"];
    return [...needed, `  ${call}  // ${comment(sentenceOf(step))}`, ...wait, ...seen];
  });
  return [
    `@Test func repeatsTheWalk() ${clock ? "async " : ""}throws {`,
    `  let subject = ${type}()`,
    `  let machine = StateMachine(schema: ${type}.schema, subject: subject)`,
    ...(clock ? ["  let clock = ManualClock()", "  machine.clock = clock"] : []),
    expected(start),
    ...lines,
    "}",
    "",
  ].join("\n");
}

/** The outcome of a step, for a comment. */
function sentenceOf(step) {
  return step.kind + (step.action ? ` / ${step.action}` : "") + (step.reason ? `: ${step.reason}` : "");
}

/** A text on one line, so that it can't end a comment in Swift. */
function comment(text) { return shown(text).replace(/[\u0080-\u009f\u2028\u2029]/g, " "); }

function typeName(name) { return name.replace(/[^A-Za-z0-9_]/g, "") || "Machine"; }

/** The name of the case with a label: `discRead` for `disc read`. */
function caseName(label) {
  const words = label.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
  const name = words.map((word, index) =>
    index === 0 ? word : word[0].toUpperCase() + word.slice(1)).join("");
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

/** A text as a Swift string literal. */
function swift(text) {
  const escaped = text.replace(/[\\"]/g, "\\$&").replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (one) => `\\u{${one.charCodeAt(0).toString(16)}}`);
  return `"${escaped}"`;
}

/** A situation, as share.js describes it, in the form of a link's fragment. */
function encodeLink(situation) {
  const bytes = new TextEncoder().encode(JSON.stringify(situation));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The situation in the fragment of a link; null if it has none. */
function decodeLink(fragment) {
  try {
    const text = atob(fragment.replace(/^#/, "").replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (one) => one.charCodeAt(0))));
  } catch {
    return null;
  }
}

/**
 * The machines of a trace, each with its lines in order; the lines of all machines; and the number of lines
 * that can't be read.
 */
function readTrace(text) {
  const machines = new Map();
  const lines = [];
  let unreadable = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      unreadable += 1;
      continue;
    }
    if (entry?.trace !== 1 || typeof entry.state !== "string" || typeof entry.machine !== "string") {
      unreadable += 1;
      continue;
    }
    const key = JSON.stringify([entry.machine, entry.id]);
    if (!machines.has(key)) machines.set(key, { name: entry.machine, id: String(entry.id), entries: [] });
    machines.get(key).entries.push(entry);
    lines.push({ trace: machines.get(key), entry });
  }
  return { machines: [...machines.values()], lines, unreadable };
}

/** Whether a line of a trace tells the outcome of an event: not that it was queued or refused, nor a first state. */
function isTracedStep(entry) {
  return entry.event !== undefined && entry.outcome !== "queued" && entry.outcome !== "refused";
}

/**
 * The steps of a trace, each with its choice in the diagram, or marked as a violation. `before` is the entry
 * in front of the entries, if there is one.
 */
function traceSteps(interpreter, entries, before) {
  const steps = [];
  let place = before === undefined ? null : before.target ?? before.state;
  let number = before?.number ?? null;
  for (const entry of entries) {
    const isNext = number !== null && entry.number === number + 1;
    number = entry.number;
    if (entry.event === undefined) {
      place = entry.state;
      continue;
    }
    if (!isTracedStep(entry)) continue;
    const answers = new Map(Object.entries(entry.guards ?? {}));
    const isAtPlace = !isNext || place === null || interpreter.bare(place) === entry.state;
    // A line doesn't say what a machine remembers.
    const state = isNext && isAtPlace ? place ?? entry.state : entry.state;
    const known = interpreter.isKnown(state) && interpreter.isKnown(entry.target);
    const choices = known && isAtPlace ? occurrencesOf(entry, interpreter, state).flatMap((occurrence) =>
      interpreter.choicesForAnyGuards(state, occurrence, answers)) : [];
    const isUndone = entry.outcome === "failed" || entry.outcome === "subjectDeallocated";
    const leadsThere = (one) => interpreter.bare(one.target) === entry.target || one.parts.some((rule) =>
      rule.entry === "history" && !interpreter.place(state).memories.has(rule.target));
    const choice = choices.find((one) => isUndone
      ? entry.target === entry.state
      : one.kind === entry.outcome && leadsThere(one)
        && (one.action ?? null) === (entry.action ?? null)
        && (interpreter.isFinal(state) || (one.reason ?? null) === (entry.reason ?? null)));
    const target = !isUndone && choice && interpreter.bare(choice.target) === entry.target ? choice.target : entry.target;
    steps.push({
      ...(choice ?? { guard: undefined, conditions: [], open: [], parts: [] }),
      state, event: choice?.event ?? entry.event, kind: entry.outcome,
      target, action: entry.action, reason: entry.reason, answers, isTraced: true,
      violation: choice === undefined,
    });
    place = target;
  }
  return steps;
}

/** The occurrences in a state that a line of a trace may tell of. */
function occurrencesOf(entry, interpreter, state) {
  const event = entry.completion === true ? completion : entry.event;
  const known = interpreter.occurrences(state).filter((one) =>
    one.event === event || entry.after !== undefined && one.event === `after ${entry.after}`);
  return known.some((one) => one.event === event) ? known : [...known, { event }];
}

if (typeof module !== "undefined") {
  module.exports = { report, swiftCalls, encodeLink, decodeLink, readTrace, traceSteps };
}
