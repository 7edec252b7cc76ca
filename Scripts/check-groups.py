"""Fails where a module's page leaves a public symbol or an article to a group that DocC makes itself.

Usage: check-groups.py ARCHIVE MODULE
"""

import json
import pathlib
import sys

archive, module = sys.argv[1:]
page = pathlib.Path(archive) / "data/documentation" / f"{module.lower()}.json"
generated = [
    identifier.rsplit("/", 1)[-1]
    for section in json.loads(page.read_text())["topicSections"]
    if section.get("generated")
    for identifier in section["identifiers"]
]
for name in generated:
    print(f"{module}: {name} is in no group; add it to a group of {module}.docc/{module}.md")
sys.exit(1 if generated else 0)
