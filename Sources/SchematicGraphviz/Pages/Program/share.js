// Links to walks, texts to copy, and traces to load.

function situation() {
  return {
    m: play.machine.name, s: play.start, p: play.position,
    g: play.interpreter.guards.filter((name) => play.answers.get(name) === false),
    w: play.steps.map((step) => [step.event, step.kind, step.guard ?? null, step.action ?? null, step.target,
      ...(step.waited > 0 ? [step.waited] : [])]),
  };
}

function restore(found) {
  const { interpreter } = play;
  if (!interpreter.isKnown(found.s) || !Array.isArray(found.w)) return;
  play.start = found.s;
  let state = found.s;
  for (const [event, kind, guard, action, target, waited] of found.w) {
    const occurrences = [...interpreter.occurrences(state).filter((one) => one.event === event), { event }];
    const choice = occurrences.flatMap((one) => interpreter.choicesForAnyGuards(state, one, new Map())).find((one) =>
      one.kind === kind && one.target === target && (one.guard ?? null) === guard
      && (one.action ?? null) === action);
    if (!choice) {
      say("The link is of another version of the machine; its walk ends where they differ.");
      break;
    }
    play.steps.push({ ...choice, answers: new Map(), waited: waited > 0 ? Number(waited) : undefined });
    state = choice.target;
  }
  for (const name of found.g ?? []) if (play.answers.has(name)) play.answers.set(name, false);
  play.position = Math.max(0, Math.min(play.steps.length, Number(found.p) || 0));
}

/** The timer that puts the walk into the page's address, a moment after the last step. */
let keeping = null;

/** Keeps the walk in the address, so that it is there when the page is loaded again. */
function keepLink() {
  if (live || play.steps.length > 200 || play.steps.some((step) => step.isTraced)) return;
  clearTimeout(keeping);
  // Browsers refuse a page that changes its address too often.
  keeping = setTimeout(() => {
    const link = play.steps.length > 0 || play.start !== play.interpreter.initial ? `#${encodeLink(situation())}` : "";
    if (link !== location.hash) history.replaceState(null, "", link === "" ? location.href.replace(/#.*/, "") : link);
  }, 500);
}

function openLink() {
  const found = decodeLink(location.hash);
  const machine = machines.find((one) => one.name === found?.m);
  if (machines.length > 0) open(machine ?? machines[0], machine ? found : null);
}

function copyWalk(write, what) {
  const { machine, start, steps, position, interpreter } = play;
  copy(write(machine.name, start, steps.slice(0, position), interpreter.regions.size > 0), what);
}

/** Copies a text, and shows it in a field, because a browser may forbid a page to copy. */
async function copy(text, what) {
  at("copied").value = text;
  at("copied").hidden = at("copied-label").hidden = false;
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}`);
  } catch {
    at("copied").select();
    say(`${what} is ready to be copied`);
  }
}

// Traces.

function loadTrace(text) {
  const { machines: found, lines, unreadable } = readTrace(text);
  const known = found.filter((one) => machines.some((machine) => machine.name === one.name));
  if (known.length === 0) {
    say("The trace tells of none of these machines.");
    return;
  }
  for (const one of known) {
    one.machine = machines.find((machine) => machine.name === one.name);
    one.interpreter = new Interpreter(one.machine);
    one.steps = traceSteps(one.interpreter, one.entries);
  }
  lanes = known.length > 1 ? makeLanes(known, lines) : null;
  at("traced").replaceChildren(...known.map((one, index) =>
    element("option", `${one.name} ${one.id}, ${one.entries.length} lines`, { value: index })));
  at("traced").onchange = () => showTrace(known[Number(at("traced").value)], unreadable);
  showTrace(known.find((one) => one.machine === play.machine) ?? known[0], unreadable);
}

function showTrace(traced, unreadable) {
  if (traced.machine !== play.machine) open(traced.machine);
  play.start = traced.entries[0].state;
  play.steps = [...traced.steps];
  play.traced = traced;
  goTo(0);
  if (lanes) at("traced").value = lanes.traces.indexOf(traced);
  const wrong = play.steps.filter((step) => step.violation).length;
  at("traced").hidden = at("traced-label").hidden = false;
  say(`A trace of ${play.steps.length} steps, ${wrong} not in the diagram`
    + (unreadable > 0 ? `, ${unreadable} lines could not be read` : ""));
}
