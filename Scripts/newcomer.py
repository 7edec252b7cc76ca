"""Follows a page word for word in a folder, as a newcomer would.

Usage: newcomer.py PAGE FOLDER [HEADING]

A block of code after a sentence that ends in "`path`:" becomes that file. After "the end of `path`:", the block
is added to the file. After "the beginning of `path`:", the block replaces as many paragraphs of the file. The
commands of a console block are run, and their output is compared; a line `…` matches any lines. If a sentence
says "turns `this` into `that`", the only file with `this` is changed. A picture below a comment `drawn` must
show the same as the newcomer's picture. Sections that begin with a comment `apart` are left out. With HEADING,
only the section with that heading is followed.

Standard error is not compared. Exits with 1 if something else is printed than the page says, or if the page
shows no files or no commands.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys


class Newcomer:
    def __init__(self, folder):
        self.folder = folder
        self.written = []
        self.commands = 0

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.written.append(path)

    def append(self, path, text):
        self.write(path, (self.folder / path).read_text() + "\n" + text)

    def begin(self, path, text):
        rest = (self.folder / path).read_text().split("\n\n")[text.count("\n\n") + 1:]
        self.write(path, text + "\n" + "\n\n".join(rest))

    def replace(self, old, new):
        changed = 0
        for path in dict.fromkeys(self.written):
            file = self.folder / path
            text = file.read_text()
            if file.suffix == ".swift" and old in text:
                file.write_text(text.replace(old, new))
                changed += 1
        if changed != 1:
            fail(f"{changed} files have {old!r}, which the page changes")

    def run(self, text):
        """Runs the commands of a console block, and compares what each prints."""
        for session in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = session.partition("\n")
            print(f"$ {command}", flush=True)
            environment = dict(os.environ)
            # Modules are compiled with the names of traits. In one folder, the package that draws and the one beside
            # it, which has none, would compile all of them in turn.
            if "--package-path" not in command and "SWIFTPM_BUILD_DIR" in environment:
                environment["SWIFTPM_BUILD_DIR"] += "-without-traits"
            done = subprocess.run(
                command, shell=True, cwd=self.folder, env=environment, text=True, capture_output=True)
            self.commands += 1
            if not matches(done.stdout.splitlines(), expected.splitlines()):
                diff = difflib.unified_diff(
                    expected.splitlines(), done.stdout.splitlines(), "the page", "printed",
                    lineterm="")
                fail("\n".join([*diff, done.stderr[-4000:]]))

    def compare(self, picture):
        """Compares a picture with the newcomer's, by the stamps of the texts that they were drawn from."""
        drawn = self.folder / "Diagrams" / f"{picture.stem.split('-')[0]}.svg"
        stamps = [re.search(r"Schematic-DOT (\w+)", file.read_text())[1] for file in (picture, drawn)]
        if stamps[0] != stamps[1]:
            fail(f"{picture.name} shows something else than {drawn.name} does at this step")


def matches(printed, expected):
    """Returns whether the printed lines are the expected ones, of which `…` matches any lines."""
    if "…" not in expected:
        return printed == expected
    rest = [without_time(line) for line in printed]
    for line in expected:
        if line == "…":
            continue
        if without_time(line) not in rest:
            return False
        del rest[: rest.index(without_time(line)) + 1]
    return True


def without_time(line):
    """Returns a line without the seconds that a test took, and without the mark before it."""
    return re.sub(r"after [0-9.]+ seconds", "after … seconds", line.lstrip("✔✘◇􁁛 ").strip())


def follow(page, text, newcomer):
    paragraph = ""
    parts = re.split(r"^```(\w*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    for index in range(0, len(parts) - 2, 3):
        prose, language, code = parts[index:index + 3]
        for picture in re.findall(r"<!-- drawn -->\n!\[[^]]*\]\(([^)]*)\)", prose):
            newcomer.compare(page.parent / picture)
        prose = re.sub(r"<!--.*?-->", "", prose, flags=re.DOTALL).strip()
        marked = "<!-- commands -->" in parts[index]
        sentences = re.sub(r"\s+", " ", prose)
        paragraph = re.sub(r"\s+", " ", prose.split("\n\n")[-1])
        for old, new in re.findall(r"turns `([^`]*)` into `([^`]*)`", sentences):
            newcomer.replace(old, new)
        named = re.search(r"`([\w./-]+\.(?:swift|yml)|\.gitignore)`[^`]*:$", paragraph)
        if language == "console" and not marked:
            newcomer.run(code)
        elif named and f"the end of `{named[1]}`" in paragraph:
            newcomer.append(named[1], code)
        elif named and f"the beginning of `{named[1]}`" in paragraph:
            newcomer.begin(named[1], code)
        elif named and language in ("swift", "yaml", "text"):
            newcomer.write(named[1], code)


def fail(message):
    sys.exit(f"newcomer: {message}")


def section(text, heading):
    """Returns the part of a page below a heading, up to the next heading of that level."""
    found = re.search(rf"^##+ {re.escape(heading)}$(.*?)(?=^##+ |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else fail(f"no section is called {heading!r}")


def main(page, folder, heading=None):
    page, folder = pathlib.Path(page).resolve(), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    newcomer = Newcomer(folder.resolve())
    text = page.read_text()
    if heading:
        text = section(text, heading)
        files = (file.relative_to(folder) for file in folder.rglob("*.swift"))
        newcomer.written = [file for file in files if ".build" not in file.parts]
    else:
        text = re.sub(r"^##+ [^\n]*\n\n<!-- apart -->.*?(?=^##+ |\Z)", "", text, flags=re.M | re.S)
    follow(page, text, newcomer)
    if not newcomer.written or not newcomer.commands:
        fail(f"{page.name} shows {len(newcomer.written)} files and {newcomer.commands} commands")
    print(f"newcomer: {page.name} holds: {len(set(newcomer.written))} files, "
          f"{newcomer.commands} commands")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
