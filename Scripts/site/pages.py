"""Writes the pages of the site that are not DocC's: the first page, and one for each example, which can be
played there.

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

# What each module gives, as a picture: a diagram, an image, or a few lines.
MODULES = {
    "Schematic": ("Rules as a pure function, and machines that follow them. Imports nothing.",
                  "case .push:\n  return .to(.locked, \"lock\")\n\nmachine.handle(.push)"),
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

BEGIN = [
    ("documentation/schematicgraph/drawamachineyoualreadyhave", "Draw a machine you already have",
     "Any step function gets the picture, the check and the tests. Nothing in it changes."),
    ("tutorials/schematic/fromanemptyfolder", "Tutorial: from an empty folder to a check that fails",
     "Write a door, draw it, test every arrow, and see CI name a mistake."),
    ("documentation/schematic/gettingstarted", "Write a machine",
     "Rules, guards, actions, time and tasks, in an app or a service."),
]


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
    """Returns the names of the examples in the order of their list, each with what it shows."""
    shows = dict(re.findall(r"^\| \[(\w+)\]\([\w/.]+\) \| (.*) \|$", (ROOT / "Examples/README.md").read_text(), re.M))
    names = re.findall(r'^  Diagram\("(\w+)"', (ROOT / "Examples/Catalog.swift").read_text(), re.M)
    return [(name, shows[name]) for name in names]


def inline(text):
    """Returns a line of Markdown as HTML: code and escapes, which is all that these lines have."""
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


def first_page(found):
    rules = re.search(r"^  (?:package )?static let schema.*?^  \}\n", (ROOT / "Examples/Turnstile.swift").read_text(),
                      re.S | re.M)[0]
    drift = (ROOT / "IntegrationTests/QuickStart/drift.txt").read_text().splitlines()
    drift = [f"<b>{html.escape(line)}</b>" if ": ~ " in line else html.escape(line) for line in drift[:3]]
    ways = "".join(f'<li><a class="panel" href="{link}"><strong>{title}</strong>{text}</a></li>'
                   for link, title, text in BEGIN)
    cards = "\n".join(card(f"examples/{name}.html", f"{name}.svg", name, f"Shows {shows}.") for name, shows in found)
    modules = "\n".join(card(f"documentation/{name.lower()}", picture, name, text)
                        for name, (text, picture) in MODULES.items())
    unindented = re.sub(r"^  ", "", rules, flags=re.M)
    return page("Schematic", f"""<h1>Schematic</h1>
<p class="lede">State machines for Swift whose diagrams are drawn by running their rules: if a rule changes, CI
fails and names the arrow that changed.</p>
<div class="pair">
<div class="panel"><pre tabindex="0">{html.escape(unindented, quote=False)}</pre></div>
<div class="panel picture"><img src="pictures/Turnstile.svg"
  alt="States locked and unlocked. A coin unlocks if paid, a push locks; other events are listed inside their state."></div>
</div>
<div class="panel console"><pre tabindex="0">{chr(10).join(drift)}</pre></div>
<h2>Where to begin</h2>
<ul class="ways">{ways}</ul>
<h2>Examples, to be played</h2>
<ul class="cards">
{cards}
</ul>
<h2>Modules</h2>
<ul class="cards">
{modules}
</ul>
<p class="quiet"><a href="documentation/schematic/cookbook">Cookbook</a>,
<a href="documentation/schematic/whenitdoesnotcompile">When it does not compile</a>,
<a href="documentation/schematic/promises">Promises and their tests</a>.</p>""")


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


if __name__ == "__main__":
    main(*sys.argv[1:])
