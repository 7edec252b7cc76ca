#!/usr/bin/env python3
"""Compares the public symbols of the library products with the lists in Scripts/api, or writes the lists.

public-api.py compare   exits with 1 if a change breaks clients, and names it; new symbols are counted
public-api.py write     accepts the present symbols

A line of a list is a symbol, its declaration, and the types that it conforms to.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SYMBOLS = ROOT / ".build-docs/symbols"
LISTS = ROOT / "Scripts/api"

# Conformances that the compiler adds itself.
IMPLICIT = {"BitwiseCopyable", "Copyable", "Escapable", "SendableMetatype"}


class Module:
    """The public symbols of a module: a line for each, by its path and declaration."""

    def __init__(self, lines, requirements=()):
        self.lines = lines
        self.requirements = set(requirements)

    @classmethod
    def of_symbol_graphs(cls, folder):
        symbols, conformances, requirements, defaulted = {}, {}, set(), set()
        protocols = cls.protocols(folder.parent)
        for path in sorted(folder.glob("*.symbols.json")):
            graph = json.loads(path.read_text())
            for symbol in graph["symbols"]:
                symbols[symbol["identifier"]["precise"]] = symbol
            for relation in graph["relationships"]:
                kind, source = relation["kind"], relation["source"]
                if kind == "conformsTo":
                    target = relation["target"]
                    name = protocols.get(target) or relation.get("targetFallback", target)
                    conformances.setdefault(source, set()).add(name.split(".")[-1])
                elif kind == "requirementOf":
                    requirements.add(source)
                elif kind == "defaultImplementationOf":
                    defaulted.add(relation["target"])
        names = {identifier: cls.text(symbol) for identifier, symbol in symbols.items()
                 if cls.is_public(symbol)}
        lines = []
        for identifier, text in names.items():
            symbol = symbols[identifier]
            if symbol["kind"]["identifier"] == "swift.extension":
                # An extension lists the conformances of another module's type.
                text = "extension " + ".".join(symbol["pathComponents"])
            for name in sorted(conformances.get(identifier, set()) - IMPLICIT):
                lines.append(f"{text.split(' = ')[0]}: {name}")
            if symbol["kind"]["identifier"] != "swift.extension":
                lines.append(text)
        bare = [names[i] for i in requirements - defaulted if i in names]
        return cls(sorted(set(lines)), bare)

    @staticmethod
    def is_public(symbol):
        if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            return False
        return not any(part.startswith("_") for part in symbol["pathComponents"])

    @staticmethod
    def protocols(folder):
        """Returns the names of all protocols of the package, by the compiler's identifiers."""
        return {
            symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
            for path in folder.rglob("*.symbols.json")
            for symbol in json.loads(path.read_text())["symbols"]
            if symbol["kind"]["identifier"] == "swift.protocol"
        }

    @staticmethod
    def text(symbol):
        path = ".".join(symbol["pathComponents"])
        fragments = symbol.get("declarationFragments", [])
        declaration = " ".join("".join(part["spelling"] for part in fragments).split())
        kind = symbol["kind"]["identifier"].removeprefix("swift.")
        if kind.endswith("property"):
            # A stored constant and a computed property that can be read are the same to clients.
            declaration = re.sub(r"\blet (.*)$", r"var \1 { get }", declaration)
        return f"{path} = {kind} {declaration}"

    def breaks_since(self, old):
        """Returns a sentence for each line that breaks clients of the old module."""
        mine, theirs = set(self.lines), set(old.lines)
        added, removed = mine - theirs, theirs - mine
        paths = {}
        for line in added:
            paths.setdefault(line.split(" = ")[0], []).append(line)
        known = {line.split(" = ")[0] for line in theirs}
        for line in sorted(removed):
            others = paths.get(line.split(" = ")[0]) if " = " in line else None
            if others:
                yield f"changed: {line}\n    now: " + "\n    now: ".join(sorted(others))
            else:
                yield f"removed: {line}"
        for line in sorted(added):
            owner = line.split(" = ")[0].rsplit(".", 1)[0]
            if " = enum.case " in line and owner in known:
                yield f"added, and a switch may not know it: {line}"
            elif line in self.requirements and owner in known:
                yield f"added, and conforming types do not have it: {line}"


def breaks(modules, lists):
    """Returns a sentence for each break; `lists` has the accepted modules by their names."""
    gone = [f"{name}: the module is gone" for name in lists if name not in modules]
    return gone + [f"{name}: {text}" for name, module in modules.items()
                   for text in module.breaks_since(lists.get(name, Module([])))]


def expect_breaks(modules, lists):
    """Expects that the check finds breaks made on purpose: a check that can't fail proves nothing."""
    def without(lines, start):
        return [line for line in lines if not line.startswith(start)]

    for name, change, says in (
        ("Schematic", lambda lines: lines + ["StateMachine.halt() = method func halt()"],
         "removed: StateMachine.halt() = method"),
        ("Schematic", lambda lines: without(lines, "Outcome.queued = enum.case"),
         "added, and a switch may not know it: Outcome.queued"),
        ("Schematic", lambda lines: [re.sub(r"^(Outcome.get\(\) = .*) throws$", r"\1", line) for line in lines],
         "changed: Outcome.get() = "),
        ("SchematicDiagrams", lambda lines: without(lines, "DiagramTool.catalog = "),
         "added, and conforming types do not have it: DiagramTool.catalog"),
    ):
        found = breaks(modules, lists | {name: Module(change(lists[name].lines))})
        if not any(says in text for text in found):
            sys.exit(f"public-api: does not say: {says}")


def main(verb):
    # Only libraries are needed.
    subprocess.run([ROOT / "Scripts/symbols.sh"], check=True, env=os.environ | {"SCHEMATIC_TESTS": ""})
    modules = {folder.name: Module.of_symbol_graphs(folder) for folder in sorted(SYMBOLS.iterdir())}
    for name, module in modules.items():
        if not module.lines:
            sys.exit(f"public-api: {name} has no public symbols")
    if verb == "write":
        for path in LISTS.glob("*.txt"):
            path.unlink()
        for name, module in modules.items():
            (LISTS / f"{name}.txt").write_text("\n".join(module.lines) + "\n")
        return print(f"public-api: {len(modules)} modules written")
    lists = {path.stem: Module(path.read_text().splitlines()) for path in sorted(LISTS.glob("*.txt"))}
    if broken := breaks(modules, lists):
        sys.exit("\n".join(broken) + f"\npublic-api: {len(broken)} breaking changes; make accept-api takes them, "
                 "and the changelog has to name them")
    expect_breaks(modules, lists)
    new = sum(len(set(module.lines) - set(lists[name].lines)) for name, module in modules.items() if name in lists)
    print(f"public-api: {len(modules)} modules, nothing breaks, {new} lines are new")


if sys.argv[1:] not in (["compare"], ["write"]):
    sys.exit(__doc__)
main(sys.argv[1])
