"""Validates JSON documents with their schema.

Usage: check-exports.py FOLDER
"""

import json
import pathlib
import sys

import jsonschema

SCHEMA = (
    pathlib.Path(__file__).parents[1]
    / "Sources/SchematicGraph/Record/state-graph-2.schema.json"
)


def main(folder):
    schema = json.loads(SCHEMA.read_text())
    documents = sorted(pathlib.Path(folder).glob("*.json"))
    for path in documents:
        try:
            jsonschema.validate(json.loads(path.read_text()), schema)
        except jsonschema.ValidationError as error:
            sys.exit(f"check-exports: {path.name}: {error.message}")
    if not documents:
        sys.exit(f"check-exports: there is nothing in {folder}")
    print(f"check-exports: {len(documents)} JSON documents")


if __name__ == "__main__":
    main(sys.argv[1])
