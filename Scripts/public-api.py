"""Compares what a module declares public with a list that was accepted.

Usage: public-api.py compare|write SYMBOLS LISTS

SYMBOLS holds a folder of the compiler's symbol graphs for each module, LISTS a text file for each. A
line of a list is a symbol, its declaration, and the types that it conforms to. Prints each break and
exits with 1 where there is one; what is new is counted.
"""

import json
import pathlib
import re
import sys


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
                # Its conformances are those of a type of another module.
                text = "extension " + ".".join(symbol["pathComponents"])
            for name in sorted(conformances.get(identifier, set()) - IMPLICIT):
                lines.append(f"{text.split(' = ')[0]}: {name}")
            if symbol["kind"]["identifier"] != "swift.extension":
                lines.append(text)
        bare = [names[i] for i in requirements - defaulted if i in names]
        return cls(sorted(set(lines)), bare)

    @classmethod
    def of_list(cls, path):
        lines = path.read_text().splitlines() if path.exists() else []
        return cls([line for line in lines if line and not line.startswith("#")])

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


def main(verb, symbols, lists):
    folders = sorted(folder for folder in pathlib.Path(symbols).iterdir() if folder.is_dir())
    lists = pathlib.Path(lists)
    names = {folder.name for folder in folders}
    broken = [f"{path.stem}: the module is gone" for path in sorted(lists.glob("*.txt"))
              if path.stem not in names]
    new = 0
    for folder in folders:
        module = Module.of_symbol_graphs(folder)
        if not module.lines:
            sys.exit(f"public_api: {folder} has no public symbols")
        path = lists / f"{folder.name}.txt"
        if verb == "write":
            path.write_text("\n".join(module.lines) + "\n")
            continue
        old = Module.of_list(path)
        broken += [f"{folder.name}: {text}" for text in module.breaks_since(old)]
        new += len(set(module.lines) - set(old.lines))
    if verb == "write":
        for path in lists.glob("*.txt"):
            if path.stem not in names:
                path.unlink()
        print(f"public_api: {len(folders)} modules written")
        return 0
    for text in broken:
        print(text)
    if broken:
        print(f"public_api: {len(broken)} breaking changes; make accept-api takes them, "
              "and the changelog has to name them")
        return 1
    print(f"public_api: {len(folders)} modules, nothing breaks, {new} lines are new")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("compare", "write"):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
