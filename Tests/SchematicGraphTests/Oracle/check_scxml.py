"""Runs our SCXML documents in python-statemachine and compares the states with our machine's.

Usage: check_scxml.py FOLDER. The folder is written by the test `writesWhatAnIndependentEngineIsTo\
AgreeWith`: for each machine the document, words to read, and the state of the machine after each
step. Exits with 1 where the engine refuses a document or is in another state.
"""

import contextlib
import io
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

import jsonschema
from statemachine.io.scxml.processor import SCXMLProcessor

OWN = "{urn:x-schematic:1}"
SCXML = "{http://www.w3.org/2005/07/scxml}"
SCHEMA = (
    pathlib.Path(__file__).parents[3]
    / "Sources/SchematicGraph/Printing/state-graph-1.schema.json"
)


class Document:
    """An SCXML document, and what its names were called in the graph."""

    def __init__(self, text):
        self.text = text
        root = ElementTree.fromstring(text)
        self.events = self.names(root, "transition", "event")
        self.variables = self.names(root, "data", "id")
        self.states = {
            node.get("id"): node.get(OWN + "identifier", node.get("id"))
            for tag in ("state", "final")
            for node in root.iter(SCXML + tag)
        }
        self.leaves = {
            node.get("id")
            for tag in ("state", "final")
            for node in root.iter(SCXML + tag)
            if node.find(SCXML + "state") is None and node.find(SCXML + "final") is None
        }
        # A compiled class is shared by all runs of its machine.
        self.processor = SCXMLProcessor()
        self.processor.parse_scxml("Machine", text)

    @staticmethod
    def names(root, tag, attribute):
        nodes = root.iter(SCXML + tag)
        return {node.get(OWN + "label", node.get(attribute)): node.get(attribute) for node in nodes}

    def run(self, word):
        """Returns the state after each step of a word."""
        engine = self.processor.start()
        states = []
        for step in word:
            for condition, variable in self.variables.items():
                setattr(engine.model, variable, int(condition in step["holds"]))
            engine.send(self.events.get(step["event"], "unknown"))
            (leaf,) = (state for state in engine.configuration_values if state in self.leaves)
            states.append(self.states[leaf])
        return states


def main(folder):
    machines = words = steps = 0
    schema = json.loads(SCHEMA.read_text())
    for file in sorted(pathlib.Path(folder).glob("*.words.json")):
        case = json.loads(file.read_text())
        name = file.name.removesuffix(".words.json")
        jsonschema.validate(json.loads(file.with_name(name + ".graph.json").read_text()), schema)
        document = Document(file.with_name(name + ".scxml").read_text(encoding="utf-8"))
        machines += 1
        for word, expected in zip(case["words"], case["states"], strict=True):
            # Actions are logged, which the engine prints.
            with contextlib.redirect_stdout(io.StringIO()):
                states = document.run(word)
            if states != expected:
                sys.exit(
                    f"oracle: machine SEED={case['seed']} disagrees on\n"
                    f"  word     {word}\n  machine  {expected}\n  engine   {states}"
                )
            words += 1
            steps += len(word)
    if words == 0:
        sys.exit(f"oracle: no words in {folder}")
    print(f"oracle: {machines} machines, {words} words and {steps} steps agree")


if __name__ == "__main__":
    main(sys.argv[1])
