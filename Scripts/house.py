#!/usr/bin/env python3
"""Draws the folders of Sources, and holds the modules to a budget.

house.py          prints the picture, in Mermaid, and the weights
house.py write    writes the picture into CONTRIBUTING.md
house.py check    fails if CONTRIBUTING.md shows another picture, if folders use each other in a circle, or if a
                  module, or all of them together, is heavier or more knotted than Scripts/weight.txt allows
house.py why A B  prints the types and members of folder B that folder A uses, and where
house.py knot M   prints the largest knot of a module: each of its files, with the files in it that this one uses

A folder is a module, or a folder of SchematicGraph, SchematicAnalysis or SchematicDiagrams. The weight of a module
of Sources or Plugins is its lines of code: comments are free. Other folders are weighed too, and have no limit. A
knot is a group of files of one module that all reach each other through types and free functions.
"""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
TABLE = ROOT / "Scripts/weight.txt"
SUM = "all"
KINDS = {".swift", ".c", ".h", ".js", ".css", ".html", ".py", ".sh"}
BEGIN, END = "<!-- house -->\n\n", "<!-- /house -->"
DIVIDED = ["SchematicGraph", "SchematicAnalysis", "SchematicDiagrams", "Schematic"]
# Only outermost types count: code uses inner types through the outer ones.
DECLARATION = re.compile(r"^((?:@?\w+(?:\([^)]*\))?\s+)*)(?:struct|enum|class|protocol|actor|typealias)\s+([A-Z]\w*)", re.M)
IMPORT = re.compile(r"^\s*(?:@\w+\s+|package\s+|public\s+)*import\s+(\w+)", re.M)
EXPORT = re.compile(r"^\s*@_exported\s+(?:public\s+)?import\s+(\w+)", re.M)
WORD = re.compile(r"\b[A-Z]\w*\b")
FUNCTION = re.compile(r"^((?:@?\w+(?:\([^)]*\))?\s+)*)func\s+([a-z]\w*)", re.M)
CALL = re.compile(r"(?<![.\w])([a-z]\w*)\(")
# Only names of several words count: many types have members with the same single word.
MEMBER = re.compile(r"^ *((?:@?\w+(?:\([^)]*\))?\s+)*)(?:func|var|let|case)\s+`?([a-z]+[A-Z]\w*)", re.M)
USED_MEMBER = re.compile(r"\.([a-z]+[A-Z]\w*)\b")
# The members that types have from protocols of the standard library don't count.
STANDARD = {"rawValue", "allCases", "startIndex", "endIndex", "isEmpty", "makeIterator", "debugDescription", "errorDescription"}


def without_texts(code):
    """Returns code without comments and string literals, but with the code that literals interpolate."""
    code = re.sub(r'"""(.*?)"""', lambda found: " ".join(re.findall(r"\\\((.*?)\)", found[1])), code, flags=re.S)
    code = re.sub(r'"(?:\\.|[^"\\\n])*"', lambda found: " ".join(re.findall(r"\\\((.*?)\)", found[0])), code)
    code = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    return re.sub(r"//.*", "", code)


def without_conditions(code):
    """Returns code in which what stands between #if and #endif is indented like everything else."""
    return re.sub(r"^#if .*?^#endif", lambda found: re.sub(r"^  ", "", found[0], flags=re.M), code, flags=re.M | re.S)


def folder(path):
    parts = path.relative_to(ROOT / "Sources").parts
    if parts[0] in DIVIDED and len(parts) > 2:
        return f"{parts[0]}/{parts[1]}"
    return parts[0]


def listed(*places):
    """Returns the files that git has or would take, without the code in tutorials."""
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *places],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return [name for name in names if ".docc/" not in name and (ROOT / name).exists()]


def weigh():
    """Returns the lines of code of each module of Sources and Plugins with their sum, and those of other folders."""
    modules, others = Counter(), Counter()
    for name in listed("Sources", "Plugins", "Scripts", "Tests", "Examples", "Benchmarks"):
        path, parts = ROOT / name, name.split("/")
        if path.suffix in KINDS and not path.is_symlink():
            mark = "#" if path.suffix in {".py", ".sh"} else ("//", "/*")
            code = sum(1 for line in map(str.strip, path.read_text().splitlines()) if line and not line.startswith(mark))
            if parts[0] in ("Sources", "Plugins"):
                modules[parts[1]] += code
                modules[SUM] += code
            else:
                others[parts[0]] += code
    return +modules, others


def limits():
    """Returns the most lines of code of each module, and the most files of its largest knot."""
    rows = [line.split() for line in TABLE.read_text().splitlines()[1:]]
    return {name: (int(code), int(knot[0]) if knot else 0) for name, code, *knot in rows}


def table():
    """Returns the weights in lines of code with the limits of those that have one, and the files of the largest knots."""
    (modules, others), known, tied = weigh(), limits(), knots()
    rows = [("module", "code", "limit", "knot", "limit")]
    for name, code in sorted(modules.items()):
        limit, most = known.get(name, ("none", ""))
        rows.append((name, code, limit, len(tied.get(name, [])) or "", most))
    rows += [(name, code, "", "", "") for name, code in sorted(others.items())]
    return "".join(f"{row[0]:24}{row[1]:>10}{row[2]:>10}{row[3]:>10}{row[4]:>10}".rstrip() + "\n" for row in rows)


def excess():
    """Yields a sentence for each limit that is passed, that is missing, or that limits nothing."""
    (modules, _), known, tied = weigh(), limits(), knots()
    for name in sorted(modules.keys() | known.keys()):
        code, (limit, most) = modules[name], known.get(name, (None, 0))
        if len(tied.get(name, [])) > most:
            yield (f"{name}: {len(tied[name])} files all reach each other, and the limit is {most}; "
                   f"see Scripts/house.py knot {name}")
        if limit is None:
            yield f"{name}: {code} lines of code, and Scripts/weight.txt has no limit"
        elif code == 0:
            yield f"{name}: has no code; take its limit out of Scripts/weight.txt"
        elif code > limit:
            yield f"{name}: {code} lines of code, and the limit is {limit}: take something away"


def sources(pattern):
    """Returns the code of files, without texts, by their paths."""
    return {ROOT / name: without_conditions(without_texts((ROOT / name).read_text())) for name in listed(pattern)}


def read():
    """Returns the folders, and where each folder uses types and members that another one declares."""
    files = sources("Sources/*.swift")
    homes = defaultdict(set)
    private = defaultdict(set)
    for path, code in files.items():
        for modifiers, name in DECLARATION.findall(code) + MEMBER.findall(code):
            if "private" in modifiers:
                private[path].add(name)
            else:
                homes[name].add(folder(path))
    exports = defaultdict(set)
    for path, code in files.items():
        exports[folder(path).split("/")[0]] |= set(EXPORT.findall(code))
    uses = defaultdict(lambda: defaultdict(set))
    for path, code in files.items():
        here = folder(path)
        seen = set(IMPORT.findall(code)) | {here.split("/")[0]}
        seen |= {name for module in seen for name in exports[module]}
        for name in (set(WORD.findall(code)) | set(USED_MEMBER.findall(code))) - private[path] - STANDARD:
            # A name that several folders declare doesn't tell which folder is used.
            places = [place for place in homes.get(name, ()) if place.split("/")[0] in seen]
            if len(places) == 1 and here != places[0]:
                uses[here][places[0]].add((name, path.name))
    return sorted({folder(path) for path in files}), uses


def file_uses(module):
    """Returns, for each file of a module, the files whose outermost types and free functions it uses."""
    files = sources(f"Sources/{module}/*.swift")
    homes = defaultdict(set)
    for path, code in files.items():
        for modifiers, name in DECLARATION.findall(code) + FUNCTION.findall(code):
            if "private" not in modifiers:
                homes[name].add(path)
    uses = {}
    for path, code in files.items():
        code = re.sub(r"^#.*", "", code, flags=re.M)
        places = [homes[name] for name in set(WORD.findall(code)) | set(CALL.findall(code)) if name in homes]
        uses[path] = {other for found in places if len(found) == 1 for other in found if other != path}
    return uses


def knots():
    """Returns the files of the largest knot of each module; none if no two files reach each other."""
    found = {}
    for module in sorted(path.name for path in (ROOT / "Sources").iterdir()):
        uses = file_uses(module)
        found[module] = max(circles(list(uses), uses), key=len, default=())
    return found


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
    page, text = PAGE.read_text(), picture(folders, uses)
    if BEGIN not in page:
        sys.exit(f"CONTRIBUTING.md: there is no line {BEGIN.strip()}")
    start = page.index(BEGIN) + len(BEGIN)
    end = page.index(END, start)
    if verb == "":
        print(text, table(), sep="\n", end="")
    elif verb == "why" and len(names) == 2:
        found = uses[names[0]][names[1]]
        for name in sorted({name for name, _ in found}):
            print(name, *sorted(file for other, file in found if other == name))
    elif verb == "knot" and len(names) == 1:
        knot, tied = knots()[names[0]], file_uses(names[0])
        for path in knot:
            print(path.name, *sorted(other.name for other in tied[path] if other in knot))
    elif verb == "write":
        PAGE.write_text(page[:start] + text + page[end:])
    elif verb == "check":
        problems = [f"Sources: {', '.join(group)} use each other; see Scripts/house.py why"
                    for group in circles(folders, uses)]
        old, new = page[start:end].splitlines(), text.splitlines()
        changed = [f"+{line}" for line in new if line not in old] + [f"-{line}" for line in old if line not in new]
        if changed:
            problems.append(
                "CONTRIBUTING.md: the picture of the house isn't that of the code:\n" + "\n".join(changed)
                + "\nundo what adds an arrow, or, if it is meant: Scripts/house.py write")
        if problems := problems + list(excess()):
            sys.exit("\n".join(problems))
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
