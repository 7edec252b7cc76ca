"""Measures a drawing: what makes it hard to read, in letters of its labels, so that large type is no advantage.

The sources of the measures: H. Purchase, Metrics for graph drawing aesthetics (2002); the heuristics of
statelyai/layout (docs/heuristics/README.md); and geg-metrics (PyPI, Graph Drawing 2025).
"""

import itertools
import warnings

import geg
import networkx
import numpy
from scipy.spatial import KDTree
from svgpathtools import Line, parse_path

NEAR = 0.08  # What overlaps by less, in letters, only touches.
GEG = ["angular_resolution", "aspect_ratio", "crossing_angle", "edge_crossings", "edge_length_deviation",
       "edge_orthogonality", "gabriel_ratio_edges", "kruskal_stress", "neighbourhood_preservation",
       "node_edge_occlusion", "node_resolution", "node_uniformity"]


def points(path):
    """Returns the corners of a path, and points along its curves."""
    parts = [part for part in parse_path(path) if part.length()]
    line = [parts[0].start]
    for part in parts:
        line += [part.end] if isinstance(part, Line) else [part.point(step / 24) for step in range(1, 25)]
    return numpy.array([(one.real, one.imag) for one in line])


def dense(line, step):
    """Returns points along a line that are at most a step apart."""
    pieces = [numpy.linspace(a, b, max(2, int(numpy.hypot(*(b - a)) / step) + 2)) for a, b in zip(line, line[1:])]
    return numpy.concatenate(pieces)


def crossings(one, other):
    """Returns the points at which two lines cross."""
    # A line that is moved a little has no corner on the other.
    other = other + (0.0113, 0.0071)
    (p, r), (q, s) = ((line[:-1], numpy.diff(line, axis=0)) for line in (one, other))
    def cross(a, b):
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    between = q[None] - p[:, None]
    slope = cross(r[:, None], s[None])
    with numpy.errstate(divide="ignore", invalid="ignore"):
        t, u = cross(between, s[None]) / slope, cross(between, r[:, None]) / slope
    # Lines at less than 2.5 degrees run together rather than cross: geg-metrics has the same bound.
    steep = numpy.abs(slope) > numpy.sin(numpy.radians(2.5)) * numpy.outer(numpy.hypot(*r.T), numpy.hypot(*s.T))
    found = numpy.argwhere(steep & (0 <= t) & (t < 1) & (0 <= u) & (u < 1))
    return [p[i] + t[i, j] * r[i] for i, j in found]


def distance(line, box):
    """Returns how far the nearest point of a line is from a box; 0 inside."""
    away = numpy.maximum(numpy.maximum(numpy.array(box[:2]) - line, line - numpy.array(box[2:])), 0)
    return float(numpy.hypot(away[:, 0], away[:, 1]).min())


def shrunk(box, by=NEAR):
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def contains(outer, inner):
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


class Picture:
    """A drawing whose unit is a letter of a label."""

    def __init__(self, drawing, machine):
        def scaled(box):
            return tuple(one / drawing.em for one in box)
        self.machine, self.drawing = machine, drawing
        self.boxes = {name: scaled(box) for name, box in drawing.boxes.items()}
        self.groups = {name: scaled(box) for name, box in drawing.groups.items()}
        self.titles = [scaled(box) for box in drawing.titles]
        self.lines = [points(arrow.path) / drawing.em for arrow in drawing.arrows]
        self.dense = [dense(line, 0.1) for line in self.lines]
        self.labels = [[scaled(box) for box in arrow.label] for arrow in drawing.arrows]

    def bounds(self):
        """Returns the corner at the upper left of all there is, and that at the lower right."""
        boxes = [*self.boxes.values(), *self.groups.values(), *itertools.chain(*self.labels)]
        corners = [*self.lines, *(numpy.array([box[:2], box[2:]]) for box in boxes)]
        return numpy.concatenate(corners).min(axis=0), numpy.concatenate(corners).max(axis=0)

    def pairs(self):
        """Returns the pairs of arrows whose bounds meet."""
        bounds = [(*line.min(axis=0) - 0.2, *line.max(axis=0) + 0.2) for line in self.lines]
        return [(i, j) for i, j in itertools.combinations(range(len(bounds)), 2) if meet(bounds[i], bounds[j])]

    def crossings(self):
        """Returns the points of crossings, without the ends at which two arrows come together.

        If the same two arrows cross again less than two letters on, they lie on each other: this counts once.
        """
        ends, result = [line[[0, -1]] for line in self.lines], []
        for i, j in self.pairs():
            found = []
            for point in crossings(self.lines[i], self.lines[j]):
                if min(numpy.hypot(*(end - point)) for end in (*ends[i], *ends[j])) > 0.3:
                    found.append(point)
            result += [point for index, point in enumerate(found)
                       if all(numpy.hypot(*(other - point)) > 2 for other in found[:index])]
        return result

    def together(self):
        """Returns the pairs of arrows that run on the same line for more than two letters, ends left out."""
        result = []
        for i, j in self.pairs():
            apart, _ = KDTree(self.dense[j]).query(self.dense[i], distance_upper_bound=1)
            ends = [numpy.hypot(*(self.dense[i] - end).T) for end in (self.lines[i][0], self.lines[i][-1])]
            if numpy.count_nonzero((apart < 0.1) & (numpy.minimum(*ends) > 1.2)) > 20:
                result.append((i, j))
        return result

    def touching(self):
        """Returns the numbers of the arrows whose labels touch something."""
        borders = self.groups.values()
        def touches(number):
            rest = [box for other, boxes in enumerate(self.labels) if other != number for box in boxes]
            for box in map(shrunk, self.labels[number]):
                if any(meet(box, other) for other in [*rest, *self.titles, *self.boxes.values()]):
                    return True
                if any(meet(box, group) and not contains(group, box) for group in borders):
                    return True
                if any(distance(line, box) == 0 for other, line in enumerate(self.dense)
                       if other != number or not self.drawing.arrows[number].is_interrupted):
                    return True
        return [number for number in range(len(self.labels)) if touches(number)]

    def doubtful(self):
        """Returns the numbers of the arrows whose labels are nearer to another arrow."""
        def away(number, other):
            return min(distance(self.dense[other], box) for box in self.labels[number])
        return [number for number, label in enumerate(self.labels) if label and any(
            away(number, other) < away(number, number) - 0.05 for other in range(len(self.lines)) if other != number)]

    def through(self):
        """Returns the numbers of arrows, for each box or title that one runs through."""
        result = []
        for number, arrow in enumerate(self.drawing.arrows):
            ends = [{**self.boxes, **self.groups}.get(end) for end in (arrow.source, arrow.target)]
            own = {arrow.source, arrow.target} | {
                name for name, group in self.groups.items() if any(end and contains(group, end) for end in ends)}
            foreign = [box for name, box in (self.boxes | self.groups).items() if name not in own]
            result += [number for box in foreign + self.titles if distance(self.dense[number], shrunk(box)) == 0]
        return result

    def reading(self):
        """Returns the arrows against the reading direction, and the disorder of states in percent."""
        ways = [line[-1] - line[0] for line, arrow in zip(self.lines, self.drawing.arrows)
                if arrow.source != arrow.target]
        places = self.boxes | self.groups
        apart = [(places[near], places[far]) for near, far in ordered(self.machine)
                 if near in places and far in places]
        axis = self.drawing.axis
        return int(sum(way[axis] < -0.5 for way in ways)), round(
            100 * sum(far[axis] < near[axis] - 0.5 for near, far in apart) / max(1, len(apart)))

    def turns(self):
        ways = [numpy.arctan2(*numpy.diff(line, axis=0).T[::-1]) for line in self.lines]
        return sum(numpy.abs((numpy.diff(way) + numpy.pi) % (2 * numpy.pi) - numpy.pi).sum() for way in ways) / (numpy.pi / 2)

    def measures(self):
        (against, disorder), touching, doubtful = self.reading(), self.touching(), self.doubtful()
        return {"missing": len(self.machine.arrows) - len(self.lines), "crossings": len(self.crossings()),
                "touching": len(touching), "doubtful": len(doubtful), "through": len(self.through()),
                "together": len(self.together()), "against": against, "disorder": disorder,
                "turns": round(self.turns()),
                "length": round(sum(numpy.hypot(*numpy.diff(line, axis=0).T).sum() for line in self.lines)),
                "area": round(numpy.prod(self.bounds()[1] - self.bounds()[0])), "faulty": len({*touching, *doubtful})}

    def faults(self):
        """Returns a sentence for each label that touches something or is in doubt."""
        for problem, numbers in [("touches", self.touching()), ("is nearer to another arrow", self.doubtful())]:
            for number in numbers:
                arrow = self.drawing.arrows[number]
                yield f"{arrow.source} → {arrow.target} {problem}"

    def geg(self):
        """Returns the metrics of geg-metrics; an arrow from or to a group counts for a box inside."""
        graph = networkx.MultiDiGraph()
        for name, (left, top, right, bottom) in self.drawing.boxes.items():
            graph.add_node(name, x=(left + right) / 2, y=(top + bottom) / 2, width=right - left,
                           height=bottom - top, shape="rectangle")
        for arrow in self.drawing.arrows:
            ends = [end if end in graph else self.machine.anchor(end) for end in (arrow.source, arrow.target)]
            graph.add_edge(*ends, path=arrow.path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {name: float(getattr(geg, name)(graph)) for name in GEG}

    def sketch(self):
        """Returns the picture as it was read, as SVG: what touches or is in doubt is red, crossings are circles."""
        faulty = {*self.touching(), *self.doubtful()}
        def rectangle(box, color):
            return (f'<rect x="{box[0]:.2f}" y="{box[1]:.2f}" width="{box[2] - box[0]:.2f}" '
                    f'height="{box[3] - box[1]:.2f}" fill="none" stroke="{color}"/>')
        parts = [rectangle(box, "silver") for box in self.groups.values()]
        parts += [rectangle(box, "black") for box in self.boxes.values()] + [rectangle(box, "gray") for box in self.titles]
        through = set(self.through())
        for number, (line, label) in enumerate(zip(self.lines, self.labels)):
            path = " ".join(f"{x:.2f},{y:.2f}" for x, y in line)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{"red" if number in through else "teal"}"/>')
            parts += [rectangle(box, "red" if number in faulty else "green") for box in label]
        parts += [f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.4" fill="none" stroke="red"/>' for x, y in self.crossings()]
        (left, top), (right, bottom) = self.bounds() + numpy.array([[-1, -1], [1, 1]])
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {right - left} {bottom - top}" '
                f'width="{10 * (right - left)}" height="{10 * (bottom - top)}" stroke-width="0.12">'
                + f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="white"/>' + "".join(parts) + "</svg>")


def ordered(machine):
    """Returns pairs of states of one machine or region, of which the first is fewer steps from the start."""
    boxes = machine.boxes
    regions = {name for name, box in boxes.items() if box.is_region or (box.is_group and "start_" + name in boxes)}
    has_regions = {boxes[name].parent for name in regions}
    def region(name):
        return next((group for group in machine.around(name) if group in regions), None)
    def unit(name, level):
        return next((one for one in [name, *machine.around(name)] if region(one) == level), None)
    def leaves(name, level):
        if not boxes[name].is_group or name in has_regions:
            return [name] if region(name) == level else []
        return [leaf for inner in machine.inside(name) for leaf in leaves(inner, level)]
    result = []
    for level in [None, *regions]:
        steps = {}
        for source, target, _ in machine.arrows:
            ends = unit(source, level), unit(target, level)
            if all(ends):
                for source in leaves(ends[0], level):
                    steps.setdefault(source, []).extend(leaves(ends[1], level)[:1])
        ranks, wave = {}, [f"start_{level or ''}"]
        while wave:
            ranks |= dict.fromkeys(wave, len(set(ranks.values())))
            wave = list(dict.fromkeys(far for near in wave for far in steps.get(near, []) if far not in ranks))
        result += [(near, far) for near, far in itertools.permutations(ranks, 2) if 0 < ranks[near] < ranks[far]]
    return result
