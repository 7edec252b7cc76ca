// The page: the machine that is played, and its buttons and keys.

const machines = JSON.parse(document.getElementById("machines").textContent);
const at = (id) => document.getElementById(id);

/** The play: a machine, its first state, its steps, how many of them are taken, and the trace that they come from. */
let play = null;

/** The machines that run elsewhere; null on a page that only plays. */
let live = null;

/** Creates an element with a text, which is never read as HTML. */
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
  stopPlaying();
  const interpreter = new Interpreter(machine);
  play = { machine, interpreter, start: interpreter.initial, steps: [], position: 0, answers: new Map(), traced: null };
  for (const name of interpreter.guards) play.answers.set(name, true);
  play.picture = new Picture(at("frame"), machine, interpreter,
    { state: showWay, line: pressLine, choice: pressChoice });
  play.picture.view.changed = showMode;
  showMode("follow");
  document.title = shown(machine.name);
  at("name").textContent = shown(machine.name);
  at("counts").textContent =
    `${machine.graph.states.length} states, ${interpreter.rules.filter(isTransition).length} transitions`;
  at("way").hidden = true;
  at("traced").hidden = at("traced-label").hidden = true;
  // A real machine is in a state inside a collapsed one, so calls can't repeat the walk.
  at("copy-calls").disabled = interpreter.isCollapsedSomewhere;
  at("copy-calls").title = at("copy-calls").disabled ? "Calls need the picture with the states inside" : "";
  if (situation) restore(situation);
  show();
  for (const item of at("list").querySelectorAll("button")) {
    if (machines[Number(item.dataset.index)] === machine) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}

/** The state that the machine is in. */
function current() { return play.position > 0 ? play.steps[play.position - 1].target : play.start; }

function label(state) { return play.interpreter.label(state); }

/** Takes a step, and forgets the steps behind the position. */
function take(choice) {
  if (live?.takes(choice)) return;
  stopPlaying();
  play.steps.length = play.position;
  play.traced = null;
  const timeout = timeouts().find((one) => one.event === choice.event && one.occurrence.owner.region === choice.owner?.region);
  const waited = Number.isFinite(timeout?.left) ? timeout.left : Number(at("time").value);
  // The completions that follow are taken at once.
  [choice, ...play.interpreter.completions(choice, play.answers)].forEach((step, index) => {
    play.steps.push({ ...step, answers: new Map(play.answers), waited: index === 0 ? waited : 0 });
    play.position += 1;
  });
  show(true);
  say(sentence(play.steps.at(-1)));
}

/** The outcome of a step, in words. */
function sentence(step) {
  switch (step.kind) {
    case "moved": return `${trigger(step)}: from ${play.interpreter.ends(step).join(" to ")}`;
    case "stayed": return `${trigger(step)}: taken in ${label(step.state)}`;
    case "rejected": return `${step.event}: rejected${step.reason ? ": " + step.reason : ""}`;
    case "traps": return `${step.event}: stops the program${step.reason ? ": " + step.reason : ""}`;
    default: return `${step.event}: ${step.kind} in ${label(step.state)}`;
  }
}

/** Goes to a step of the walk. If it is the next step, a mark moves along its arrow. */
function goTo(position, isPlaying = false) {
  live?.leave();
  if (!isPlaying) stopPlaying();
  const isNext = position === play.position + 1;
  play.position = Math.max(0, Math.min(play.steps.length, position));
  const step = play.steps[play.position - 1];
  if (step) answer(step.answers);
  show(isNext && step !== undefined);
  say(step ? `Step ${play.position}: ${sentence(step)}` : `Start, in ${label(play.start)}`);
}

/** Sets the switches of guards to given answers. */
function answer(answers) { for (const [name, holds] of answers) play.answers.set(name, holds); }

/** Shows the mode of the view in its buttons. */
function showMode(mode) {
  at("whole").setAttribute("aria-pressed", String(mode === "whole"));
  at("follow-state").setAttribute("aria-pressed", String(mode === "follow"));
}

function showList() {
  const words = at("search").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const items = machines.map((machine, index) => ({ machine, index })).filter(({ machine }) => {
    const texts = [machine.name, ...machine.graph.states.map((state) => state.label),
      ...machine.texts.map(([event]) => event)].join("\n").toLowerCase();
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

/** Sets the colors: light, dark, or as the system has them. */
function setTheme(name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  for (const one of document.querySelectorAll("[data-theme-choice]")) {
    one.setAttribute("aria-pressed", String(one.dataset.themeChoice === name));
  }
}

function nextTheme() {
  const names = ["light", "system", "dark"];
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme ?? "system") + 1) % names.length]);
}

const restart = () => startIn(play.interpreter.initial);
const zoom = (factor) => play.picture.view.zoom(factor);
const pan = (across, down) => play.picture.view.pan(across, down);

/** The actions of keys. With Shift, arrow keys move the picture. */
const keys = {
  ArrowLeft: () => goTo(play.position - 1), ArrowRight: () => goTo(play.position + 1),
  Home: () => goTo(0), End: () => goTo(play.steps.length),
  "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(1 / 1.25),
  0: () => play.picture.view.setMode("whole"), c: () => play.picture.view.setMode("follow"),
  p: togglePlaying, r: restart, t: nextTheme, "?": () => at("help").showModal(),
};
const shiftKeys = {
  ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60),
};

function pressKey(event) {
  if (!play || event.ctrlKey || event.metaKey || event.altKey || at("help").open) return;
  if (event.target.closest("textarea, select") || (event.target.matches("input") && event.target.type !== "checkbox")) return;
  const found = event.shiftKey && Object.hasOwn(shiftKeys, event.key) ? shiftKeys : keys;
  const possible = /^[1-9]$/.test(event.key) ? at("possible").querySelectorAll("button")[event.key - 1] : null;
  if (!possible && !Object.hasOwn(found, event.key)) return;
  event.preventDefault();
  if (possible) possible.click();
  else found[event.key]();
}

function listen() {
  const press = (id, action) => at(id).addEventListener("click", action);
  press("restart", restart);
  press("back", () => goTo(play.position - 1));
  press("forth", () => goTo(play.position + 1));
  press("run", togglePlaying);
  at("scrub").addEventListener("input", () => goTo(Number(at("scrub").value)));
  at("time").addEventListener("input", passTime);
  press("larger", () => zoom(1.25));
  press("smaller", () => zoom(1 / 1.25));
  press("whole", () => play.picture.view.setMode("whole"));
  press("follow-state", () => play.picture.view.setMode("follow"));
  press("way-close", () => { at("way").hidden = true; });
  press("guards-more", () => {
    at("guards-more").setAttribute("aria-expanded", String(at("guards-more").getAttribute("aria-expanded") !== "true"));
    showGuards(current());
  });
  press("copy-text", () => copyWalk(report, "the walk as text"));
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
  for (const one of document.querySelectorAll("[data-theme-choice]")) {
    one.addEventListener("click", () => setTheme(one.dataset.themeChoice));
  }
  press("help-show", () => at("help").showModal());
  addEventListener("hashchange", openLink);
  addEventListener("keydown", pressKey);
  addEventListener("beforeprint", () => play?.picture.view.print(true));
  addEventListener("afterprint", () => play?.picture.view.print(false));
}

at("catalog").hidden = machines.length < 2;
listen();
showList();
openLink();
