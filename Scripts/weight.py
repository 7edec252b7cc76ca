#!/usr/bin/env python3
"""Weighs the modules, so that they grow only if somebody means it.

weight.py         prints the table: lines of code, lines of comments and public symbols of each module
weight.py write   writes it to Scripts/weight.txt; say in the commit's message what the new lines are for
weight.py check   fails if a module has grown by more than 2 % since the table was written
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Scripts/weight.txt"
COLUMNS = ["code", "comments", "public"]
MOST = 1.02
KINDS = {".swift", ".c", ".h", ".js", ".css", ".html", ".py", ".sh"}


def module(name):
    parts = name.split("/")
    return parts[1] if parts[0] in ("Sources", "Plugins") and len(parts) > 2 else parts[0]


def weigh():
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard",
         "Sources", "Plugins", "Scripts", "Tests", "Examples", "Benchmarks"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()
    weights = {}
    for name in names:
        path = ROOT / name
        if path.suffix not in KINDS or path.is_symlink() or not path.exists() or ".docc/" in name:
            continue
        weight = weights.setdefault(module(name), Counter())
        mark = "#" if path.suffix in {".py", ".sh"} else ("//", "/*", " *")
        for line in path.read_text().splitlines():
            if line.strip():
                weight["comments" if line.lstrip().startswith(mark) else "code"] += 1
    for path in (ROOT / "Scripts/api").glob("*.txt"):
        if path.stem in weights:
            symbols = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
            weights[path.stem]["public"] = len(symbols)
    return weights


def text(weights):
    rows = [f"{'module':24}" + "".join(f"{column:>10}" for column in COLUMNS)]
    for name in sorted(weights):
        rows.append(f"{name:24}" + "".join(f"{weights[name][column]:>10}" for column in COLUMNS))
    return "\n".join(rows) + "\n"


def read():
    rows = [re.split(r"\s+", row) for row in TABLE.read_text().splitlines()[1:]]
    return {row[0]: Counter(dict(zip(COLUMNS, map(int, row[1:])))) for row in rows}


def check(weights):
    known = read()
    problems = []
    for name, weight in sorted(weights.items()):
        for column in COLUMNS:
            before, now = known.get(name, Counter())[column], weight[column]
            if now > before * MOST and now > before + 20:
                problems.append(f"{name}: {column} {before} → {now}")
    if problems:
        sys.exit(
            "\n".join(problems)
            + "\nTake something away, or run Scripts/weight.py write and give the reason in the commit's message.")


match sys.argv[1:]:
    case []:
        print(text(weigh()), end="")
    case ["write"]:
        TABLE.write_text(text(weigh()))
    case ["check"]:
        check(weigh())
    case _:
        sys.exit(__doc__)
