#!/usr/bin/env python3
"""Compiles fourteen mistakes in each form that rules have, and compares where the compiler names them with a page.

check-mistakes.py compare PRODUCTS   fail if the page "When it does not compile" has another table
check-mistakes.py write PRODUCTS     write the table into the page

PRODUCTS is the folder in which the package is built. All programs are files of one module, so the compiler reads them
in one run; those without a mistake of types come to a second run, which looks at their flow.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources/Schematic/Schematic.docc/Articles/WhenItDoesNotCompile.md"
BEGIN, END = "<!-- mistakes -->\n", "<!-- /mistakes -->"
# What a message has of the form alone.
NAMES_OF_FORMS = re.compile(r"\bForm_\w+\.(Door\.)?|\.OnMainActor\b|@MainActor |@Sendable |isolated ")

TYPES = """
  enum State: Hierarchical { case closed, opening(Int), open }
  enum Event { case open(Int), opened, close, tick }
  var people = 0
  func start(_ hand: Int) {}
  func count() {}
  func shut() {}
  func beep() {}
  func wait() async {}
"""
RULES = """
    switch (state, event) {
    case (.closed, .open(let hand)): return .to(.opening(hand), "start") { $0.start(hand) }
    case (.opening, .opened): return .to(.open)
    case (.open, .close):
      return when("empty") { $0.people == 0 } ? .to(.closed, "shut") { $0.shut() } : .rejected
    case (.open, .tick): return .stay("count") { $0.count() }
    default: return .ignored
    }
"""
STATES = """
    switch state {
    case .opening: return .entry("beep") { $0.beep() }.after(.seconds(5), send: .opened)
    case .closed, .open: return .none
    }
"""
CLOSURES = f"state, event, when in{RULES}  }} states: {{ state in{STATES}  }}"
SCHEMA = "static let schema = StateMachineSchema"
FORMS = {
    "closure": f"final class Door {{{TYPES}{SCHEMA}<State, Event, Door>(initialState: .closed) {{ {CLOSURES}\n}}",
    "function": f"""final class Door {{{TYPES}{SCHEMA}(initialState: .closed, logic: rules, states: behavior)
  static func rules(from state: State, on event: Event, _ when: Guard<Door>) -> Transition<State, Door> {{{RULES}  }}
  static func behavior(of state: State) -> StateBehavior<Event, Door> {{{STATES}  }}\n}}""",
    "region": f"""final class Door {{\n  struct House {{ var door = State.closed }}{TYPES}
  {SCHEMA}<House, Event, Door>(initialState: House(), regions: .region(\\.door) {{ {CLOSURES})\n}}""",
    "main actor": "@MainActor final class Door {"
    + f"{TYPES}{SCHEMA}<State, Event, Door>(initialState: .closed, on: MainActor.self) {{ {CLOSURES}\n}}",
    "actor": f"actor Door {{{TYPES}{SCHEMA}<State, Event, Door>(initialState: .closed) {{ {CLOSURES}\n}}",
}
MISTAKES = [
    ("a state that doesn't exist", ".to(.open)", ".to(.opne)"),
    ("an event that doesn't exist", ".opened)", ".openned)"),
    ("an answer that doesn't exist", ".rejected", ".rejcted"),
    ("a missing payload", ".to(.opening(hand)", ".to(.opening"),
    ("a payload of another type", ".to(.opening(hand)", '.to(.opening("left")'),
    ("a label that is no text", '.to(.closed, "shut")', ".to(.closed, 7)"),
    ("a method of an action that doesn't exist", "{ $0.shut() }", "{ $0.shutt() }"),
    ("`await` in an action", "{ $0.count() }", "{ await $0.wait() }"),
    ("a forgotten `return`", "return .stay", ".stay"),
    ("a method of an entry that doesn't exist", "$0.beep()", "$0.bep()"),
    ("the event of a timeout that doesn't exist", "send: .opened", "send: .opned"),
    ("a number for a time", ".seconds(5)", "5"),
    ("a property of a guard that doesn't exist", "$0.people", "$0.peple"),
    ("no answer", "return .to(.open)", "break"),
]


def programs(folder, number, old, new):
    """Writes a program in each form, with a text replaced. Returns the file of each form, and the changed line."""
    files = {}
    for form, right in FORMS.items():
        file = folder / f"{form.replace(' ', '-')}-{number}.swift"
        text = f"import Schematic\n\nenum Form_{file.stem.replace('-', '_')} {{\n%s\n}}\n"
        wrong = text % right.replace(old, new, 1)
        file.write_text(wrong)
        pairs = zip((text % right).split("\n"), wrong.split("\n"))
        files[form] = file, next((line for line, (one, other) in enumerate(pairs, 1) if one != other), None)
    return files


def first_errors(files, products):
    """Returns the first error of each file that has one: its line and its text."""
    command = ["swiftc", "-parse-as-library", "-wmo", "-emit-sil", "-o", "/dev/null", "-module-name", "Forms",
               "-swift-version", "6", "-diagnostic-style", "llvm", "-I", f"{products}/Modules",
               "-I", ROOT / "Sources/CSchematicAtomics/include"]
    found = {}
    while True:
        done = subprocess.run(
            [*command, *(file for file in files if file not in found)], capture_output=True, text=True)
        errors = re.findall(r"^(.+\.swift):(\d+):\d+: error: (.*)", done.stderr, re.MULTILINE)
        if not errors and done.returncode != 0:
            sys.exit(f"check-mistakes: the compiler fails without an error of a program:\n{done.stderr}")
        if not errors:
            return found
        for file, line, text in errors:
            found.setdefault(pathlib.Path(file), (int(line), NAMES_OF_FORMS.sub("", text)))


def table(products):
    folder = ROOT / ".build-messages/mistakes"
    subprocess.run(["rm", "-rf", folder], check=True)
    folder.mkdir(parents=True)
    right = programs(folder, 0, "", "")
    wrong = [programs(folder, number, old, new) for number, (_, old, new) in enumerate(MISTAKES, 1)]
    errors = first_errors(sorted(file for files in [right, *wrong] for file, _ in files.values()), products)
    refused = {form: errors[file] for form, (file, _) in right.items() if file in errors}
    if refused:
        sys.exit(f"check-mistakes: right rules are refused: {refused}")
    rows = ["| what is wrong | what the compiler says, in a function | named so at its line in |", "|---|---|---|"]
    for (mistake, _, _), files in zip(MISTAKES, wrong):
        silent = [form for form, (file, _) in files.items() if file not in errors]
        if silent:
            sys.exit(f"check-mistakes: {mistake} compiles in {', '.join(silent)}")
        # A function is compiled as what it is. In the other forms the same must be said, or it isn't named.
        text = errors[files["function"][0]][1]
        named = [form for form, (file, line) in files.items() if errors[file] == (line, text)]
        forms = "all forms" if len(named) == len(FORMS) else "only: " + ", ".join(named)
        if not named:
            ends = [file.read_text().split("\n")[errors[file][0] - 1].strip()[:1] for file, _ in files.values()]
            forms = "none: at the end of the rules" if set(ends) == {"}"} else "none"
        rows.append(f"| {mistake} | `{text.replace('|', chr(92) + '|')}` | {forms} |")
    return "\n".join(rows) + "\n"


def main(verb, products):
    page = PAGE.read_text()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"check-mistakes: {PAGE.name} lacks the marks of the table, or has them twice")
    before, _, rest = page.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = "\n" + table(products) + "\n"
    if verb == "write":
        PAGE.write_text(before + BEGIN + new + END + after)
    elif old != new:
        sys.exit(f"check-mistakes: {PAGE.name} has another table than the compiler's:{new}"
                 "run Scripts/check-messages.sh write")
    print(f"check-mistakes: {len(MISTAKES)} mistakes in {len(FORMS)} forms are named as the page says")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("compare", "write"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
