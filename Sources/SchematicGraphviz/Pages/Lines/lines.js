// The lines of code behind what a page shows. Only pages with links and those of running machines have this
// file, and it comes first: it adds to functions of player.js, so that all other pages stay as they are.

/** The place of a line of code, as a link if there is one; null where no line is known. */
function codePlace(line) {
  if (!line) return null;
  if (line.href === undefined) return element("span", line.text, { class: "line" });
  // Editors open their links without a page.
  const target = line.href.toLowerCase().startsWith("http") ? "_blank" : null;
  return element("a", line.text, { class: "line", href: line.href, rel: "noopener noreferrer", target });
}

const itemOfChoice = choiceItem;
choiceItem = (choice) => {
  const item = itemOfChoice(choice);
  const place = codePlace(choice.line);
  // Beside the button, which sends the event.
  if (place) {
    item.classList.add("has-line");
    item.append(place);
  }
  return item;
};

const performedOnly = showPerformed;
showPerformed = (last) => {
  performedOnly(last);
  const place = codePlace(last?.line);
  if (place) at("performed").firstElementChild.append(" ", place);
  at("place")?.remove();
  const { interpreter } = play;
  const ofStates = interpreter.innermost(current()).map((name) => codePlace(interpreter.lines.get(name)))
    .filter((one) => one !== null);
  if (ofStates.length === 0) return;
  const paragraph = element("p", undefined, { id: "place" });
  paragraph.append(...ofStates.flatMap((one, index) => index > 0 ? [", ", one] : [one]));
  at("state").after(paragraph);
};

