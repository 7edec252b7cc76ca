"""Checks that links to lines of code work: see Scripts/check-player.sh.

Usage: check_links.py FOLDER ROOT

FOLDER has links.html and links-*.svg, whose links lead to the host links.test. This script serves the
package in ROOT in place of that host.
"""

import functools
import http.server
import pathlib
import re
import sys
import threading
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from browser import browser, check_console, end, fail

folder = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(sys.argv[2]).resolve()


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".swift": "text/plain; charset=utf-8"}

    def do_GET(self):
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(
    ("127.0.0.1", 0), functools.partial(Quiet, directory=root))
threading.Thread(target=server.serve_forever, daemon=True).start()
host = f"127.0.0.1:{server.server_port}"


def open_file(driver, name):
    # The program of the page doesn't change, so its hash stays right.
    text = (folder / name).read_text().replace("//links.test/", f"//{host}/")
    (folder / f"here-{name}").write_text(text)
    driver.get((folder / f"here-{name}").as_uri())


def follow(driver, case, link):
    """Clicks a link, and returns the line of code that it leads to."""
    first = driver.current_window_handle
    link.click()
    WebDriverWait(driver, 60).until(lambda driver: len(driver.window_handles) == 2)
    driver.switch_to.window(next(one for one in driver.window_handles if one != first))
    WebDriverWait(driver, 60).until(lambda driver: driver.current_url != "about:blank")
    url = urllib.parse.urlsplit(driver.current_url)
    text = driver.execute_script("return document.body.textContent")
    driver.close()
    driver.switch_to.window(first)
    if url.netloc != host or not re.fullmatch(r"L[0-9]+", url.fragment):
        fail(case, f"a link leads to {url.geturl()}")
        return ""
    lines = text.split("\n")
    number = int(url.fragment[1:])
    if number > len(lines):
        fail(case, f"{url.geturl()} is behind the end of the file")
        return ""
    return lines[number - 1]


def check_rule(case, code, rule):
    # Only a part of the call is looked for, because an example has functions of its own that make answers.
    answer = {"moved": "to(", "stayed": "stay", "rejected": "rejected"}[rule["kind"]]
    if answer not in code:
        fail(case, f"{rule['state']}, {rule['event']}: {answer} is not in {code!r}")


def check_page(driver):
    """Checks that links beside events lead to the rules, and send nothing; returns their number."""
    open_file(driver, "links.html")
    count = 0
    for index in range(driver.execute_script("return machines.length")):
        case = driver.execute_script("open(machines[arguments[0]]); return play.machine.name", index)
        before = driver.execute_script("return [current(), play.steps.length]")
        driver.execute_script("document.getElementById('nothing').open = true")
        links = driver.find_elements(By.CSS_SELECTOR, "#possible a.line, #rejected a.line")
        rules = driver.execute_script("""
          return [...document.querySelectorAll("#possible li, #rejected li")].map((item) => {
            const { event, kind } = item.firstChild.dataset;
            return { state: current(), event, kind, text: item.querySelector("a.line")?.textContent };
          }).filter((one) => one.text !== undefined);""")
        for link, rule in zip(links, rules):
            code = follow(driver, case, link)
            # A line that is only near the rule may not contain the answer.
            if not rule["text"].startswith("near "):
                check_rule(case, code, rule)
            count += 1
        if len(links) != len(rules):
            fail(case, f"{len(links)} links are beside {len(rules)} events")
        if driver.execute_script("return [current(), play.steps.length]") != before:
            fail(case, "a link sent an event")
        # The button beside a link sends the event, and the state has a link.
        button = driver.find_elements(By.CSS_SELECTOR, "#possible button")
        if button:
            button[0].click()
            if driver.execute_script("return play.steps.length") != before[1] + 1:
                fail(case, "the button beside a link sends no event")
        if not driver.find_elements(By.CSS_SELECTOR, "#place a.line"):
            fail(case, "the state has no link")
        # The texts of the picture are buttons, and no links.
        if driver.find_elements(By.CSS_SELECTOR, "#frame a"):
            fail(case, "the picture has links")
    return count


def check_picture(driver, path):
    """Checks that texts of a picture lead to the lines of code that make them; returns their number."""
    case = path.stem
    open_file(driver, path.name)
    texts = driver.find_elements(By.CSS_SELECTOR, "a text")
    count = 0
    for text in texts[:4] + texts[-1:]:
        label = text.text
        code = follow(driver, case, text)
        if not re.search(r"\b(to|stay|rejected|entry|exit|task|after)\b|Schema", code):
            fail(case, f"{label} leads to {code!r}")
        count += 1
    if not texts:
        fail(case, "no text is a link")
    return count


driver = browser()
count = check_page(driver)
check_console(driver, "links")
driver.save_screenshot(str(folder / "links.png"))
count += sum(check_picture(driver, path) for path in sorted(folder.glob("links-*.svg")))
end(f"{count} links followed")
