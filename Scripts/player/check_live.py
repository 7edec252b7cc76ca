"""Checks that a browser shows a running machine move: see Scripts/check-player.sh."""

import pathlib
import re
import sys
import time

from browser import browser, check_axe, check_console, end, fail

folder = pathlib.Path(sys.argv[1]).resolve()


def eventually(what, found, wanted):
    """Waits until a function returns the wanted value, because the server needs a moment."""
    deadline = time.time() + 20
    while (value := found()) != wanted:
        if time.time() > deadline:
            return fail(what, f"{value!r} instead of {wanted!r}")
        time.sleep(0.05)


def program(order):
    """Orders the program to do something, by creating a file."""
    (folder / order).touch()


deadline = time.time() + 600
while not (folder / "link").exists():
    if time.time() > deadline:
        sys.exit("check-player: the program with an inspector does not start")
    time.sleep(0.2)

driver = browser()
driver.get((folder / "link").read_text())
script = driver.execute_script

def state():
    return script("return document.getElementById('state').dataset.state")

def current():
    return script("""
      const found = document.querySelectorAll('svg .node.is-current');
      return [...found].map((one) => one.textContent.trim().split(/\\s+/)[0]).join();""")

def running():
    return script("""
      return [...document.querySelectorAll('#running button')]
        .map((one) => one.textContent.replace(/ [0-9a-f]{4}:/, ''));""")

def log():
    return script("return document.querySelector('#log li')?.textContent ?? ''")

eventually("the list of machines", running, ["Lamp off", "Guest off"])
eventually("the state", state, "off")
eventually("the state that lights up", current, "off")
program("press")
eventually("the state after a press", state, "on")
eventually("the state that lights up after a press", current, "on")
eventually("the list after a press", running, ["Lamp on", "Guest off"])
wanted = r".*: toggle: off → on InspectorTests\.swift:[0-9]+"
eventually("the log", lambda: re.fullmatch(wanted, log()) is not None, True)
link = script("return document.querySelector('#log li a').href")
if not re.fullmatch(r"https://example\.com/SchematicInspectorTests/InspectorTests\.swift#L[0-9]+", link):
    fail("the link of the line", link)
eventually("the steps", lambda: script("return play.steps.map((one) => one.violation)"), [False])

# The page sends an event to the program.
script("document.querySelector('#possible button[data-event=toggle]').click()")
eventually("the state after a click", state, "off")
# Stepping back ends following, and following again shows the machine's present state.
script("document.getElementById('back').click()")
eventually("the state one step back", state, "on")
program("press")
eventually("the list while nobody follows", running, ["Lamp on", "Guest off"])
script("document.getElementById('follow').click()")
eventually("the steps when followed again", lambda: script("return play.steps.length"), 3)
eventually("the state when followed again", state, "on")

program("leave")
eventually("the list after a machine is gone", running, ["Lamp on"])
program("hurry")
eventually("the state after 3,001 events", state, "off")
eventually("that they are steps", lambda: script("return play.steps.some((one) => one.violation)"), False)
program("crowd")
eventually("the number of machines", lambda: len(running()), 301)
eventually("that machines were missed", lambda: script("""
  return / machines came and went unseen/.test(document.getElementById('unseen').textContent);"""), True)
program("press")
eventually("the state at the end", state, "on")

check_axe(driver, "live")
check_console(driver, "live")
driver.save_screenshot(str(folder / "live.png"))
program("done")
end("a running machine")
