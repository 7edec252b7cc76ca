// Runs in a page: clicks through a walk, and returns what differs from what the machine did.
//
// arguments[0]: the lines of the walk, as a trace has them, in the text of a JSON list. It is a text because
// the driver would take some members of objects for its own.

const lines = JSON.parse(arguments[0]);
const differences = [];
const at = (id) => document.getElementById(id);
const state = at("state");
let clicks = 0;

/** Sets the switches to the answers of the guards. */
function answer(guards) {
  for (const item of at("guards").children) {
    const box = item.querySelector("input");
    const name = item.querySelector("label").textContent;
    if (Object.hasOwn(guards, name) && box.checked !== guards[name]) box.click();
  }
}

/** Lets time pass, and expects a timeout if the line tells of one. */
function wait(line, where) {
  const count = play.steps.length;
  at("time").value = line.time.waited;
  at("time").dispatchEvent(new Event("input"));
  const sent = play.steps.slice(count).map((step) => step.event).join(", ");
  const wanted = line.after === undefined ? "" : `after ${line.after}`;
  if (sent !== wanted) differences.push(`${where}: waiting sent ${sent || "nothing"}`);
}

/** Compares the timeouts that run, and what is left of each, with what the machine says. */
function compareTimeouts(wanted, where) {
  const found = [...at("timeouts").children].map((one) => [+one.dataset.seconds, +one.dataset.left]);
  const inOrder = (times) => times.sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  const isSame = found.length === wanted.length && inOrder(wanted).every((times, index) =>
    times.every((time, part) => Math.abs(time - inOrder(found)[index][part]) < 1e-6));
  if (!isSame) {
    differences.push(`${where}: expected the timeouts ${JSON.stringify(wanted)}; the page shows `
      + JSON.stringify(found));
  }
}

/** Compares what the page shows with what the machine did. */
function compare(line, where) {
  const found = [state.dataset.state, state.dataset.outcome, state.dataset.action, state.dataset.reason];
  const wanted = [line.target, line.outcome, line.action ?? "", line.reason ?? ""];
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    differences.push(`${where}: expected ${wanted.join(", ")}; the page shows ${found.join(", ")}`);
  }
  if (line.time) compareTimeouts(line.time.timeouts, where);
  if (line.performed !== undefined) {
    const performed = [...at("performed").children].map((one) => one.textContent)
      .filter((text) => /^(exit|entry) \/ |^action: /.test(text));
    if (JSON.stringify(performed) !== JSON.stringify(line.performed)) {
      differences.push(`${where}: expected to perform ${line.performed.join(", ")}; the page shows `
        + performed.join(", "));
    }
  }
}

function buttons() {
  return [...document.querySelectorAll("#possible button, #due button, #rejected button, #ignored button")];
}

for (const [index, line] of lines.entries()) {
  if (line.outcome === "queued") continue;
  // The page takes completions by itself, and shows the last step.
  const isFollowed = lines[index + 1]?.completion === true;
  if (line.event === undefined) {
    // Another machine begins.
    at("restart").click();
    continue;
  }
  if (differences.length > 5) break;
  const where = `line ${line.number}, ${line.event} in ${line.state}`;
  const event = line.after === undefined ? line.event : `after ${line.after}`;
  if (line.completion !== true && state.dataset.state !== line.state) {
    differences.push(`${where}: the page is in ${state.dataset.state}`);
    break;
  }
  answer(line.guards ?? {});
  // Completions that follow in the same step ask guards, too.
  for (let next = index + 1; lines[next]?.completion === true; next += 1) answer(lines[next].guards ?? {});
  if (line.time) wait(line, where);
  if (line.time && line.after !== undefined) {
    if (state.dataset.state !== line.target) differences.push(`${where}: the page is not in ${line.target}`);
    compareTimeouts(line.time.timeouts, where);
    continue;
  }
  if (line.completion === true) {
    if (!isFollowed) compare(line, where);
    continue;
  }
  const offered = buttons().filter((one) => one.dataset.event === event);
  if (offered.length === 0 && (line.outcome === "ignored"
    || line.reason === "the machine is finished")) continue;
  // The page offers a choice for each condition on payloads. One of them must be what the machine did.
  const button = offered.find((one) => one.dataset.kind === line.outcome
    && one.dataset.target === line.target && (one.dataset.action ?? "") === (line.action ?? "")
    && (one.dataset.reason ?? "") === (line.reason ?? ""));
  if (!button) {
    differences.push(`${where}: the machine ${line.outcome} to ${line.target}; the page offers `
      + (offered.map((one) => one.textContent).join("; ") || "nothing"));
    break;
  }
  const conditions = offered.filter((one) => !/ (=|≠|in|not in) /.test(one.dataset.guard ?? ""));
  if (offered.length > 1 && conditions.length > 1) {
    differences.push(`${where}: the page leaves open what guards decide: `
      + offered.map((one) => one.textContent).join("; "));
  }
  button.click();
  clicks += 1;
  if (!isFollowed) compare(line, where);
}
return { clicks, differences };
