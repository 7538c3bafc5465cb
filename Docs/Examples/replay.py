#!/usr/bin/env python3
"""An independent replay of a ledger's log: what it holds, told by its events alone.
It reads log.sqlite and nothing else, does with each event what Docs/Events.md and Docs/ReadModels.md say of it, and shares
no code with MailLedger, so that an auditor can compare the two. Each row is a line of JSON: by id, deletions by position."""
import argparse, collections, hashlib, json, os, sqlite3, sys, urllib.parse

# The types of mail and the newest shape of each that is read here. Other contexts change no table.
KNOWN = {"mail." + name: 1 for name in """
    account-created account-changed account-sync-changed account-deleted account-restored account-erased folder-created
    folder-renamed folder-moved folder-changed folder-cursor-changed folder-deleted folder-restored message-added
    message-body-loaded message-linked message-copied message-marked message-moved message-deleted message-restored
    message-erased copy-changed copy-pushed copy-removed conflict-detected thread-marked attachment-transfer-changed
    file-skipped tags-adopted hold-added hold-removed hold-overruled message-reparsed account-reparsed
""".split()} | {"mail.conflict-detected": 2, "mail.message-erased": 2, "mail.message-marked": 2}
TABLES = ("accounts", "folders", "messages", "threads", "unread", "deletions")
DAY, YEAR_1995 = 86_400_000_000, 788_918_400_000_000  # times are in microseconds
MARKS = {"is_pinned": any, "is_muted": all, "is_archived": all}  # and what holds where a message makes threads one

class Replay:
    def __init__(self):
        self.accounts, self.folders, self.messages = {}, {}, {}  # by id, in the order of recording
        self.threads = {}  # by account and Message-ID; all ids of a thread lead to one object
        self.ends, self.used = [], set()  # a row each time that something ceased to live; where a message ever lived

    # What lives: ReadModels.md, "What the numbers mean".
    def lives(self, thing):
        above = self.accounts.get(thing.get("account")), self.folders.get(thing.get("parent"))
        return not thing["ended"] and all(self.lives(each) for each in above if each) and (
            thing["is"] != "message" or bool(self.places(thing)))

    def places(self, message):
        """The live folders that a message has a visible copy in."""
        shown = {copy["folder"] for copy in message["copies"].values() if not copy["hidden"]}
        return [self.folders[folder] for folder in shown if self.folders[folder]["live"]]

    def settle(self, things, event):
        """Works out which things live behind an event, and notes each that it ended or brought back."""
        for thing in things:
            was, thing["live"] = thing["live"], self.lives(thing)
            if was and not thing["live"]:
                thing["end"] = self.note_end(thing["is"], thing["id"], self.name(thing), event)
            elif thing["live"] and not was and thing["end"]:
                thing["end"]["until"] = event["position"]
            if thing["is"] == "message" and thing["live"]:
                self.used |= {folder["id"] for folder in self.places(thing)}

    def note_end(self, kind, id, name, event):
        row = {key: event["header"].get(key) for key in ("actor", "command", "reason", "cause")}  # null where it was erased
        row |= {key: event[key] for key in ("position", "transaction", "operation", "time", "type")}
        self.ends.append(row | {"kind": kind, "id": id, "name": name, "until": None})
        return self.ends[-1]

    # What events say: Events.md, "Event types". One about what was erased finds nothing, since its beginning is blank.
    def apply(self, event):
        (kind, verb), said = event["type"].removeprefix("mail.").split("-", 1), event["payload"]
        things = {"account": self.accounts, "folder": self.folders, "hold": {}, "file": {}, "tags": {}}.get(kind, self.messages)
        if verb == "erased":
            self.note_end(kind, said[kind], None, event)
        elif verb in ("created", "added"):
            thing = things[said["id"]] = said | {"is": kind, "ended": False, "live": kind != "message", "end": None}
            if kind == "message":
                self.add_message(thing, event)
        elif thing := things.get(said.get(kind if kind in ("account", "folder") else "message")):
            for key in {"address", "name", "parent", "role", "keywords", "size"} & said.keys():
                thing[key] = said[key]["new"] if "new" in said[key] else sorted(  # keywords: what left, and what came
                    set(thing[key]) - set(said[key].get("removed", ())) | set(said[key].get("added", ())), key=str.lower)
            self.change_copies(thing, kind + "-" + verb, said)
            if verb == "reparsed" and kind == "message":  # threads may come apart, and others be one
                thing["headers"] |= {key: said[key]["new"] for key in said if key != "message"}
                self.threads = {}
                for each in self.messages.values():
                    self.read(each)
            if kind == "thread":
                thing["marks"] |= {key: (event["position"], said[key]["new"]) for key in MARKS if key in said}
            touched = [thing]
            if verb in ("deleted", "restored"):
                thing["ended"] = verb == "deleted"
                if kind != "message":  # folders come first, since messages live by them
                    touched += [each for each in [*self.folders.values(), *self.messages.values()]
                                if each["account"] == thing.get("account", thing["id"])]
            self.settle(touched, event)

    def add_message(self, message, event):
        received = min(message["received_at"], event["time"])
        latest = DAY + (event["time"] if message["received_at"] < YEAR_1995 else received)
        message |= {"position": event["position"], "received": message["received_at"], "times": (received, latest)}
        message |= {"copies": {}, "marks": {}}
        self.add_copy(message, message["copy"])
        self.settle([message], event)
        joined = self.read(message)
        if len(joined) > 1 and any(each["marks"] for thread in joined for each in thread):
            message["marks"] = {mark: (message["position"], rule([self.holds(thread, mark) for thread in joined]))
                                for mark, rule in MARKS.items()}

    def read(self, message):
        """Its thread: the messages of the account that a chain of ids leads to, whether they live or not."""
        headers = message["headers"]
        message |= {key: headers.get(key) for key in ("subject", "message_id", "date")} | {
            "from": headers["from"][0]["address"] if headers["from"] else None,
            "place": min(message["times"][0] if headers.get("date") is None else headers["date"], message["times"][1])}
        ids = [message["message_id"], *headers["references"], *headers["in_reply_to"]]
        message["keys"] = {(message["account"], each) for each in ids if each}
        joined = list({id(found): found for key in message["keys"] if (found := self.threads.get(key))}.values())
        apart, whole = [list(thread) for thread in joined], max(joined, key=len, default=[])
        for member in [each for other in joined if other is not whole for each in other] + [message]:
            whole.append(member)
            member["thread"] = whole
            self.threads |= dict.fromkeys(member["keys"], whole)
        return apart

    def add_copy(self, message, copy):
        message["copies"][copy["number"]] = {"folder": copy["folder"], "hidden": "T" in copy["flags"]}

    def change_copies(self, message, type, said):
        if type == "message-copied":
            self.add_copy(message, said["copy"])
        elif type == "copy-removed":
            del message["copies"][said["copy"]["number"]]
        elif type == "message-moved":
            for move in said["copies"]:
                message["copies"][move["copy"]]["folder"] = move["folder"]["new"]
        elif type in ("copy-changed", "copy-pushed"):
            copy = message["copies"][said["copy"]]
            if "flags" in said:  # a T that was written for a deletion hides nothing
                copy["hidden"] = "T" in said["flags"]["new"] and (type == "copy-changed" or copy["hidden"])
            if "is_hidden" in said:
                copy["hidden"] = said["is_hidden"]["new"]

    def holds(self, thread, mark):
        """Whether a thread is pinned, muted or archived; mail that came in later brings an archived one back."""
        since, value = max((each["marks"][mark] for each in thread if mark in each["marks"]), default=(0, False))
        return value and not (mark == "is_archived" and any(
            each["position"] >= since and each["live"] and "$draft" not in each["keywords"]
            and (each["from"] or "").lower() != self.address(each).lower() for each in thread))

    # Tables: ReadModels.md, "Public tables".
    def address(self, thing):
        return self.accounts[thing["account"]]["address"]

    def name(self, thing):
        """The subject of a message, the path of a folder, the address of an account."""
        own = thing[{"message": "subject", "folder": "name", "account": "address"}[thing["is"]]]
        return self.name(self.folders[thing["parent"]]) + "/" + own if thing.get("parent") else own

    def rows(self, table):
        live = [each for each in self.messages.values() if each["live"]]
        unread = [each for each in live if not {"$seen", "$draft"} & set(each["keywords"])]
        if table == "accounts":
            return [{key: each[key] for key in ("id", "address", "live")} for each in self.accounts.values()]
        if table == "folders":
            return [{key: each.get(key) for key in ("id", "parent", "name", "kind", "role", "live")} | {
                "account": self.address(each), "path": self.name(each)} for each in self.folders.values()]
        if table == "messages":
            columns = ("id", "live", "size", "keywords", "from", "message_id", "subject", "date", "received")
            return [{key: each[key] for key in columns} | {
                "account": self.address(each), "folders": sorted(map(self.name, self.places(each) if each["live"] else ()))
            } for each in self.messages.values()]
        if table == "threads":
            threads, unread = {id(each["thread"]): each["thread"] for each in live}, {each["id"] for each in unread}
            return [self.thread_row(thread, unread) for thread in threads.values()]
        if table == "unread":
            total = collections.Counter(folder["id"] for each in live for folder in self.places(each))
            unread = collections.Counter(folder["id"] for each in unread for folder in self.places(each))
            return [{"account": self.address(each), "folder": self.name(each), "id": id, "total": total[id],
                     "unread": unread[id]} for id, each in self.folders.items() if each["live"] and id in self.used]
        return self.ends

    def thread_row(self, thread, unread):
        members = sorted(thread, key=lambda each: each["position"])
        live = sorted((each for each in members if each["live"]), key=lambda each: each["place"])
        return {mark: self.holds(thread, mark) for mark in MARKS} | {
            "id": members[0]["id"], "account": self.address(members[0]), "subject": live[0]["subject"],
            "message_count": len(live), "unread_count": sum(each["id"] in unread for each in live),
            "last_date": live[-1]["place"], "messages": [each["id"] for each in members]}

def replayed(path, upto):
    """Replays a log, or its part up to the end of the transaction that has a position."""
    # Where no program has the log open, nothing is written beside it: a medium that is read-only will do.
    mode, before = "mode=ro" if os.path.exists(path + "-wal") else "immutable=1", os.stat(path).st_mtime_ns
    log = sqlite3.connect(f"file:{urllib.parse.quote(path)}?{mode}", uri=True)
    log.row_factory = sqlite3.Row
    if log.execute("PRAGMA application_id").fetchone()[0] != 0x4D4C4C47:
        raise ValueError("not the log of a ledger")
    if (format := log.execute("SELECT format FROM ledger").fetchone()[0]) != 1:
        raise ValueError(f"the ledger has format {format}, and this replay reads format 1")
    replay = Replay()
    for event in map(dict, log.execute("""SELECT position, type, schema, "transaction", operation, recorded_at AS time,
            payload, header FROM events JOIN transactions ON number = "transaction"
            WHERE first_position <= ifnull(?, position) ORDER BY position""", [upto])):
        if event["type"].startswith("mail.") and event["schema"] > KNOWN.get(event["type"], 0):
            raise ValueError(f"position {event['position']}: {event['type']}/{event['schema']} is newer than this replay")
        if event["type"] in KNOWN and event["payload"] is not None:  # a blank one was erased
            replay.apply(event | {key: json.loads(event[key] or "{}") for key in ("payload", "header")})
    if mode == "immutable=1" and os.stat(path).st_mtime_ns != before:
        raise ValueError("a program wrote to the log meanwhile; ask again")
    return replay

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ledger", help="the folder of the ledger")
    parser.add_argument("table", nargs="?", choices=TABLES, help="what to write; left out for all")
    parser.add_argument("--upto", type=int, metavar="POSITION", help="replay to the end of that event's transaction")
    parser.add_argument("--digest", action="store_true", help="write a SHA-256 of each table's lines instead")
    options = parser.parse_intermixed_args()
    try:
        replay = replayed(os.path.join(options.ledger, "log.sqlite"), options.upto)
    except (ValueError, OSError, sqlite3.Error) as error:
        sys.exit(f"replay.py: {options.ledger}: {error}")
    for table in [options.table] if options.table else TABLES:
        rows = sorted(replay.rows(table), key=lambda row: (row.get("position", 0), row["id"]))
        text = "".join(json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for row in rows)
        sys.stdout.write(f"{hashlib.sha256(text.encode()).hexdigest()}  {table}\n" if options.digest else text)
