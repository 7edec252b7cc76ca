"""Checks that links to lines of code work: see Scripts/check-player.sh.

Usage: check_links.py FOLDER ROOT

FOLDER has links.html and links-*.svg, in which each link begins with the host links.test. ROOT is the
package, which stands behind them here.
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

from browser import browser

folder = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(sys.argv[2]).resolve()
failures = []


def fail(case, text):
    failures.append(f"{case}: {text}")
    print(f"  {case}: {text}")


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
    # The program of the page is the same, and so is its hash.
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
    # An example has functions of its own that create answers.
    answer = {"moved": "to(", "stayed": "stay", "rejected": "rejected"}[rule["kind"]]
    if answer not in code:
        fail(case, f"{rule['state']}, {rule['event']}: {answer} is not in {code!r}")


def check_page(driver):
    """The links beside events lead to the rules, and send nothing."""
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
            # Only the call of a function says what it makes.
            if not rule["text"].startswith("near "):
                check_rule(case, code, rule)
            count += 1
        if len(links) != len(rules):
            fail(case, f"{len(links)} links are beside {len(rules)} events")
        if driver.execute_script("return [current(), play.steps.length]") != before:
            fail(case, "a link sent an event")
        # What was taken is named, and so is the state.
        button = driver.find_elements(By.CSS_SELECTOR, "#possible button")
        if button:
            button[0].click()
            if driver.execute_script("return play.steps.length") != before[1] + 1:
                fail(case, "the button beside a link sends no event")
        if not driver.find_elements(By.CSS_SELECTOR, "#place a.line"):
            fail(case, "the state has no link")
        # The picture is there to be pressed.
        if driver.find_elements(By.CSS_SELECTOR, "#frame a"):
            fail(case, "the picture has links")
    return count


def check_picture(driver, path):
    """Each text of a picture leads to a line, and what is drawn of a state to another."""
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
try:
    count = check_page(driver)
    for entry in driver.get_log("browser"):
        fail("links", f"the browser says: {entry['message']}")
    driver.save_screenshot(str(folder / "links.png"))
    for path in sorted(folder.glob("links-*.svg")):
        count += check_picture(driver, path)
finally:
    driver.quit()
    server.shutdown()
print(f"{count} links followed, {len(failures)} failures")
sys.exit(1 if failures or count == 0 else 0)
