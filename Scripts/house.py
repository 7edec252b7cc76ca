#!/usr/bin/env python3
"""Draws the house: which folder of the sources uses types that another one declares.

house.py          prints the picture, in Mermaid
house.py write    writes it into CONTRIBUTING.md
house.py check    fails if CONTRIBUTING.md shows another one, or if folders use each other in a circle
house.py why A B  prints the types of folder B that folder A uses, and where

A folder is a module, or a folder of one of the modules with several.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- house -->\n\n", "<!-- /house -->"
DIVIDED = ["SchematicGraph"]
# Types inside others are used by the names of those.
DECLARATION = re.compile(r"^((?:@?\w+(?:\([^)]*\))?\s+)*)(?:struct|enum|class|protocol|actor|typealias)\s+([A-Z]\w*)", re.M)
IMPORT = re.compile(r"^\s*(?:@\w+\s+|package\s+|public\s+)*import\s+(\w+)", re.M)
WORD = re.compile(r"\b[A-Z]\w*\b")


def without_texts(code):
    """Returns code without comments and string literals, but with what is interpolated."""
    code = re.sub(r'"""(.*?)"""', lambda found: " ".join(re.findall(r"\\\((.*?)\)", found[1])), code, flags=re.S)
    code = re.sub(r'"(?:\\.|[^"\\\n])*"', lambda found: " ".join(re.findall(r"\\\((.*?)\)", found[0])), code)
    code = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    return re.sub(r"//.*", "", code)


def folder(path):
    parts = path.relative_to(ROOT / "Sources").parts
    if parts[0] in DIVIDED and len(parts) > 2:
        return f"{parts[0]}/{parts[1]}"
    return parts[0]


def read():
    """Returns the folders, the folder that declares each type, and where each folder uses types of another."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "Sources/*.swift"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()
    # The code of tutorials is that of readers.
    names = [name for name in names if ".docc/" not in name]
    files = {ROOT / name: without_texts((ROOT / name).read_text()) for name in names if (ROOT / name).exists()}
    homes = defaultdict(set)
    private = defaultdict(set)
    for path, code in files.items():
        for modifiers, name in DECLARATION.findall(code):
            if "private" in modifiers:
                private[path].add(name)
            else:
                homes[name].add(folder(path))
    uses = defaultdict(lambda: defaultdict(set))
    for path, code in files.items():
        here = folder(path)
        seen = set(IMPORT.findall(code)) | {here.split("/")[0]}
        for name in set(WORD.findall(code)) - private[path]:
            # A name that several folders declare says nothing.
            places = [place for place in homes.get(name, ()) if place.split("/")[0] in seen]
            if len(places) == 1 and here != places[0]:
                uses[here][places[0]].add((name, path.name))
    return sorted({folder(path) for path in files}), uses


def reached(start, uses, without=None):
    """Returns the folders that `start` uses, directly or not. Its arrow to `without` does not count."""
    seen, waiting = set(), [other for other in uses[start] if other != without]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += uses[name]
    return seen


def circles(folders, uses):
    """Returns the groups of folders that use each other, directly or not."""
    reach = {name: reached(name, uses) for name in folders}
    return sorted({tuple(sorted({name} | {o for o in reach[name] if name in reach[o]})) for name in folders if name in reach[name]})


def shown(folders, uses):
    """Returns the arrows that do not follow from others."""
    return [(a, b) for a in folders for b in sorted(uses[a]) if b not in reached(a, uses, without=b)]


def picture(folders, uses):
    def key(name):
        return name.replace("/", "_")

    lines = ["```mermaid", "flowchart TD"]
    for module in sorted({name.split("/")[0] for name in folders}):
        inside = [name for name in folders if name.split("/")[0] == module]
        if len(inside) == 1:
            lines.append(f"  {key(module)}[{module}]")
            continue
        lines.append(f"  subgraph {module}")
        lines += [f"    {key(name)}[{name.split('/')[-1]}]" for name in inside]
        lines.append("  end")
    lines += [f"  {key(a)} --> {key(b)}" for a, b in shown(folders, uses)]
    return "\n".join(lines + ["```", ""])


def main(verb="", *names):
    folders, uses = read()
    if verb == "why":
        found = uses[names[0]][names[1]]
        for name in sorted({name for name, _ in found}):
            print(name, *sorted(file for other, file in found if other == name))
        return
    page = PAGE.read_text()
    if verb in ("write", "check") and BEGIN not in page:
        sys.exit(f"CONTRIBUTING.md: there is no line {BEGIN.strip()}")
    text = picture(folders, uses)
    if verb == "":
        print(text, end="")
    elif verb == "write":
        start = page.index(BEGIN) + len(BEGIN)
        PAGE.write_text(page[:start] + text + page[page.index(END, start):])
    elif verb == "check":
        problems = [
            f"Sources: {', '.join(group)} use each other; see Scripts/house.py why"
            for group in circles(folders, uses)
        ]
        start = page.index(BEGIN) + len(BEGIN)
        old, new = page[start:page.index(END, start)].splitlines(), text.splitlines()
        changed = [f"+{line}" for line in new if line not in old] + [f"-{line}" for line in old if line not in new]
        if changed:
            problems.append(
                "CONTRIBUTING.md: the picture of the house isn't that of the code:\n" + "\n".join(changed)
                + "\nundo what adds an arrow, or, if it is meant: Scripts/house.py write")
        if problems:
            sys.exit("\n".join(problems))
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
