"""Reads the page of a large ledger: few rows in the document, memory that stays, and answers that come at once.

usage: longlist.py [OPERATIONS [EVENTS]]    in a folder of its own, with `mailledger` on the path and MAILLEDGER set

OPERATIONS are recorded one by one and scrolled through; before them, mail and changes of all of it bring the log to EVENTS.
"""

import json
import mailbox
import random
import statistics
import sys
import time
from email.message import EmailMessage

from reader import Reader, Server, record, start, tool

# An answer takes no longer once the read models that it is from are there, in milliseconds; so do the first rows.
ANSWER, FIRST_ROWS = 100, 400
CHANGES_OF_ALL = 9


def fill(events):
    """Mail of ten years, and changes of all of it."""
    random.seed(1)
    count = max(1, (events - int(json.loads(tool("stats", "--format", "json"))["head"])) // (CHANGES_OF_ALL + 1))
    people = ["%s@example.net" % name for name in "ada ben cleo dirk ella finn gina hugo iris jens".split()]
    words = "invoice rent boat meeting report lunch train minutes draft budget harbour survey letter answer notes".split()
    file = mailbox.mbox("bulk.mbox")
    file.lock()
    for number in range(count):
        mail = EmailMessage()
        mail["From"] = random.choice(people)
        mail["To"] = "mara@example.org"
        mail["Subject"] = " ".join(random.sample(words, 3))
        mail["Message-ID"] = "<bulk%d@example.net>" % number
        moment = 1_450_000_000 + number * 3000
        mail["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment))
        if number % 4 and number:
            mail["In-Reply-To"] = "<bulk%d@example.net>" % (number - 1)
        mail.set_content(" ".join(random.choices(words, k=60)))
        file.add(mail)
    file.unlock()
    file.close()
    tool("import", "bulk.mbox", "--account", "mara@example.org", "--folder", "Bulk", "--create", "--reason", "old mail")
    for change in range(CHANGES_OF_ALL):
        words = ["--add" if change % 2 == 0 else "--remove", "bench"]
        tool("label", *words, "in:Bulk", "--reason", "change %d of all" % change)


def heap(reader):
    reader.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    return reader.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / 1e6


def scroll(reader, count):
    """Goes through as many rows of the timeline; how many were seen, were in the document, and the heap after a fifth."""
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
    return len(seen), most, early


def answers(reader):
    """What the page asked for since the last call: a path and milliseconds each."""
    return reader.script("""
        const asked = performance.getEntriesByType("resource").filter(one => one.name.includes("/v1/") || one.name.includes("/jmap/"));
        const answers = asked.map(one => [new URL(one.name).pathname, one.responseEnd - one.requestStart]);
        performance.clearResourceTimings();
        return answers""")


def visit(reader, head):
    """Opens each page three times; the slowest answer of the later times, by page."""
    then = head - 1
    pages = ["#/timeline", "#/mailbox", "#/mailbox/all?q=invoice", "#/mailbox/all?q=from:ada", "#/message/3f2a7432", "#/at/%d/mailbox" % then,
             "#/compare/%d/now" % then, "#/charts", "#/deleted", "#/proofs"]
    reader.script("performance.setResourceTimingBufferSize(10000)")
    slowest = {}
    for page in pages:
        for time_ in range(3):
            answers(reader)
            reader.open(page)
            if time_:
                slowest.setdefault(page, []).extend(answers(reader))
    return slowest


def main(count=10_000, events=0):
    if events:
        begin = time.monotonic()
        fill(events - count)
        print("made                       %.0f s" % (time.monotonic() - begin))
    token = tool("token", "add", "bench", "--actor", "mara", "--scopes", "read,write").split()[0]
    server = Server()
    driver = start()
    try:
        reader = Reader(driver, server.address)
        reader.size()
        # The link is good for two minutes.
        reader.sign_in(server.login)
        reader.driver.get("about:blank")
        record(server.address, token, "3f2a7432", count)
        head = int(json.loads(tool("stats", "--format", "json"))["head"])
        print("events in the log          %d" % head)
        begin = time.monotonic()
        reader.driver.get(reader.address + "/")
        reader.wait_for(".act")
        first = (time.monotonic() - begin) * 1000
        seen, most, early = scroll(reader, count)
        late = heap(reader)
        print("rows seen                  %d" % seen)
        print("first rows                 %.0f ms (bound %d)" % (first, FIRST_ROWS))
        print("most rows in the document  %d (bound 300)" % most)
        print("heap after a fifth, at end %.1f MB, %.1f MB" % (early, late))
        slow = first > FIRST_ROWS
        for page, asked in visit(reader, head).items():
            path, worst = max(asked, key=lambda one: one[1], default=("-", 0))
            middle = statistics.median([one[1] for one in asked] or [0])
            slow = slow or worst > ANSWER
            print("%-26s %5.1f ms, at most %5.1f (%s)" % (page, middle, worst, path))
        if most > 300 or late > early * 1.25 + 2 or slow:
            sys.exit(1)
    finally:
        driver.quit()
        server.stop()


main(*map(int, sys.argv[1:]))
