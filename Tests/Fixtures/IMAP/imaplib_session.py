#!/usr/bin/env python3
"""Talks to `mailledger imap` by every command of Python's imaplib, and checks the answers.

Usage: MAILLEDGER=LEDGER imaplib_session.py PROGRAM ACCOUNT

The ledger needs an INBOX with at least three messages in the account. It is changed: give it a copy.
"""

import imaplib
import os
import re
import select
import shlex
import subprocess
import sys
import time

PROGRAM, ACCOUNT = sys.argv[1:3]
PATIENCE = 15
LETTER = (
    b"From: Ada <ada@example.org>\r\nTo: mara@example.org\r\nSubject: imaplib writes\r\n"
    b"Date: Mon, 16 Feb 2026 10:00:00 +0100\r\nMessage-ID: <imaplib-%d@example.org>\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe tide t\xc3\xa4ble is here.\r\n"
)


class Failure(Exception):
    pass


def check(condition, words, *seen):
    if not condition:
        raise Failure(words + "".join(f"\n  {value!r}" for value in seen))


def ok(answer, words):
    check(answer[0] == "OK", f"{words} is not OK", answer)
    return answer[1]


def no(answer, words):
    check(answer[0] == "NO", f"{words} is not NO", answer)
    return answer[1]


def refused(words, command, *arguments):
    """A command that imaplib has, and that the server or imaplib's own checks do not take."""
    try:
        answer = command(*arguments)
    except imaplib.IMAP4.abort as error:
        check("not supported" in str(error) or "not yet implemented" in str(error), f"{words} ended the session", error)
    except imaplib.IMAP4.error:
        return
    else:
        check(answer[0] in ("NO", "BAD"), f"{words} is not refused", answer)


def open_session(*options):
    return imaplib.IMAP4_stream(shlex.join([PROGRAM, "imap", "--account", ACCOUNT, *options]))


def ledger(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE)
    check(done.returncode == 0, f"mailledger {' '.join(words)} failed", done.stdout, done.stderr)
    return done.stdout


def uids(session, *keys):
    return [int(word) for word in ok(session.uid("SEARCH", *keys), f"UID SEARCH {keys}")[0].split()]


def code(session, name):
    """The last value of a response code, as imaplib keeps it."""
    values = session.response(name)[1]
    return values[-1].decode() if values and values[-1] is not None else None


def ask(session, line, *until):
    """Sends a line that imaplib has no method for, and returns the answer up to a line that begins so."""
    session.send(line)
    return wait_for(session, *until)


def wait_for(session, *until):
    lines = []
    end = time.monotonic() + PATIENCE
    while True:
        check(time.monotonic() < end, f"{until} did not come", lines)
        ready = session.readfile.peek(1) if select.select([session.readfile], [], [], 0.1)[0] else b""
        if not ready:
            continue
        line = session.readline()
        check(line, "the server ended", lines)
        lines.append(line)
        if any(line.startswith(start) or start in line for start in until):
            return lines


# MARK: What is asked


def greeting(session):
    check(session.state == "AUTH" and b"PREAUTH" in session.welcome, "the greeting is no PREAUTH", session.welcome)
    for word in ("IMAP4REV1", "UIDPLUS", "IDLE", "MOVE", "CONDSTORE", "QRESYNC", "SORT", "SPECIAL-USE"):
        check(word in session.capabilities, f"{word} is not offered", session.capabilities)
    ok(session.capability(), "CAPABILITY")
    ok(session.noop(), "NOOP")
    ok(session.xatom("ID", '("name" "imaplib")'), "ID")
    check(b"MailLedger" in (session.response("ID")[1][-1] or b""), "ID does not name the server")
    spaces = ok(session.namespace(), "NAMESPACE")[0]
    check(spaces.startswith(b'(("" "/"))') and b"#at/" in spaces, "NAMESPACE says something else", spaces)
    # A session that is known needs no login, and a pipe no TLS.
    refused("LOGIN", session.login, "ada", "secret")
    refused("LOGIN CRAM-MD5", session.login_cram_md5, "ada", "secret")
    refused("AUTHENTICATE", session.authenticate, "PLAIN", lambda _: b"")
    refused("PROXYAUTH", session.proxyauth, "ada")
    refused("STARTTLS", session.starttls)


def mailboxes(session):
    listed = ok(session.list(), "LIST")
    check(any(line.endswith(b" INBOX") for line in listed), "LIST has no INBOX", listed)
    check(any(b"\\Trash" in line for line in listed), "LIST names no trash", listed)
    check(all(b"#at" not in line for line in listed), "LIST shows the past unasked", listed)
    check(len(ok(session.lsub(), "LSUB")) == len(listed), "LSUB and LIST differ")
    check(ok(session.list('""', '""'), "LIST of nothing")[0] == b'(\\Noselect) "/" ""', "the delimiter is another one")

    name = "Clubs/T&AOQ-glich"
    ok(session.create(f'"{name}"'), "CREATE")
    no(session.create(f'"{name}"'), "CREATE again")
    check(name.encode() in b"".join(ok(session.list('""', "Clubs/*"), "LIST Clubs/*")), "the name comes back otherwise")
    refused("CREATE with another & form", session.create, '"Clubs/&AGE-"')
    no(session.create('"#at/now/New"'), "CREATE in the past")
    no(session.delete("Clubs"), "DELETE of one with others below")
    ok(session.unsubscribe(f'"{name}"'), "UNSUBSCRIBE")
    check(all(name.encode() not in line for line in ok(session.lsub(), "LSUB")), "LSUB shows what is not subscribed")
    ok(session.subscribe(f'"{name}"'), "SUBSCRIBE")
    check(any(name.encode() in line for line in ok(session.lsub(), "LSUB")), "LSUB lacks what is subscribed")
    no(session.subscribe("Nowhere"), "SUBSCRIBE Nowhere")
    ok(session.rename(f'"{name}"', "Clubs/Daily"), "RENAME")
    no(session.rename("Nowhere", "Elsewhere"), "RENAME Nowhere")
    no(session.rename("Clubs/Daily", "Inbox"), "RENAME to INBOX")
    asked = "(MESSAGES RECENT UIDNEXT UIDVALIDITY UNSEEN)"
    said = ok(session.status("Clubs/Daily", asked), "STATUS")[0]
    check(b"MESSAGES 0" in said and b"RECENT 0" in said and b"UNSEEN 0" in said, "STATUS says something else", said)
    no(session.status("Nowhere", asked), "STATUS Nowhere")
    ok(session.delete("Clubs/Daily"), "DELETE")
    ok(session.delete("Clubs"), "DELETE")
    no(session.delete("Clubs"), "DELETE again")
    no(session.delete("INBOX"), "DELETE INBOX")
    for words, command, arguments in (
        ("GETACL", session.getacl, ["INBOX"]),
        ("SETACL", session.setacl, ["INBOX", "ada", "lr"]),
        ("DELETEACL", session.deleteacl, ["INBOX", "ada"]),
        ("MYRIGHTS", session.myrights, ["INBOX"]),
        ("GETQUOTA", session.getquota, ['""']),
        ("GETQUOTAROOT", session.getquotaroot, ["INBOX"]),
        ("SETQUOTA", session.setquota, ['""', "(STORAGE 1)"]),
        ("GETANNOTATION", session.getannotation, ["INBOX", '"/comment"', '"value.priv"']),
        ("SETANNOTATION", session.setannotation, ["INBOX", '"/comment"', '("value.priv" "x")']),
    ):
        refused(words, command, *arguments)


def reading(session):
    no(session.select("Nowhere"), "SELECT Nowhere")
    refused("FETCH without a mailbox", session.fetch, "1", "(FLAGS)")
    count = int(ok(session.select("inbox"), "SELECT")[0])
    check(count >= 3, "INBOX has fewer than three messages", count)
    check(session.recent()[1] in ([None], [b"0"]), "something is recent")
    validity = code(session, "UIDVALIDITY")
    check(validity and int(validity) > 0, "there is no UIDVALIDITY")
    every = ok(session.fetch("1:*", "(UID FLAGS INTERNALDATE RFC822.SIZE)"), "FETCH 1:*")
    check(len(every) == count, "FETCH 1:* is not about all", len(every), count)
    found = uids(session, "ALL")
    check(found == sorted(set(found)) and len(found) == count, "UIDs do not rise", found)

    header, closing = ok(session.fetch("1", "(RFC822.SIZE BODY.PEEK[])"), "FETCH BODY.PEEK[]")
    size = int(re.search(rb"RFC822.SIZE (\d+)", header[0]).group(1))
    check(size == len(header[1]), "RFC822.SIZE is not the bytes that come", size, len(header[1]))
    check(header[1].count(b"\n") == header[1].count(b"\r\n"), "a line ends without CR")
    parts = ok(session.fetch("1", "(BODY.PEEK[HEADER] BODY.PEEK[TEXT])"), "FETCH of header and text")
    joined = b"".join(part[1] for part in parts if isinstance(part, tuple))
    check(joined == header[1], "header and text are not the whole", joined)
    first = ok(session.fetch("1", "(BODY.PEEK[]<0.20>)"), "FETCH of the first bytes")[0]
    check(first[1] == header[1][:20] and b"<0>" in first[0], "the first bytes are others", first)
    for item in ("ENVELOPE", "BODYSTRUCTURE", "BODY", "FULL", "(MODSEQ EMAILID THREADID PREVIEW)"):
        ok(session.fetch("1:3", item), f"FETCH {item}")
    refused("FETCH beyond the last", session.fetch, str(count + 1), "(FLAGS)")
    refused("FETCH of nothing known", session.fetch, "1", "(COLOUR)")
    refused("PARTIAL", session.partial, "1", "RFC822", "1", "10")

    check(uids(session, "UNDELETED") == found, "UNDELETED is not all")
    ok(session.search(None, "UNSEEN"), "SEARCH UNSEEN")
    nothing = ok(session.search("UTF-8", "TEXT", '"no such words 5517"'), "SEARCH TEXT")
    check(nothing[0] == b"", "SEARCH finds what is not there", nothing)
    no(session.search("KOI8-R", "ALL"), "SEARCH in another charset")
    refused("SEARCH of nothing known", session.search, None, "COLOUR")
    order = ok(session.sort("(REVERSE DATE)", "UTF-8", "ALL"), "SORT")[0].split()
    check(len(order) == count and sorted(map(int, order)) == list(range(1, count + 1)), "SORT loses some", order)
    for algorithm in ("REFERENCES", "ORDEREDSUBJECT", "REFS"):
        threads = ok(session.thread(algorithm, "UTF-8", "ALL"), f"THREAD {algorithm}")[0]
        check(len(re.findall(rb"\d+", threads)) == count, f"THREAD {algorithm} loses some", threads)
    ok(session.uid("SORT", "(SUBJECT)", "UTF-8", "ALL"), "UID SORT")
    ok(session.uid("THREAD", "REFS", "UTF-8", "ALL"), "UID THREAD")
    ok(session.check(), "CHECK")
    ok(session.unselect(), "UNSELECT")
    return validity


def changing(session, validity):
    ok(session.create("Play"), "CREATE Play")
    when = imaplib.Time2Internaldate(1_771_232_400)
    letter = LETTER % os.getpid()
    ok(session.append("INBOX", "\\Flagged $Label1", when, letter), "APPEND")
    named = code(session, "APPENDUID").split()
    check(named[0] == validity, "APPENDUID names another UIDVALIDITY", named, validity)
    new = named[1]
    no(session.append("Nowhere", None, None, letter), "APPEND to Nowhere")
    count = int(ok(session.select("INBOX"), "SELECT")[0])
    check(uids(session, "ALL")[-1] == int(new), "the new message is not the last")
    said = ok(session.uid("FETCH", new, "(FLAGS INTERNALDATE BODY.PEEK[])"), "UID FETCH")[0]
    check(said[1] == letter, "the message comes back otherwise", said)
    flags = said[0].lower()
    check(b"\\flagged" in flags and b"$label1" in flags and b"\\seen" not in flags, "its flags are others", said[0])
    received = imaplib.Internaldate2tuple(said[0])
    check(received == time.localtime(1_771_232_400), "its INTERNALDATE is another one", said[0])
    check(uids(session, "CHARSET", "UTF-8", "BODY", '"TIDE"', "UID", new) == [int(new)], "SEARCH BODY does not find it")

    ok(session.append("INBOX", None, when, letter), "APPEND again")
    again = code(session, "APPENDUID").split()[1]
    check(int(again) > int(new), "APPEND of what is there has an old UID", new, again)
    ok(session.noop(), "NOOP")
    now = uids(session, "ALL")
    check(now[-2:] == [int(new), int(again)] and len(now) == count + 1, "it is not there twice", now)
    new = again

    number = str(count + 1)
    said = ok(session.store(number, "+FLAGS", "(\\Answered taxes)"), "STORE")
    check(b"\\Answered" in said[0] and b"taxes" in said[0], "STORE does not answer the flags", said)
    ok(session.store(number, "-FLAGS.SILENT", "(\\Answered)"), "STORE.SILENT")
    check(uids(session, "ANSWERED", "UID", new) == [], "it is still answered")
    ok(session.uid("STORE", new, "FLAGS", "(\\Seen)"), "UID STORE")
    said = ok(session.uid("FETCH", new, "(FLAGS)"), "UID FETCH FLAGS")[0]
    check(b"(\\Seen \\Recent)" in said, "FLAGS did not replace all", said)
    refused("STORE of \\Recent", session.store, number, "+FLAGS", "(\\Recent)")
    ok(session.fetch(number, "(BODY[])"), "FETCH BODY[]")

    ok(session.copy(number, "Play"), "COPY")
    copied = code(session, "COPYUID").split()
    check(copied[1] == new, "COPYUID names another message", copied, new)
    no(session.copy(number, "Nowhere"), "COPY to Nowhere")
    ok(session.uid("COPY", new, "Play"), "UID COPY again")
    check(int(code(session, "COPYUID").split()[2]) > int(copied[2]), "the second copy has an old UID")
    check(b"MESSAGES 2" in ok(session.status("Play", "(MESSAGES)"), "STATUS Play")[0], "Play does not have it twice")
    ok(session.uid("STORE", new, "+FLAGS.SILENT", "(\\Deleted)"), "UID STORE \\Deleted")
    check(uids(session, "DELETED") == [int(new)], "it is not marked as deleted")
    session.response("EXPUNGE")
    gone = ok(session.expunge(), "EXPUNGE")
    check(gone == [number.encode()], "EXPUNGE names something else", gone)

    ok(session.select("Play"), "SELECT Play")
    only = uids(session, "ALL")
    check(len(only) == 2, "Play has another number of messages", only)
    ok(session.uid("MOVE", str(only[1]), "Trash"), "UID MOVE of the second")
    ok(session.uid("MOVE", str(only[0]), "INBOX"), "UID MOVE")
    check(uids(session, "ALL") == [], "MOVE leaves it here")
    ok(session.close(), "CLOSE")

    # What another process undoes is seen at the next command, and by one that waits.
    ok(session.select("INBOX"), "SELECT INBOX")
    last = uids(session, "ALL")[-1]
    ok(session.uid("STORE", str(last), "+FLAGS.SILENT", "(\\Deleted)"), "UID STORE \\Deleted")
    ok(session.uid("EXPUNGE", str(last)), "UID EXPUNGE")
    check(last not in uids(session, "ALL"), "UID EXPUNGE leaves it")
    session.response("EXISTS")
    ledger("undo")
    ok(session.noop(), "NOOP")
    check(session.response("EXISTS")[1] == [str(count + 1).encode()], "the undo is not announced")
    back = uids(session, "ALL")[-1]
    check(back > last, "what came back has its old UID", back, last)
    check(uids(session, "DELETED") == [], "what came back is marked as deleted")
    ask(session, b"W1 IDLE\r\n", b"+ ")
    ledger("mark", "--flagged", "subject:imaplib")
    wait_for(session, b"FLAGS (")
    check(ask(session, b"DONE\r\n", b"W1 ")[-1].startswith(b"W1 OK"), "IDLE does not end")
    ok(session.close(), "CLOSE")


def looking_back(session):
    past = '"#at/now^/INBOX"'
    ok(session.select(past, readonly=True), "EXAMINE of the past")
    no(session.uid("STORE", "1:*", "+FLAGS", "(\\Seen)"), "STORE in the past")
    no(session.expunge(), "EXPUNGE of the past")
    no(session.append(past, None, None, LETTER % 1), "APPEND to the past")
    ok(session.fetch("1", "(FLAGS BODY[HEADER.FIELDS (SUBJECT)])"), "FETCH from the past")
    ok(session.close(), "CLOSE of the past")
    listed = ok(session.list("#at/now^/", "*"), "LIST of the past")
    check(any(b"#at/now^/INBOX" in line for line in listed), "LIST of the past has no INBOX", listed)


def reading_only():
    session = open_session("--read-only")
    ok(session.select("INBOX", readonly=True), "EXAMINE")
    no(session.store("1", "+FLAGS", "(\\Seen)"), "STORE in a session that is read-only")
    no(session.append("INBOX", None, None, LETTER % 2), "APPEND in a session that is read-only")
    no(session.create("New"), "CREATE in a session that is read-only")
    session.logout()


def utf8():
    session = open_session()
    ok(session.create("M&APw-ll"), "CREATE M&APw-ll")
    ok(session.enable("UTF8=ACCEPT"), "ENABLE UTF8=ACCEPT")
    listed = ok(session.list('""', "*"), "LIST")
    check(any("Müll".encode() in line for line in listed), "LIST does not write UTF-8", listed)
    ok(session.select('"Müll"'), "SELECT in UTF-8")
    ok(session.close(), "CLOSE")
    ok(session.delete('"Müll"'), "DELETE in UTF-8")
    session.logout()


def main():
    session = open_session()
    greeting(session)
    mailboxes(session)
    changing(session, reading(session))
    looking_back(session)
    check(session.logout()[0] == "BYE", "LOGOUT has no BYE")
    check(session.process.wait(PATIENCE) == 0, "the server's exit code is not 0", session.process.returncode)
    reading_only()
    utf8()
    log = ledger("log", "--limit", "40")
    check("by imaplib" in log, "the log does not name the client", log)
    print("every command of imaplib is answered as it should be")


try:
    main()
except (Failure, imaplib.IMAP4.error, OSError, subprocess.TimeoutExpired) as failure:
    sys.exit(f"imaplib_session: {failure.__class__.__name__}: {failure}")
