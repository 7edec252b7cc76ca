// The page: what is pressed, and what it shows.

const machines = JSON.parse(document.getElementById("machines").textContent).map(unpacked);
const at = (id) => document.getElementById(id);

/** The machine that is played, where it began, its steps, and how many of them were taken. */
let play = null;

/** The machines that run elsewhere; null on a page that only plays. */
let live = null;

/** Creates an element with a text, which is shown as written whatever it holds. */
function element(name, text, members = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.append(shown(text));
  for (const [key, value] of Object.entries(members)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  return made;
}

function say(text) { at("said").textContent = shown(text); }

function open(machine, situation) {
  const interpreter = new Interpreter(machine);
  play = { machine, interpreter, start: interpreter.initial, steps: [], position: 0, answers: new Map() };
  for (const name of interpreter.guards) play.answers.set(name, true);
  play.picture = new Picture(at("frame"), machine, interpreter, { state: showWay, line: pressLine });
  document.title = shown(machine.name);
  at("name").textContent = shown(machine.name);
  at("counts").textContent =
    `${machine.graph.states.length} states, ${machine.graph.rules.filter(isTransition).length} transitions`;
  at("way").hidden = true;
  at("traced").hidden = at("traced-label").hidden = true;
  // A machine is in one of the states inside, so that no test could follow.
  for (const id of ["copy-test", "copy-calls"]) {
    at(id).disabled = interpreter.isCollapsedSomewhere;
    at(id).title = at(id).disabled ? "A test needs the picture with the states inside" : "";
  }
  if (situation) restore(situation);
  show();
  for (const item of at("list").querySelectorAll("button")) {
    if (machines[Number(item.dataset.index)] === machine) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}

/** The state that the machine is in. */
function current() { return play.position > 0 ? play.steps[play.position - 1].target : play.start; }

/** Takes a step, and forgets those that were stepped back from. */
function take(choice) {
  if (live?.takes(choice)) return;
  play.steps.length = play.position;
  const timeout = timeouts().find((one) => one.event === choice.event);
  const waited = Number.isFinite(timeout?.left) ? timeout.left : Number(at("time").value);
  // What is completed is left in the same step; that many are enough for any machine that rests.
  for (let next = choice, most = 50; next && most > 0; most -= 1) {
    const isFirst = next === choice;
    play.steps.push({ ...next, answers: new Map(play.answers), waited: isFirst ? waited : 0 });
    play.position += 1;
    next = play.interpreter.completion(next, play.answers);
  }
  show();
  say(sentence(play.steps.at(-1)));
}

/** What became of an event, in words. */
function sentence(step) {
  switch (step.kind) {
    case "moved": return `${trigger(step)}: from ${label(step.state)} to ${label(step.target)}`;
    case "stayed": return `${trigger(step)}: taken in ${label(step.state)}`;
    case "rejected": return `${step.event}: rejected${step.reason ? ": " + step.reason : ""}`;
    case "traps": return `${step.event}: stops the program${step.reason ? ": " + step.reason : ""}`;
    default: return `${step.event}: ${step.kind} in ${label(step.state)}`;
  }
}

function label(state) { return play.interpreter.label(state); }

function goTo(position) {
  live?.leave();
  play.position = Math.max(0, Math.min(play.steps.length, position));
  const step = play.steps[play.position - 1];
  if (step) answer(step.answers);
  show();
  say(step ? `Step ${play.position}: ${sentence(step)}` : `Start, in ${label(play.start)}`);
}

/** Sets the switches of guards as they answered. */
function answer(answers) { for (const [name, holds] of answers) play.answers.set(name, holds); }

// What is shown.

function show() {
  const { interpreter, position, steps } = play;
  const state = current();
  const last = steps[position - 1];
  const choices = interpreter.states.has(state)
    ? interpreter.offers(state, play.answers) : [];
  at("state").textContent =
    shown(label(state)) + (interpreter.isFinal(state) ? " (final)" : "");
  at("state").dataset.state = state;
  showPerformed(last);
  showGuards();
  showTime();
  const kinds = { possible: ["moved", "stayed"], rejected: ["rejected", "traps"], ignored: ["ignored"] };
  for (const [list, found] of Object.entries(kinds)) {
    const shownChoices = choices.filter((choice) => found.includes(choice.kind));
    at(list).replaceChildren(...shownChoices.map(choiceItem));
    at(`${list}-title`).hidden = at(list).hidden = shownChoices.length === 0;
  }
  play.picture.show(state, choices.filter((choice) => kinds.possible.includes(choice.kind)), last);
  at("back").disabled = position === 0;
  at("forth").disabled = position === steps.length;
  at("restart").disabled = steps.length === 0;
  at("scrub").max = steps.length;
  at("scrub").value = position;
  at("position").textContent = `${position} of ${steps.length}`;
  showSteps();
}

function choiceItem(choice) {
  const target = choice.kind === "moved" ? ` → ${label(choice.target)}` : "";
  // What holds only in some of the states inside is asked.
  const isAsked = play.interpreter.isCollapsed(choice.state) && choice.open.length > 0;
  const text = choice.kind === "ignored"
    ? choice.event + (choice.isOtherwise ? " [otherwise]" : "")
    : ruleText(choice) + target + (isAsked ? ` – is ${choice.open.map((one) => one.name).join(" and ")}?` : "");
  const made = element("button", text, {
    type: "button", "data-event": choice.event, "data-kind": choice.kind,
    "data-target": choice.target, "data-action": choice.action, "data-reason": choice.reason,
    "data-guard": choice.guard,
  });
  made.addEventListener("click", () => take(choice));
  const item = element("li");
  item.append(made);
  return item;
}

function showPerformed(last) {
  const items = [];
  if (last) {
    const lines = play.interpreter.performed(last);
    items.push(...lines.exits.map((text) => `exit ${text}`));
    if (last.action) items.push(`action: ${last.action}`);
    items.push(...lines.entries.map((text) => `entry ${text}`));
    items.push(...lines.ends.map((text) => `do ${text} ends`));
    items.push(...lines.begins.map((text) => `do ${text} begins`));
    at("state").dataset.outcome = last.kind;
    at("state").dataset.action = last.action ?? "";
    at("state").dataset.reason = last.reason ?? "";
    items.unshift(sentence(last));
  }
  at("performed").replaceChildren(...items.map((text) => element("li", text)));
}

function showGuards() {
  const { guards } = play.interpreter;
  at("guards-section").hidden = guards.length === 0;
  if (at("guards").dataset.machine !== play.machine.name || at("guards").childElementCount !== guards.length) {
    at("guards").dataset.machine = play.machine.name;
    at("guards").replaceChildren(...guards.map((name, index) => {
      const box = element("input", undefined, { type: "checkbox", id: `guard${index}`, role: "switch" });
      box.addEventListener("change", () => {
        play.answers.set(name, box.checked);
        show();
        say(`${name} ${box.checked ? "holds" : "does not hold"}`);
      });
      const text = element("label", name, { for: `guard${index}` });
      const item = element("li");
      item.append(box, " ", text);
      return item;
    }));
  }
  guards.forEach((name, index) => { at(`guard${index}`).checked = play.answers.get(name) ?? true; });
}

/** The timeouts that run, the next first. */
function timeouts() {
  const { interpreter, steps, position } = play;
  let known = position;
  while (known > 0 && !steps[known - 1].clock) known -= 1;
  for (; known < position; known += 1) {
    steps[known].clock = interpreter.clock(steps[known], steps[known - 1]?.clock ?? new Map());
  }
  const clock = steps[position - 1]?.clock;
  return interpreter.states.has(current()) ? interpreter.timeouts(current(), clock) : [];
}

function showTime() {
  const running = timeouts();
  const known = running.filter((one) => Number.isFinite(one.left));
  at("time-section").hidden = running.length === 0;
  if (known.length > 0) at("time").max = known.at(-1).left || 1;
  at("time").value = 0;
  at("elapsed").textContent = inSeconds(0);
  at("timeouts").replaceChildren(...running.map((one) =>
    element("li", (one.left < one.seconds ? `${one.event}, in ${inSeconds(one.left)}` : one.event)
      + (one.isCertain ? "" : " (depends on what the state carries)"),
      { "data-seconds": one.seconds, "data-left": one.left })));
}

function inSeconds(time) { return `${Math.round(time * 1000) / 1000} s`; }

/** Lets time pass: a timeout that has come is sent if it is certain; else it is offered as a choice. */
function passTime() {
  const time = Number(at("time").value);
  at("elapsed").textContent = inSeconds(time);
  // Sliders round their values.
  const due = timeouts().find((one) => one.isCertain && one.left <= time + 1e-6);
  if (!due) return;
  const choices = play.interpreter.choices(current(), due.event, play.answers);
  take(choices[0]);
}

/** Shows the walk, once for all steps that are taken before the page is drawn again. */
function showSteps() {
  if (play.isShowingSteps) return;
  play.isShowingSteps = true;
  requestAnimationFrame(() => {
    play.isShowingSteps = false;
    listSteps();
  });
}

function listSteps() {
  // Of a long walk the part around the position is shown.
  const first = Math.max(0, play.position - 50);
  const items = play.steps.slice(first, first + 100).map((step, offset) => {
    const index = first + offset + 1;
    const made = element("button", `${index}. ${step.violation ? "not in the diagram: " : ""}${sentence(step)}`, {
      type: "button", "aria-current": index === play.position ? "step" : null,
      class: step.violation ? "is-violation" : null,
    });
    made.addEventListener("click", () => goTo(index));
    const item = element("li");
    item.append(made);
    return item;
  });
  at("steps").replaceChildren(...items);
  // The list is scrolled, and not the page.
  const [list, chosen] = [at("steps"), at("steps").querySelector("[aria-current]")?.parentElement];
  if (!chosen) return;
  const top = chosen.offsetTop - list.offsetTop;
  const least = top + chosen.offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(least, Math.min(list.scrollTop, top));
}

// Ways.

function showWay(part, name) {
  const { interpreter } = play;
  const way = interpreter.states.has(current())
    ? interpreter.way(current(), (state) => interpreter.partStates(state)[part] === name) : null;
  at("way").hidden = false;
  const title = interpreter.parts[part].states.get(name)?.label ?? name;
  at("way-title").textContent = way === null ? `No way leads to ${shown(title)}`
    : way.length === 0 ? `The machine is in ${shown(title)}` : `Shortest way to ${shown(title)}`;
  at("way-steps").replaceChildren(...(way ?? []).map((rule) =>
    element("li", `${ruleText(rule)} → ${label(rule.target)}`)));
  at("way-go").hidden = !way || way.length === 0;
  at("way-go").onclick = () => {
    way.forEach((rule, index) => {
      // A completion is taken with the step before, if guards answer as it needs.
      const rest = way.slice(index);
      const count = rest.findIndex((one, offset) => offset > 0 && one.event !== completion);
      for (const one of rest.slice(0, count < 0 ? rest.length : count)) answer(needed(one));
      if (current() === rule.state) take(rule);
    });
    at("way").hidden = true;
  };
  say(at("way-title").textContent);
}

/** The answers that a rule needs of guards. */
function needed(rule) {
  return rule.conditions.filter((one) => !one.isPayload).map((one) => [one.name, one.holds]);
}

/** Sends the event of a line of the picture, under the guard that it names. */
function pressLine(line) {
  const state = current();
  const rules = play.interpreter.isFinal(state) ? [] : play.interpreter.rules.get(state) ?? [];
  const rule = rules.find((one) => play.picture.shows(line, one, state));
  if (!rule) {
    say(`${trigger(line)} does not start in ${label(state)}`);
    return;
  }
  answer(needed(rule));
  take(rule);
}

// Sharing.

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
  if (!interpreter.states.has(found.s) || !Array.isArray(found.w)) return;
  play.start = found.s;
  let state = found.s;
  for (const [event, kind, guard, action, target, waited] of found.w) {
    const choice = allChoices(interpreter, state, event, new Map()).find((one) =>
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

function openLink() {
  const found = decodeLink(location.hash);
  const machine = machines.find((one) => one.name === found?.m);
  if (machines.length > 0) open(machine ?? machines[0], machine ? found : null);
}

function copyWalk(write, what) {
  copy(write(play.machine.name, play.start, play.steps.slice(0, play.position)), what);
}

/** Copies a text, or shows it to be copied by hand where the browser does not let a page do it. */
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
  const { machines: found, unreadable } = readTrace(text);
  const known = found.filter((one) => machines.some((machine) => machine.name === one.name));
  if (known.length === 0) {
    say("The trace tells of none of these machines.");
    return;
  }
  at("traced").replaceChildren(...known.map((one, index) =>
    element("option", `${one.name} ${one.id}, ${one.entries.length} lines`, { value: index })));
  at("traced").onchange = () => showTrace(known[Number(at("traced").value)], unreadable);
  showTrace(known.find((one) => one.name === play.machine.name) ?? known[0], unreadable);
  at("traced").hidden = at("traced-label").hidden = false;
}

function showTrace(traced, unreadable) {
  const machine = machines.find((one) => one.name === traced.name);
  if (machine !== play.machine) open(machine);
  play.start = traced.entries[0].state;
  play.steps = traceSteps(play.interpreter, traced.entries);
  goTo(0);
  const wrong = play.steps.filter((step) => step.violation).length;
  at("traced").hidden = at("traced-label").hidden = false;
  say(`A trace of ${play.steps.length} steps, ${wrong} not in the diagram`
    + (unreadable > 0 ? `, ${unreadable} lines could not be read` : ""));
}

// The page.

function showList() {
  const words = at("search").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const items = machines.map((machine, index) => ({ machine, index })).filter(({ machine }) => {
    const texts = [machine.name, ...machine.graph.states.map((state) => state.label),
      ...machine.graph.rules.filter(isTransition).map((one) => one.event)].join("\n").toLowerCase();
    return words.every((word) => texts.includes(word));
  }).map(({ machine, index }) => {
    const made = element("button", machine.name, { type: "button", "data-index": index });
    if (play?.machine === machine) made.setAttribute("aria-current", "true");
    made.addEventListener("click", () => open(machine));
    const item = element("li");
    item.append(made);
    return item;
  });
  at("list").replaceChildren(...items);
  if (document.activeElement === at("search")) say(`${items.length} machines`);
}

function listen() {
  const press = (id, action) => at(id).addEventListener("click", action);
  press("restart", () => { play.steps = []; play.start = play.interpreter.initial; goTo(0); });
  press("back", () => goTo(play.position - 1));
  press("forth", () => goTo(play.position + 1));
  at("scrub").addEventListener("input", () => goTo(Number(at("scrub").value)));
  at("time").addEventListener("input", passTime);
  const zooms = { larger: 1 / 1.25, smaller: 1.25, whole: 1 };
  for (const [id, factor] of Object.entries(zooms)) press(id, () => play.picture.zoom(factor));
  const pans = { left: [-0.15, 0], right: [0.15, 0], up: [0, -0.15], down: [0, 0.15] };
  for (const [id, by] of Object.entries(pans)) press(id, () => play.picture.pan(...by));
  press("way-close", () => { at("way").hidden = true; });
  press("copy-text", () => copyWalk(report, "the walk as text"));
  press("copy-test", () => copyWalk(swiftTest, "the walk as a Swift test"));
  press("copy-calls", () => copyWalk(swiftCalls, "the walk as calls of handle"));
  press("copy-link", () => {
    history.replaceState(null, "", `#${encodeLink(situation())}`);
    copy(location.href, "the link");
  });
  at("trace").addEventListener("change", async () => {
    const file = at("trace").files[0];
    if (file) loadTrace(await file.text());
  });
  at("search").addEventListener("input", showList);
  press("theme", () => {
    const isDark = at("theme").getAttribute("aria-pressed") !== "true";
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    at("theme").setAttribute("aria-pressed", String(isDark));
  });
  at("theme").setAttribute("aria-pressed", String(matchMedia("(prefers-color-scheme: dark)").matches));
  addEventListener("hashchange", openLink);
  addEventListener("keydown", (event) => {
    if (!play || event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowLeft: () => goTo(play.position - 1), ArrowRight: () => goTo(play.position + 1),
      Home: () => goTo(0), End: () => goTo(play.steps.length),
      "+": () => play.picture.zoom(1 / 1.25), "-": () => play.picture.zoom(1.25), 0: () => play.picture.zoom(1),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}

at("catalog").hidden = machines.length < 2;
listen();
showList();
openLink();
