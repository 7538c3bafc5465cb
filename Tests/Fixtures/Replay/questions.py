"""Asks the tool the questions of an audit, each by one command, and compares the answers with a replay of the log.

usage: questions.py REPLAY TOOL LEDGER ACTOR SUBJECT DAY

ACTOR is one who did something, SUBJECT words that stand together in the subject of some message, DAY the day of the first import. Writes each
question with what was compared; exit code 1 where an answer is another one.
"""
import collections, datetime, importlib.util, json, os, sqlite3, subprocess, sys, tempfile

path, tool, ledger, actor, subject, day = sys.argv[1:]
spec = importlib.util.spec_from_file_location("replay", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
faults = []


def ask(*arguments, codes=(0,)):
    environment = dict(os.environ, MAILLEDGER=ledger)
    result = subprocess.run([tool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    if result.returncode not in codes:
        sys.exit(f"{' '.join(arguments)}: {result.returncode} {result.stderr}")
    return result.stdout


def lines(*arguments):
    return [json.loads(line) for line in ask(*arguments, "--format", "jsonl").splitlines()]


def compare(question, told, expected):
    print(f"{question}: {len(expected) if hasattr(expected, '__len__') else 1} compared")
    if told != expected:
        faults.append(f"{question}: told {str(told)[:400]}, and the replay has {str(expected)[:400]}")


log = sqlite3.connect(f"file:{ledger}/log.sqlite?mode=ro", uri=True)
log.row_factory = sqlite3.Row
transactions = {row["number"]: dict(row) | {"said": json.loads(row["header"] or "{}")} for row in log.execute(
    "SELECT number, first_position, first_position + event_count - 1 AS last_position, operation, recorded_at, header FROM transactions")}
replay = module.replayed(os.path.join(ledger, "log.sqlite"), None)
# A message that went with its account is told by the end of the account.
gone = {}
for end in replay.rows("deletions"):
    if end["kind"] == "message" and end["until"] is None:
        gone[end["id"]] = end


def hand(end):
    return (end["position"], end["actor"], end["reason"], end["operation"])


def day_of(time):
    return datetime.datetime.fromtimestamp(time / 1e6, datetime.timezone.utc).strftime("%Y-%m-%d")


# 1. Who deleted what?
deleted = lines("messages", "is:deleted")
compare("who deleted what", {row["id"]: tuple(row["deleted"][key] for key in ("position", "actor", "reason", "operation")) for row in deleted},
        {id: hand(end) for id, end in gone.items() if id in replay.messages and not replay.messages[id]["live"]})
effects = {row["operation"] for row in lines("log", "--effect", "deleted")}
deleting = {end["operation"] for end in replay.rows("deletions") if end["type"].endswith("-deleted")}
compare("operations that deleted", deleting & effects, deleting)

# 2. Everything that somebody did.
compare("everything that an actor did", [row["operation"] for row in lines("log", "--actor", actor)],
        list(dict.fromkeys(each["operation"] for each in reversed(transactions.values()) if each["said"].get("actor") == actor)))

# 3. What a mailbox looked like before that.
first = min(each["first_position"] for each in transactions.values() if each["said"].get("actor") == actor)
before = module.replayed(os.path.join(ledger, "log.sqlite"), first - 1)
compare("what it looked like before", {row["id"]: row["folders"] for row in lines("messages", "*", "--at", str(first - 1))},
        {row["id"]: row["folders"] for row in before.rows("messages") if row["live"]})

# 4. What happened to these messages: their own events, and what they ended or came back with.
wanted = {id for id, message in replay.messages.items() if subject.lower() in (message["subject"] or "").lower()}
found = {row["id"] for row in lines("messages", f'is:any subject:"{subject}"')}
compare("a query over all that ever was", found, wanted)
own = {event["position"] for event in log.execute("SELECT position, payload FROM events WHERE payload IS NOT NULL AND type LIKE 'mail.%'")
       if (said := json.loads(event["payload"])).get("message", said.get("id")) in wanted}
ends = {position for end in replay.rows("deletions") if end["id"] in wanted for position in (end["position"], end["until"]) if position}
compare("what happened to them", {row["position"] for row in lines("history", "--query", f'subject:"{subject}"')}, own | ends)

# 5. Who read it first, of what came in unread?
unread = {said["id"] for event in log.execute("SELECT payload FROM events WHERE type = 'mail.message-added' AND payload IS NOT NULL")
          if "$seen" not in (said := json.loads(event["payload"]))["keywords"]}
reads = {}
for event in log.execute("SELECT payload, \"transaction\" FROM events WHERE type = 'mail.message-marked' AND payload IS NOT NULL ORDER BY position"):
    said = json.loads(event["payload"])
    keywords = said["keywords"]
    if "$seen" in (set(keywords["new"]) - set(keywords["old"]) if "new" in keywords else keywords.get("added", ())):
        reads.setdefault(said["message"], transactions[event["transaction"]]["said"].get("actor"))
message = next(id for id in reads if id in unread and replay.messages[id]["live"])
reasons = json.loads(ask("why", "message", message, "is_read", "--all", "--format", "json"))
changes = [change for reason in reasons for change in reason["changes"] if change["new"] is True]
compare("who read it first", changes[-1]["event"]["actor"], reads[message])

# 6. What was erased, and by which right?
compare("what was erased", [(row["position"], row["reason"]) for row in json.loads(ask("erase", "list", "--format", "json"))],
        [(row["position"], transactions[row["transaction"]]["said"].get("reason")) for row in log.execute(
            "SELECT position, \"transaction\" FROM events WHERE type LIKE '%-erased' ORDER BY position")])

# 7. What did the import of a day bring that is gone?
arrival = {id: next(each for each in transactions.values() if each["first_position"] <= message["position"] <= each["last_position"])
           for id, message in replay.messages.items() if not message["live"]}
compare("what an import brought that is gone", {row["id"] for row in lines("messages", f"is:deleted added:{day}")},
        {id for id, each in arrival.items() if day_of(each["recorded_at"]) == day})

# 8. Which holds covered it?
held = [row["name"] for row in lines("hold", "list", "--all", "--covering", f'subject:"{subject}"')]
compare("which holds covered it", held, ["case 7"])

# 9. Prove it, and 10. hand it over.
with tempfile.TemporaryDirectory() as folder:
    ask("prove", f'subject:"{subject}"', "--all", "--output", f"{folder}/proof")
    proven = json.loads(ask("verify-proof", f"{folder}/proof", "--format", "json", codes=(0, 5)))
    compare("prove it", own & {event["position"] for event in proven["events"]}, own)
    ask("export", f'is:any subject:"{subject}"', "--as", "eml", "--to", f"{folder}/mail")
    files = [name for _, _, names in os.walk(f"{folder}/mail") for name in names if name.endswith(".eml")]
    compare("hand it over", len(files) >= len(wanted), True)

for fault in faults:
    print(fault)
sys.exit(1 if faults else 0)
