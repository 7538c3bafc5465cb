"""Changes a ledger's log as somebody would who knows how it is made, and puts its guard rails back afterwards.

    tamper.py LEDGER SQL             runs the statements past the triggers
    tamper.py LEDGER SQL --rehash    and computes every digest, leaf and tile anew, so that the log is whole in itself
"""

import hashlib
import sqlite3
import sys


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def rehash(log):
    ledger = log.execute("SELECT uuid FROM ledger").fetchone()[0]
    for table, key, text in [("events", "position", "payload"), ("transactions", "number", "header")]:
        rows = log.execute(f"SELECT {key}, salt, {text} FROM {table} WHERE {text} IS NOT NULL").fetchall()
        for number, salt, value in rows:
            digest = sha256(salt, value.encode())
            log.execute(f"UPDATE {table} SET digest = ? WHERE {key} = ?", (digest, number))
    leaves = []
    for row in log.execute(
        """SELECT e.position, e.account, e.stream, e.version, e.type || '/' || e."schema", t.recorded_at, t.number,
               lower(hex(t.digest)), lower(hex(e.digest))
           FROM events e JOIN transactions t ON t.number = e."transaction" ORDER BY e.position"""
    ):
        entry = "\n".join(["mailledger/1", ledger, *map(str, row)]) + "\n"
        leaves.append(sha256(b"\0", entry.encode()))
    log.execute("DELETE FROM tiles")
    level = 0
    while leaves:
        above = []
        for start in range(0, len(leaves), 256):
            tile = leaves[start : start + 256]
            log.execute("INSERT INTO tiles VALUES (?, ?, ?)", (level, start // 256, b"".join(tile)))
            if len(tile) == 256:
                while len(tile) > 1:
                    tile = [sha256(b"\1", tile[i], tile[i + 1]) for i in range(0, len(tile), 2)]
                above += tile
        leaves, level = above, level + 1


log = sqlite3.connect(sys.argv[1] + "/log.sqlite")
triggers = log.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
for name, _ in triggers:
    log.execute(f"DROP TRIGGER {name}")
log.executescript(sys.argv[2])
if "--rehash" in sys.argv:
    rehash(log)
for _, sql in triggers:
    log.execute(sql)
log.commit()
