"""Checks the pages of machines in headless Chromium: see Scripts/check-player.sh."""

import json
import pathlib
import random
import sys
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import browser, check_axe, check_console, end, fail

folder = pathlib.Path(sys.argv[1]).resolve()
walk = pathlib.Path(sys.argv[2]).read_text()


def open_page(driver, name):
    driver.get((folder / f"{name}.html").as_uri())


def check_requests(driver, case):
    """Checks that a page loads nothing but itself."""
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] != "Network.requestWillBeSent":
            continue
        url = message["params"]["request"]["url"]
        if not url.startswith(("file:", "data:", "chrome")):
            fail(case, f"asks for {url}")


def check_walk(driver, case):
    lines = [json.loads(line) for line in (folder / f"{case}.jsonl").read_text().split("\n") if line]
    open_page(driver, case)
    started = time.time()
    result = driver.execute_script(walk, json.dumps(lines))
    for difference in result["differences"]:
        fail(case, difference)
    print(f"{case}: {result['clicks']} clicks in {time.time() - started:.1f} s")
    check_sharing(driver, case)
    check_trace(driver, case, lines)
    check_console(driver, case)
    check_requests(driver, case)
    return result["clicks"]


def check_sharing(driver, case):
    """Checks that the link of a situation leads back to the situation."""
    found = driver.execute_script("""
      play.steps.length = Math.min(play.steps.length, 40); goTo(play.steps.length);
      const before = [current(), play.position, JSON.stringify([...play.answers])];
      const link = encodeLink(situation());
      open(machines[0], decodeLink(link));
      return [before, [current(), play.position, JSON.stringify([...play.answers])]];""")
    if found[0] != found[1]:
        fail(case, f"a link leads to {found[1]} instead of {found[0]}")


def check_trace(driver, case, lines):
    """Checks that a trace is shown step by step, and that a step which the diagram lacks is marked."""
    named = [dict(line, machine=case) for line in lines]
    count = """
      loadTrace(arguments[0]);
      return [play.steps.length, play.steps.filter((one) => one.violation).length];"""
    text = "\n".join(json.dumps(line) for line in named)
    steps, wrong = driver.execute_script(count, text)
    told = len([line for line in lines if "event" in line and line["outcome"] != "queued"])
    if (steps, wrong) != (told, 0):
        fail(case, f"a trace of {told} steps is shown as {steps}, of which {wrong} are marked")
    first = next(line for line in named if "event" in line)
    broken = dict(first, target="nowhere", outcome="moved")
    wrong = driver.execute_script(count, json.dumps(broken))[1]
    if wrong != 1:
        fail(case, "a step that is none is not marked")


def check_lanes(driver):
    """Checks that a trace of several machines is shown as lanes, and that each line leads to its machine."""
    case = "links"
    machines = [("turnstile", "1"), ("mediaPlayer", "1"), ("turnstile", "2")]
    rests = [[dict(json.loads(line), machine=name, id=id) for line in
              (folder / f"{name}.jsonl").read_text().split("\n")[:30]] for name, id in machines]
    # An event that was queued has a line, but is no step.
    rests[1].insert(9, dict(rests[1][8], outcome="queued", target=rests[1][8]["state"]))
    label = lambda state: state.split(".")[-1]
    order = random.Random(7)
    lines = []
    while left := [rest for rest in rests if rest]:
        lines.append(order.choice(left).pop(0))
    open_page(driver, case)
    driver.execute_script("loadTrace(arguments[0])", "\n".join(map(json.dumps, lines)))
    settled = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done("
    found = driver.execute_script(settled + """
      [...document.querySelectorAll("#lanes tbody tr")].map((row) => {
        const cells = [...row.querySelectorAll("td")];
        return cells.map((cell) => [cell.textContent, cell.querySelector(".is-violation") !== null]);
      })))));""")
    columns = [next(place for place, one in enumerate(dict.fromkeys((line["machine"], line["id"]) for line in lines))
                    if one == (line["machine"], line["id"])) for line in lines]
    if len(found) != len(lines):
        fail(case, f"{len(lines)} lines are shown as {len(found)} rows")
    for line, column, cells in zip(lines, columns, found):
        text, is_marked = cells[column]
        wanted = [line.get("event", ""), label(line["target"]) if line.get("outcome") == "moved" else ""]
        others = [cell for place, (cell, _) in enumerate(cells) if place != column]
        if not all(one in text for one in wanted) or is_marked or any(others):
            fail(case, f"{line} is shown as {cells}")
        if line.get("outcome") == "queued" and "queued" not in text:
            fail(case, f"what waits is shown as {text!r}")
    for row in [3, 40, 77]:
        line = lines[row]
        driver.execute_script("document.querySelectorAll('#lanes tbody tr')[arguments[0]].querySelector('button').click()", row)
        at_row = driver.execute_script(settled + """
          [play.machine.name, current(), [...document.querySelectorAll("#lanes thead .place")]
            .map((one) => one.textContent)]))));""")
        places = {}
        for before in lines[:row + 1]:
            if before.get("outcome") != "queued":
                places[before["machine"], before["id"]] = before.get("target", before["state"])
        heads = [label(places[one]) if one in places else "not yet" for one in dict.fromkeys((one["machine"], one["id"]) for one in lines)]
        if at_row != [line["machine"], places[line["machine"], line["id"]], heads]:
            fail(case, f"{line} leads to {at_row} instead of {heads}")
    check_axe(driver, case)
    driver.save_screenshot(str(folder / "lanes.png"))
    driver.execute_script("document.querySelector('#possible button').click()")
    if driver.execute_script(settled + "document.getElementById('lanes').hidden))));") is not True:
        fail(case, "an event that is sent does not end the trace")
    check_console(driver, case)


def check_hostile(driver):
    case = "hostile"
    texts = json.loads((folder / "hostile.json").read_text())
    open_page(driver, case)
    found = driver.execute_script("""
      const shownStates = play.machine.graph.states.map((state) => {
        play.start = state.identifier; play.steps = []; goTo(0);
        return document.getElementById("state").textContent;
      });
      play.start = play.interpreter.initial; goTo(0);
      const buttons = [...document.querySelectorAll("#possible button, #rejected button")]
        .map((one) => one.textContent);
      return [window.hacked === undefined, shownStates, buttons, document.title,
        document.querySelectorAll("script").length, document.querySelectorAll("img").length];""")
    safe, states, buttons, title, scripts, images = found
    controls = {n: chr(0x2400 + n) for n in range(32)}
    wanted = [f"{index} {text}".translate(controls) for index, text in enumerate(texts)]
    if not safe or scripts != 2 or images != 0:
        fail(case, "a text was run")
    if states != wanted:
        fail(case, f"states are shown as {states}")
    for text in texts:
        if f"r {text} / rejected: {text}".translate(controls) not in buttons:
            fail(case, f"the rejection of {text!r} is shown as {buttons}")
    for _ in texts:
        driver.find_element(By.CSS_SELECTOR, "#possible button").click()
    driver.execute_script(
        "document.querySelectorAll('svg .is-button').forEach((one) =>"
        " one.dispatchEvent(new MouseEvent('click', {bubbles: true})))")
    if not driver.execute_script("return window.hacked === undefined"):
        fail(case, "a text was run by a click")
    check_axe(driver, case)
    check_console(driver, case)
    check_requests(driver, case)
    check_policy(driver, case)


def check_policy(driver, case):
    """Checks that a page runs no script but its own, and sends no request, whatever is put into it."""
    driver.execute_script("""
      for (const nonce of [null, "schematic", "", "sha256"]) {
        const script = document.createElement("script");
        if (nonce !== null) script.setAttribute("nonce", nonce);
        script.textContent = "window.hacked = 1";
        document.body.append(script);
      }
      const link = document.createElement("a");
      link.setAttribute("onclick", "window.hacked = 1");
      document.body.append(link);
      link.click();
      const image = document.createElement("img");
      image.src = "http://192.0.2.1/";
      document.body.append(image);
      fetch("http://192.0.2.1/").catch(() => { });""")
    time.sleep(0.5)
    if not driver.execute_script("return window.hacked === undefined"):
        fail(case, "a script that is not the page's own was run")
    # The log has refused requests, too.
    asked, refused = set(), set()
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["requestId"])
        if message["params"].get("blockedReason") == "csp":
            refused.add(message["params"]["requestId"])
    if asked - refused:
        fail(case, f"asks for {len(asked - refused)} addresses")
    # The browser says what it refused.
    if len([one for one in driver.get_log("browser") if "Content Security Policy" in one["message"]]) < 7:
        fail(case, "the browser refused fewer than seven things")


def check_long(driver):
    """Checks that a long text is shown as it is."""
    case = "long"
    open_page(driver, case)
    length = driver.execute_script("return document.getElementById('state').textContent.length")
    if length != 200000:
        fail(case, f"a text of 200,000 characters is shown as {length}")
    driver.execute_script("document.querySelector('#possible button').click()")
    if driver.find_element(By.ID, "state").get_attribute("data-state") != "end":
        fail(case, "an event of the page does nothing")
    check_console(driver, case)


def check_keyboard(driver):
    """Checks that a machine can be played without a pointer, and that the page says what happens."""
    case = "turnstile"
    open_page(driver, case)
    body = driver.find_element(By.TAG_NAME, "body")
    driver.execute_script("document.querySelector('#possible button').focus()")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    said = driver.find_element(By.ID, "said").get_attribute("textContent")
    place = driver.find_element(By.ID, "state").get_attribute("data-state")
    if place != "unlocked" or "from locked to unlocked" not in said:
        fail(case, f"Enter leads to {place} and says {said!r}")
    driver.execute_script("document.activeElement.blur()")
    body.send_keys(Keys.ARROW_LEFT)
    if driver.find_element(By.ID, "state").get_attribute("data-state") != "locked":
        fail(case, "the left arrow does not step back")
    body.send_keys(Keys.ARROW_RIGHT)
    driver.execute_script("document.querySelector('#s0').focus()")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    title = driver.find_element(By.ID, "way-title").text
    if title != "Shortest way to locked":
        fail(case, f"a state that is pressed shows {title!r}")
    driver.find_element(By.ID, "way-go").click()
    if driver.find_element(By.ID, "state").get_attribute("data-state") != "locked":
        fail(case, "the shortest way does not lead there")
    driver.execute_script("document.querySelector('#a0 text').focus()")
    driver.switch_to.active_element.send_keys(" ")
    if driver.find_element(By.ID, "state").get_attribute("data-state") != "unlocked":
        fail(case, "an arrow that is pressed sends nothing")
    driver.find_element(By.ID, "copy-text").click()
    text = driver.find_element(By.ID, "copied").get_property("value")
    if "1. locked: coin [paid] / unlock -> moved to unlocked" not in text:
        fail(case, f"the walk as text is {text!r}")
    driver.find_element(By.ID, "copy-calls").click()
    calls = driver.find_element(By.ID, "copied").get_property("value")
    wanted = """  // Arrange it so that this holds: paid
  machine.handle(.coin)  // moved / unlock
  #expect(machine.state.graphIdentifier == "unlocked")
"""
    if wanted not in calls:
        fail(case, f"the walk as calls is {calls!r}")
    check_axe(driver, case)
    check_console(driver, case)


def check_time(driver, cases):
    """Checks that a timeout is sent when time passes."""
    for case in cases:
        open_page(driver, case)
        found = driver.execute_script("""
          for (const state of play.machine.graph.states) {
            const timeouts = play.interpreter.timeouts(state.identifier);
            if (timeouts.length === 0) continue;
            play.start = state.identifier; play.steps = []; goTo(0);
            const slider = document.getElementById("time");
            slider.value = timeouts[0].seconds / 2;
            slider.dispatchEvent(new Event("input"));
            const early = play.steps.length;
            slider.value = timeouts[0].seconds;
            slider.dispatchEvent(new Event("input"));
            return [early, play.steps.length, play.steps[0]?.event, timeouts[0].event];
          }
          return null;""")
        if found is None:
            continue
        if found[0] != 0 or found[1] != 1 or found[2] != found[3]:
            fail(case, f"letting time pass gives {found}")
        return
    fail("time", "no machine has a timeout")


cases = sorted(path.stem for path in folder.glob("*.jsonl"))
driver = browser()
clicks = sum(check_walk(driver, case) for case in cases)
check_hostile(driver)
check_long(driver)
check_keyboard(driver)
check_time(driver, cases)
check_lanes(driver)
for case in ["headphones", "mediaPlayer", "ppp", "random1"]:
    open_page(driver, case)
    check_axe(driver, case)
end(f"{len(cases)} machines, {clicks} clicks")
