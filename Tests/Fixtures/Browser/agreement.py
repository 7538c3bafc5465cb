"""What the page shows of random moments and filters is what the command line says."""

import json
import os
import random

from reader import tool

SEED = int(os.environ.get("MAILLEDGER_SEED", random.randrange(1 << 31)))
FILTERS = [
    "*", "is:unread", "label:taxes", "from:peter", "invoice or receipt", "in:INBOX is:read", "in:Trash", "has:attachment",
    "subject:razor -in:Archive", "date:2025", "size:>1k", "is:flagged", "to:mara kernel",
]


def lines(*words):
    return [json.loads(line) for line in tool(*words, "--format", "jsonl").splitlines()]


def scrolled(reader, selector, attribute):
    """An attribute of all rows, in their order, read while scrolling to the end."""
    found, before = [], None
    while found != before:
        before = list(found)
        for _ in range(3):
            for one in reader.script(
                    "return [...document.querySelectorAll(arguments[0])].map(one => one.getAttribute(arguments[1]))", selector, attribute):
                if one not in found:
                    found.append(one)
            reader.script("scrollTo(0, document.documentElement.scrollHeight); return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            reader.settle()
    return found


def messages_of_ten_moments(reader):
    chance = random.Random(SEED)
    head = json.loads(tool("stats", "--format", "json"))["head"]
    for _ in range(10):
        at = str(chance.randint(0, head))
        # Before the folders were made no query can name one.
        query = chance.choice([one for one in FILTERS if int(at) >= 8 or "in:" not in one])
        reader.open("#/at/%s/mailbox/all?q=%s" % (at, __import__("urllib.parse").parse.quote(query)))
        wanted = [one["id"] for one in lines("messages", "--at", at, "--limit", "1000", query)]
        where = "seed %d: %s at %s" % (SEED, query, at)
        if not wanted:
            reader.see("Nothing found" if int(at) >= 7 else "", within=".list-pane")
        found = scrolled(reader, ".list-pane li.row", "data-message")
        assert found == wanted, where + ": %d rows instead of %d; " % (len(found), len(wanted)) + repr(found) + " instead of " + repr(wanted)
        count = tool("count", "--at", at, query).strip()
        if wanted:
            reader.see(count + " message", within=".list-head")


def folders_of_ten_moments(reader):
    chance = random.Random(SEED)
    head = json.loads(tool("stats", "--format", "json"))["head"]
    for _ in range(10):
        at = str(chance.randint(8, head))
        reader.open("#/at/%s/mailbox" % at)
        wanted = sorted((one["account"], one["name"], one["unread"], one["total"]) for one in lines("folders", "--all", "--at", at) if one["kind"] != "notebook")
        found = reader.script("""
            return [...document.querySelectorAll(".folders div")].flatMap(group => [...group.querySelectorAll("a")].map(link => {
                const count = link.querySelector(".count"), unread = count.querySelector("b");
                return [group.querySelector("h3").textContent, link.querySelector("bdi").textContent, unread ? parseInt(unread.textContent) : 0, parseInt(count.lastChild.textContent)];
            }))""")
        assert sorted(map(tuple, found)) == wanted, "seed %d, at %s: %r instead of %r" % (SEED, at, sorted(map(tuple, found)), wanted)


def operations_of_ten_filters(reader):
    chance = random.Random(SEED)
    choices = [
        ("", []), ("actor=cleanup-script", ["--actor", "cleanup-script"]), ("actor=mara", ["--actor", "mara"]), ("effect=moved", ["--effect", "moved"]),
        ("effect=deleted", ["--effect", "deleted"]), ("effect=marked", ["--effect", "marked"]), ("reason=tax", ["--reason", "tax"]),
        ("folder=Receipts", ["--folder", "Receipts"]), ("from=2026-02-12&to=2026-02-16", ["--since", "2026-02-12", "--until", "2026-02-16"]),
        ("actor=tomas&effect=deleted", ["--actor", "tomas", "--effect", "deleted"]), ("q=subject%3Ainvoice", ["subject:invoice"]),
    ]
    for query, words in chance.sample(choices, 10):
        reader.open("#/timeline" + ("?" + query if query else ""))
        wanted = [one["operation"] for one in lines("log", "--limit", "1000", *words)]
        found = scrolled(reader, ".act", "data-operation")
        assert found == wanted, "seed %d: %s: %r instead of %r" % (SEED, query, found, wanted)


def differences_of_ten_pairs(reader):
    chance = random.Random(SEED)
    head = json.loads(tool("stats", "--format", "json"))["head"]
    for _ in range(10):
        first, last = sorted(chance.sample(range(20, head + 1), 2))
        first = max(first, last - 60)
        reader.open("#/compare/%d/%d" % (first, last))
        rows = lines("diff", str(first), str(last))
        derived = {"unread", "threads"}
        wanted = sorted({(row["table"], row["kind"], row["id"]) for row in rows if row["table"] not in derived})
        found = scrolled_differences(reader)
        found = sorted(set(one for one in found if one[0] not in derived))
        assert found == wanted, "seed %d: %d to %d: %r instead of %r" % (SEED, first, last, found[:5], wanted[:5])
        if rows:
            assert reader.script("return document.querySelector('.summary').dataset.rows") == str(len(rows))


def scrolled_differences(reader):
    texts = scrolled(reader, ".difference", "data-key")
    return [tuple(part.split("/")) for text in texts if text for part in text.split(" ")]


TESTS = [messages_of_ten_moments, folders_of_ten_moments, operations_of_ten_filters, differences_of_ten_pairs]
