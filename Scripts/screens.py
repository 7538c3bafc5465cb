"""Takes the pictures: screens.py ADDRESS FOLDER, with a token on standard input."""

import re
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

SIZES = [(1280, 800), (360, 740)]
SCHEMES = ["light", "dark"]

address, folder = sys.argv[1:]
token = re.search(r"mlt_[A-Za-z0-9_-]{43}", sys.stdin.read()).group(0)


def start():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"]:
        options.add_argument(word)
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def asked(driver, path, body):
    """What the server answers to the page; the browser waits for the promise."""
    return driver.execute_script(
        """
        return fetch(arguments[0], { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify(arguments[1]) }).then((answer) => answer.json());
        """,
        path,
        body,
    )


def settle(driver):
    """Waits until nothing has been asked for and nothing has changed for a while."""
    last, since = None, time.monotonic()
    for _ in range(100):
        state = driver.execute_script(
            "return performance.getEntriesByType('resource').length + ' ' + document.body.innerText.length"
        )
        # The same signs as the tests in the browser wait for.
        waits = driver.execute_script(
            "return document.querySelector('main[aria-busy=true], .waiting[role=status], .building') !== null"
        )
        if waits or state != last:
            last, since = state, time.monotonic()
        elif time.monotonic() - since > 0.6:
            return
        time.sleep(0.1)


def pages(driver):
    """The pages by name, of which some need an id or a position."""
    found = asked(driver, "/v1/requests", {"query": "list-messages", "parameters": {"filter": "subject:invoice", "limit": 1}})
    message = found["answer"][0]["id"]
    head = found["position"]
    past = head * 4 // 5
    return {
        "timeline": "#/timeline",
        "mailbox": "#/mailbox",
        "mailbox-past": f"#/at/{past}/mailbox",
        "message": f"#/message/{message}",
        "compare": f"#/compare/{past}/{head}",
        "charts": "#/charts",
        "proofs": "#/proofs",
        "deleted": "#/deleted",
    }


def take(driver, name, fragment):
    for width, height in SIZES:
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        for scheme in SCHEMES:
            driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
            )
            # A page begins anew; another fragment alone would keep the one before.
            driver.get("about:blank")
            driver.get(f"{address}/{fragment}")
            settle(driver)
            driver.save_screenshot(f"{folder}/{name}-{width}x{height}-{scheme}.png")


driver = start()
try:
    take(driver, "login", "")
    asked(driver, "/ui/login", {"token": token})
    chosen = pages(driver)
    for name, fragment in chosen.items():
        take(driver, name, fragment)
    print(f"Wrote {(len(chosen) + 1) * len(SIZES) * len(SCHEMES)} pictures to {folder}.")
finally:
    driver.quit()
