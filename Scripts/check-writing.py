#!/usr/bin/env python3
"""Gives each command that writes every kind of output, and judges what becomes of it.

Usage: check-writing.py [WORD]

With WORD, only what contains it is tried, such as `render` or `device`. Everything happens in a temporary folder, with
copies of the commands; devices are made there, and those of /dev are never named. Each try starts in the package, in
the folder around it and in an empty one, as this user and, if this is the administrator, as `nobody`. The rules:

- The exit code is one that Command.md lists. No signal ends a command, and none waits forever.
- If the code is 2 or 64, a line of standard error begins with `error: `, and no file has changed.
- If the code is 0, or 1 because something differs, the output is there. What can be written is written.
- Nothing else changes: no other file, and no draft is left. Devices, pipes and links that the user names stay.
- What is outside of the marks of a page stays byte for byte.

Prints a table, whose codes are those of all places and users in turn, and exits with 1 if a rule is broken.
"""

import itertools
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from typing import Callable

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE_OF_CODES = ROOT / "Sources/SchematicDiagrams/SchematicDiagrams.docc/Command.md"
IS_ADMINISTRATOR = os.geteuid() == 0
USERS = [None, "nobody"] if IS_ADMINISTRATOR else [None]
PLACES = ["package", ".", "empty"]
ONLY = ["--only", "Turnstile"]

DOT = (ROOT / "Diagrams/Turnstile.dot").read_bytes()
OLD = DOT.replace(b"push / lock", b"push / bolt")
BEGIN, END = b"<!-- diagram: Turnstile table -->\r\n", b"<!-- end diagram -->"
# A byte order mark, both ends of lines, two spellings of a letter, other white space, and no end of the last line.
PAGE = b"\xef\xbb\xbf# Caf\xc3\xa9 \r\n\n" + BEGIN + END + b"\r\n\tCafe\xcc\x81 \xe2\x80\xa8\r \n\n\x00 end"
TRACE = (b'{"trace":1,"machine":"Turnstile","id":"a","number":0,"state":"unlocked"}\n'
         b'{"trace":1,"machine":"Turnstile","id":"a","number":1,"state":"unlocked","event":"push","outcome":"moved",'
         b'"target":"locked","action":"lock"}\n')


def is_page(content):
    """Returns whether a page shows the diagram, and is otherwise as it was."""
    before, _, rest = content.partition(BEGIN)
    inside, _, after = rest.partition(END)
    return b"| locked |" in inside and before + BEGIN + END + after == PAGE


def is_picture(content):
    return b"<svg" in content


@dataclass
class Verb:
    """A command that writes to what `path` is made to be."""
    name: str
    # The arguments, from the box and the path as it is given.
    arguments: Callable
    # The kinds of outputs that must be written, and those that may be written, refused or ignored. Others are refused.
    can: str
    may: str = ""
    # What a file has before, and whether its new content is right.
    old: bytes = b""
    is_right: Callable = lambda content: content == DOT
    path: str = "out/a file"
    # The file that is written in a folder that the user names.
    inside: str = ""
    # A command that finds a file by itself may replace a link, and never writes its target.
    finds: bool = False


FILES = "file missing device pipe link dangling-link decomposed"
DESCRIPTORS = "descriptor left-descriptor"
FOLDERS = "missing folder link-to-a-folder decomposed in-no-folder"
FOUND = "file missing link dangling-link"
# The page is missing, and the one of the tool's own package isn't looked for.
NO_PAGES = ["--pages", "README.md"]
GENERATE = ["generate", *ONLY, "--format", "dot", *NO_PAGES, "--output"]
VERBS = [
    Verb("render --output", lambda box, path: ["render", "Turnstile", "--format", "dot", "--output", path],
         f"{FILES} {DESCRIPTORS}", "read-only hyphen", b"old"),
    Verb("replay --coverage", lambda box, path: ["replay", box / "trace.jsonl", *ONLY, "--coverage", path],
         # Counts are added to what is there, so the file is opened: that of another user can't be.
         FILES, f"read-only hyphen {DESCRIPTORS}",
         is_right=lambda text: b'"Turnstile"' in text and text.endswith(b"}\n")),
    Verb("generate --pages", lambda box, path: [*GENERATE, box / "package/Diagrams", "--pages", path],
         "file link", "read-only folder link-to-a-folder", PAGE, is_page),
    Verb("generate --output", lambda box, path: [*GENERATE, path], FOLDERS, "dangling-link hyphen",
         inside="Turnstile.dot"),
    Verb("diff --pictures", lambda box, path: ["diff", *ONLY, "--output", box / "old", "--pictures", path],
         FOLDERS, "dangling-link hyphen", is_right=is_picture, inside="Turnstile.diff.svg"),
    Verb("replay --pictures", lambda box, path: ["replay", box / "trace.jsonl", *ONLY, "--pictures", path],
         FOLDERS, "dangling-link hyphen", is_right=is_picture, inside="Turnstile.replay.svg"),
    Verb("check --output", lambda box, path: ["check", *ONLY, *NO_PAGES, "--output", path],
         "", "folder link-to-a-folder"),
    Verb("check --pages", lambda box, path: ["check", *ONLY, "--output", box / "old", "--pages", path],
         "", "file read-only link folder link-to-a-folder", PAGE),
    Verb("page in a folder", lambda box, path: [*GENERATE, box / "package/Diagrams", "--pages", path.parent],
         "file", "missing read-only device full-device pipe socket link dangling-link link-to-a-folder folder", PAGE,
         is_page, "out/page.md", finds=True),
    Verb("diagram of generate", lambda box, path: [*GENERATE, path.parent],
         FOUND, "read-only link-to-a-folder", OLD, path="out/Turnstile.dot", finds=True),
    Verb("diagram of review", lambda box, path: ["review", *ONLY, *NO_PAGES, "--accept", "unlocked: push",
                                                 "--output", path.parent],
         "file link", "read-only missing dangling-link link-to-a-folder", OLD, path="out/Turnstile.dot", finds=True),
    Verb("picture of diff", lambda box, path: ["diff", *ONLY, "--output", box / "old", "--pictures", path.parent],
         FOUND, "read-only link-to-a-folder", b"old", is_picture, "out/Turnstile.diff.svg", finds=True),
    Verb("picture of replay", lambda box, path: ["replay", box / "trace.jsonl", *ONLY, "--pictures", path.parent],
         FOUND, "read-only link-to-a-folder", b"old", is_picture, "out/Turnstile.replay.svg", finds=True),
]
SCAFFOLD = [
    Verb("scaffold write --output", lambda box, path: ["write", "Upload", "--output", path],
         f"missing device pipe dangling-link decomposed {DESCRIPTORS}", "hyphen", b"old",
         is_right=lambda text: b"StateGraph" in text),
    Verb("scaffold start --folder", lambda box, path: ["start", "Upload", "--folder", path],
         "missing folder decomposed in-no-folder", "dangling-link hyphen", b"old",
         is_right=lambda text: b"SchematicDiagrams" in text, inside="Package.swift"),
]
KINDS = ["file", "missing", "read-only", "device", "full-device", "pipe", "socket", "link", "dangling-link",
         "link-to-a-folder", "folder"]
# Names that users give; the descriptors are of pipes, the last one of a pipe without a reader.
NAMES = {"decomposed": "out/Cafe\u0301", "in-no-folder": "out/gone/file", "hyphen": "-", "no-name": "",
         "no-text": "out/" + os.fsdecode(b"\xff"), "descriptor": "", "left-descriptor": ""}


def kinds(verb):
    """Returns the kinds of outputs that can be tried here."""
    for kind in KINDS + ([] if verb.finds else list(NAMES)):
        if (IS_ADMINISTRATOR or "device" not in kind) and ("descriptor" not in kind or kind in verb.can + verb.may):
            yield kind


def make(kind, path, box, old):
    """Makes an output, and returns the file that is written if the output is; None for what is none."""
    target = box / "elsewhere/target"
    if kind in ("link", "dangling-link"):
        path.symlink_to(target)
    if kind in ("file", "read-only", "link"):
        path.write_bytes(old)
    if kind == "link-to-a-folder":
        path.symlink_to(box / "elsewhere")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(str(path))
    elif "device" in kind:
        os.mknod(path, stat.S_IFCHR, os.makedev(1, 3 if kind == "device" else 7))
        os.chmod(path, 0o666)
    return None if kind in ("pipe", "socket", "device", "full-device") or "descriptor" in kind else path.resolve()


def tree(box):
    """Returns all that is in a folder: kinds, permissions, contents and targets. Build folders are left out."""
    found = {}
    for folder, folders, files in os.walk(box):
        folders[:] = [name for name in folders if name != ".build"]
        for path in (pathlib.Path(folder, name) for name in folders + files):
            mode = path.lstat().st_mode
            content = os.readlink(path) if stat.S_ISLNK(mode) else path.read_bytes() if stat.S_ISREG(mode) else None
            found[path] = (mode, path.lstat().st_rdev, content)
    return found


class Bench:
    """What was tried, and which rules were broken."""

    def __init__(self, top, word):
        self.top, self.word, self.rows, self.broken = top, word, {}, {}
        self.codes = set(re.findall(r"^\| (\d+) \| ", PAGE_OF_CODES.read_text(), re.M))

    def box(self, package=None):
        """Returns a folder with a package, an empty folder and others; new ones around a package that was built."""
        box = package.parent if package else pathlib.Path(tempfile.mkdtemp(dir=self.top))
        for folder in ["package/Diagrams", "empty", "out", "elsewhere", "old"]:
            if not (package and folder.startswith("package")):
                shutil.rmtree(box / folder, ignore_errors=True)
                (box / folder).mkdir(parents=True)
        files = {"package/Diagrams/Turnstile.dot": DOT, "old/Turnstile.dot": OLD, "trace.jsonl": TRACE,
                 "elsewhere/file": b"keep", "out/Caf\u00e9": b"keep"}
        for name, content in files.items():
            if (box / name).parent.exists():
                (box / name).write_bytes(content)
        return box

    def run(self, command, box, place, user=None, **options):
        """Runs a command, and returns its exit code, standard output and standard error."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | options
        account = {"user": user, "group": "nogroup", "extra_groups": []} if user else {}
        process = subprocess.Popen(command, cwd=box / place, **account, **options)
        try:
            # `scaffold` builds the package.
            output, errors = process.communicate(timeout=300 if "scaffold" in str(command[0]) else 20)
        except subprocess.TimeoutExpired:
            process.kill()
            return "never", *process.communicate()
        return process.returncode, output or b"", errors or b""

    def note(self, name, where, result, faults, box):
        """Adds a result to the table, and to the broken rules if it breaks one."""
        code, output, errors = result
        text = (errors + b"\n" + output).decode(errors="replace").replace(str(box), "…").strip()
        error = re.search(r"^error: .*", text, re.M)
        first = error[0] if error else (text.splitlines() or [""])[0]
        self.rows.setdefault(name, []).append((code, first))
        if faults and faults[0].startswith("ends"):
            pass
        elif str(code) not in self.codes or b"Fatal error" in errors:
            faults.append(f"ends by {code}")
        elif code in (2, 64) and not re.search(rb"^error: ", errors, re.M):
            faults.append("is silent")
        if "Error Domain" in text:
            faults.append("speaks in codes")
        for fault in faults:
            self.broken.setdefault(f"{name}: {fault}: {first}", []).append(where)

    def try_output(self, tool, verb, kind, user, place, package=None):
        """Gives a verb an output of a kind, and judges what becomes of it."""
        box = self.box(package)
        path = box / (NAMES.get(kind) or verb.path)
        if kind == "hyphen":
            path = box / place / "-"
        at = make(kind, path, box, verb.old)
        given = {"hyphen": "-", "no-name": ""}.get(kind, pathlib.Path(os.path.relpath(path, box / place)))
        reader, passed = None, ()
        if "descriptor" in kind:
            reader, writer = os.pipe()
            given, passed = f"/proc/self/fd/{writer}", [writer]
            if kind == "left-descriptor":
                os.close(reader)
                reader = None
        elif kind == "pipe" and kind in verb.can:
            reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        if user:
            subprocess.run(["chown", "-Rh", f"{user}:nogroup", box], check=True)
        if kind == "read-only":
            path.chmod(0o444)
        before = tree(box)
        result = self.run([tool, *verb.arguments(box, given)], box, place, user, pass_fds=passed)
        after = tree(box)
        changed = {name for name in before | after if before.get(name) != after.get(name)}
        for descriptor in passed:
            os.close(descriptor)
        text = None
        if reader is not None:
            text = os.read(reader, 1 << 16)
            os.close(reader)

        faults = []
        is_done = result[0] in (0, 1)
        written = path if verb.finds else at and at / verb.inside
        mine = {written} if is_done and written else set()
        if mine and verb.inside:
            # The folder, and what else belongs into it, but no draft.
            inside = {name for name in changed if at in name.parents and "schematic-" not in name.name}
            mine |= inside.union(written.parents)
        if changed - mine:
            faults.append(f"changes {sorted(str(name.relative_to(box)) for name in changed - mine)}")
        if written and stat.S_ISREG(after.get(written, (0,))[0]):
            text = after[written][2]
        can, may = kind in verb.can.split(), kind in verb.may.split()
        # Only the administrator may change what is read-only; a file that is found is replaced.
        may = may and (kind != "read-only" or verb.finds or not verb.can or not user)
        if can and not is_done:
            faults.append("can be written, and isn't")
        if is_done and not can and not may:
            faults.append("is refused by a sentence and no code")
        if is_done and (can or changed) and kind not in ("device", "left-descriptor"):
            if text is None or not verb.is_right(text):
                faults.append("the output isn't there")
        self.note(f"{verb.name}: {kind}", f"{user or 'user'} in {place}", result, faults, box)
        if not package:
            shutil.rmtree(box)

    def try_streams(self, tool, arguments):
        """Runs a command whose standard streams are full, closed, or read by nobody."""
        title = f"{' '.join(map(str, arguments)) or 'nothing'}, output"
        if self.word not in f"{title}: ":
            return
        box = self.box()
        full = box / "full"
        if IS_ADMINISTRATOR:
            make("full-device", full, box, b"")
        usual = self.run([tool, *arguments], box, "package")
        streams = {"pipe": "", "full": ">$0", "closed": ">&-", "left": "", "errors full": "2>$0",
                   "errors closed": "2>&-", "errors left": "", "input closed": "<&-", "all closed": "<&- >&- 2>&-"}
        for stream, redirection in streams.items():
            name = f"{title}: {stream}"
            if "full" in stream and not IS_ADMINISTRATOR:
                continue
            reader, writer = os.pipe()
            os.close(reader)
            options = {"left": {"stdout": writer}, "errors left": {"stderr": writer}}.get(stream, {})
            command = ["sh", "-c", f'exec "$@" {redirection}', full, tool, *arguments]
            result = self.run(command, box, "package", **options)
            os.close(writer)
            has_output = stream not in ("full", "closed", "all closed")
            faults = []
            if result[0] != (usual[0] if has_output or not usual[1] and result[0] != 2 else 2):
                faults.append(f"ends by {result[0]}, usually by {usual[0]}")
            if has_output and stream != "left" and result[1] != usual[1]:
                faults.append("prints something else")
            if "all" in stream or "errors" in stream:
                result = (result[0], result[1], b"error: (not to be seen)" + result[2])
            self.note(name, "user", result, faults, box)
        shutil.rmtree(box)


def main(word):
    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o755)
        tools = {}
        for product in ["Diagrams", "scaffold"]:
            subprocess.run(["swift", "build", "-q", "--product", product], cwd=ROOT, check=True)
            tools[product] = shutil.copy(ROOT / ".build/debug" / product, top)
        bench = Bench(top, word)
        for verb, user, place in itertools.product(VERBS, USERS, PLACES):
            for kind in kinds(verb):
                if word in f"{verb.name}: {kind}":
                    bench.try_output(tools["Diagrams"], verb, kind, user, place)
        check = ["check", *ONLY, *NO_PAGES]
        for arguments in [["list", *ONLY], check, [*check, "--json"], [*check, "--report"], [*check, "--sarif"],
                          ["diff", *ONLY], ["diff", *ONLY, "--markdown"], ["review", *ONLY, *NO_PAGES, "--json"],
                          [*GENERATE, "Diagrams"], ["render", "Turnstile"], ["replay", "../trace.jsonl", *ONLY],
                          ["--help"], ["render", "--help"], [], ["lsit"], ["render", "Turnstyle"], ["list", "--oops"]]:
            bench.try_streams(tools["Diagrams"], arguments)
        if any(word in f"{verb.name}: {kind}" for verb in SCAFFOLD for kind in kinds(verb)):
            package = shutil.copytree(ROOT / "IntegrationTests/Scaffold/App", pathlib.Path(top, "box/package"))
            for verb in SCAFFOLD:
                for kind in kinds(verb):
                    # It takes another name than the one that is no text.
                    if kind != "no-text" and word in f"{verb.name}: {kind}":
                        bench.try_output(tools["scaffold"], verb, kind, None, "package", package)
            for place in PLACES[1:]:
                # There is no package to read.
                bench.try_output(tools["scaffold"], replace(SCAFFOLD[0], can=""), "missing", None, place, package)
    print("| what | exit codes | says |\n|---|---|---|")
    for name, results in bench.rows.items():
        codes = [str(code) for code, _ in results]
        print(f"| {name} | {codes[0] if len(set(codes)) == 1 else ' '.join(codes)} | {results[0][1][:90]} |")
    for fault, places in bench.broken.items():
        print(f"check-writing: {fault} ({', '.join(places)})")
    sys.exit(1 if bench.broken else 0)


main(sys.argv[1] if len(sys.argv) > 1 else "")
