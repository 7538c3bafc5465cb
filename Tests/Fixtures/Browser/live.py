"""What other programs record is heard of at once, and nothing is missed."""

import time

from reader import tool


def a_change_of_another_process_appears(reader):
    reader.open("#/timeline")
    reader.script("scrollTo(0, 400)")
    first, height = reader.text(".act"), reader.script("return scrollY")
    tool("mark", "--flagged", "subject:scan", "--actor", "script", "--reason", "watch this")
    begin = time.monotonic()
    reader.see("1 new change by script", within=".news")
    waited = time.monotonic() - begin
    assert waited < 1, "only after %.1f s" % waited
    assert reader.text(".act") == first and abs(reader.script("return scrollY") - height) < 60, "the page jumped"
    reader.click("#show-news")
    reader.find(".act", "watch this")
    reader.see("script marked 1 message with a flag")
    assert reader.text(".news") == ""


def nothing_is_missed_after_a_break(reader):
    reader.open("#/timeline")
    reader.server.line.cut()
    try:
        tool("label", "--add", "night", "subject:scan", "--actor", "night-script", "--reason", "first")
        tool("label", "--remove", "night", "subject:scan", "--actor", "night-script", "--reason", "second")
        reader.see("connection to the server is lost", within=".lost")
    finally:
        reader.server.line.mend()
    reader.see("2 new changes by night-script", within=".news")
    reader.until(lambda: reader.text(".lost") == "", "the connection again")
    reader.click("#show-news")
    reader.find(".act", "“second”")
    reader.find(".act", "“first”")


nothing_is_missed_after_a_break.is_refused = True


def a_page_of_the_past_is_left_alone(reader):
    reader.open("#/at/153/mailbox")
    tool("label", "--add", "day", "subject:scan", "--actor", "script", "--reason", "done")
    reader.open("#/timeline")
    reader.find(".act", "“done”")
    assert reader.text(".news") == ""


TESTS = [a_change_of_another_process_appears, nothing_is_missed_after_a_break, a_page_of_the_past_is_left_alone]
