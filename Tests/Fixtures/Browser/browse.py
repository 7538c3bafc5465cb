"""Opens pages in Chromium and does what a reader would: a line of JSON a job on standard input, a line of JSON an answer.

usage: browse.py [--port PORT]    a canary listens there on loopback; what it is asked for is told with each answer

A job: {"page": "/path/page.html or an address", "key": "...", "press": true, "click": true, "size": [360, 800], "dark": true,
        "poke": true, "picture": "/path/shot.png", "paper": "/path/page.pdf", "script": "return ..."}; all but the page may be missing.
"""

import base64
import http.server
import json
import sys
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from hands import poke

asked = []


class Canary(http.server.BaseHTTPRequestHandler):
    def answer(self):
        asked.append(self.path)
        self.send_response(200)
        # A script that was loaded from here would show it.
        body = b"document.title = 'leaked'" if self.path.endswith(".js") else b""
        self.send_header("Content-Type", "text/javascript" if body else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_HEAD = do_OPTIONS = answer

    def log_message(self, *_):
        pass


def listen():
    if "--port" not in sys.argv:
        return
    port = int(sys.argv[sys.argv.index("--port") + 1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Canary)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def start():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
        "--hide-scrollbars",
    ]:
        options.add_argument(word)
    # A page is there once its own text is: what it shows in frames may never come to an end.
    options.page_load_strategy = "eager"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    # As long as the whole run may take: on a busy machine a script waits for its turn.
    driver.set_script_timeout(300)
    return driver


def do(driver, job):
    asked.clear()
    width, height = job.get("size", [1000, 900])
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": "dark" if job.get("dark") else "light"}]},
    )
    first = driver.window_handles[0]
    begin = time.monotonic()
    driver.get(job["page"] if job["page"].startswith("http:") else "file://" + job["page"])
    # A frame was drawn. A window that the page before opened may come late and cover this one, which then draws none.
    driver.execute_cdp_cmd("Page.bringToFront", {})
    driver.execute_async_script(
        """
        const done = arguments[0];
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(done, 5000);
        """
    )
    answer = {"opened": time.monotonic() - begin, "title": driver.title}
    if job.get("press"):
        # As somebody pastes it: a key that is typed takes an event for each letter.
        driver.find_element(By.ID, "key").click()
        driver.execute_cdp_cmd("Input.insertText", {"text": job.get("key", "")})
        driver.find_element(By.ID, "go").click()
        for _ in range(600):
            verdict = driver.find_element(By.ID, "verdict")
            if verdict.get_attribute("class"):
                break
            time.sleep(0.05)
        answer["verdict"] = [verdict.get_attribute("class"), verdict.text]
        answer["findings"] = driver.execute_script(
            "return [...document.querySelectorAll('#findings li')].map((item) => [item.className, item.innerText]);"
        )
    if job.get("click"):
        # Whatever a hand could touch: it must be nobody's but the page's own.
        driver.execute_script(
            """
            for (const one of document.querySelectorAll("details")) one.open = true;
            for (const one of document.querySelectorAll("a, button, input, [onclick], [onmouseover], form")) {
                if (one.className === "save") continue;
                try { one.dispatchEvent(new MouseEvent("mouseover", {bubbles: true})); one.focus(); one.click(); } catch {}
            }
            """
        )
        time.sleep(job.get("wait", 0.5))
    if "script" in job:
        answer["result"] = driver.execute_script(job["script"])
    if job.get("poke"):
        answer["poked"] = poke(driver)
        time.sleep(job.get("wait", 0.5))
    if "picture" in job:
        if job.get("whole"):
            tall = driver.execute_script("return document.documentElement.scrollHeight")
            driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": width, "height": min(tall, 12000), "deviceScaleFactor": 1, "mobile": False},
            )
        driver.save_screenshot(job["picture"])
    if "paper" in job:
        paper = driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False, "preferCSSPageSize": True})
        with open(job["paper"], "wb") as file:
            file.write(base64.b64decode(paper["data"]))
    handles = driver.window_handles
    answer["windows"] = len(handles)
    for handle in handles:
        if handle != first:
            driver.switch_to.window(handle)
            driver.close()
    driver.switch_to.window(first)
    answer["title_after"] = driver.title
    answer["address"] = driver.current_url
    answer["asked"] = sorted(set(asked))
    answer["said"] = [line["message"] for line in driver.get_log("browser")]
    return answer


listen()
driver = start()
try:
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(do(driver, json.loads(line))), flush=True)
finally:
    driver.quit()
