#!/usr/bin/env python3
"""Edits rules of the examples at random, and checks that `check` names the line of each edit.

Usage: check-lines.py COUNT [SEED]

Works on a copy of the package in .build-lines. Several edits are made at once, each to another line,
because the examples are built for each batch. An edit changes a label, a guard or a target, adds an
arrow or removes one; for a removed arrow only the file has to be right. Exits with 1 if an edit is
not named with its file and line.
"""

import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / ".build-lines" / "package"
BATCH = 40

LABEL = re.compile(r'(\.(?:to|stay|entry|exit|task|rejected)\((?:\.\w+, )?")([^"\\]+)(")')
GUARD = re.compile(r'(when\(")([^"\\]+)(")')
TARGET = re.compile(r'(\.to\(\.)(\w+)(?=[,)])')
ANSWER = re.compile(r'(: (?:return )?)\.to\(\.\w+(?:, "[^"\\]+")?\)$')
IGNORED = re.compile(r"(case .*: (?:return )?)\.ignored$")


def edits(file, lines):
    """Yields the possible edits of a file: the line, its new text, and what the check must say."""
    # Regions are machines of their own, whose states have other types.
    text = "\n".join(lines)
    has_one_machine = text.count("StateMachineSchema") == 1 and ".region(" not in text
    states = sorted({match[2] for line in lines for match in TARGET.finditer(line)})
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("//"):
            continue
        mark = f"edit {number}"
        if LABEL.search(line):
            yield number, LABEL.sub(rf"\g<1>{mark}\3", line, count=1), mark
        if GUARD.search(line):
            yield number, GUARD.sub(rf"\g<1>{mark}\3", line, count=1), mark
        if has_one_machine and (match := TARGET.search(line)) and len(states) > 1:
            other = states[(states.index(match[2]) + 1) % len(states)]
            yield number, TARGET.sub(rf"\g<1>{other}", line, count=1), other
        if ANSWER.search(line):
            yield number, ANSWER.sub(r"\1.ignored", line), None
        if IGNORED.search(line):
            yield number, IGNORED.sub(rf'\1.stay("{mark}")', line), mark


def check():
    """Returns the changes that the check of the copy names, by their places."""
    # An edit may leave a value that nothing uses any more, and in CI such warnings are errors.
    usual = {name: value for name, value in os.environ.items() if name != "CI"}
    built = subprocess.run(["swift", "build", "-q", "--product", "Diagrams"], cwd=COPY, env=usual, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if built.returncode != 0:
        sys.exit(f"{built.stdout}check-lines: the edited package doesn't build")
    programs = subprocess.check_output(["swift", "build", "--show-bin-path"], cwd=COPY, text=True).strip()
    done = subprocess.run([f"{programs}/Diagrams", "check", "--json"], cwd=COPY, text=True,
                          capture_output=True)
    found = collections.defaultdict(list)
    for problem in json.loads(done.stdout)["problems"]:
        for change in problem["changes"]:
            source = change.get("source") or {}
            found[source.get("file"), source.get("line")].append(change)
    return found


def main(count, seed):
    print(f"check-lines: seed {seed}")
    choice = random.Random(seed)
    # Hidden folders, such as the build folder, stay for the next time.
    for path in COPY.glob("[!.]*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    subprocess.run(["git", "checkout-index", "--all", "--force", f"--prefix={COPY}/"], cwd=ROOT, check=True)
    files = {
        path.relative_to(COPY): path.read_text() for path in sorted(COPY.glob("Examples/**/*.swift"))
        if "StateMachineSchema" in path.read_text() and "Orders" not in path.parts}
    made = missed = 0
    while made < count:
        chosen = {}
        pool = [(name, *edit) for name, text in files.items() for edit in edits(name, text.split("\n"))]
        choice.shuffle(pool)
        for name, number, line, says in pool:
            # A rule whose guard and target both changed is another rule, which is named by the line of its target. So
            # at most one line of a statement is edited at a time.
            near = any((name, other) in chosen for other in range(number - 2, number + 3))
            if len(chosen) < min(BATCH, count - made) and not near:
                chosen[name, number] = (line, says)
        for name, text in files.items():
            lines = text.split("\n")
            for (file, number), (line, _) in chosen.items():
                if file == name:
                    lines[number - 1] = line
            (COPY / name).write_text("\n".join(lines))
        found = check()
        for (name, number), (line, says) in sorted(chosen.items()):
            made += 1
            if says is None:
                right = any(file == str(name) for file, _ in found)
            else:
                right = any(says in f"{change['summary']} {change.get('after')}"
                            for change in found[str(name), number])
            if not right:
                missed += 1
                print(f"{name}:{number}: not named: {line.strip()}")
    print(f"check-lines: {made - missed} of {made} edits are named with their lines")
    sys.exit(1 if missed else 0)


main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32))
