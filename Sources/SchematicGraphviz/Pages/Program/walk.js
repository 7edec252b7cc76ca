// The walk: the list of its steps, playing it, and ways to other states.

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
  // Of a long walk, only the part around the position is shown.
  const first = Math.max(0, play.position - 50);
  const items = play.steps.slice(first, first + 100).map((step, offset) => stepItem(step, first + offset + 1));
  const start = element("li", `Starts in ${label(play.start)}.`, { class: "is-empty" });
  at("steps").replaceChildren(...(first === 0 ? [start] : []), ...items);
  // Scroll the list, and not the page.
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
    target: step.kind === "moved" ? play.interpreter.ends(step).join(" → ") : `${step.kind} in ${label(step.state)}`,
    effect: effect.filter((one) => one !== null && one !== undefined && !/^\/ (ignored|rejected|traps)$/.test(one)).join(", "),
  }));
  made.addEventListener("click", () => goTo(number));
  const item = element("li");
  item.append(made);
  return item;
}

/** Plays the walk from its position, or from the start if it is at its end; pauses a walk that plays. */
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

// Ways to other states.

function showWay(name) {
  const { interpreter } = play;
  const isEnd = (place) => interpreter.around(place).some((one) => one === interpreter.states.get(name));
  const way = interpreter.isKnown(current()) ? interpreter.way(current(), isEnd) : null;
  at("way").hidden = false;
  const title = interpreter.states.get(name)?.label ?? name;
  at("way-title").textContent = way === null ? `No way leads to ${shown(title)}`
    : way.length === 0 ? `The machine is in ${shown(title)}` : `Shortest way to ${shown(title)}`;
  at("way-steps").replaceChildren(...(way ?? []).map((step) =>
    element("li", `${ruleText(step)} → ${label(step.target)}`)));
  at("way-go").hidden = !way || way.length === 0;
  at("way-go").onclick = () => {
    way.forEach((step, index) => {
      // take() takes completions together with the step before them, so their guards must answer now.
      const rest = way.slice(index);
      const count = rest.findIndex((one, offset) => offset > 0 && one.event !== completion);
      for (const one of rest.slice(0, count < 0 ? rest.length : count)) answer(needed(one));
      if (current() === step.state) take(step);
    });
    at("way").hidden = true;
  };
  at("way-start").hidden = live !== null;
  at("way-start").onclick = () => {
    at("way").hidden = true;
    startIn(interpreter.placeIn(name, current()));
  };
  say(at("way-title").textContent);
}

/** Puts the machine into a state, from which a new walk begins. */
function startIn(state) {
  stopPlaying();
  play.steps = [];
  play.start = state;
  play.traced = null;
  goTo(0);
}

/** The answers of guards that a step needs. */
function needed(step) {
  return step.conditions.filter((one) => one.guard !== undefined).map((one) => [one.guard, one.holds]);
}

/** Sends the event of a line in the picture, and sets the guards that the line names. */
function pressLine(line) {
  const choice = play.interpreter.everything(current()).find((one) => play.picture.shows(line, one));
  if (!choice) {
    say(`${line.name} does not start in ${label(current())}`);
    return;
  }
  answer(needed(choice));
  take(choice);
}

/** Sends an event that is written in the current state. */
function pressChoice(choice) {
  answer(needed(choice));
  take(choice);
}
