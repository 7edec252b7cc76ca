"""Scores pictures: counts what makes a diagram hard to read.

Usage: score.py [--check | --accept] PICTURE…

A PICTURE is an SVG as Graphviz draws it, or a page that contains some. For each picture, this prints

  crossings   how often two arrows cross
  hits        how often an arrow runs through the label of another, or through a title
  overlaps    how often two texts lie on each other
  retraced    how often two arrows run on the same line
  bends       how often an arrow turns back by more than a right angle
  upwards     arrows against the reading direction, in percent
  area        square inches

With --check, exits with 1 if one of the first four counts is higher than in accepted.json beside this
file. With --accept, writes that file.
"""

import itertools
import json
import math
import pathlib
import re
import sys

ACCEPTED = pathlib.Path(__file__).parent / "accepted.json"
COUNTS = ["crossings", "hits", "overlaps", "retraced"]


def width(text, size):
    """Returns the approximate width of a text in Helvetica."""
    def of(one):
        if one in "iIljtfr.,:;'|![]() /\u00a0-":
            return 0.29
        return 0.83 if one in "mwMW@%" else 0.67 if one.isupper() else 0.54
    return sum(map(of, text)) * size


def texts(block):
    """Returns the boxes of texts: left, top, right, bottom."""
    boxes = []
    for attributes, text in re.findall(r"<text ([^>]*)>([^<]*)</text>", block):
        value = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        text = re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text).replace("&amp;", "&")
        text = re.sub(r"&\w+;", "x", text)
        size = float(value["font-size"])
        bare = text.strip("\u00a0 ")
        whole, long = width(text, size), width(bare, size)
        x = float(value["x"])
        left = x - whole / 2 if value["text-anchor"] == "middle" else x - whole if value["text-anchor"] == "end" else x
        left += width(text[:len(text) - len(text.lstrip("\u00a0 "))], size)
        y = float(value["y"])
        if bare:
            boxes.append((left, y - 0.72 * size, left + long, y + 0.05 * size))
    return boxes


def curve(path):
    """Returns points along a path of cubic curves."""
    numbers = [float(one) for one in re.findall(r"-?\d+\.?\d*", path)]
    points = list(zip(numbers[::2], numbers[1::2]))
    line = [points[0]]
    for start in range(0, len(points) - 3, 3):
        a, b, c, d = points[start:start + 4]
        for step in range(1, 13):
            t = step / 12
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
            line.append(tuple(sum(w * p[axis] for w, p in zip(weights, (a, b, c, d))) for axis in (0, 1)))
    return line


def cross(p, q, r, s):
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def runs_through(line, box):
    """Returns whether a line goes more than 0.8 points deep into a box."""
    left, top, right, bottom = box[0] + 0.8, box[1] + 0.8, box[2] - 0.8, box[3] - 0.8
    for (x, y), (u, v) in zip(line, line[1:]):
        steps = max(1, int(math.hypot(u - x, v - y) / 1.5))
        for step in range(steps + 1):
            a, b = x + (u - x) * step / steps, y + (v - y) * step / steps
            if left < a < right and top < b < bottom:
                return True
    return False


def bounds(line):
    xs, ys = [one[0] for one in line], [one[1] for one in line]
    return min(xs), min(ys), max(xs), max(ys)


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def retraces(one, other):
    """Returns whether two lines lie on each other for longer than arrows do that only share an end."""
    length = 0
    for (x, y), (u, v) in zip(one, one[1:]):
        middle = ((x + u) / 2, (y + v) / 2)
        if min(math.dist(middle, point) for point in other) < 1.2:
            length += math.hypot(u - x, v - y)
    return length > 24


def score(svg):
    groups = re.findall(r'<g id="[^"]*" class="(\w+)">(.*?)</g>', svg, re.S)
    arrows = []
    for kind, block in groups:
        path = re.search(r'<path [^>]*fill="none"[^>]* d="([^"]*)"', block) or re.search(r' d="([^"]*)"', block)
        if kind == "edge" and path:
            arrows.append((curve(path[1]), texts(block)))
    titles = [box for kind, block in groups if kind == "cluster" for box in texts(block)]
    names = [box for kind, block in groups if kind == "node" for box in texts(block)]
    labels = [box for _, boxes in arrows for box in boxes]
    result = dict.fromkeys([*COUNTS, "bends"], 0)
    boxes = [bounds(line) for line, _ in arrows]
    for (i, (one, _)), (j, (other, _)) in itertools.combinations(enumerate(arrows), 2):
        if not meet(boxes[i], boxes[j]):
            continue
        result["crossings"] += sum(
            cross(p, q, r, s) for p, q in zip(one, one[1:]) for r, s in zip(other, other[1:])
            if max(min(p[0], q[0]), min(r[0], s[0])) <= min(max(p[0], q[0]), max(r[0], s[0]))
            and max(min(p[1], q[1]), min(r[1], s[1])) <= min(max(p[1], q[1]), max(r[1], s[1])))
        result["retraced"] += retraces(one, other)
    for number, (line, own) in enumerate(arrows):
        foreign = [box for other, (_, texts) in enumerate(arrows) if other != number for box in texts] + titles
        result["hits"] += sum(runs_through(line, box) for box in foreign)
        angles = [math.atan2(v - y, u - x) for (x, y), (u, v) in zip(line, line[1:]) if (x, y) != (u, v)]
        turned = [(b - a + math.pi) % (2 * math.pi) - math.pi for a, b in zip(angles, angles[1:])]
        result["bends"] += int(sum(map(abs, turned)) > math.pi)
    inner = lambda box: (box[0] + 0.8, box[1] + 0.8, box[2] - 0.8, box[3] - 0.8)
    result["overlaps"] = sum(meet(inner(a), inner(b)) for a, b in itertools.combinations(labels + titles, 2)) \
        + sum(meet(inner(a), inner(b)) for a in labels for b in names)
    size = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', svg)
    across, down = float(size[1]), float(size[2])
    axis = 1 if down >= across else 0
    against = sum(line[-1][axis] < line[0][axis] for line, _ in arrows)
    result["upwards"] = round(100 * against / max(1, len(arrows)))
    result["area"] = round(across * down / 72 ** 2, 1)
    return result


def pictures(paths):
    for path in map(pathlib.Path, paths):
        text = path.read_text()
        if path.suffix == ".html":
            text = re.search(r'<script type="application/json" id="machines">(.*?)</script>', text, re.S)[1]
            for one in json.loads(text):
                yield path.stem, one["svg"]
        else:
            yield path.stem, text


def main(verb, paths):
    found = {name: score(svg) for name, svg in pictures(paths)}
    names = list(next(iter(found.values())))
    print(f"{'':22}" + "".join(f"{one:>10}" for one in names))
    for name, one in sorted(found.items()):
        print(f"{name:22}" + "".join(f"{one[key]:>10}" for key in names))
    total = {key: round(sum(one[key] for one in found.values()), 1) for key in names}
    total["upwards"] = round(total["upwards"] / len(found))
    print(f"{'all':22}" + "".join(f"{total[key]:>10}" for key in names))
    if verb == "--accept":
        ACCEPTED.write_text(json.dumps(
            {name: {key: one[key] for key in COUNTS} for name, one in sorted(found.items())}, indent=1) + "\n")
    if verb == "--check":
        accepted = json.loads(ACCEPTED.read_text())
        worse = [f"{name}: {one[key]} {key}, accepted are {accepted.get(name, {}).get(key, 0)}"
                 for name, one in sorted(found.items()) for key in COUNTS
                 if one[key] > accepted.get(name, {}).get(key, 0)]
        for line in worse:
            print(f"score: {line}", file=sys.stderr)
        sys.exit(1 if worse else 0)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    verb = arguments.pop(0) if arguments and arguments[0].startswith("--") else None
    if not arguments:
        sys.exit(__doc__)
    main(verb, arguments)
