"""Scrolls through a long timeline: few rows in the document, and no more memory the longer it goes.

usage: longlist.py [OPERATIONS]    in a folder of its own, with `mailledger` on the path and MAILLEDGER set
"""

import http.client
import json
import sys
import time

from reader import Reader, Server, start, tool


def record(address, token, count):
    """Records operations, as a program would."""
    host = address.removeprefix("http://")
    connection = http.client.HTTPConnection(host)
    for index in range(count):
        body = {"command": "mark-messages", "parameters": {"filter": "id:3f2a7432", ("adding", "removing")[index % 2]: ["bench"]}, "reason": "round %d" % index}
        connection.request("POST", "/v1/requests", json.dumps(body), {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status


def heap(reader):
    reader.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    return reader.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / 1e6


def main(count=10_000):
    token = tool("token", "add", "bench", "--actor", "mara", "--scopes", "read,write").split()[0]
    server = Server()
    driver = start()
    try:
        record(server.address, token, count)
        reader = Reader(driver, server.address)
        reader.size()
        reader.sign_in(server.login)
        begin = time.monotonic()
        reader.driver.get(reader.address + "/")
        reader.wait_for(".act")
        first = time.monotonic() - begin
        seen, most, early = set(), 0, None
        while len(seen) < count:
            places = reader.script("return [...document.querySelectorAll('.act')].map(one => one.dataset.position)")
            before = len(seen)
            seen.update(places)
            most = max(most, reader.script("return document.querySelectorAll('.act, .row, .changes > li').length"))
            if early is None and len(seen) >= count / 5:
                early = heap(reader)
            reader.script("scrollTo(0, document.documentElement.scrollHeight)")
            reader.until(lambda: reader.script("return document.querySelector('main').getAttribute('aria-busy') === 'false'"), "an answer")
            if len(seen) == before:
                reader.script("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        late = heap(reader)
        print("rows seen                  %d" % len(seen))
        print("first rows                 %.0f ms" % (first * 1000))
        print("most rows in the document  %d (bound 300)" % most)
        print("heap after a fifth, at end %.1f MB, %.1f MB" % (early, late))
        if most > 300 or late > early * 1.25 + 2:
            sys.exit(1)
    finally:
        driver.quit()
        server.stop()


main(*map(int, sys.argv[1:]))
