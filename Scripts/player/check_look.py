"""Checks that pages can be read at first sight, and that their pictures follow the machine and the reader: see
Scripts/check-player.sh.

Usage: check_look.py FOLDER

Leaves a picture of each page in FOLDER, wide and as a phone, light and dark, to be looked at.
"""

import base64
import pathlib
import sys
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from browser import browser, check_console, end, fail, look_as

folder = pathlib.Path(sys.argv[1]).resolve()

MACHINES = ["turnstile", "mediaPlayer", "ppp", "rental", "recorder", "scooter", "headphones"]
DEVICES = {"desktop": (1280, 800), "phone": (390, 844)}
# The smallest height of text that can be read, in pixels.
LEAST = 11

# Looks at the lit states and the labels of their arrows. Returns the size of each text, whether each state
# and label is within the frame, and where the first event is.
SEEN = """
  const frame = document.getElementById("frame").getBoundingClientRect();
  const isWithin = (one) => {
    const box = one.getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1
      && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  };
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
  const states = [...document.querySelectorAll("svg .node.is-current")];
  const labels = [...document.querySelectorAll("svg .edge text.is-possible")];
  const event = document.querySelector("#possible button")?.getBoundingClientRect();
  return {
    sizes: [...states.flatMap((one) => [...one.querySelectorAll("text")]), ...labels].map(size),
    states: states.map(isWithin), labels: labels.map(isWithin), state: play && current(),
    event: event ? [event.top, event.bottom] : null, frame: [frame.top, frame.bottom],
    window: innerHeight, wide: document.documentElement.scrollWidth - innerWidth,
  };"""


def open_page(driver, name):
    # An empty page comes first, or the browser would keep the page that it has.
    driver.get("about:blank")
    driver.get((folder / f"{name}.html").as_uri())
    settle(driver)


def settle(driver):
    """Waits until nothing moves."""
    driver.execute_async_script("""
      const done = arguments[0];
      let last = "";
      const look = () => {
        const now = document.querySelector("#frame svg").getAttribute("viewBox");
        if (now === last) return done();
        last = now;
        setTimeout(look, 120);
      };
      look();""")


def check_seen(driver, case):
    """Checks that the lit state and the labels of its arrows can be read, and that the state is in view."""
    seen = driver.execute_script(SEEN)
    if not seen["sizes"] or min(seen["sizes"]) < LEAST:
        fail(case, f"texts are {min(seen['sizes'], default=0):.1f} pixels high in {seen['state']}")
    if not any(seen["states"]):
        fail(case, f"{seen['state']} is not in the picture")
    if seen["wide"] > 1:
        fail(case, f"the page is {seen['wide']} pixels too wide")
    return seen


def check_first_sight(driver, name, device, scheme):
    case = f"{name}-{device}-{scheme}"
    look_as(driver, *DEVICES[device], scheme, is_mobile=device == "phone")
    open_page(driver, name)
    seen = check_seen(driver, case)
    driver.save_screenshot(str(folder / f"{case}.png"))
    if not any(seen["labels"]):
        fail(case, "no label of an arrow is in the picture")
    if seen["event"] is None or seen["event"][1] > seen["window"] or seen["frame"][1] > seen["window"]:
        fail(case, f"the picture and the first event are not seen together: {seen}")
    # The view follows the machine.
    for step in range(12):
        pressed = driver.execute_script("""
          const buttons = document.querySelectorAll("#possible button");
          buttons[arguments[0] % buttons.length]?.click();
          return buttons.length > 0;""", step * 7)
        if not pressed:
            break
        if step % 4 == 3:
            settle(driver)
            check_seen(driver, f"{case}, after {step + 1} steps")
    driver.save_screenshot(str(folder / f"{case}-later.png"))
    return min(seen["sizes"], default=0)


def view(driver):
    return driver.execute_script("return {...play.picture.view.seen, mode: play.picture.view.mode}")


def place(driver, x, y):
    """Returns the place of the picture that is at a point of the window."""
    return driver.execute_script("""
      const point = new DOMPoint(arguments[0], arguments[1]);
      const found = point.matrixTransform(document.querySelector("#frame svg").getScreenCTM().inverse());
      return [found.x, found.y];""", x, y)


def check_hands(driver):
    """Checks that the wheel zooms around the pointer, dragging moves, and keys zoom, fit and follow."""
    case = "hands"
    look_as(driver, *DEVICES["desktop"], "light")
    open_page(driver, "ppp")
    svg = driver.find_element(By.CSS_SELECTOR, "#frame svg")
    box = svg.rect
    point = (box["x"] + box["width"] / 2 - 200, box["y"] + box["height"] / 2 + 100)
    before, start = place(driver, *point), view(driver)
    driver.execute_script("""
      document.querySelector("#frame svg").dispatchEvent(new WheelEvent("wheel",
        {deltaY: -300, clientX: arguments[0], clientY: arguments[1], bubbles: true, cancelable: true}))""", *point)
    after, now = place(driver, *point), view(driver)
    if now["scale"] <= start["scale"] or max(abs(a - b) for a, b in zip(before, after)) > 0.5:
        fail(case, f"the wheel leads from {before} to {after}, {start} to {now}")
    steps = driver.execute_script("return play.steps.length")
    ActionChains(driver).move_to_element(svg).click_and_hold().move_by_offset(80, 40).move_by_offset(40, 20) \
        .release().perform()
    moved = view(driver)
    if abs(now["x"] - moved["x"] - 120 / now["scale"]) > 6 or moved["mode"] != "held":
        fail(case, f"dragging leads from {now} to {moved}")
    if driver.execute_script("return play.steps.length") != steps:
        fail(case, "dragging sends an event")
    body = driver.find_element(By.TAG_NAME, "body")
    body.send_keys("0")
    settle(driver)
    whole = driver.execute_script("""
      const [frame, all] = [document.getElementById("frame"), document.querySelector("svg .graph")]
        .map((one) => one.getBoundingClientRect());
      return all.left >= frame.left - 2 && all.right <= frame.right + 2 && all.top >= frame.top - 2
        && all.bottom <= frame.bottom + 2;""")
    if not whole:
        fail(case, "0 does not show the whole picture")
    body.send_keys("+")
    if view(driver)["scale"] <= 0:
        fail(case, "+ does not zoom")
    body.send_keys("c")
    settle(driver)
    check_seen(driver, f"{case}, followed again")
    body.send_keys("1")
    if driver.execute_script("return play.steps.length") != steps + 1:
        fail(case, "1 sends no event")
    body.send_keys("?")
    if not driver.find_element(By.ID, "help").is_displayed():
        fail(case, "? shows no help")
    driver.find_element(By.ID, "help-close").click()
    # Two fingers zoom.
    start = view(driver)
    center = {"x": point[0], "y": point[1]}
    for part in range(6):
        touches = [{"x": center["x"] - 40 - 10 * part, "y": center["y"]}, {"x": center["x"] + 40 + 10 * part, "y": center["y"]}]
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": "touchStart" if part == 0 else "touchMove",
            "touchPoints": [{**one, "id": index} for index, one in enumerate(touches)]})
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    if view(driver)["scale"] < start["scale"] * 1.5:
        fail(case, f"two fingers lead from {start} to {view(driver)}")


def check_print(driver):
    """Checks that paper shows the whole picture, and that the page then shows the same part as before."""
    case = "print"
    look_as(driver, *DEVICES["desktop"], "light")
    open_page(driver, "ppp")
    shown = "return document.querySelector('#frame svg').getAttribute('viewBox')"
    before = driver.execute_script(shown)
    driver.execute_script("""
      addEventListener("beforeprint", () => {
        window.printed = document.querySelector("#frame svg").getAttribute("viewBox");
      });""")
    pdf = driver.execute_cdp_cmd("Page.printToPDF", {})
    (folder / "ppp.pdf").write_bytes(base64.b64decode(pdf["data"]))
    printed, whole = driver.execute_script("""
      const { x, y, width, height } = play.picture.view.all;
      return [window.printed, [x, y, width, height].join(" ")];""")
    settle(driver)
    if printed != whole:
        fail(case, f"{printed} is printed of {whole}")
    if driver.execute_script(shown) != before:
        fail(case, f"{before} is seen as {driver.execute_script(shown)} after printing")


def check_picture(driver):
    """Checks that a text in the picture sends its event, and that a mark moves unless motion is unwanted."""
    case = "picture"
    look_as(driver, *DEVICES["desktop"], "light")
    open_page(driver, "turnstile")
    for motion in ["no-preference", "reduce"]:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-reduced-motion", "value": motion}]})
        driver.find_element(By.ID, "restart").click() if motion == "reduce" else None
        driver.find_element(By.CSS_SELECTOR, "svg .edge text.is-possible").click()
        trails = driver.execute_async_script("""
          requestAnimationFrame(() => requestAnimationFrame(() => arguments[0](
            [...document.querySelectorAll("svg .trail")].filter((one) =>
              getComputedStyle(one).display !== "none").length)));""")
        if (trails > 0) != (motion == "no-preference"):
            fail(case, f"{trails} arrows move for {motion}")
        if driver.execute_script("return play.steps.length") != 1:
            fail(case, "a text of the picture that is pressed sends nothing")
    open_page(driver, "rental")
    for _ in range(2):
        driver.find_element(By.CSS_SELECTOR, "#possible button[data-kind=moved]:not([data-event=cancel])").click()
    path = driver.find_element(By.ID, "path").text
    if path != "trip.riding · motor: idle · light: off · battery: good":
        fail(case, f"the path is {path!r}")
    if driver.execute_script("return document.querySelectorAll('svg .cluster.is-around').length") != 2:
        fail(case, "the states around the state are not lit")
    # The address keeps the walk, the walk plays, and a new walk can begin in any state.
    time.sleep(0.7)
    driver.refresh()
    settle(driver)
    if driver.find_element(By.ID, "path").text != path:
        fail(case, "loading the page again loses the walk")
    driver.find_element(By.TAG_NAME, "body").send_keys("p")
    time.sleep(3.2)
    if driver.execute_script("return [play.position, playing]") != [2, None]:
        fail(case, "the walk does not play to its end")
    driver.execute_script("showWay('reserved')")
    driver.find_element(By.ID, "way-start").click()
    if driver.execute_script("return [current(), play.steps.length]") != ["reserved", 0]:
        fail(case, "the machine is not put into a state")
    # A composite state whose states only remember a history is drawn as one state.
    open_page(driver, "recorder")
    lit = driver.execute_script("""
      startIn(play.interpreter.placeIn("capture/interrupted.paused", current()));
      return [...document.querySelectorAll("svg .node.is-current")].map((one) => one.querySelector("text").textContent);""")
    if lit != ["interrupted", "nothing", "foreground"]:
        fail(case, f"of several regions {lit} are lit")
    check_console(driver, case)


driver = browser()
for name in MACHINES:
    sizes = [check_first_sight(driver, name, device, scheme)
             for device in DEVICES for scheme in ["light", "dark"]]
    print(f"{name}: texts are at least {min(sizes):.1f} pixels high")
check_hands(driver)
check_picture(driver)
check_print(driver)
end(f"{len(MACHINES)} pages looked at")
