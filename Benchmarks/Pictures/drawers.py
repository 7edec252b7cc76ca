"""Draws a machine with several programs, and reads where each one put boxes, labels and arrows.

A machine is what the command's Mermaid text says: states, composite states, regions and labelled arrows. Every
drawer gets the same ones, in the same order, and all settings are its defaults. What a drawer has no word
for is drawn with the nearest that it has: plain DOT and D2 draw composite states and regions as containers.
"""

import base64
import html
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Scripts/pictures"))
from score import texts, width

SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Box:
    """A state, a composite state, a region, a history, or the mark of an initial state."""
    name: str
    lines: list
    parent: str = None
    is_group: bool = False
    is_region: bool = False


@dataclass
class Machine:
    boxes: dict = field(default_factory=dict)
    arrows: list = field(default_factory=list)  # source, target, lines of the label

    def inside(self, name):
        return [box.name for box in self.boxes.values() if box.parent == name]

    def anchor(self, name):
        """Returns the first box that is no group: the one itself, or the first one inside."""
        return self.anchor(self.inside(name)[0]) if self.boxes[name].is_group else name

    def around(self, name):
        """Returns the groups around a box, innermost first."""
        parent = self.boxes[name].parent
        return [parent] + self.around(parent) if parent else []


@dataclass
class Arrow:
    source: str
    target: str
    path: str  # as SVG writes it
    label: list = field(default_factory=list)  # a box for each line: left, top, right, bottom
    is_interrupted: bool = False  # where the label is, the line is not drawn


@dataclass
class Drawing:
    em: float  # the size of the labels' letters; all measures are divided by it
    boxes: dict = field(default_factory=dict)
    groups: dict = field(default_factory=dict)
    titles: list = field(default_factory=list)
    arrows: list = field(default_factory=list)
    axis: int = 1  # the reading direction: 0 to the right, 1 down


def machine(mermaid):
    """Reads a machine from Mermaid."""
    result, open_groups, divided = Machine(), [], set()

    def plain(text):
        return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), text)

    def start():
        name = f"start_{open_groups[-1] if open_groups else ''}"
        result.boxes[name] = Box(name, [], open_groups[-1] if open_groups else None)
        return name

    body = re.sub(r"accDescr \{.*?\n  \}\n", "", mermaid, flags=re.S)
    for line in map(str.strip, body.splitlines()):
        parent = open_groups[-1] if open_groups else None
        if found := re.fullmatch(r'state "(.*?)" as (\w+)( \{)?', line):
            result.boxes[found[2]] = Box(found[2], plain(found[1]).split("<br/>"), parent, bool(found[3]))
            if found[3]:
                open_groups.append(found[2])
        elif line == "}":
            open_groups.pop()
        elif line == "--":
            divided.add(parent)
        elif found := re.fullmatch(r"(\[\*\]|\w+) --> (\w+)(?: : (.*))?", line):
            label = plain(found[3]).split("<br/>") if found[3] else []
            result.arrows.append((start() if found[1] == "[*]" else found[1], found[2], label))
        elif found := re.fullmatch(r"(\w+) : (.*)", line):
            result.boxes[found[1]].lines.append(plain(found[2]))
    for box in result.boxes.values():
        box.is_region = box.parent in divided and box.is_group
    # A machine that consists of regions has a frame in Mermaid, because Mermaid needs one.
    if frame := result.boxes.pop("regions", None) if "[*] --> regions" in body else None:
        result.boxes.pop("start_")
        result.arrows = [arrow for arrow in result.arrows if arrow[1] != frame.name]
        for box in result.boxes.values():
            box.parent = None if box.parent == frame.name else box.parent
    # Initial states come first, because drawers begin with what they see first.
    result.boxes = dict(sorted(result.boxes.items(), key=lambda item: not item[0].startswith("start_")))
    result.arrows.sort(key=lambda arrow: not arrow[0].startswith("start_"))
    return result


def numbers(text):
    return [float(one) for one in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", text)]


def graphviz(svg, named=lambda title: re.sub(r"\W", "_", title), em=10, narrowness=1):
    """Reads an SVG of Graphviz. Letters are narrower than Helvetica's by a factor."""
    def narrowed(box):
        middle, half = (box[0] + box[2]) / 2, (box[2] - box[0]) / 2 * narrowness
        return middle - half, box[1], middle + half, box[3]

    drawing, joints = Drawing(em), {}
    for kind, title, block in re.findall(
            r'<g id="[^"]*" class="(\w+)[^"]*">\s*<title>(.*?)</title>(.*?)(?=<g id=|</svg>)', svg, re.S):
        title, words = html.unescape(title), [narrowed(box) for box in texts(block)]
        if kind == "edge":
            source, target = map(named, re.sub(r":\w+(?=->|$)", "", title).split("->"))
            path = re.search(r'<path [^>]*fill="none"[^>]* d="([^"]*)"', block)[1]
            drawing.arrows.append(Arrow(source, target, path, words))
            continue
        if not re.search(r"<(ellipse|polygon|path) ", block):
            joints[named(title)] = words
            continue
        if ellipse := re.search(r'<ellipse .*?cx="(.*?)" cy="(.*?)" rx="(.*?)" ry="(.*?)"', block):
            x, y, a, b = map(float, ellipse.groups())
            box = (x - a, y - b, x + a, y + b)
        else:
            points = [numbers(one) for one in re.findall(r' (?:d|points)="([^"]*)"', block)]
            xs, ys = [x for one in points for x in one[::2]], [y for one in points for y in one[1::2]]
            box = (min(xs), min(ys), max(xs), max(ys))
        (drawing.groups if kind == "cluster" else drawing.boxes)[named(title)] = box
        if kind == "cluster":
            drawing.titles += words
    return joined(drawing, joints)


def joined(drawing, joints):
    """Joins arrows that meet in a point that is no box: a turn without a mark, or nothing but a label."""
    leaving = {arrow.source: arrow for arrow in drawing.arrows if arrow.source not in drawing.boxes}
    drawing.arrows = [arrow for arrow in drawing.arrows if arrow.source in drawing.boxes]
    for arrow in drawing.arrows:
        while rest := leaving.get(arrow.target):
            words = joints.get(arrow.target, [])
            arrow.is_interrupted = bool(words)
            arrow.label += words + rest.label
            arrow.path, arrow.target = f"{arrow.path} L{rest.path[1:]}", rest.target
    return drawing


def ours(svg, dot):
    def named(title):
        title = re.sub(r"^cluster_(_state_|_region_)?", "", title)
        return re.sub(r"\W", "_", re.sub(r"_([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), title))
    drawing = graphviz(svg, named)
    drawing.axis = 0 if re.search(r"\brankdir=LR", dot) else 1
    return drawing


def quoted(lines):
    text = "\n".join(lines).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\n", "\\n") + '"'


def dot(machine):
    """Draws plain DOT; `compound` is needed for arrows from and to clusters."""
    numbered = {name: f"n{index}" for index, name in enumerate(machine.boxes)}
    text = ["digraph {", "compound=true"]

    def add(parent):
        for name in machine.inside(parent):
            box = machine.boxes[name]
            if box.is_group:
                text.append(f"subgraph cluster_{numbered[name]} {{ label={quoted(box.lines)}")
                add(name)
                text.append("}")
            elif name.startswith("start_"):
                text.append(f"{numbered[name]} [shape=point]")
            else:
                text.append(f"{numbered[name]} [shape=box label={quoted(box.lines)}]")

    add(None)
    for source, target, label in machine.arrows:
        settings = [f"label={quoted(label)}"]
        for key, end, other in [("ltail", source, target), ("lhead", target, source)]:
            if machine.boxes[end].is_group and end not in machine.around(other) and end != other:
                settings.append(f"{key}=cluster_{numbered[end]}")
        text.append(f"{numbered[machine.anchor(source)]} -> {numbered[machine.anchor(target)]} [{' '.join(settings)}]")
    svg = run(["dot", "-Tsvg"], "\n".join(text + ["}"]))
    names = {number: name for name, number in numbered.items()}
    # Times is narrower than Helvetica: 0.91 in the mean of labels.
    return graphviz(svg, lambda title: names[title.removeprefix("cluster_")], em=14, narrowness=0.91), svg


def d2_text(machine):
    """Returns the D2 text of a machine, and the names of the boxes by their keys."""
    keys = {name: f"n{index}" for index, name in enumerate(machine.boxes)}
    text = []

    def add(parent):
        for name in machine.inside(parent):
            box = machine.boxes[name]
            shape = " {shape: circle; width: 12; height: 12}" if name.startswith("start_") else " {" * box.is_group
            text.append(f"{keys[name]}: {quoted(box.lines)}{shape}")
            if box.is_group:
                add(name)
                text.append("}")

    add(None)
    for source, target, label in machine.arrows:
        ends = [".".join(keys[one] for one in [*reversed(machine.around(end)), end]) for end in (source, target)]
        text.append(f"{ends[0]} -> {ends[1]}" + (f": {quoted(label)}" if label else ""))
    return "\n".join(text) + "\n", {key: name for name, key in keys.items()}


def d2(machine):
    """Draws with D2 and its copy of ELK."""
    text, names = d2_text(machine)
    svg = run(["d2", "--layout", "elk", "-", "-"], text)
    picture = ElementTree.fromstring(svg).find(SVG + "svg")
    drawing = Drawing(16)
    gaps = [tuple(float(one.get(key)) for key in ("x", "y", "width", "height"))
            for one in picture.iterfind(f"{SVG}mask/{SVG}rect")][1:]
    gaps = [(x, y, x + w, y + h) for x, y, w, h in gaps]
    for group in picture.iterfind(SVG + "g"):
        key = html.unescape(base64.b64decode(group.get("class").split()[0]).decode())
        word = group.find(SVG + "text")
        if found := re.search(r"\(([\w.]*) -> ([\w.]*)\)\[", key):
            source, target = (names[one.split(".")[-1]] for one in found.groups())
            arrow = Arrow(source, target, group.find(SVG + "path").get("d"), is_interrupted=True)
            if word is not None:
                x, y = float(word.get("x")), float(word.get("y")) - 4
                arrow.label = [gap for gap in gaps if gap[0] < x < gap[2] and gap[1] < y < gap[3]][:1]
            drawing.arrows.append(arrow)
            continue
        name, shape = names[key.split(".")[-1]], group.find(f"{SVG}g/*")
        of = {key: float(value) for key, value in shape.items() if re.fullmatch(r"-?[\d.]+", value)}
        box = ((of["cx"] - of["rx"], of["cy"] - of["ry"], of["cx"] + of["rx"], of["cy"] + of["ry"]) if "cx" in of
               else (of["x"], of["y"], of["x"] + of["width"], of["y"] + of["height"]))
        (drawing.groups if machine.boxes[name].is_group else drawing.boxes)[name] = box
        if machine.boxes[name].is_group and word is not None:
            x, y, size = float(word.get("x")), float(word.get("y")), numbers(word.get("style"))[-1]
            half = max(width(line, size) for line in machine.boxes[name].lines) / 2
            drawing.titles.append((x - half, y - 0.72 * size, x + half, y))
    return drawing, svg


def elk(machine):
    """Draws with pyelk. It gives labels of arrows no place, so they are put on the middle of their arrows."""
    from pyelk import ELK
    from svgpathtools import parse_path
    nodes = {None: {"id": "root", "children": [], "edges": [], "layoutOptions": {
        "elk.algorithm": "layered", "elk.direction": "DOWN", "elk.hierarchyHandling": "INCLUDE_CHILDREN"}}}
    for name, box in machine.boxes.items():
        size = (12, 12) if name.startswith("start_") else (
            max(width(line, 12) for line in box.lines) + 26, 14 + 16 * len(box.lines))
        nodes[name] = {"id": name} | ({"children": [], "edges": [], "labels": [
            {"id": "title " + name, "text": box.lines[0], "width": size[0], "height": 16}], "layoutOptions": {
                "elk.nodeLabels.placement": "INSIDE V_TOP H_LEFT", "elk.padding": "[top=30,left=12,bottom=12,right=12]"}}
            if box.is_group else dict(zip(("width", "height"), size)))
    for name, box in machine.boxes.items():
        nodes[box.parent]["children"].append(nodes[name])
    for index, (source, target, _) in enumerate(machine.arrows):
        common = [one for one in machine.around(source) if one in machine.around(target)] + [None]
        nodes[common[0]]["edges"].append({"id": str(index), "sources": [source], "targets": [target]})
    drawing = Drawing(10)

    def read(node, x, y):
        for child in node.get("children", []):
            left, top = x + child["x"], y + child["y"]
            box = (left, top, left + child["width"], top + child["height"])
            is_group = machine.boxes[child["id"]].is_group
            (drawing.groups if is_group else drawing.boxes)[child["id"]] = box
            if is_group:
                drawing.titles.append((left + 12, top + 8, left + 12 + width(child["labels"][0]["text"], 12), top + 18))
            read(child, left, top)
        for edge in node.get("edges", []):
            for section in edge.get("sections", [])[:1]:
                points = [section["startPoint"], *section.get("bendPoints", []), section["endPoint"]]
                path = "M" + " L".join(f"{x + point['x']},{y + point['y']}" for point in points)
                source, target, label = machine.arrows[int(edge["id"])]
                arrow = Arrow(source, target, path, is_interrupted=True)
                if label:
                    middle = parse_path(path).point(0.5)
                    half, high = max(width(line, 10) for line in label) / 2, 6 * len(label)
                    arrow.label = [(middle.real - half, middle.imag - high, middle.real + half, middle.imag + high)]
                drawing.arrows.append(arrow)

    read(ELK().layout(nodes[None]), 0, 0)
    return drawing, None


def run(command, text):
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
