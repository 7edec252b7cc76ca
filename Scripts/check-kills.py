#!/usr/bin/env python3
"""Kills `generate` and `review` at any moment while somebody saves pages, and counts what is whole afterward.

Usage: check-kills.py GENERATES REVIEWS [SEED]

An editor saves two pages again and again, each time with one line more and with an old section between the marks. A
command is killed meanwhile, by SIGKILL or by the SIGINT of Ctrl-C: after a random time, or once its first draft or its
first new file is there. In every third round another `generate` runs beside it to its end. Then each file must be the
old one or the new one, and each page what the editor saved last, with the old section or the new one. The next run
must leave only new files, and no draft. Exits with 1 if something is half, lost or left.
"""

import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A label of each diagram, which was another one in the old text.
NAMES = {"Turnstile": b"push / lock", "Upload": b"retry", "Screen": b"start spinner"}
FORMATS = ["dot", "svg", "png", "md", "txt"]
PAGES = {"Page.md": (b"\xef\xbb\xbf# Page\r\n", b"<!-- diagram: Turnstile table -->\r\n", b"<!-- end diagram -->\r\n"),
         "Rules.swift": (b"let a = 1\n", b"  // <!-- diagram: Upload text -->\n", b"  // <!-- end diagram -->\n")}


class Editor(threading.Thread):
    """Somebody who saves pages, each by a new file that takes the place of the old one."""

    def __init__(self, folder, old, choice):
        super().__init__(daemon=True)
        self.folder, self.old, self.choice = folder, old, choice
        self.lines = {name: 0 for name in PAGES}
        self.lock, self.saves, self.lost = threading.Lock(), 0, 0

    def text(self, name, section):
        before, begin, end = PAGES[name]
        return before + begin + section + end + b"".join(b"// %d\n" % line for line in range(self.lines[name]))

    def save(self, name):
        draft = self.folder / f"{name}~"
        draft.write_bytes(self.text(name, self.old[name]))
        draft.rename(self.folder / name)

    def section(self, name):
        """Returns what is between the marks if the rest is what was saved last; otherwise None."""
        _, begin, end = PAGES[name]
        content = (self.folder / name).read_bytes()
        section = content.partition(begin)[2].partition(end)[0]
        return section if content == self.text(name, section) else None

    def run(self):
        while True:
            time.sleep(self.choice.uniform(0, 0.25))
            with self.lock:
                name = self.choice.choice(list(PAGES))
                # A run that notices the save puts it back in a moment.
                for _ in range(50):
                    if self.section(name) is not None:
                        break
                    time.sleep(0.002)
                else:
                    self.lost += 1
                self.lines[name] = self.lines[name] % 200 + 1
                self.save(name)
                self.saves += 1


class Kills:
    def __init__(self, top, seed):
        self.choice, self.counts, self.faults = random.Random(seed), collections.Counter(), []
        self.folder, self.pages = top / "Diagrams", top / "pages"
        self.tool, self.top = shutil.copy(ROOT / ".build/debug/Diagrams", top / "tool"), top
        self.pages.mkdir()
        self.old = {name: b"old\r\n" if name.endswith("md") else b"  // old\n" for name in PAGES}
        self.editor = Editor(self.pages, self.old, random.Random(seed + 1))
        for name in PAGES:
            self.editor.save(name)
        process = self.start(self.generate)
        began = time.monotonic()
        drafted = self.wait(process, self.drafts)
        process.communicate()
        self.duration, self.writing = time.monotonic() - began, time.monotonic() - drafted
        self.new = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        self.new |= {name: self.editor.section(name) for name in PAGES}
        if None in self.new.values():
            sys.exit("check-kills: generate changes what is outside of the marks of a page")
        # The old record has another label, and all that shows it is that of another diagram.
        for (name, label), other in zip(NAMES.items(), [*NAMES][1:] + [*NAMES][:1]):
            for form in FORMATS[1:]:
                self.old[f"{name}.{form}"] = self.new[f"{other}.{form}"]
            self.old[f"{name}.dot"] = self.new[f"{name}.dot"].replace(label, label + b" (old)")

    @property
    def generate(self):
        return [self.tool, "generate", "--only", *NAMES, "--format", *FORMATS, "--pages", "pages"]

    def start(self, command):
        return subprocess.Popen(command, cwd=self.top, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def finish(self):
        """Runs `generate` to its end, and returns its exit code."""
        process = self.start(self.generate)
        output = process.communicate()[0].decode()
        if process.returncode not in (0, 2) or process.returncode == 2 and "changed meanwhile" not in output:
            self.faults.append(f"generate ends by {process.returncode}: {output}")
        return process.returncode

    def drafts(self):
        folders = [folder for folder in (self.folder, self.pages) if folder.exists()]
        return [name for folder in folders for name in os.listdir(folder) if name.startswith(".")]

    def wait(self, process, is_so):
        """Waits until something is so, or a command ends, and returns the time."""
        while not is_so() and process.poll() is None:
            time.sleep(0.0002)
        return time.monotonic()

    def is_replacing(self):
        first = f"{[*NAMES][0]}.dot"
        return (self.folder / first).read_bytes() != self.old[first]

    def round(self, title, command):
        """Kills one command, and looks at all files."""
        with self.editor.lock:
            for name in self.old.keys() - PAGES.keys():
                (self.folder / name).write_bytes(self.old[name])
        process = self.start(command)
        other = self.start(self.generate) if self.choice.random() < 1 / 3 else None
        end = time.monotonic() + self.choice.uniform(0, 1.2 * self.duration)
        # Most of the time is spent on drawing, and what matters takes milliseconds.
        moment = self.choice.randrange(3)
        if moment == 1:
            end = self.wait(process, self.drafts) + self.choice.uniform(0, self.writing)
        elif moment == 2:
            end = self.wait(process, self.is_replacing) + self.choice.uniform(0, 0.002)
        time.sleep(max(0, end - time.monotonic()))
        process.send_signal(self.choice.choice([signal.SIGKILL, signal.SIGINT]))
        process.communicate()
        self.counts[f"{title}: killed" if process.returncode < 0 else f"{title}: ended by {process.returncode}"] += 1
        if other:
            output = other.communicate()[0].decode()
            self.counts[f"run beside it: ended by {other.returncode}"] += 1
            if other.returncode not in (0, 2) or other.returncode == 2 and "changed meanwhile" not in output:
                self.faults.append(f"{title}: the run beside it ends by {other.returncode}: {output}")
        with self.editor.lock:
            self.look(title)
            self.counts[f"{title}: drafts left"] += len(self.drafts())
            self.finish()
            if drafts := self.drafts():
                self.faults.append(f"{title}: the next run leaves {drafts}")
            for name, content in self.new.items():
                if (self.editor.section(name) if name in PAGES else (self.folder / name).read_bytes()) != content:
                    self.faults.append(f"{title}: the next run doesn't mend {name}")

    def look(self, title):
        states = set()
        for name, new in self.new.items():
            is_page = name in PAGES
            path = (self.pages if is_page else self.folder) / name
            content = self.editor.section(name) if is_page else path.read_bytes()
            state = {new: "new", self.old[name]: "old"}.get(content, "lost" if is_page and content is None else "half")
            if state in ("lost", "half"):
                self.faults.append(f"{title}: {name} is {state}")
            states.add(state)
            self.counts[f"{title}: files that are {state}"] += 1
        self.counts[f"{title}: rounds with old and new files"] += len(states) == 2


def main(generates, reviews, seed):
    subprocess.run(["swift", "build", "-q", "--product", "Diagrams"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as top:
        kills = Kills(pathlib.Path(top), seed)
        print(f"check-kills: seed {seed}; a run takes {kills.duration:.2f} s, and writes for {kills.writing:.3f} s")
        kills.editor.start()
        review = [kills.tool, "review", "--only", "Turnstile", "--pages", "pages", "--accept", "unlocked: push"]
        for _ in range(generates):
            kills.round("generate", kills.generate)
        for _ in range(reviews):
            kills.round("review", review)
        kills.editor.lock.acquire()
        kills.counts["saves of the editor"] = kills.editor.saves
        kills.counts["saves that were lost"] = kills.editor.lost
    for name, count in sorted(kills.counts.items()):
        print(f"{count:6} {name}")
    for fault in kills.faults:
        print(f"check-kills: {fault}")
    sys.exit(1 if kills.faults or kills.editor.lost else 0)


main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32))
