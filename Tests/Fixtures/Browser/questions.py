"""The five questions that somebody answers who has never seen the page: by mouse, and by keyboard alone."""

import json

from reader import Keys, tool

# How date fields of an English browser are typed.
FIRST, LAST = "02122026", "02162026"


class ByMouse:
    """The hands of a reader with a mouse; the keyboard is for words alone."""

    def __init__(self, reader):
        self.reader = reader

    def search(self, words):
        self.reader.click("#search")
        self.reader.type(words, Keys.ENTER)

    def go(self, place, key):
        self.reader.click("header nav a", place)

    def follow(self, words):
        self.reader.click(self.reader.nearest(), words)

    def set_date(self, label, field, digits):
        self.reader.click_at_start(field)
        self.reader.type(digits)


class ByKeyboard:
    """The hands of a reader without one."""

    def __init__(self, reader):
        self.reader = reader

    def search(self, words):
        self.reader.type("/")
        self.reader.type(words, Keys.ENTER)

    def go(self, place, key):
        self.reader.type("g", key)

    def follow(self, words):
        self.reader.find(self.reader.nearest(), words)
        self.reader.reach(words)
        self.reader.type(Keys.ENTER)

    def set_date(self, label, field, digits):
        self.reader.wait_for(field)
        self.reader.reach(label)
        self.reader.type(digits)


def who_put_it_into_the_trash(reader, hands):
    reader.open("#/timeline")
    hands.search("invoice")
    hands.follow("Invoice 2025-117")
    reader.see("In Trash", "cleanup-script moved from", "to Trash", "“older than this year”", "2026", within=".state")


def what_did_receipts_look_like(reader, hands):
    reader.open("#/timeline")
    hands.go("Mailbox", "m")
    hands.set_date("At the end of the day", "#slider-date", FIRST)
    reader.see("This is the past")
    hands.follow("Receipts")
    reader.see("3 messages", "Invoice 2025-117", "Receipt: cabin 4", within=".list-pane")
    reader.see("now in Trash", within=".list-pane")


def what_changed_and_who_did_it(reader, hands):
    reader.open("#/timeline")
    hands.go("Compare", "c")
    hands.set_date("From the end of", "#compare-from", FIRST)
    hands.set_date("to the end of", "#compare-to", LAST)
    reader.type(Keys.ENTER)
    reader.see("3 moved", "cleanup-script", "Invoice 2025-117", "Receipts → Trash", "INBOX → Trash", "“older than this year”")


def bring_it_back(reader, hands):
    reader.open("#/timeline")
    hands.search("invoice")
    hands.follow("Invoice 2025-117")
    hands.follow("Undo this change")
    reader.see("What will happen", "Trash → Receipts", within="dialog[open]")
    assert not reader.find("dialog[open] h2", "Undo").find_elements("xpath", "..//button[normalize-space()='Undo' and not(@hidden)]"), "no reason, and yet a button"
    reader.type("tax mail is kept for ten years")
    hands.follow("Undo")
    reader.see("Done", within="dialog[open]")
    hands.follow("Close")
    reader.see("In INBOX and Receipts", "mara moved from Trash", "“tax mail is kept for ten years”", within=".state")
    last = json.loads(tool("log", "--format", "jsonl", "--limit", "1"))
    assert (last["actor"], last["command"], last["reason"]) == ("mara", "undo", "tax mail is kept for ten years"), last


def something_for_an_expert(reader, hands):
    reader.open("#/timeline")
    hands.search("invoice")
    hands.follow("Invoice 2025-117")
    hands.follow("Download the proof")
    path = reader.downloaded(r"3f2a7432.*\.proof$")
    with open("ledger.key", "w") as file:
        file.write(tool("key", "show"))
    said = tool("verify-proof", path, "--key", "ledger.key")
    assert "cleanup-script" in said, said
    hands.follow("Check it here")
    reader.see("consistent with itself", "moved from Receipts and INBOX to Trash: “Invoice 2025-117”", "cleanup-script")


QUESTIONS = [who_put_it_into_the_trash, what_did_receipts_look_like, what_changed_and_who_did_it, something_for_an_expert, bring_it_back]
