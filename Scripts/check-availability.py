#!/usr/bin/env python3
"""Fails when a module uses an API that is newer than a platform that the manifest names.

On Linux the compiler does not look at availability, so a call that needs macOS 15 compiles there and
breaks on a Mac. This script has the compiler write down every declaration that a module mentions,
and compares it with what the interfaces of the standard library, Foundation and the module itself
say of its availability. Declarations marked `@available`, and branches of `#available`, may use what
they name. Availability of Glibc's and Darwin's own functions is not known here.

Called without arguments in the root of the package, after `Scripts/all-traits.sh build`.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

LIBRARIES = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation",
    "Foundation", "FoundationEssentials",
]
PLATFORMS = {
    "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
}

Version = tuple[int, ...]


def version(text: str) -> Version:
    numbers = [int(part) for part in text.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def named_platforms() -> dict[str, Version]:
    """The oldest system of each platform that the manifest names."""
    manifest = json.loads(run("swift", "package", "dump-package"))
    return {
        PLATFORMS[platform["platformName"]]: version(platform["version"])
        for platform in manifest["platforms"] if platform["platformName"] in PLATFORMS
    }


def run(*command: str, **options) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def library_availability() -> tuple[dict[str, dict[str, Version]], dict[str, dict[str, Version]]]:
    """The systems that the libraries' declarations need, by unique names, and by the full names of types."""
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    by_declaration, by_type = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for library in LIBRARIES:
            run("swift", "symbolgraph-extract", "-module-name", library, "-target", target,
                "-output-dir", folder, "-minimum-access-level", "public")
        for file in pathlib.Path(folder).glob("*.symbols.json"):
            extended = file.name.removesuffix(".symbols.json").split("@")[-1]
            graph = json.loads(file.read_text())
            # A requirement may be marked as too new. It isn't new if the protocol's own extension offers
            # the same name to older systems.
            requirements = {
                relation["source"] for relation in graph["relationships"]
                if relation["kind"] in ("requirementOf", "optionalRequirementOf")
            }
            offered = {
                tuple(symbol["pathComponents"]) for symbol in graph["symbols"]
                if not symbol.get("availability") and "swiftExtension" in symbol
            }
            for symbol in graph["symbols"]:
                needs = {
                    entry["domain"]: version(
                        ".".join(str(entry["introduced"].get(part, 0))
                                 for part in ("major", "minor", "patch")))
                    for entry in symbol.get("availability", [])
                    if "introduced" in entry and entry.get("domain") in PLATFORMS.values()
                }
                if not needs or (symbol["identifier"]["precise"] in requirements
                                 and tuple(symbol["pathComponents"]) in offered):
                    continue
                by_declaration[symbol["identifier"]["precise"]] = needs
                if symbol["kind"]["identifier"].split(".")[-1] in (
                    "class", "struct", "enum", "protocol", "typealias", "actor"):
                    by_type[".".join([extended] + symbol["pathComponents"])] = needs
    return by_declaration, by_type


def demangled(names: set[str]) -> dict[str, str]:
    ordered = sorted(names)
    text = run("swift", "demangle", "-compact", input="\n".join(ordered) + "\n")
    return dict(zip(ordered, text.splitlines()))


def c_modules(modules: pathlib.Path) -> list[pathlib.Path]:
    """The module maps of the modules in C: ours, and those of dependencies."""
    build = next(folder for folder in modules.parents if (folder / "checkouts").is_dir())
    ours = [modules.parent / f"{name}.build/module.modulemap"
            for name in ("CGraphvizBridge", "CSchematicChild", "CSchematicTasks")]
    return ours + sorted(build.glob("checkouts/FlyingFox/*/include/module.modulemap"))


def syntax(module: str, modules: pathlib.Path) -> list[dict]:
    """The checked syntax tree of each file of a module."""
    package = re.sub(r"\W", "_", pathlib.Path.cwd().name.lower())  # As SwiftPM names it.
    files = [str(file) for file in sorted(pathlib.Path("Sources", module).rglob("*.swift")) if ".docc" not in str(file)]
    # The file that SwiftPM makes of resources.
    files += map(str, modules.parent.glob(f"{module}.build/DerivedSources/embedded_resources.swift"))
    dump = subprocess.run(
        ["swiftc", "-dump-ast", "-dump-ast-format", "json", "-module-name", module,
         "-package-name", package, "-swift-version", "6",
         "-DGraphviz", "-DInspector", "-DMacros",
         "-I", str(modules), "-I", "Sources/CSchematicAtomics/include",
         *(option for file in c_modules(modules) for option in ("-Xcc", f"-fmodule-map-file={file}")),
         *files],
        capture_output=True, text=True)
    text, decoder, trees = dump.stdout + dump.stderr, json.JSONDecoder(), []
    start = text.find('{"_kind":"source_file"')
    while start >= 0:
        tree, end = decoder.raw_decode(text, start)
        trees.append(tree)
        start = text.find('{"_kind":"source_file"', end)
    if len(trees) != len(files):
        sys.exit(f"{module}: {len(trees)} of {len(files)} files were read:\n{text[:2000]}")
    return trees


def allowed_by(attributes: list) -> dict[str, Version]:
    return {
        attribute["domain"]: version(attribute["introduced"])
        for attribute in attributes
        if isinstance(attribute, dict) and attribute.get("_kind") == "available_attr"
        and "introduced" in attribute
    }


def raised(allowed: dict[str, Version], more: dict[str, Version]) -> dict[str, Version]:
    return {platform: max(least, more.get(platform, least)) for platform, least in allowed.items()}


class Mentions:
    """Every declaration and type that a file mentions, with what its surroundings allow."""

    def __init__(self, file: str, allowed: dict[str, Version]):
        self.file, self.text = file, pathlib.Path(file).read_bytes()
        self.found: list[tuple[str, str, int, dict[str, Version]]] = []
        self.own: dict[str, dict[str, Version]] = {}
        self.base = allowed

    def visit(self, node, allowed: dict[str, Version], place: int) -> None:
        if isinstance(node, list):
            for child in node:
                self.visit(child, allowed, place)
                # What follows a guard is reached only if its conditions hold.
                if isinstance(child, dict) and child.get("_kind") == "guard_stmt":
                    allowed = raised(allowed, self.asked(child.get("conditions", [])))
            return
        if not isinstance(node, dict):
            return
        if isinstance(node.get("attrs"), list):
            needs = allowed_by(node["attrs"])
            allowed = raised(allowed, needs)
            if needs and "usr" in node:
                self.own[node["usr"]] = needs
        place = node.get("range", {}).get("start", place)
        for key, child in node.items():
            if key == "decl_usr" and child:
                self.found.append(("declaration", child, place, allowed))
            elif key in ("type", "interface_type") and isinstance(child, str) and child[:2] == "$s":
                self.found.append(("type", child, place, allowed))
            elif key == "then_stmt":
                self.visit(child, raised(allowed, self.asked(node.get("conditions", []))), place)
            elif key not in ("attrs", "range"):
                self.visit(child, allowed, place)

    def asked(self, conditions: list) -> dict[str, Version]:
        return {
            query["domain"]: version(query["version"])
            for condition in conditions if condition.get("_kind") == "#available"
            for query in condition["queries"] if "version" in query
        }

    def line(self, place: int) -> int:
        return self.text.count(b"\n", 0, place) + 1

    def is_in_loop(self, place: int) -> bool:
        """Whether the mention is in the head of a loop over an asynchronous sequence."""
        line = self.text.splitlines()[self.line(place) - 1].split()
        return line[:1] == [b"for"] and b"await" in line


def main() -> None:
    modules = pathlib.Path(run("Scripts/all-traits.sh", "build", "--show-bin-path").strip()) / "Modules"
    platforms = named_platforms()
    by_declaration, by_type = library_availability()
    files = []
    for module in run("Scripts/symbols.sh", "--list").split():
        for tree in syntax(module, modules):
            mentions = Mentions(tree["filename"], platforms)
            mentions.visit(tree.get("items", []), platforms, 0)
            by_declaration.update(mentions.own)
            files.append(mentions)

    types = {name for file in files for kind, name, _, _ in file.found if kind == "type"}
    words = demangled(types)
    type_name = re.compile(r"\b(?:%s)\.[A-Z]\w*(?:\.[A-Z]\w*)*" % "|".join(LIBRARIES))
    failures, checked = set(), 0
    for file in files:
        for kind, name, place, allowed in file.found:
            if kind == "declaration":
                uses = [(name, by_declaration.get(name))]
            else:
                uses = [(used, by_type.get(used)) for used in type_name.findall(words[name])]
            for used, needs in uses:
                checked += 1
                for platform, least in (needs or {}).items():
                    if platform in allowed and least > allowed[platform]:
                        symbol = "$" + used[0] + used[2:]
                        what = used if kind == "type" else demangled({symbol})[symbol]
                        # If this is too new, the compiler uses `next()` instead.
                        if ".next(isolation:" in what and file.is_in_loop(place):
                            continue
                        failures.add((file.file, file.line(place), what, platform,
                                      ".".join(map(str, least))))
    for path, line, what, platform, least in sorted(failures):
        print(f"{path}:{line}: {what} needs {platform} {least}")
    if failures:
        oldest = ", ".join(f"{p} {'.'.join(map(str, v))}" for p, v in platforms.items())
        sys.exit(f"The manifest names {oldest}. Use something older, or mark the declaration "
                 "with @available.")
    print(f"{len(files)} files use nothing newer than the platforms of the manifest "
          f"({checked} mentions looked up).")


main()
