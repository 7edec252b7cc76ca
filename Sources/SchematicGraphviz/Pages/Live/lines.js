// Adds the lines of code to choices and states. Only pages with links and pages of running machines contain
// this file. It extends two functions of panels.js, so that all other pages stay as they are.

/** An element that names a line of code, as a link if the line has one; null if no line is known. */
function codePlace(line) {
  if (!line) return null;
  if (line.href === undefined) return element("span", line.text, { class: "line" });
  // A link to an editor needs no new page.
  const target = line.href.toLowerCase().startsWith("http") ? "_blank" : null;
  return element("a", line.text, { class: "line", href: line.href, rel: "noopener noreferrer", target });
}

const itemOfChoice = choiceItem;
choiceItem = (choice) => {
  const item = itemOfChoice(choice);
  const place = codePlace(choice.line);
  // The line goes beside the button, because the button sends the event.
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

