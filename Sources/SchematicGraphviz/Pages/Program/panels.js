// The panels beside the picture: where the machine is, what it may do, what guards answer, and time.

/** The lists of choices, each with the kinds of choices in it. */
const kinds = { possible: ["moved", "stayed"], rejected: ["rejected", "traps"], ignored: ["ignored"] };

/** Shows where the machine is; `isNew` if it just came there by its last step. */
function show(isNew = false) {
  const { interpreter, position, steps } = play;
  const state = current();
  const last = steps[position - 1];
  const isKnown = interpreter.isKnown(state);
  const choices = isKnown ? interpreter.choicesOfAllEvents(state, play.answers) : [];
  at("state").textContent =
    shown(label(state)) + (interpreter.isFinal(state) ? " (final)" : "");
  at("state").dataset.state = interpreter.bare(state);
  showPath(state);
  showPerformed(last);
  showGuards(state);
  showChoices(choices);
  showTime();
  const possible = choices.filter((choice) => kinds.possible.includes(choice.kind));
  const guarded = interpreter.everything(state).filter(isTransition);
  play.picture.show(state, possible, guarded, last, isNew);
  showWalk();
  keepLink();
}

/** Shows the states around the state, and the states of regions: `trip · drive: riding · light: off`. */
function showPath(name) {
  const { interpreter } = play;
  const place = interpreter.place(name);
  const paths = place === null ? [] : interpreter.machines(place).map(({ region, state }) => ({
    region, labels: interpreter.path(state).map((one) => one.label || one.identifier),
  }));
  at("path").replaceChildren(...paths.flatMap(({ region, labels }, index) =>
    [index > 0 ? " · " : "", region ? shown(`${region.name}: `) : "", element("b", labels.join("."))]));
  at("path").hidden = !paths.some(({ labels }) => labels.length > 1 || paths.length > 1);
}

/** Shows possible events first, timeouts in a list of their own, and choices that change nothing folded away. */
function showChoices(choices) {
  const ofTime = choices.filter((choice) => choice.after && kinds.possible.includes(choice.kind));
  at("due").replaceChildren(...ofTime.map(choiceItem));
  const counts = {};
  for (const [list, found] of Object.entries(kinds)) {
    const shownChoices = choices.filter((choice) => found.includes(choice.kind) && !ofTime.includes(choice));
    at(list).replaceChildren(...shownChoices.map(choiceItem));
    at(list).hidden = shownChoices.length === 0;
    counts[list] = shownChoices.length;
  }
  for (const list of ["rejected", "ignored"]) at(`${list}-title`).hidden = at(list).hidden;
  at("nothing").hidden = counts.rejected + counts.ignored === 0;
  at("nothing-title").textContent = "Change nothing: " + ["rejected", "ignored"]
    .filter((list) => counts[list] > 0).map((list) => `${counts[list]} ${list}`).join(", ");
  at("none").hidden = counts.possible > 0;
  at("none").textContent = play.interpreter.isFinal(current()) ? "None: the machine is finished."
    : ofTime.length > 0 ? "None but time." : "None.";
}

function choiceItem(choice) {
  const made = element("button", undefined, {
    type: "button", class: "event", "data-event": choice.event, "data-kind": choice.kind,
    "data-target": play.interpreter.bare(choice.target), "data-action": choice.action, "data-reason": choice.reason,
    "data-guard": choice.guard,
  });
  // In a collapsed state, the button asks for conditions that hold only in some of the states inside.
  const isAsked = play.interpreter.isCollapsed(choice.state) && choice.open.length > 0;
  const isIgnored = choice.kind === "ignored";
  const target = choice.kind === "moved" ? `→ ${play.interpreter.ends(choice)[1]}` : null;
  const asked = isAsked ? `– is ${choice.open.map(conditionName).join(" and ")}?` : null;
  made.append(...pieces({
    name: choice.event,
    guard: isIgnored ? (choice.isOtherwise ? "[otherwise]" : null) : choice.guard ? `[${choice.guard}]` : null,
    action: isIgnored ? null : effectText(choice), target, asked,
  }));
  made.addEventListener("click", () => take(choice));
  const item = element("li");
  item.append(made);
  return item;
}

/** Elements with the texts of an object, each with its key as the class, and spaces between them. */
function pieces(texts) {
  const found = Object.entries(texts).filter(([, text]) => text !== null && text !== undefined && text !== "");
  return found.flatMap(([name, text], index) =>
    [...(index > 0 ? [" "] : []), element("span", text, { class: name })]);
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

/** Shows the guards that are asked in a state, and the others if the reader wants to see them. */
function showGuards(state) {
  const { interpreter } = play;
  const { guards } = interpreter;
  if (at("guards").dataset.machine !== play.machine.name || at("guards").childElementCount !== guards.length) {
    at("guards").dataset.machine = play.machine.name;
    at("guards").replaceChildren(...guards.map(guardItem));
  }
  const asked = new Set(interpreter.around(state).flatMap((one) => interpreter.rulesByLevel.get(one.identifier) ?? [])
    .flatMap((rule) => rule.conditions.map((one) => one.guard)));
  const showsAll = at("guards-more").getAttribute("aria-expanded") === "true";
  guards.forEach((name, index) => {
    const box = at(`guard${index}`);
    box.checked = play.answers.get(name) ?? true;
    box.parentElement.hidden = !showsAll && !asked.has(name);
  });
  const others = guards.filter((name) => !asked.has(name)).length;
  at("guards-section").hidden = guards.length === 0;
  at("guards-more").hidden = others === 0;
  at("guards-more").textContent = showsAll ? "Hide those not asked here" : `${others} not asked here`;
  at("guards-section").classList.toggle("is-idle", others === guards.length && !showsAll);
}

function guardItem(name, index) {
  const box = element("input", undefined, { type: "checkbox", id: `guard${index}`, role: "switch" });
  box.addEventListener("change", () => {
    play.answers.set(name, box.checked);
    show();
    say(`${name} ${box.checked ? "holds" : "does not hold"}`);
  });
  const item = element("li");
  item.append(box, element("label", name, { for: `guard${index}` }));
  return item;
}

// Time.

/** The timeouts that run, the next one first. */
function timeouts() {
  const { interpreter, steps, position } = play;
  let known = position;
  while (known > 0 && !steps[known - 1].clock) known -= 1;
  for (; known < position; known += 1) {
    steps[known].clock = interpreter.clock(steps[known], steps[known - 1]?.clock ?? new Map());
  }
  const clock = steps[position - 1]?.clock;
  return interpreter.timeouts(current(), clock);
}

function showTime() {
  const running = timeouts();
  const known = running.filter((one) => Number.isFinite(one.left));
  at("time-section").hidden = running.length === 0 && at("due").childElementCount === 0;
  if (known.length > 0) at("time").max = known.at(-1).left || 1;
  at("time").value = 0;
  at("elapsed").textContent = inSeconds(0);
  at("timeouts").replaceChildren(...running.map((one) => {
    const item = element("li", (one.left < one.seconds ? `${one.event}, in ${inSeconds(one.left)}` : one.event)
      + (one.isCertain ? "" : " (depends on what the state carries)"),
      { "data-seconds": one.seconds, "data-left": one.left });
    const share = Number.isFinite(one.left) && one.seconds > 0 ? one.left / one.seconds : 1;
    item.style.setProperty("--left", `${share * 100}%`);
    return item;
  }));
}

function inSeconds(time) { return `${Math.round(time * 1000) / 1000} s`; }

/** Lets time pass, and takes a timeout that is due, unless it depends on what the state carries. */
function passTime() {
  const time = Number(at("time").value);
  at("elapsed").textContent = inSeconds(time);
  // Sliders round their values.
  const due = timeouts().find((one) => one.isCertain && one.left <= time + 1e-6);
  if (!due) return;
  const choices = play.interpreter.choices(current(), due.occurrence, play.answers);
  take(choices[0]);
}
