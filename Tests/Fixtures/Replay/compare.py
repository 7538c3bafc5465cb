"""Compares what Docs/Examples/replay.py makes of a ledger's log with what the tool answers, at its head and at earlier moments.

usage: compare.py REPLAY TOOL LEDGER MOMENTS

The tables are compared by digest. What the tool answers is in the public tables of its views; what ended beside them, in the tables
that they are made of; what ended when, in the table of changes and in the answer of `log --unfold`; by whom and why, in that of
`events list`. Writes some rows of each table that differs, and at last how many were compared. Exit code 1 where some differ.
"""
import collections, contextlib, datetime, hashlib, io, json, os, runpy, sqlite3, subprocess, sys

replay, tool, ledger, moments = sys.argv[1:]


def run(*arguments):
    environment = dict(os.environ, MAILLEDGER=ledger)
    result = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    if result.returncode:
        sys.exit(f"{' '.join(arguments)}: {result.stderr}")
    return result.stdout


def replayed(*arguments):
    """What the replay writes for a command line. It runs in this process: Python takes longer to start than the replay takes."""
    sys.argv = [replay, ledger, *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as written:
        runpy.run_path(replay, run_name="__main__")
    return written.getvalue()


def dashed(blob):
    digits = blob.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def grouped(views, query):
    groups = collections.defaultdict(list)
    for key, value in views.execute(query):
        groups[key].append(value)
    return groups


PATHS = """WITH RECURSIVE path (id, path) AS (SELECT id, name FROM folder WHERE parent IS NULL UNION ALL
    SELECT folder.id, path.path || '/' || folder.name FROM path JOIN folder ON folder.parent = path.id) """
TABLES = {
    "accounts": "SELECT uuid AS id, address, ended IS NULL AS live FROM account",
    "folders": PATHS + """SELECT folder.uuid AS id, account.address AS account, above.uuid AS parent, folder.name, path.path,
        folder.kind, folder.role, folder.is_live AND account.ended IS NULL AS live
        FROM folder JOIN path USING (id) JOIN account ON account.id = folder.account
            LEFT JOIN folder AS above ON above.id = folder.parent""",
    "messages": """SELECT message.uuid AS id, message.id AS keywords, account.address AS account, message_id, subject,
        from_address AS "from", date, received, size, message.is_live AND account.ended IS NULL AS live
        FROM message JOIN account ON account.id = message.account""",
    "threads": "SELECT *, id AS messages FROM threads",
    "unread": """SELECT unread.account, unread.folder AS id, path AS folder, total, unread
        FROM unread JOIN folders ON folders.id = unread.folder""",
}
# The columns in which all public tables must have the rows that live.
PUBLIC = {
    "accounts": ("id", "address"), "folders": ("id", "account", "parent", "name", "path", "kind", "role"),
    "messages": ("id", "account", "message_id", "subject", "date", "received", "size"),
}


def answers(views, table):
    """The rows of a table as the tool has them."""
    views.row_factory = sqlite3.Row
    rows = [dict(row) for row in views.execute(TABLES[table])]
    views.row_factory = None
    for row in rows:
        for key, value in row.items():
            if isinstance(value, bytes):
                row[key] = dashed(value)
            elif key == "live" or key.startswith("is_"):
                row[key] = bool(value)
    if table in PUBLIC:
        columns = PUBLIC[table]
        public = {row[0]: row for row in views.execute(f"SELECT {', '.join(columns)} FROM {table}")}
        assert public == {row["id"]: tuple(row[key] for key in columns) for row in rows if row["live"]}, table
    if table == "messages":
        folders = grouped(views, """SELECT DISTINCT message, path FROM copies JOIN folders ON folders.id = copies.folder""")
        keywords = grouped(views, "SELECT message, spelling FROM keyword ORDER BY message, name")
        for row in rows:
            row |= {"folders": sorted(folders[row["id"]]), "keywords": keywords[row["keywords"]]}
    if table == "threads":
        members = grouped(views, "SELECT thread, uuid FROM thread_member JOIN message ON message.id = message ORDER BY message")
        members = {dashed(uuids[0]): list(map(dashed, uuids)) for uuids in members.values()}
        for row in rows:
            row["messages"] = members[row["messages"]]
    return sorted(rows, key=lambda row: row["id"])


def lines(rows):
    return [json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for row in rows]


WHO_AND_WHY = ("operation", "actor", "command", "reason", "cause")


def deletions(views, position):
    """What ended when and came back when, by whom and why: the changes, what came and went with an account, and erasures."""
    streams, owners = {}, {}
    for table in ("folder", "message"):
        owners |= {dashed(uuid): account for uuid, account in views.execute(f"SELECT uuid, account FROM {table}")}
    for table in ("account", "folder", "message"):
        streams |= {(table, id): dashed(uuid) for id, uuid in views.execute(f"SELECT id, uuid FROM {table}")}
    erased = {(at, kind, id) for at, kind, id in views.execute("SELECT position, kind, id FROM erasures")
              if kind in ("account", "message")}
    operations = json.loads(run(tool, "log", "--unfold", "--format", "json", "--at", str(position)))
    ends, returns, erasures = set(), set(), {at for at, _, _ in erased}
    for kind, things in ((3, ends), (1, returns)):
        for at, entity, id in views.execute("SELECT position, entity, id FROM changes WHERE kind = ?", [kind]):
            if (entity, id) in streams and at not in erasures:
                things.add((at, entity, streams[entity, id]))
            if (entity, id) in streams and events[at]["type"] in ("mail.account-deleted", "mail.account-restored"):
                [operation] = [each for each in operations if each["first_position"] <= at <= each["last_position"]]
                for cascade in operation["cascades"]:
                    things |= {(at, each["entity"], each["id"]) for each in cascade["members"]
                               if owners.get(each["id"]) == id}
    for at, kind, id in sorted(ends | erased):
        header = events[at]["header"] or {}
        later = [back for back, *thing in returns if back > at and thing == [kind, id]]
        yield {key: header.get(key) for key in WHO_AND_WHY} | {
            "operation": events[at]["operation"], "position": at, "kind": kind, "id": id,
            "until": min(later, default=None)}


events = {event["position"]: event for event in map(json.loads, run(tool, "events", "list", "--format", "jsonl").splitlines())}
differs = False
log = sqlite3.connect(f"file:{ledger}/log.sqlite?mode=ro", uri=True)
[head] = log.execute("SELECT max(position) FROM events").fetchone()
compared = collections.Counter()
for number in range(int(moments), 0, -1):
    [position] = log.execute("""SELECT max(first_position + event_count - 1) FROM transactions WHERE first_position <= ?""",
                             [max(1, head * number // int(moments))]).fetchone()
    run(tool, "count", "--at", str(position))
    file = f"past/{position}"
    if position == head:
        [file] = log.execute("SELECT generation FROM views ORDER BY built_at DESC LIMIT 1").fetchone()
    views = sqlite3.connect(f"file:{ledger}/views/{file}.sqlite?mode=ro", uri=True)
    views.executescript(run(tool, "sql", "--print"))
    upto = ("--upto", str(position))
    digests = dict(reversed(line.split()) for line in replayed(*upto, "--digest").splitlines())
    for table in TABLES:
        expected = lines(answers(views, table))
        compared[table] += len(expected)
        if digests[table] != hashlib.sha256("".join(expected).encode()).hexdigest():
            found = replayed(*upto, table).splitlines(keepends=True)
            for sign, some, others in (("-", expected, found), ("+", found, expected)):
                print(f"@{position} {table}", *[sign + line for line in some if line not in set(others)][:3])
            differs = True
    expected, found = list(deletions(views, position)), [json.loads(line) for line in replayed(*upto, "deletions").splitlines()]
    compared["deletions"] += len(expected)
    found = [{key: row[key] for key in (*WHO_AND_WHY, "position", "kind", "id", "until")} for row in found]
    for sign, some, others in (("-", expected, found), ("+", found, expected)):
        rows = [row for row in some if row not in others]
        print(*[f"@{position} deletions {sign}{row}\n" for row in rows[:3]], end="", sep="")
        differs = differs or bool(rows)
print(" ".join(f"{table} {count}" for table, count in compared.items()))
sys.exit(differs)
