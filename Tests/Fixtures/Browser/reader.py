"""Somebody who reads the page of a ledger in Chromium: by mouse, or by keyboard alone."""

import http.client
import json
import os
import re
import socket
import subprocess
import threading
import time

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, JavascriptException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PATIENCE = float(os.environ.get("PATIENCE", "10"))

# What a reader of the screen would call the element with the focus.
NAME = """
const one = document.activeElement;
if (!one || one === document.body) return "";
const label = one.labels && one.labels.length ? one.labels[0].innerText : "";
return (one.getAttribute("aria-label") || label || one.innerText || one.title || "").trim().replace(/\\s+/g, " ");
"""


class Unseen(Exception):
    pass


# What stands where the browser would be: it keeps what `serve --open` hands over.
OPENER = """#!/bin/sh
cat "$1" > opened
mv opened handed-over
"""


class Server:
    """`mailledger serve --open` on the ledger of the environment, behind a line that can be cut."""

    def __init__(self, *words):
        with open("opener", "w") as file:
            file.write(OPENER)
        os.chmod("opener", 0o700)
        self.process = subprocess.Popen(
            ["mailledger", "serve", "--open", "--listen", "127.0.0.1:0", "--behind-proxy", "127.0.0.1", *words],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "BROWSER": os.path.abspath("opener"), "MAILLEDGER_ACTOR": "mara"})
        line = self.process.stdout.readline()
        self.line = Line(int(re.search(r"http://127\.0\.0\.1:(\d+)", line).group(1)))
        self.address = "http://127.0.0.1:%d" % self.line.port
        end = time.monotonic() + PATIENCE
        while not os.path.exists("handed-over"):
            assert time.monotonic() < end, "no browser was opened"
            time.sleep(0.02)
        with open("handed-over") as file:
            self.login = re.search(r"#login=[0-9a-f]+", file.read()).group(0)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Line:
    """Carries bytes to a port, until it is cut and mended."""

    def __init__(self, port):
        self.target, self.is_cut, self.open = port, False, set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            near, _ = self.listener.accept()
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.open |= {near, far}
            for one, other in [(near, far), (far, near)]:
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            self.open.discard(end)
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def cut(self):
        self.is_cut = True
        for end in list(self.open):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def mend(self):
        self.is_cut = False


def tool(*words, reads=None):
    """What the command line answers."""
    done = subprocess.run(["mailledger", *words], capture_output=True, text=True, input=reads)
    if done.returncode != 0:
        raise AssertionError("mailledger " + " ".join(words) + ": " + done.stderr)
    return done.stdout


def record(address, token, message, count):
    """Records as many operations on a message, as a program would."""
    host = address.removeprefix("http://")
    connection = http.client.HTTPConnection(host)
    for index in range(count):
        body = {"command": "mark-messages", "parameters": {"filter": "id:" + message, ("adding", "removing")[index % 2]: ["bench"]}, "reason": "round %d" % index}
        connection.request("POST", "/v1/requests", json.dumps(body), {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status


def start():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--hide-scrollbars",
    ]:
        options.add_argument(word)
    options.add_experimental_option("prefs", {"download.default_directory": os.path.abspath("downloads")})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # The path of the browser's socket has to fit into 107 bytes (unix(7)), so its files are not below a test's own folder.
    service = Service("/usr/bin/chromedriver", env={**os.environ, "TMPDIR": "/tmp"})
    driver = webdriver.Chrome(service=service, options=options)
    driver.set_script_timeout(20)
    return driver


class Reader:
    def __init__(self, driver, address):
        self.driver = driver
        self.address = address

    def size(self, width=1280, height=800, dark=False, still=False):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}]})

    def sign_in(self, login):
        """Opens the link of `serve --open`; its code is gone from the address then."""
        self.driver.get(self.address + "/" + login)
        self.wait_for("header nav a[aria-current]")
        assert "login" not in self.driver.current_url, self.driver.current_url

    def script(self, text, *values):
        return self.driver.execute_script(text, *values)

    def open(self, fragment):
        """Goes to an address of the page, and waits until it shows what is there."""
        self.script("location.hash = '#/none'")
        self.until(lambda: "no such page" in self.text("main"), "another page between")
        self.script("location.hash = arguments[0]", fragment)
        self.settle()

    def settle(self):
        """Waits until nothing is loading any more."""
        self.until_script(
            "return document.querySelector('main[aria-busy=false] h1') && !document.querySelector('.waiting[role=status], .building')",
            "the end of loading")

    def until_script(self, text, what, *values):
        """Waits until a script returns something. The page asks itself: a question from here takes a hundred times as long."""
        return self.until(lambda: self.driver.execute_async_script("""
            const [values, end] = [[...arguments].slice(0, -1), performance.now() + 1000];
            const done = arguments[arguments.length - 1];
            const question = function () { %s };
            (function look() {
                const found = question.apply(null, values);
                if (found || performance.now() > end) done(found);
                else setTimeout(look, 20);
            })();""" % text, *values), what)

    def until(self, check, what):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = check()
            except (StaleElementReferenceException, JavascriptException):
                # The page was left meanwhile.
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise Unseen("did not see " + what + "; the page says: " + self.text("body")[-1500:])
            time.sleep(0.02)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait_for(self, selector):
        return self.find(selector, "")

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def see(self, *words, within="body"):
        """Waits until the page says all the words."""
        self.until_script("""
            const text = (document.querySelector(arguments[0])?.innerText ?? "").split(/\\s+/).join(" ");
            return arguments[1].every(word => text.includes(word));""", repr(words) + " in " + within, within, words)

    def find(self, selector, words):
        return self.until_script("""
            return [...document.querySelectorAll(arguments[0])].find(one => one.checkVisibility({ checkVisibilityCSS: true })
                && (one.innerText ?? "").replace(/\\s+/g, " ").includes(arguments[1]))""", selector + " with " + words, selector, words)

    def click(self, selector, words=""):
        def press():
            try:
                self.find(selector, words).click()
                return True
            except ElementClickInterceptedException:
                return False
        self.until(press, "a way to click " + selector + " " + words)

    def nearest(self):
        """What can be pressed: in the dialog, where one is open."""
        within = "dialog[open] " if self.all("dialog[open]") else ""
        return ", ".join(within + one for one in ["a", "button", "summary"])

    def click_at_start(self, selector):
        """Clicks the first part of a field, as of a date."""
        one = self.wait_for(selector)
        ActionChains(self.driver).move_to_element_with_offset(one, 12 - one.size["width"] // 2, 0).click().perform()

    def type(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def reach(self, words, most=250):
        """Presses Tab until the focus is on what is called so."""
        for _ in range(most):
            if words in self.script(NAME):
                return
            self.type(Keys.TAB)
        raise Unseen("no way by Tab to " + words)

    def downloaded(self, pattern):
        def look():
            names = os.listdir("downloads") if os.path.isdir("downloads") else []
            paths = [os.path.join("downloads", one) for one in names if re.search(pattern, one) and not one.endswith(".crdownload")]
            # A file has its name before its bytes.
            return next((path for path in paths if os.path.getsize(path) > 0), None)
        return self.until(look, "a file like " + pattern)

    def said(self):
        """What the browser wrote into its console since it was asked last."""
        return [line["message"] for line in self.driver.get_log("browser")]
