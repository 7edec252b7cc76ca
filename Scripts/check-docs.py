"""Compiles the examples of documentation comments and of the overviews of modules, and looks for symbols and
articles that no group of a module's page names.

Usage: check-docs.py PRODUCTS ARCHIVES

PRODUCTS is the folder of the products, built with all traits, and ARCHIVES the folder of DocC's archives. An
example is a fragment: it passes if it compiles in one of the places of Scripts/comments/Places.swift, beside
the machines of Machines.swift. `…` stands for code that the reader writes. If an example compiles in none of
the places, exits with 1 and prints the compiler's first message for each place.
"""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build-docs" / "comments"
FIXTURES = ROOT / "Scripts" / "comments"
# Examples with these need Apple's frameworks, or packages that are not used here. They are left out.
ELSEWHERE = re.compile(r"import (Logging|os)\b|: View \{|\.package\(")
IMPORTS = [f"import {path.name}" for path in (ROOT / "Sources").glob("Schematic*")
           if path.name != "SchematicMacrosPlugin"]
IMPORTS += ["import Foundation", "import Observation", "import Testing"]
# Declarations that go into a type. A private constant of a file becomes a constant of the type.
DECLARATION = re.compile(
    r"(@\w+ )*(@(Test|Suite)|private let|((@\w+(\(.*\))? )*((private|final|static) )*"
    r"(enum|struct|class|func)\b))")


def examples():
    """Yields the place of each example and its lines."""
    for file in sorted((ROOT / "Sources").rglob("*.swift")):
        if ".docc" not in str(file):
            yield from fenced(file, r"^\s*/// ?(.*)$")
    for file in sorted((ROOT / "Sources").glob("*/*.docc/*.md")):
        yield from fenced(file, r"^(.*)$")


def fenced(file, pattern):
    start, lines = None, []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = re.match(pattern, line)
        text = match[1] if match else ""
        if start is None and text == "```swift":
            start, lines = number, []
        elif start is not None and text == "```":
            if not ELSEWHERE.search("\n".join(lines)):
                yield f"{file.relative_to(ROOT)}:{start}", lines
            start = None
        elif start is not None:
            lines.append(text)


def program(place, lines):
    """Returns the program of an example in a place. Some places have types apart from statements."""
    imports, types, statements = IMPORTS[:], [], []
    depth, target = 0, statements
    for line in lines:
        # A comment behind a line tells its result. `…` is the reader's code, and never returns here.
        code = line.split(" // ")[0].replace("@main", "")
        code = code.replace("private let", "private static let")
        code = code.replace("…", "" if code.startswith("struct") else "fatalError()")
        if depth == 0:
            target = types if DECLARATION.match(line) else statements
        if code.startswith("import "):
            imports.append(code)
        elif not code.strip().startswith("//"):
            target.append(code)
            depth += sum(code.count(c) for c in "{([") - sum(code.count(c) for c in "})]")
    if "// types" not in place:
        types, statements = [], types + statements
    for mark, code in (("// types", types), ("// statements", statements)):
        place = place.replace(mark, "\n".join(code))
    return "\n".join(imports + [place])


def compiler_errors(*arguments):
    """Returns the errors of a run of the compiler over all files, by file."""
    files = sorted(WORK.glob("*.swift"))
    done = subprocess.run(["swiftc", *arguments, *files], text=True, capture_output=True)
    errors = collections.defaultdict(list)
    for line in done.stderr.splitlines():
        match = re.match(r"[^|]*/(\w+)\.swift:(\d+:\d+: error: .*)$", line)
        if match:
            errors[match[1]].append(match[2])
    if "Machines" in errors or (done.returncode != 0 and not errors):
        sys.exit(f"check-docs: {done.stderr[-4000:]}")
    return errors


def compile_all(products, trials):
    """Returns the errors of each trial, all of which are compiled as files of one module."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    shutil.copy(FIXTURES / "Machines.swift", WORK)
    for name, text in trials.items():
        (WORK / f"{name}.swift").write_text(text)
    # The compiler checks no types while a file does not parse.
    errors = compiler_errors("-parse")
    for name in errors:
        (WORK / f"{name}.swift").unlink()
    library = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib/swift"
    plugin = next(products.glob("SchematicMacrosPlugin-tool"))
    return errors | compiler_errors(
        "-typecheck", "-parse-as-library", "-swift-version", "6", "-suppress-warnings",
        "-package-name", re.sub(r"\W", "_", ROOT.name.lower()), "-module-name", "Comments", "-wmo",
        "-I", products / "Modules", "-I", ROOT / "Sources/CSchematicAtomics/include",
        "-I", products / "CSchematicChild.build", "-I", products / "CSchematicTasks.build", "-I", products / "CGraphvizBridge.build",
        "-I", ROOT / ".build-macros/checkouts/FlyingFox/CSystemLinux/include",
        "-load-plugin-executable", f"{plugin}#SchematicMacrosPlugin",
        "-plugin-path", library / "host/plugins/testing")


def ungrouped(archives):
    """Yields a sentence for each public symbol and each article that is in no group."""
    for page in sorted(archives.glob("*.doccarchive/data/documentation/*.json")):
        module = page.parents[2].stem
        for section in json.loads(page.read_text())["topicSections"]:
            for identifier in section["identifiers"] if section.get("generated") else []:
                name = identifier.rsplit("/", 1)[-1]
                yield f"{module}: {name} is in no group; add it to a group of {module}.docc/{module}.md"


def main(products, archives):
    if lost := list(ungrouped(pathlib.Path(archives))):
        sys.exit("\n".join(lost))
    # A check that cannot fail proves nothing: the first one is wrong.
    failing = dict(enumerate([("wrong", ["machine.halt()"]), *examples()]))
    count = len(failing) - 1
    tried = collections.defaultdict(dict)
    # Most examples are statements of a function. Those of regions come next, because the compiler takes 13 s to say that
    # one of them is no statement; all others are tried in all other places.
    text = (FIXTURES / "Places.swift").read_text()
    places = [section.split("\n", 1) for section in text.split("// place: ")[1:]]
    for group in places[:2], places[2:]:
        errors = compile_all(
            pathlib.Path(products),
            {f"E{number}_{name}": program(place, lines)
             for number, (_, lines) in failing.items() for name, place in group})
        for number in list(failing):
            for name, _ in group:
                tried[number][name] = errors.get(f"E{number}_{name}")
            if not all(tried[number].values()):
                del failing[number]
    if not failing.pop(0, None):
        sys.exit("check-docs: passes a method that does not exist")
    for number, (where, _) in failing.items():
        print(f"{where}: compiles nowhere",
              *(f"{name}: {errors[0]}" for name, errors in tried[number].items()), sep="\n  ")
    if failing:
        sys.exit(f"check-docs: {len(failing)} of {count} examples do not compile")
    print(f"check-docs: {count} examples compile")


main(*sys.argv[1:])
