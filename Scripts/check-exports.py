"""Validates JSON documents with their schema, and compiles SCXML documents with Qt.

Usage: check-exports.py FOLDER
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

import jsonschema

SCXML = "{http://www.w3.org/2005/07/scxml}"
SCHEMA = (
    pathlib.Path(__file__).parents[1]
    / "Sources/SchematicGraph/Printing/state-graph-1.schema.json"
)


def with_services(text):
    """Returns a document in which each invoked service is there: Qt asks for it when it compiles."""
    root = ElementTree.fromstring(text)
    for invoke in root.iter(SCXML + "invoke"):
        content = ElementTree.SubElement(invoke, SCXML + "content")
        service = ElementTree.SubElement(content, SCXML + "scxml")
        service.set("version", "1.0")
        ElementTree.SubElement(service, SCXML + "state").set("id", "working")
    ElementTree.register_namespace("", SCXML.strip("{}"))
    return ElementTree.tostring(root, encoding="unicode")


def main(folder):
    folder = pathlib.Path(folder)
    schema = json.loads(SCHEMA.read_text())
    documents = sorted(folder.glob("*.json"))
    charts = sorted(folder.glob("*.scxml"))
    for path in documents:
        try:
            jsonschema.validate(json.loads(path.read_text()), schema)
        except jsonschema.ValidationError as error:
            sys.exit(f"check-exports: {path.name}: {error.message}")
    compiler = shutil.which("qscxmlc") or "/usr/lib/qt6/libexec/qscxmlc"
    with tempfile.TemporaryDirectory() as temporary:
        for path in charts:
            chart = pathlib.Path(temporary) / "chart.scxml"
            chart.write_text(with_services(path.read_text()))
            done = subprocess.run(
                [compiler, chart, "--output", f"{temporary}/chart"], text=True, capture_output=True)
            if done.returncode != 0:
                sys.exit(f"check-exports: {path.name}: {done.stderr}")
    if not documents or not charts:
        sys.exit(f"check-exports: there is nothing in {folder}")
    print(f"check-exports: {len(documents)} JSON and {len(charts)} SCXML documents")


if __name__ == "__main__":
    main(sys.argv[1])
