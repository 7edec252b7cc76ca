"""Prints the tutorial as a page whose code GitHub shows: TUTORIAL.md.

DocC's page of a tutorial takes its code and pictures from files. Here they are between the steps, so that
people can read the page, and newcomer.py can follow it. A comment `drawn` marks each picture that the
newcomer draws at that step.

  python3 Scripts/tutorial.py >TUTORIAL.md
"""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TUTORIAL = ROOT / "Sources/Schematic/Schematic.docc/Tutorials/FromAnEmptyFolder.tutorial"
LANGUAGES = {".swift": "swift", ".yml": "yaml", ".txt": "text"}


def prose(block):
    """Returns the paragraphs of a block, without DocC's directives."""
    text = re.sub(r"^ *@\w+\(.*\)$", "", block, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", textwrap.dedent(text)).strip()


def code(name, file):
    content = (TUTORIAL.parent / "Resources" / file).read_text()
    if name == "Terminal":
        return f"```console\n{content}```"
    return f"In `{name}`:\n\n```{LANGUAGES[pathlib.Path(file).suffix]}\n{content}```"


def picture(image, alternative):
    path = (TUTORIAL.parent / "Resources" / f"{image}.svg").relative_to(ROOT)
    return f"![{alternative}]({path})"


def images(block):
    return re.findall(r'@Image\(source: ([\w-]+), alt: "([^"]*)"\)', block)


def step(block):
    parts = [prose(block)]
    parts += [code(*found) for found in re.findall(r'@Code\(name: "([^"]*)", file: ([\w.-]+)\)', block)]
    parts += [f"<!-- drawn -->\n{picture(*found)}" for found in images(block)]
    return "\n\n".join(parts)


def section(title, block):
    introduction = re.search(r"@ContentAndMedia \{(.*?)\n    \}", block, re.DOTALL)[1]
    steps = re.findall(r"@Step \{(.*?)\n      \}", block, re.DOTALL)
    return "\n\n".join([f"## {title}", prose(introduction), *map(step, steps)])


def main():
    text = TUTORIAL.read_text()
    title, introduction = re.search(r'@Intro\(title: "([^"]*)"\) \{(.*?)\n  \}', text, re.DOTALL).groups()
    sections = re.findall(r'@Section\(title: "([^"]*)"\) \{(.*?)\n  \}\n', text, re.DOTALL)
    made = f"<!-- Made from {TUTORIAL.relative_to(ROOT)} by Scripts/tutorial.py. -->"
    first = images(text)[-1]
    print("\n\n".join([
        f"# {title}", made, prose(introduction), picture(*first),
        *(section(*found) for found in sections)]))


main()
