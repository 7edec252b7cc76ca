#!/usr/bin/env python3
"""Runs the tests of the SCION project's SCXML test framework on machines of this package.

    Scripts/check-scion.py FOLDER [NAME ...]

FOLDER is the folder `test` of a copy of https://github.com/jbeard4/scxml-test-framework, whose tests
are an SCXML document and a JSON script each: events, and the states to be in afterwards. Every
document that needs no more becomes a machine in Swift: nested states become nested enums,
parallel states become structs with a property for each region, conflicts between regions are decided by
the rules of W3C SCXML 1.0, §3.13, entry and exit stand in the schema at their level, and integers of a data
model are properties of the subject. A state of a document with histories carries what they remember. The machines
are written to a package in a temporary folder, built against this one, and driven by the scripts;
their graphs are followed beside them. Documents that say more are listed with the reason.

Ends with 1 if a machine is not where its script says.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://www.w3.org/2005/07/scxml}"
STATES = ("state", "parallel", "final", "history")


class Unsupported(Exception):
    """A document that says something that a machine of this package cannot."""


class Node:
    """A state of a document."""

    def __init__(self, element, parent, order):
        self.kind = element.tag.removeprefix(NAMESPACE)
        self.parent = parent
        self.order = order
        self.id = element.get("id") or f"state{order}"
        self.initial = (element.get("initial") or "").split()
        self.children, self.transitions, self.entry, self.exit = [], [], [], []
        self.histories, self.is_deep = [], element.get("type") == "deep"

    @property
    def is_atomic(self):
        return not self.children

    def ancestors(self, until=None):
        node = self.parent
        while node is not None and node is not until:
            yield node
            node = node.parent

    def lies_in(self, other):
        return other in list(self.ancestors())


class Transition:
    """A transition of a document."""

    def __init__(self, source, element):
        self.source = source
        self.events = (element.get("event") or "").split()
        self.targets = (element.get("target") or "").split()
        self.is_internal = element.get("type") == "internal"
        self.condition = element.get("cond")
        self.content = content(element)
        if not self.events and source.kind != "history":
            raise Unsupported("a transition without an event")

    def matches(self, event):
        def matches(descriptor):
            descriptor = descriptor.removesuffix(".*")
            return descriptor == "*" or event == descriptor or event.startswith(descriptor + ".")

        return any(map(matches, self.events))


def content(element):
    """Returns what is done: events that are sent, and values that are assigned."""
    done = []
    for child in element:
        name = child.tag.removeprefix(NAMESPACE)
        if name == "raise":
            done.append(("raise", child.get("event")))
        elif name == "assign" and re.fullmatch(r"[\w\s+*-]+", child.get("expr", "")):
            done.append(("assign", (child.get("location"), child.get("expr"))))
        elif name == "log":
            pass
        else:
            raise Unsupported(f"<{name}>")
    return done


class Document:
    """A document as a tree of states, with the steps of the recommendation's algorithm."""

    def __init__(self, file):
        self.nodes, self.data, self.memory = [], {}, {}
        root = ElementTree.parse(file).getroot()
        self.root = self.read(root, None)
        self.by_id = {node.id: node for node in self.nodes}
        if not self.root.children:
            raise Unsupported("no states")

    def read(self, element, parent):
        node = Node(element, parent, len(self.nodes))
        self.nodes.append(node)
        for child in element:
            if not isinstance(child.tag, str):
                continue
            name = child.tag.removeprefix(NAMESPACE)
            if name in STATES:
                inside = self.read(child, node)
                (node.histories if name == "history" else node.children).append(inside)
            elif name == "transition":
                node.transitions.append(Transition(node, child))
            elif name == "initial":
                node.initial = child.find(NAMESPACE + "transition").get("target").split()
            elif name in ("onentry", "onexit"):
                (node.entry if name == "onentry" else node.exit).extend(content(child))
            elif name == "datamodel":
                for data in child:
                    if not re.fullmatch(r"-?\d+", data.get("expr") or ""):
                        raise Unsupported("a data model")
                    self.data[data.get("id")] = data.get("expr")
            else:
                raise Unsupported(f"<{name}>")
        return node

    # The algorithm: W3C SCXML 1.0, appendix D.

    def effective(self, names):
        """Returns the states of some names, and in place of a history those that it remembers."""
        found = []
        for node in (self.by_id[name] for name in names):
            if node.kind != "history":
                found.append(node)
            elif node.id in self.memory:
                found += sorted(self.memory[node.id], key=lambda n: n.order)
            else:
                found += self.effective(node.transitions[0].targets)
        return found

    def remember(self, left, configuration):
        """Stores where states were left that have histories."""
        memory = dict(self.memory)
        for node in left:
            for history in node.histories:
                memory[history.id] = frozenset(
                    other for other in configuration
                    if (other.lies_in(node) and other.is_atomic if history.is_deep
                        else other.parent is node))
        return memory

    def entered(self, targets, domain):
        """Returns the states that are entered on the way from a domain to targets."""
        found = set()

        def descend(node):
            found.add(node)
            if node.kind == "parallel":
                for child in node.children:
                    if not any(other.lies_in(child) or other is child for other in found):
                        descend(child)
            elif node.children:
                for child in self.effective(node.initial) or node.children[:1]:
                    found.update(child.ancestors(until=node))
                    descend(child)
                    ascend(child, node)

        def ascend(node, top):
            for ancestor in node.ancestors(until=top):
                found.add(ancestor)
                if ancestor.kind == "parallel":
                    for child in ancestor.children:
                        if not any(other.lies_in(child) or other is child for other in found):
                            descend(child)

        for target in targets:
            # The explicit targets come before the defaults of the regions beside them.
            found.add(target)
            found.update(target.ancestors(until=domain))
        for target in targets:
            descend(target)
        for target in targets:
            ascend(target, domain)
        return found

    def initial(self):
        targets = self.effective(self.root.initial) or self.root.children[:1]
        return frozenset(self.entered(targets, self.root))

    def domain(self, transition):
        targets = self.effective(transition.targets)
        source = transition.source
        if (
            transition.is_internal
            and source.kind in ("state", "scxml")
            and all(target.lies_in(source) for target in targets)
        ):
            return source
        for ancestor in source.ancestors():
            if ancestor.kind in ("state", "scxml") and all(t.lies_in(ancestor) for t in targets):
                return ancestor
        return self.root

    def left(self, transition, configuration):
        if not transition.targets:
            return set()
        domain = self.domain(transition)
        return {node for node in configuration if node.lies_in(domain)}

    def selected(self, configuration, event, truth):
        """Returns the transitions that an event takes; raises KeyError at an unknown condition."""
        enabled = []
        for leaf in sorted((n for n in configuration if n.is_atomic), key=lambda n: n.order):
            for node in [leaf, *leaf.ancestors()]:
                found = next(
                    (
                        t for t in node.transitions
                        if t.matches(event) and (t.condition is None or truth[t.condition])
                    ),
                    None,
                )
                if found:
                    if found not in enabled:
                        enabled.append(found)
                    break
        chosen = []
        for transition in enabled:
            left, preempted, beaten = self.left(transition, configuration), False, []
            for other in chosen:
                if left & self.left(other, configuration):
                    if transition.source.lies_in(other.source):
                        beaten.append(other)
                    else:
                        preempted = True
                        break
            if not preempted:
                chosen = [t for t in chosen if t not in beaten] + [transition]
        return chosen

    def step(self, configuration, transitions):
        """Returns the configuration after transitions."""
        left = set().union(*(self.left(transition, configuration) for transition in transitions))
        self.memory = self.remember(left, configuration)
        after = set(configuration) - left
        for transition in transitions:
            if transition.targets:
                targets = self.effective(transition.targets)
                after |= self.entered(targets, self.domain(transition))
        return frozenset(after)


class Machine:
    """The Swift text of a document and its script."""

    def __init__(self, name, document, script):
        self.name, self.document, self.script = name, document, script
        self.word = "T" + re.sub(r"\W", "_", name)
        self.raised = {
            word for node in document.nodes
            for done in [node.entry, node.exit, *[t.content for t in node.transitions]]
            for kind, word in done if kind == "raise"
        }
        sent = {step["event"]["name"] for step in script["events"]}
        self.events = sorted(self.raised | sent)
        for node in document.nodes:
            lies_in_parallel = any(a.kind == "parallel" for a in node.ancestors())
            if (node.entry or node.exit) and (lies_in_parallel or node.kind == "parallel"):
                raise Unsupported("entry or exit in a parallel state that lies in another state")
            if node.kind == "scxml" and node.transitions:
                for transition in node.transitions:
                    if transition.targets:
                        raise Unsupported("a transition of the document itself")
                node.transitions = []
        self.explore()

    def explore(self):
        self.keeps = any(node.kind == "history" for node in self.document.nodes)
        self.memories = [frozenset()]
        first = (self.document.initial(), frozenset())
        self.configurations, self.rules = [first], {}
        for state in self.configurations:
            for event in self.events:
                self.rules[state, event] = self.decide(state, event, {})

    def decide(self, state, event, truth):
        """Returns an answer, or a condition with what follows on yes and on no."""
        configuration, memory = state
        self.document.memory = dict(memory)
        try:
            chosen = self.document.selected(configuration, event, truth)
        except KeyError as condition:
            text = condition.args[0]
            names = set(re.findall(r"[a-z_]\w*", text))
            if not re.fullmatch(r"\w+ === \d+", text) or not names <= set(self.document.data):
                raise Unsupported("a condition on data")
            return (
                text, self.decide(state, event, {**truth, text: True}),
                self.decide(state, event, {**truth, text: False}),
            )
        if not chosen:
            return None
        after = self.document.step(configuration, chosen)
        after = (after, frozenset(self.document.memory.items()))
        if after[1] not in self.memories:
            self.memories.append(after[1])
        if after not in self.configurations:
            self.configurations.append(after)
        done = [action for transition in chosen for action in transition.content]
        return (after if any(t.targets for t in chosen) else None, done)

    # Swift.

    def type(self, node):
        return f"{self.word}_{node.id}"

    @staticmethod
    def case(node):
        return "`" + node.id + "`"

    def types(self):
        for node in self.document.nodes:
            if node.kind == "parallel":
                yield f"struct {self.type(node)}: GraphableProduct, Hashable, Sendable {{"
                yield "  static var graphCases: [Self] { [] }"
                for child in node.children:
                    yield f"  var {self.case(child)}: {self.region(child)}"
                yield "}"
            elif node.children:
                yield f"enum {self.type(node)}: Graphable, Hashable, Sendable {{"
                for child in node.children:
                    inside = f"({self.type(child)})" if child.children else ""
                    yield f"  case {self.case(child)}{inside}"
                isRoot = node is self.document.root and not self.keeps
                values = ", ".join(map(self.value, self.configurations)) if isRoot else ""
                yield f"  static var graphCases: [Self] {{ [{values}] }}"
                yield "}"
        if self.keeps:
            values = ", ".join(map(self.value, self.configurations))
            yield f"struct {self.word}_Kept: Graphable, Hashable, Sendable {{"
            yield f"  var inside: {self.type(self.document.root)}"
            yield "  var memory: Int"
            yield "  var casePath: [String] { inside.casePath }"
            yield "  var graphIdentifier: String { inside.graphIdentifier }"
            yield f"  static var graphCases: [Self] {{ [{values}] }}"
            yield "}"

    def region(self, node):
        return self.type(node) if node.children else "Region"

    def value(self, state):
        configuration, memory = state

        def value(node):
            if node.kind == "parallel":
                parts = ", ".join(
                    f"{child.id}: " + (value(child) if child.children else ".active")
                    for child in node.children)
                return f"{self.type(node)}({parts})"
            child = next(child for child in node.children if child in configuration)
            return f".{self.case(child)}" + (f"({value(child)})" if child.children else "")

        inside = value(self.document.root)
        if self.keeps:
            return f"{self.word}_Kept(inside: {inside}, memory: {self.memories.index(memory)})"
        return inside

    def swift(self, expression):
        """Returns an expression of integers in Swift."""
        text = expression.replace("===", "==")
        return re.sub(r"[a-z_]\w*", lambda name: f'$0.data["{name.group()}"]!', text)

    def actions(self, done):
        lines = []
        for kind, word in done:
            lines.append(
                f'$0.data["{word[0]}"] = {self.swift(word[1])}' if kind == "assign"
                else f"$0.send({json.dumps(word)})")
        return "; ".join(lines)

    def answer(self, decision):
        if decision is None:
            return ".ignored"
        if len(decision) == 3:
            condition, yes, no = decision
            return (
                f"when({json.dumps(condition)}) {{ {self.swift(condition)} }} ? {self.answer(yes)} "
                f": {self.answer(no)}")
        after, done = decision
        label = ", ".join(word if kind == "raise" else " = ".join(word) for kind, word in done)
        action = f", {json.dumps(label)}) {{ {self.actions(done)} }}" if done else ")"
        if after is None:
            return f".stay({action.removeprefix(', ')}" if done else ".stay"
        return f".to({self.value(after)}{action}"

    def behaviors(self):
        for node in self.document.nodes:
            level = len(list(node.ancestors()))
            for word, done in (("entry", node.entry), ("exit", node.exit)):
                if done:
                    label = json.dumps(
                        ", ".join(word if kind == "raise" else " = ".join(word) for kind, word in done))
                    inside = " || ".join(
                        f"state == {self.value(c)}" for c in self.configurations if node in c[0])
                    yield f"  .states(level: {level}) {{ state in"
                    yield f"    return {inside or 'false'}"
                    yield f"      ? .{word}({label}) {{ {self.actions(done)} }} : .none"
                    yield "  }"

    def text(self):
        root = f"{self.word}_Kept" if self.keeps else self.type(self.document.root)
        lines = list(self.types())
        lines += [f"func run_{self.word}() -> String? {{", f"  typealias State = {root}"]
        lines += [f"  let schema = StateMachineSchema<State, String, Subject>("]
        lines += [f"    initialState: {self.value(self.configurations[0])}", "  ) { state, event, when in"]
        for (configuration, event), decision in self.rules.items():
            if decision is not None:
                lines.append(
                    f"    if state == {self.value(configuration)}, event == {json.dumps(event)} {{")
                lines.append(f"      return {self.answer(decision)}")
                lines.append("    }")
        lines += ["    return .ignored", "  }"] + list(self.behaviors())
        lines.append("  let names: [(State, Set<String>)] = [")
        for configuration in self.configurations:
            names = sorted(node.id for node in configuration[0] if node.is_atomic)
            lines.append(f"    ({self.value(configuration)}, {json.dumps(names)}),".replace("'", '"'))
        lines.append("  ]")
        steps = [
            f"({json.dumps(step['event']['name'])}, {json.dumps(step['nextConfiguration'])})"
            for step in self.script["events"]]
        first = json.dumps(self.script["initialConfiguration"])
        # Conditions, and events that actions send, are not in the graph of states and events alone.
        simple = [rule for rule in self.rules.values() if rule is None or len(rule) == 2]
        follows = json.dumps(
            len(simple) == len(self.rules) and not self.raised and not self.keeps)
        data = ", ".join(f"{json.dumps(k)}: {v}" for k, v in self.document.data.items()) or ":"
        lines += [
            f"  return run(schema, names, events: {json.dumps(self.events)}, "
            f"isFollowed: {follows}, data: [{data}], from: {first}, [",
            *[f"    {step}," for step in steps], "  ])", "}", ""]
        return "\n".join(lines)


SUPPORT = """\
import Schematic
import SchematicGraph

/// The only state of a region without states.
enum Region: CaseIterable, Graphable { case active }

/// Integers, and a way to send events.
final class Subject {
  var data: [String: Int] = [:]
  var send: (String) -> Void = { _ in }
}

/// Runs a script, and returns the first difference.
func run<State: Graphable & Hashable>(
  _ schema: StateMachineSchema<State, String, Subject>, _ names: [(State, Set<String>)],
  events: [String], isFollowed: Bool, data: [String: Int], from first: [String],
  _ steps: [(String, [String])]
) -> String? {
  let names = Dictionary(uniqueKeysWithValues: names)
  let identifiers = Dictionary(names.map { ($0.graphIdentifier, $1) }) { first, second in
    if first != second { fatalError("states share a name") }
    return first
  }
  let subject = Subject()
  subject.data = data
  let machine = StateMachine(schema: schema, owning: subject)
  subject.send = { machine.handle($0) }
  machine.start()
  func difference(_ expected: [String], after event: String) -> String? {
    let found = names[machine.state] ?? []
    return found == Set(expected)
      ? nil : "after \\(event) in \\(found.sorted()), and not in \\(expected.sorted())"
  }
  if let found = difference(first, after: "the start") { return found }
  // The graph is followed as long as conditions and events that actions send do not decide.
  let graph = StateGraph(
    initial: schema.initialState, events: events.map(Name.init)
  ) { (state: State, event: Name) in
    let answer = schema.transition(from: state, on: event.graphIdentifier)
    return answer.kind == .external ? answer.target : nil
  }
  var state: String? = graph.initialState
  for (event, expected) in steps {
    machine.handle(event)
    if let found = difference(expected, after: event) { return found }
    let arrows = graph.transitions.filter { $0.source == state && $0.event == event }
    state = arrows.first?.target ?? state
    if isFollowed, identifiers[state ?? ""] != Set(expected) {
      return "the picture leads \\(event) to \\(state ?? "")"
    }
  }
  return nil
}

struct Name: Graphable {
  let name: String
  var casePath: [String] { [name] }
  static var graphCases: [Name] { [] }
}
"""

def find(folder, names):
    """Yields the name, the document and the script of each test."""
    for path, _, files in sorted(os.walk(folder)):
        for file in sorted(files):
            name = os.path.relpath(os.path.join(path, file), folder).removesuffix(".scxml")
            script = os.path.join(path, file.removesuffix(".scxml") + ".json")
            if not file.endswith(".scxml") or name.startswith("w3c") or not os.path.exists(script):
                continue
            if names and name not in names:
                continue
            yield name, os.path.join(path, file), script


def main(folder, names):
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    machines, unsupported = [], {}
    for name, file, script in find(folder, names):
        try:
            with open(script) as text:
                machines.append(Machine(name, Document(file), json.load(text)))
        except Unsupported as reason:
            unsupported.setdefault(str(reason), []).append(name)
    with tempfile.TemporaryDirectory() as work:
        sources = os.path.join(work, "Sources", "Oracle")
        os.makedirs(sources)
        for machine in machines:
            with open(os.path.join(sources, machine.word + ".swift"), "w") as file:
                file.write("import Schematic\nimport SchematicGraph\n\n" + machine.text())
        with open(os.path.join(sources, "Support.swift"), "w") as file:
            file.write(SUPPORT)
        with open(os.path.join(sources, "main.swift"), "w") as file:
            for machine in machines:
                file.write(f'print({json.dumps(machine.name)}, run_{machine.word}() ?? "passed",')
                file.write(' separator: "\\t")\n')
        with open(os.path.join(work, "Package.swift"), "w") as file:
            file.write(MANIFEST % json.dumps(package))
        swift = os.environ.get("SWIFT", "swift").split()
        scratch = os.environ.get("SCION_BUILD", os.path.join(work, ".build"))
        result = subprocess.run(
            [*swift, "run", "-q", "--package-path", work, "--scratch-path", scratch],
            stdout=subprocess.PIPE, text=True)
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    failed = [line for line in lines if line[1] != "passed"]
    parallel = {m.name for m in machines if any(n.kind == "parallel" for n in m.document.nodes)}
    for name, found in failed:
        print(f"FAILED {name}: {found}")
    for reason, tests in sorted(unsupported.items()):
        print(f"not run, {reason}: {len(tests)} ({', '.join(tests)})")
    passed = {line[0] for line in lines} - {line[0] for line in failed}
    print(
        f"{len(passed - parallel)} of {len(machines) - len(parallel)} without and "
        f"{len(passed & parallel)} of {len(parallel)} with parallel states passed")
    return 0 if machines and len(passed) == len(machines) and result.returncode == 0 else 1


MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Oracle", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "Schematic", path: %s, traits: [])],
  targets: [
    .executableTarget(
      name: "Oracle",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ])
  ])
"""

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    sys.exit(main(sys.argv[1], sys.argv[2:]))
