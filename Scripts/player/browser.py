"""Functions that the checks of pages share: they start Chromium without a window, and collect failures."""

import atexit
import sys
import time

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

failures = []


def browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    atexit.register(driver.quit)
    driver.set_script_timeout(300)
    return driver


def look_as(driver, width, height, scheme, is_mobile=False):
    """Shows pages as in a window of a size, for a reader who likes a color scheme."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 2 if is_mobile else 1, "mobile": is_mobile})
    prefer(driver, scheme)


def prefer(driver, scheme):
    """Shows pages as for a reader who likes a color scheme, light or dark."""
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def fail(case, text):
    failures.append(f"{case}: {text}")
    print(f"  {case}: {text}")


def check_console(driver, case):
    for entry in driver.get_log("browser"):
        fail(case, f"the browser says: {entry['message']}")


def check_axe(driver, case):
    """Checks that people who use no mouse or no screen can use a page, light and dark."""
    for scheme in ["dark", "light"]:
        prefer(driver, scheme)
        time.sleep(0.2)
        for violation in Axe().run(driver)["violations"]:
            if violation["impact"] in ("serious", "critical"):
                places = [node["html"][:160] for node in violation["nodes"][:3]]
                fail(case, f"{scheme}: {violation['id']}: {violation['help']}: {places}")


def end(done):
    """Ends the script: with 1 if a check has failed or nothing was done."""
    print(f"{done}, {len(failures)} failures")
    sys.exit(1 if failures or done.startswith("0 ") else 0)
