#!/usr/bin/env python3
"""Looks at the pages of the site, which `make docs` builds, in headless Chromium.

Usage: check-site.py

The pages are the first page, the pages of examples, and DocC's pages of modules, articles and tutorials. Each is
rendered light and dark, wide and as on a phone, into .build-docs/pictures, to be looked at. Exits with 1 if a page
has another heading than its data, or asks for a missing file. A page that DocC didn't make must not link to a
missing file either.
"""

import functools
import html
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOOKS = {
    "wide": ["--window-size=1400,1600"],
    "wide-dark": ["--window-size=1400,1600", "--force-dark-mode"],
    "phone": ["--window-size=500,1600"],
    "phone-dark": ["--window-size=500,1600", "--force-dark-mode"],
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that remembers which requests failed."""

    missing = []

    def log_message(self, *_):
        pass

    def send_error(self, code, *rest):
        Quiet.missing.append(self.path)
        super().send_error(code, *rest)


def pages(site):
    """Returns the paths of the pages that people wrote, with the headings that they must have."""
    for file in sorted(site.glob("*.html")):
        if title := re.search(r"<h1>(.*)</h1>", file.read_text()):
            yield file.name, title[1]
    for folder in ["examples", "play"]:
        for file in sorted((site / folder).glob("*.html")):
            # The program of a page that plays writes the machine's name as the heading.
            yield f"{folder}/{file.name}", file.stem
    for file in sorted((site / "data").rglob("*.json")):
        page = json.loads(file.read_text())
        if page.get("kind") in ("article", "project", "overview") or is_module(page):
            path = file.relative_to(site / "data").with_suffix("").as_posix()
            # DocC's own lists of the members that a type gets from protocols are left out.
            if path.endswith("-implementations"):
                continue
            title = page.get("metadata", {}).get("title") or page["sections"][0]["title"]
            yield path, title


def broken_links(site):
    """Returns the broken links of pages that DocC did not make."""
    for file in [*sorted(site.glob("*.html")), *sorted((site / "examples").glob("*.html"))]:
        for link in re.findall(r'(?:href|src)="([^"#]+)"', file.read_text()):
            target = file.parent / link
            if not target.is_file() and not (target / "index.html").is_file():
                yield f"{file.relative_to(site)} links to {link}, which is not there"


def is_module(page):
    return page.get("metadata", {}).get("role") == "collection" and page["kind"] == "symbol"


def chromium(*arguments):
    """Runs the browser, and returns its output; an empty text if it hangs three times."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
    for _ in range(3):
        try:
            return subprocess.run(
                [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--virtual-time-budget=10000", *arguments],
                capture_output=True, text=True, timeout=180).stdout
        except subprocess.TimeoutExpired:
            continue
    return ""


def main():
    subprocess.run([ROOT / "Scripts/install.sh", "chromium"], check=True)
    site, pictures = ROOT / ".build-docs/site", ROOT / ".build-docs/pictures"
    pictures.mkdir(exist_ok=True)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}"
    broken, count = list(broken_links(site)), 0
    everything = list(pages(site))
    for path, title in everything:
        count += 1
        print(f"check-site: page {count} of {len(everything)}, {path}", flush=True)
        document = chromium("--dump-dom", f"{base}/{path}")
        text = html.unescape(
            re.sub(r"<noscript>.*?</noscript>|<wbr[^>]*>|<!---->", "", document, flags=re.DOTALL))
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", text, flags=re.DOTALL)
        found = re.sub(r"<[^>]*>", "", heading[1]).strip() if heading else None
        if found != title:
            broken.append(f"{path}: the heading is {found}, not {title}")
        for look, options in LOOKS.items():
            picture = pictures / f"{path.replace('/', '-')}.{look}.png"
            picture.unlink(missing_ok=True)
            chromium(*options, f"--screenshot={picture}", f"{base}/{path}")
            if not picture.exists():
                broken.append(f"{path}: no picture, {look}")
    broken += [f"{path} is missing" for path in sorted(set(Quiet.missing))
               if not path.endswith(("theme-settings.json", "favicon.ico"))]
    server.shutdown()
    for line in broken:
        print(line)
    if broken or not count:
        sys.exit(f"check-site: {len(broken)} problems on {count} pages")
    print(f"check-site: {count} pages, each in {len(LOOKS)} looks")


main()
