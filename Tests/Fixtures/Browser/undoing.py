"""Before something is undone, the page says what will happen, and that happens."""

import json

from reader import Keys, tool


def moves(page):
    """The lines of a list of changes: what, from where, to where."""
    return sorted(map(tuple, page.script("""
        return [...document.querySelectorAll("dialog[open] .changes > li")].flatMap(row => [...row.querySelectorAll(".change")].map(line =>
            [row.querySelector(".thing").innerText.trim(), line.querySelector("del").innerText, line.querySelector("ins").innerText]))""")))


def newest(reader, words):
    """Opens the newest change of the timeline that has these words, and its undo."""
    reader.open("#/timeline")
    row = reader.find(".act", words)
    row.find_element("css selector", ".opener").click()
    reader.click(".act button.undo")
    reader.see("What", within="dialog[open]")


def the_plan_is_what_happens(reader):
    tool("move", "subject:kernel", "--to", "Archive", "--actor", "eve", "--reason", "too much of it")
    newest(reader, "too much of it")
    planned = moves(reader)
    assert planned, "no plan"
    assert not any(one.is_displayed() and one.text == "Undo" for one in reader.all("dialog[open] button")), "no reason, and yet a button"
    reader.type("  ")
    assert not any(one.is_displayed() and one.text == "Undo" for one in reader.all("dialog[open] button")), "a blank is no reason"
    reader.type("not so")
    reader.click("dialog[open] button.main", "Undo")
    reader.see("Done", within="dialog[open]")
    operation = json.loads(tool("log", "--format", "jsonl", "--limit", "1"))
    assert operation["command"] == "undo" and operation["reason"] == "not so", operation
    shown = json.loads(tool("request", reads=json.dumps({"query": "show-operation", "parameters": {"operation": operation["operation"], "limit": 100}})))
    happened = sorted((one["name"] or "(no subject)", change["old_text"], change["new_text"]) for one in shown["answer"]["changes"] for change in one["event"]["changes"])
    assert happened == planned, repr(happened) + " instead of " + repr(planned)
    reader.click("dialog[open] button", "Close")
    reader.find(".act", "not so")
    reader.find(".act", "undone")


def what_cannot_be_undone_is_named(reader):
    tool("move", "subject:lunch", "--to", "Archive", "--actor", "eve", "--reason", "for the spring")
    tool("move", "subject:lunch from:tomas", "--to", "Spam", "--actor", "eve", "--reason", "and again")
    tool("delete", "--yes", "subject:lunch from:tomas", "--actor", "eve", "--reason", "gone")
    newest(reader, "for the spring")
    reader.see("What cannot be taken back", within="dialog[open]")
    obstacles = reader.script("return [...document.querySelectorAll('dialog[open] .obstacles li')].map(one => one.innerText)")
    wanted = json.loads(tool("request", reads=json.dumps({"query": "plan-undo", "parameters": {"operation": operation_of("for the spring")}})))["answer"]["obstacles"]
    assert obstacles == wanted and wanted, repr(obstacles) + " instead of " + repr(wanted)
    reader.type("w")
    assert not any(one.is_displayed() and one.text == "Undo" for one in reader.all("dialog[open] button")), "the rest was not asked for"
    reader.type(Keys.ESCAPE)


def operation_of(reason):
    return json.loads(tool("log", "--format", "jsonl", "--limit", "1", "--reason", reason))["operation"]


def another_window_hears_of_it(reader):
    tool("mark", "--unread", "subject:kernel", "--actor", "eve", "--reason", "look again")
    newest(reader, "look again")
    first = reader.driver.current_window_handle
    reader.driver.switch_to.new_window("tab")
    try:
        reader.size()
        reader.driver.get(reader.address + "/#/timeline")
        newest(reader, "look again")
        reader.type("second thoughts")
        reader.click("dialog[open] button.main", "Undo")
        reader.see("Done", within="dialog[open]")
    finally:
        reader.driver.close()
        reader.driver.switch_to.window(first)
    reader.see("While this was open, mara changed something", "nothing left to take back", within="dialog[open]")
    reader.type(Keys.ESCAPE)
    reader.see("1 new change by mara", within=".news")


def what_was_deleted_comes_back(reader):
    reader.open("#/deleted")
    reader.see("eve", "“gone”", "was in Spam")
    reader.click(".difference button.undo", "Bring back")
    reader.see("will come back", within="dialog[open]")
    reader.type("needed")
    reader.click("dialog[open] button.main")
    reader.see("Done", within="dialog[open]")
    reader.click("dialog[open] button", "Close")
    reader.see("Nothing is deleted")


TESTS = [the_plan_is_what_happens, what_cannot_be_undone_is_named, another_window_hears_of_it, what_was_deleted_comes_back]
