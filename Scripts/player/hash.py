"""Writes the hashes of the program of pages into ProgramHash.swift, after a change of the program.

Usage: python3 Scripts/player/hash.py
"""

import base64
import hashlib
import pathlib
import re

folder = pathlib.Path(__file__).resolve().parents[2] / "Sources/SchematicGraphviz/Pages"
source = (folder / "PlayerPage.swift").read_text()
# The files in the order in which a page has them.
names = re.search(r'scripts: String \{\s*\[(.*?)\]', source, re.S).group(1)
scripts = "\n".join((folder / "Program" / name).read_text() for name in re.findall(r'"(.*?)"', names))
lines = (folder / "Lines/lines.js").read_text()
live = (folder / "Live/live.js").read_text()


def digest(program):
    script = f'\n"use strict";\n{program}\n'
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


path = folder / "ProgramHash.swift"
text = path.read_text()
for name, program in [
    ("playing", scripts), ("linked", lines + scripts), ("live", lines + scripts + live)]:
    text = re.sub(rf'static let {name} = ".*?"', f'static let {name} = "{digest(program)}"', text)
path.write_text(text)
