"""Opens the page of a ledger in Chromium and does what readers do; a line of JSON for each test, {"name", "fault"}.

usage: page.py [PART | NAME …]    in a folder of its own, with `mailledger` on the path and MAILLEDGER set
"""

import json
import subprocess
import sys
import time
import traceback

import agreement
import charting
import hostile
import live
import longhistory
import looks
import past
import proving
import questions
import rights
import undoing
from reader import Reader, Server, start, tool


def by(hands, question):
    def test(reader):
        question(reader, hands(reader))
    test.__name__ = question.__name__ + "_" + hands.__name__
    return test


def again(reader):
    """The cleanup that the questions are about, once more."""
    tool("move", "id:3f2a7432 or subject:receipt subject:cabin", "--to", "Trash", "--actor", "cleanup-script", "--reason", "older than this year")


# Parts that may be done beside each other, each on a ledger of its own; they take equally long.
PARTS = {
    "questions": [
        *[by(questions.ByMouse, one) for one in questions.QUESTIONS], again,
        *[by(questions.ByKeyboard, one) for one in questions.QUESTIONS],
        *undoing.TESTS, *live.TESTS,
    ],
    "agreement": [*agreement.TESTS, *hostile.TESTS, *past.TESTS],
    "looks": [*charting.TESTS, *proving.TESTS, *rights.TESTS, *looks.TESTS, *longhistory.TESTS],
}


def main(names):
    again(None)
    server = Server()
    driver = start()
    try:
        reader = Reader(driver, server.address)
        reader.server = server
        reader.size()
        reader.sign_in(server.login)
        reader.said()
        tests = PARTS.get(names[0]) if names else None
        for test in tests or [test for tests in PARTS.values() for test in tests]:
            if names and not tests and not any(name in test.__name__ for name in names) and test is not again:
                continue
            begin, fault = time.monotonic(), None
            try:
                test(reader)
                # A browser writes of each refusal, too.
                refused = getattr(test, "is_refused", False)
                said = [line for line in reader.said() if not (refused and "Failed to load resource" in line or "net::ERR" in line)]
                if said:
                    fault = "the console says: " + "; ".join(said)[:1000]
            except Exception as error:
                fault = "".join(traceback.format_exception_only(type(error), error)).strip()[:2000] + " " + traceback.format_tb(error.__traceback__)[1][:300]
                reader.said()
            print(json.dumps({"name": test.__name__, "fault": fault, "seconds": round(time.monotonic() - begin, 2)}), flush=True)
    finally:
        driver.quit()
        server.stop()


main(sys.argv[1:])
