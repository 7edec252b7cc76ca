"""Looks at the pages of the site: see Scripts/check-site.sh.

Usage: check_site.py

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
import threading
import time

from browser import browser, end, fail, look_as

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOOKS = {
    "wide": (1400, "light"), "wide-dark": (1400, "dark"), "phone": (500, "light"), "phone-dark": (500, "dark")}
HEIGHT = 1600


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
            yield file.name, html.unescape(title[1])
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


def is_module(page):
    return page.get("metadata", {}).get("role") == "collection" and page["kind"] == "symbol"


def check_links(site):
    """Checks the links of pages that DocC did not make."""
    for file in [*sorted(site.glob("*.html")), *sorted((site / "examples").glob("*.html"))]:
        for link in re.findall(r'(?:href|src)="([^"#]+)"', file.read_text()):
            target = file.parent / link
            if not target.is_file() and not (target / "index.html").is_file():
                fail(str(file.relative_to(site)), f"links to {link}, which is not there")


def heading(driver, expected):
    """Returns the heading of the page, which a program of the page writes, or what is there after ten seconds."""
    for _ in range(100):
        found = driver.execute_script("return document.querySelector('h1')?.textContent.trim()")
        if found == expected:
            break
        time.sleep(0.1)
    return found


def main():
    site, pictures = ROOT / ".build-docs/site", ROOT / ".build-docs/pictures"
    pictures.mkdir(exist_ok=True)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    check_links(site)
    driver, count = browser(), 0
    for path, title in pages(site):
        count += 1
        # An empty page comes first, or the heading could be the last page's.
        driver.get("about:blank")
        driver.get(f"http://127.0.0.1:{server.server_address[1]}/{path}")
        if (found := heading(driver, title)) != title:
            fail(path, f"the heading is {found}, not {title}")
        for look, (width, scheme) in LOOKS.items():
            look_as(driver, width, HEIGHT, scheme)
            # The pictures of an article, which may be others in the dark, are loaded when they are shown.
            time.sleep(0.2)
            if not driver.save_screenshot(str(pictures / f"{path.replace('/', '-')}.{look}.png")):
                fail(path, f"no picture, {look}")
    for path in sorted(set(Quiet.missing)):
        if not path.endswith(("theme-settings.json", "favicon.ico")):
            fail(path, "is missing")
    server.shutdown()
    end(f"{count} pages, each in {len(LOOKS)} looks")


main()
