"""Writes the pages of the site that DocC doesn't make: the first page, a page for each kind of reader, and a page
for each example, on which it can be played.

Usage: pages.py TOOL SITE

TOOL is the program that draws the examples. DocC's pages are in SITE already, or will be.
"""

import html
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
STYLE = (pathlib.Path(__file__).parent / "style.css").read_text()

# A text about each module, and its picture: a diagram, an image, or a few lines.
MODULES = {
    "Schematic": ("Rules as a pure function, and machines that follow them. Imports nothing.",
                  "case .push:\n  return .to(.locked, \"lock\")\n\nmachine.handle(.push)"),
    "SchematicCases": ("The cases of states and events, with names and samples; saved machines.",
                       "try JSONEncoder().encode(\n  machine.snapshot())"),
    "SchematicAnalysis": ("Walks, properties, equivalence: what can happen, and which events lead there.",
                          "try graph.check(\n  .always(.reachable(\"locked\")))"),
    "SchematicGraph": ("The graph of a schema or of any step function: findings, differences, paths, and seven notations.",
                       "Turnstile.svg"),
    "SchematicGraphviz": ("SVG, PNG, PDF and pages that play, drawn in-process.", "MediaPlayer.svg"),
    "SchematicDiagrams": ("The command that draws, checks in CI, and compares.",
                          "$ swift run Diagrams check\n~ unlocked: push stays / lock,\n  was: leads to locked / lock"),
    "SchematicTesting": ("Walks for real machines, coverage, and properties, for Swift Testing.",
                         "@Test func everyArrow() {\n  expectAllTransitions(\n    of: Turnstile.schema)\n}"),
    "SchematicTraces": ("Files of what running machines did, to be checked against their diagrams.",
                        "{\"state\":\"locked\",\n \"event\":\"coin\",\n \"outcome\":\"moved\"}"),
    "SchematicInspector": ("The page of running machines, live in a browser.", "player.png"),
    "SchematicObservation": ("Machines that Swift's Observation tracks, for SwiftUI.", "SignIn.svg"),
    "SchematicMacros": ("The cases of enums with payloads, written by a macro.",
                        "@Graphable enum Command {\n  case playTrack(number: Int)\n  case pauseOrResume\n}"),
}

# The pages for each kind of reader, in reading order: the address, the title, and a text about it.
READERS = {
    "have": ("I have a machine", "A hand-written machine gets the picture, the check and the tests. Nothing in it changes.", [
        ("documentation/schematicgraph/drawamachineyoualreadyhave", "Draw a machine you already have",
         "A package beside yours, private states, errors and traps, and what cannot be reached."),
        ("documentation/schematicgraph/whatcounts", "What counts",
         "What the picture knows of a machine, and what to leave out."),
        ("documentation/schematicgraph/recipesformachines", "Recipes for machines",
         "Private machines, services, continuations, promises, what cannot be copied."),
        ("documentation/schematicgraph/fromflagstoanenum", "From flags to an enum",
         "Five Booleans drawn, the combination that contradicts itself, and the enum."),
        ("documentation/schematicgraph/keepthelibraryyouhave", "Keep the library you have",
         "SwiftState, GameplayKit, ReSwift, the Composable Architecture, ReactorKit."),
        ("documentation/schematictesting/testingfromthepicture", "Testing from the picture",
         "Walks through the machine, and what they find."),
        ("documentation/schematicanalysis/acrashinthepicture", "A crash in the picture",
         "Old crashes of well-known packages, seen before they happen."),
        ("documentation/schematic/comingfromanenum", "Coming from an enum",
         "If the machine is to run on drawn rules."),
    ]),
    "write": ("I write one", "Rules are a function, and the picture is what the function answers.", [
        ("tutorials/schematic/fromanemptyfolder", "Tutorial: from an empty folder to a check that fails",
         "Write a door, draw it, test every arrow, and see CI name a mistake."),
        ("documentation/schematic/gettingstarted", "Getting started", "The terms, with a thermostat."),
        ("documentation/schematic/guards", "Guards", "Conditions, whose two answers are drawn."),
        ("documentation/schematic/timeandtasks", "Time and tasks", "Timeouts and asynchronous tasks of states."),
        ("documentation/schematic/nestingandregions", "States inside states, and side by side",
         "Nesting, embedding, histories and regions."),
        ("documentation/schematic/whenitdoesnotcompile", "When it does not compile",
         "The compiler's messages, and the line to write."),
        ("documentation/schematic/promises", "Promises", "All of them, each with its test."),
    ]),
    "app": ("In an app", "A model on the main actor, views that follow it, and tests without a simulator.", [
        ("documentation/schematicobservation/inswiftui", "In SwiftUI", "A model, its views, its tests and its diagrams."),
        ("documentation/schematicobservation/asignintested", "A sign-in, tested",
         "A model of real size, and what tests prove of it."),
        ("documentation/schematic/cookbook", "Cookbook", "Navigation, undo, deep links, deferred events, retries."),
        ("documentation/schematic/whenitdoesnotcompile", "When it does not compile",
         "Among it: modules that are isolated to the main actor."),
        ("documentation/schematicdiagrams/pages", "Pages that play", "Show the machine to somebody who doesn't read Swift."),
    ]),
    "service": ("In a service", "An actor follows the machine, and a row of the database decides.", [
        ("documentation/schematic/inaservice", "In a service", "Actors, saved states, rows that several processes update."),
        ("documentation/schematic/logsmetricstraces", "Logs, metrics, traces", "Ten lines for each of them."),
        ("documentation/schematictraces/traces", "Traces", "What machines did, checked against their diagrams."),
        ("documentation/schematiccases", "Saved machines", "Snapshots, without diagrams."),
        ("documentation/schematicinspector", "Inspector", "Running machines in a browser."),
    ]),
    "ci": ("In CI", "The check names the arrow that changed.", [
        ("documentation/schematic/fromrulestoci", "From rules to a check in CI", "A package, its tests, and a whole workflow."),
        ("documentation/schematicdiagrams/command", "The command", "Every verb: generate, check, diff, review, replay, render, list, watch."),
        ("documentation/schematicgraph/therecord", "The record", "What is committed, line by line."),
    ]),
}


def page(title, body, depth=0):
    up = "../" * depth
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<link rel="stylesheet" href="{up}style.css">
</head>
<body>
{body}
</body>
</html>
"""


def examples():
    """Returns the names of the examples in the order of their list, each with a text about it."""
    shows = dict(re.findall(r"^\| \[(\w+)\]\([\w/.]+\) \| (.*) \|$", (ROOT / "Examples/README.md").read_text(), re.M))
    names = re.findall(r'^  Diagram\("(\w+)"', (ROOT / "Examples/Catalog.swift").read_text(), re.M)
    return [(name, shows[name]) for name in names]


def inline(text):
    """Returns a line of Markdown as HTML: code, emphasis and escapes."""
    text = html.escape(html.unescape(re.sub(r"\\([^A-Za-z0-9\s])", r"\1", text)), quote=False)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", re.sub(r"`([^`]*)`", r"<code>\1</code>", text))


def table(markdown):
    rows = [re.split(r"(?<!\\)\|", line.strip())[1:-1] for line in markdown.splitlines() if line.startswith("|")]
    head, lines = rows[0], rows[2:]
    cells = lambda row, tag: "".join(f"<{tag}>{inline(one.strip())}</{tag}>" for one in row)
    return (f"<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Transitions\"><table><thead><tr>{cells(head, 'th')}</tr></thead>"
            f"<tbody>{''.join(f'<tr>{cells(row, chr(116) + chr(100))}</tr>' for row in lines)}</tbody></table></div>")


def code(name):
    files = [*ROOT.glob(f"Examples/{name}.swift"), *ROOT.glob(f"Examples/*/{name}.swift")]
    return html.escape("\n".join(file.read_text() for file in files), quote=False)


def rendered(tool, form, name):
    return subprocess.run([tool, "render", "--format", form, "--", name], check=True, capture_output=True).stdout


def write_example(tool, site, name, shows):
    (site / "play" / f"{name}.html").write_bytes(rendered(tool, "html", name))
    transitions = table(rendered(tool, "md", name).decode())
    body = f"""<p><a href="../index.html">Schematic</a></p>
<h1>{name}</h1>
<p class="lede">Shows {inline(shows)}.</p>
<iframe src="../play/{name}.html" title="{name}, to be played"></iframe>
<p class="quiet">Press a lit label or a button to send an event. <a href="../play/{name}.html">Open it alone</a>,
or look at <a href="../pictures/{name}.svg">the committed picture</a>.</p>
<h2>Transitions</h2>
{transitions}
<h2>Code</h2>
<div class="panel"><pre tabindex="0">{code(name)}</pre></div>"""
    (site / "examples" / f"{name}.html").write_text(page(name, body, depth=1))


def card(link, picture, title, text):
    if picture.endswith((".svg", ".png")):
        inside = f'<img src="pictures/{picture}" alt="" loading="lazy">'
    else:
        inside = f"<pre>{html.escape(picture, quote=False)}</pre>"
    return (f'<li><a class="card panel" href="{link}"><div class="picture">{inside}</div>'
            f"<p><strong>{title}</strong> {inline(text)}</p></a></li>")


def ways_to(pages):
    return '<ul class="ways">' + "".join(
        f'<li><a class="panel" href="{link}"><strong>{title}</strong>{inline(text)}</a></li>'
        for link, title, text in pages) + "</ul>"


def reader_page(name):
    title, text, pages = READERS[name]
    return page(title, f"""<p><a href="index.html">Schematic</a></p>
<h1>{title}</h1>
<p class="lede">{text}</p>
{ways_to(pages)}""")


def first_page(found):
    # The same machine, picture and message as on the first screen of the README.
    readme = (ROOT / "README.md").read_text()
    rules = re.search(r"```swift\n(.*?)```", readme, re.S)[1]
    drift = re.search(r"<!-- message -->\n```text\n(.*?)```", readme, re.S)[1].splitlines()
    drift = [f"<b>{html.escape(line)}</b>" if line.startswith("~ ") else html.escape(line) for line in drift]
    ways = ways_to((f"{name}.html", title, text) for name, (title, text, _) in READERS.items())
    cards = "\n".join(card(f"examples/{name}.html", f"{name}.svg", name, f"Shows {shows}.") for name, shows in found)
    modules = "\n".join(card(f"documentation/{name.lower()}", picture, name, text)
                        for name, (text, picture) in MODULES.items())
    return page("Schematic", f"""<h1>Schematic</h1>
<p class="lede">State machines for Swift whose diagrams are drawn by running their rules: if a rule changes, CI
fails and names the arrow that changed.</p>
<div class="pair">
<div class="panel"><pre tabindex="0">{html.escape(rules, quote=False)}</pre></div>
<div class="panel picture"><img src="pictures/Upload.walk.svg"
  alt="From waiting, start leads to sending. From there, sent leads to done, and broke to failed, from which retry leads back."></div>
</div>
<div class="panel console"><pre tabindex="0">{chr(10).join(drift)}</pre></div>
<h2>Where to begin</h2>
{ways}
<h2>Examples, to be played</h2>
<ul class="cards">
{cards}
</ul>
<h2>Modules</h2>
<ul class="cards">
{modules}
</ul>
<p class="quiet"><a href="documentation/schematic/scope">Scope</a>,
<a href="documentation/schematic/howitcompares">How it compares</a>,
<a href="documentation/schematic/whenitdoesnotcompile">Troubleshooting</a>,
<a href="documentation/schematic/promises">Promises and their tests</a>,
<a href="documentation/evolution">Evolution</a>.</p>""")


def main(tool, site):
    site = pathlib.Path(site)
    for folder in ["play", "examples", "pictures"]:
        (site / folder).mkdir(parents=True, exist_ok=True)
    found = examples()
    for picture in [*ROOT.glob("Diagrams/*.svg"),
                    ROOT / "Sources/SchematicDiagrams/SchematicDiagrams.docc/Resources/player.png"]:
        shutil.copy(picture, site / "pictures" / picture.name)
    for number, (name, shows) in enumerate(found, 1):
        print(f"docs: example {number} of {len(found)}, {name}", flush=True)
        write_example(tool, site, name, shows)
    (site / "style.css").write_text(STYLE)
    (site / "index.html").write_text(first_page(found))
    for name in READERS:
        (site / f"{name}.html").write_text(reader_page(name))


main(*sys.argv[1:])
