// The walk: its list of steps, its playing, and ways to other states.

/** The timer of a walk that plays; null if none does. */
let playing = null;

function showWalk() {
  const { position, steps } = play;
  at("back").disabled = position === 0;
  at("forth").disabled = position === steps.length;
  at("restart").disabled = steps.length === 0;
  at("run").disabled = steps.length === 0;
  at("scrub").max = steps.length;
  at("scrub").value = position;
  at("position").textContent = `${position} of ${steps.length}`;
  showSteps();
}

/** Shows the walk, once for all steps that are taken before the page is drawn again. */
function showSteps() {
  if (play.isShowingSteps) return;
  play.isShowingSteps = true;
  requestAnimationFrame(() => {
    play.isShowingSteps = false;
    const areLanes = lanes !== null && play.traced !== null;
    at("lanes").hidden = !areLanes;
    at("steps").hidden = areLanes;
    if (areLanes) listLanes();
    else listSteps();
  });
}

function listSteps() {
  // Of a long walk the part around the position is shown.
  const first = Math.max(0, play.position - 50);
  const items = play.steps.slice(first, first + 100).map((step, offset) => stepItem(step, first + offset + 1));
  const start = element("li", `Starts in ${label(play.start)}.`, { class: "is-empty" });
  at("steps").replaceChildren(...(first === 0 ? [start] : []), ...items);
  // The list is scrolled, and not the page.
  const [list, chosen] = [at("steps"), at("steps").querySelector("[aria-current]")?.parentElement];
  if (!chosen) return;
  const top = chosen.offsetTop - list.offsetTop;
  const least = top + chosen.offsetHeight - list.clientHeight;
  list.scrollTop = Math.max(least, Math.min(list.scrollTop, top));
}

function stepItem(step, number) {
  const made = element("button", undefined, {
    type: "button", "aria-current": number === play.position ? "step" : null, "data-kind": step.kind,
    class: step.violation ? "is-violation" : null,
  });
  const waited = step.waited > 0 && !step.after ? `after ${inSeconds(step.waited)}` : null;
  const effect = [step.violation ? "not in the diagram" : null, waited, effectText(step)];
  made.append(...pieces({
    number: `${number}`, name: trigger(step),
    target: step.kind === "moved" ? `${label(step.state)} → ${label(step.target)}` : `${step.kind} in ${label(step.state)}`,
    effect: effect.filter((one) => one !== null && one !== undefined && !/^\/ (ignored|rejected|traps)$/.test(one)).join(", "),
  }));
  made.addEventListener("click", () => goTo(number));
  const item = element("li");
  item.append(made);
  return item;
}

/** Plays the walk from where it is, from the start if it is at its end; or pauses. */
function togglePlaying() {
  if (playing !== null) {
    stopPlaying();
    return;
  }
  if (play.steps.length === 0) return;
  if (play.position === play.steps.length) goTo(0);
  at("run").textContent = "Pause";
  playing = setInterval(() => {
    goTo(play.position + 1, true);
    if (play.position === play.steps.length) stopPlaying();
  }, 1100);
}

function stopPlaying() {
  clearInterval(playing);
  playing = null;
  at("run").textContent = "Play";
}

// Ways.

function showWay(part, name) {
  const { interpreter } = play;
  const isEnd = (state) => interpreter.partStates(state)[part] === name;
  const way = interpreter.states.has(current()) ? interpreter.way(current(), isEnd) : null;
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
  const start = placeIn(part, name);
  at("way-start").hidden = start === undefined || live !== null;
  at("way-start").onclick = () => {
    at("way").hidden = true;
    startIn(start);
  };
  say(at("way-title").textContent);
}

/** The state of the machine with a part in a state and, if there is one, with the others as they are. */
function placeIn(part, name) {
  const { interpreter } = play;
  const now = interpreter.partStates(current());
  const states = [...interpreter.states.keys()].filter((one) => interpreter.partStates(one)[part] === name);
  return states.find((one) => interpreter.partStates(one).every((place, index) => index === part || place === now[index]))
    ?? states[0];
}

/** Puts the machine into a state, from which a new walk begins. */
function startIn(state) {
  stopPlaying();
  play.steps = [];
  play.start = state;
  play.traced = null;
  goTo(0);
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

/** Sends an event that is written in the current state. */
function pressChoice(event, guard) {
  const rule = (play.interpreter.rules.get(current()) ?? [])
    .find((one) => one.event === event && one.guard === guard && isTransition(one));
  if (!rule) return;
  answer(needed(rule));
  take(rule);
}
