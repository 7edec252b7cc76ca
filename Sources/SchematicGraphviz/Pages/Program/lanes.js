// A trace of several machines as lanes: a column for each machine, and a row for each line.

/** The machines of a trace that are shown side by side, and its lines; null if the trace has only one machine. */
let lanes = null;

/** Puts the lines of several machines into rows, each with the number of steps that its machine has taken by then. */
function makeLanes(traces, lines) {
  const taken = new Map(traces.map((trace) => [trace, 0]));
  const rows = lines.filter(({ trace }) => taken.has(trace)).map(({ trace, entry }) => {
    if (isTracedStep(entry)) taken.set(trace, taken.get(trace) + 1);
    return { trace, entry, position: taken.get(trace) };
  });
  return { traces, rows, row: 0 };
}

/** The state of each machine after a row. A machine that has no line yet is left out. */
function lanePlaces(rows, last) {
  const places = new Map();
  for (const { trace, entry } of rows.slice(0, last + 1)) {
    if (entry.event === undefined || isTracedStep(entry)) places.set(trace, entry.target ?? entry.state);
  }
  return places;
}

/** Shows the rows around the current step of the chosen machine. */
function listLanes() {
  const { rows, traces } = lanes;
  const isHere = (one) => one !== undefined && one.trace === play.traced && one.position === play.position;
  if (!isHere(rows[lanes.row])) lanes.row = rows.findLastIndex(isHere);
  const first = Math.max(0, lanes.row - 50);
  const around = rows.slice(first, first + 100);
  const columns = traces.filter((one) => one === play.traced || around.some(({ trace }) => trace === one));
  const places = lanePlaces(rows, lanes.row);
  const table = element("table");
  const head = element("tr");
  head.append(element("th", "Line", { scope: "col" }), ...columns.map((trace) => laneHead(trace, places.get(trace))));
  table.append(element("thead"), element("tbody"));
  table.tHead.append(head);
  table.tBodies[0].append(...around.map((one, index) => laneRow(one, first + index, columns)));
  at("lanes").replaceChildren(table);
  const chosen = table.querySelector("[aria-current=step]");
  if (!chosen) return;
  const cell = chosen.querySelector("td button").parentElement;
  const room = at("lanes").clientWidth - cell.offsetWidth;
  const left = cell.offsetLeft - chosen.cells[0].offsetWidth;
  at("lanes").scrollLeft = Math.max(cell.offsetLeft - room, Math.min(at("lanes").scrollLeft, left));
  const top = chosen.offsetTop - table.tHead.offsetHeight;
  const least = chosen.offsetTop + chosen.offsetHeight - at("lanes").clientHeight;
  at("lanes").scrollTop = Math.max(least, Math.min(at("lanes").scrollTop, top));
}

function laneHead(trace, place) {
  const head = element("th", undefined, { scope: "col", "aria-current": trace === play.traced });
  head.append(...pieces({ name: `${trace.name} ${trace.id.slice(0, 4)}`, place: place === undefined ? "not yet" : laneLabel(trace, place) }));
  return head;
}

function laneLabel(trace, state) { return trace.interpreter.label(state); }

function laneRow({ trace, entry, position }, index, columns) {
  const isChosen = index === lanes.row;
  const row = element("tr", undefined, { "aria-current": isChosen ? "step" : null });
  // The cell shows the time of day; its title shows the date, too.
  const time = String(entry.time ?? index + 1).replace(/^\d+-\d\d-\d\dT(\d\d:\d\d:\d\d)/, "$1");
  row.append(element("th", time, { scope: "row", title: entry.time }));
  for (const column of columns) {
    const cell = element("td", undefined, { class: column === play.traced ? "is-chosen" : null });
    if (column === trace) {
      const made = element("button", undefined, {
        type: "button", "data-kind": entry.outcome,
        class: isTracedStep(entry) && trace.steps[position - 1].violation ? "is-violation" : null,
      });
      made.append(...pieces(laneTexts(trace, entry, position)));
      made.addEventListener("click", () => {
        lanes.row = index;
        if (trace !== play.traced) showTrace(trace);
        goTo(position);
      });
      cell.append(made);
    }
    row.append(cell);
  }
  return row;
}

/** The texts of a line: the task that sent the event if a task did, the event, its outcome, and the new state. */
function laneTexts(trace, entry, position) {
  if (entry.event === undefined) return { target: laneLabel(trace, entry.state) };
  if (!isTracedStep(entry)) return { name: entry.event, effect: entry.outcome };
  const step = trace.steps[position - 1];
  const outcome = { moved: null, stayed: "stays" };
  const effect = [
    step.violation ? "not in the diagram" : null, isTransition(step) ? effectText(step) : null,
    Object.hasOwn(outcome, entry.outcome) ? outcome[entry.outcome] : entry.outcome + (entry.reason ? `: ${entry.reason}` : ""),
  ];
  return {
    sender: entry.task === undefined ? null : `do ${entry.task ?? ""}:`, name: trigger(step),
    effect: effect.filter((one) => one).join(", "),
    target: entry.target === entry.state ? null : `→ ${laneLabel(trace, entry.target)}`,
  };
}
