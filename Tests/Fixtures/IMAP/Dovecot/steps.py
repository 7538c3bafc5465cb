"""The commands that both servers get, in this order."""

import re

import mail


LETTER = (
    b"From: Ada <ada@example.org>\r\nTo: mara@example.org\r\nSubject: %s\r\nDate: Tue, 3 Mar 2020 10:00:00 +0100\r\n"
    b"Message-ID: <%s@compare.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n"
)


def letter(name, body=b"A line of text."):
    return LETTER % (name, name.replace(b" ", b"-"), body)


def append(box, name, options=b"", body=b"A line of text."):
    message = letter(name, body)
    return b"APPEND %s %s{%d+}\r\n%s" % (box, options + b" " if options else b"", len(message), message)


def literal(text):
    return b"{%d+}\r\n%s" % (len(text), text)


def lines(text):
    """The commands of a block, one a line."""
    return [line.strip().encode() for line in text.strip().split("\n")]


class Script:
    """Each step: its name, the session, and the command; UIDs are named <u3> (the third ever), values <name>."""

    def __init__(self):
        self.steps = []
        self.group = ""

    def __call__(self, command, session="A", name=None, box=None, target=b"INBOX", keep=None, wait=None):
        shown = name or re.sub(rb"\{\d+\+?\}\r\n.*", b"{}", command, flags=re.S).decode("utf-8", "replace")
        key = "%s: %s" % (self.group, shown) if session == "A" else "%s/%s: %s" % (self.group, session, shown)
        number = sum(1 for step in self.steps if re.sub(r" #\d+$", "", step["name"]) == key)
        if number:
            key += " #%d" % (number + 1)
        self.steps.append(
            dict(
                name=key, session=session, command=command, box=box, target=target, keep=keep, wait=wait,
                named=self.group in ("fetch", "search"),
            )
        )


def script():
    s = Script()
    s.group = "begin"
    for command in lines(r"""
        CAPABILITY
        NOOP
        ID NIL
        ID ("name" "compare" "version" "1")
        NAMESPACE
        CHECK
        FETCH 1 FLAGS
        NONSENSE
        CLOSE
        UNSELECT
        EXPUNGE
        SELECT Nowhere
        STATUS Nowhere (MESSAGES)
    """):
        s(command)

    s.group = "list"
    for name in lines(r"""
        Work
        Work/One
        Work/One/Deep
        Work/Two
        Empty
        Target
        "With space"
        &AOQ-rger
        Closed/
    """):
        s(b"CREATE " + name)
    for command in lines(r"""
        CREATE Work
        CREATE inbox
        CREATE Made/By/Way
        CREATE ""
        DELETE Work
        DELETE Nowhere
        DELETE INBOX
        RENAME Nowhere X
        RENAME Work/Two Work/One
        RENAME Work/Two Moved/Two
        RENAME Moved/Two Work/Two
        DELETE Moved
        SUBSCRIBE Work/One/Deep
        SUBSCRIBE INBOX
        SUBSCRIBE Empty
        UNSUBSCRIBE Empty
        UNSUBSCRIBE Work
        UNSUBSCRIBE Work/One
        UNSUBSCRIBE Work/Two
        SUBSCRIBE Work/Two
        SUBSCRIBE Nowhere
    """):
        s(command)
    for command in lines(r"""
        LIST "" ""
        LIST "" "Work"
        LIST "" "Work/%"
        LIST "" "Work*"
        LIST "Work/" "%"
        LIST "" inbox
        LIST "" "INB%"
        LIST "" "Nowhere"
        LIST "" "*rger"
        LIST "" "With space"
        LIST "" ("Work" "Empty") RETURN (CHILDREN)
        LIST (SUBSCRIBED) "" "Work*"
        LIST (SUBSCRIBED) "" "Work/%"
        LIST (SUBSCRIBED RECURSIVEMATCH) "" "Work%"
        LIST (SUBSCRIBED RECURSIVEMATCH) "" "Work*"
        LIST (RECURSIVEMATCH) "" "*"
        LIST "" "Work*" RETURN (SUBSCRIBED CHILDREN)
        LIST "" INBOX RETURN (STATUS (MESSAGES UNSEEN))
        LIST "" "" RETURN (CHILDREN)
        LIST (NONSENSE) "" "*"
        LSUB "" "Work*"
        LSUB "" "Work/%"
        LSUB "" "Work%"
        LSUB "" "Empty"
        STATUS Empty (MESSAGES RECENT UNSEEN UIDNEXT UIDVALIDITY HIGHESTMODSEQ)
        STATUS INBOX (MESSAGES UNSEEN)
        STATUS INBOX (SIZE)
        STATUS INBOX ()
        STATUS INBOX (NONSENSE)
        STATUS INBOX MESSAGES
    """):
        s(command)

    s.group = "names"
    for name in [
        b'"a//b"',
        b'"/lead"',
        b'".."',
        b'"a/../b"',
        b'"R&D"',
        b'"&AGE-"',
        literal(b"new\nline"),
        literal("ü".encode()),
    ]:
        s(b"CREATE " + name)
    s(b"CREATE " + b"n" * 300, name="CREATE of a name of 300 letters")
    s(b'SELECT "a//b"')
    s(b'STATUS ".." (MESSAGES)')

    s.group = "empty"
    s(b"SELECT Empty", box=b"Empty")
    for command in lines(r"""
        FETCH 1:* FLAGS
        FETCH 1 FLAGS
        UID FETCH 1:* FLAGS
        UID FETCH * FLAGS
        SEARCH ALL
        SEARCH 1:*
        UID SEARCH UID 1:*
        UID SEARCH 1:* NOT DELETED
        SORT (DATE) UTF-8 ALL
        THREAD REFERENCES UTF-8 ALL
        STORE 1:* +FLAGS (\Seen)
        UID STORE 1:* +FLAGS (\Seen)
        COPY 1:* Target
        UID COPY 1:* Target
        EXPUNGE
        UID EXPUNGE 1:*
        SEARCH RETURN (ALL COUNT MIN MAX) ALL
        CLOSE
    """):
        s(command)

    s.group = "fetch"
    s(b"EXAMINE INBOX", box=b"INBOX")
    for item in lines(r"""
        UID
        FLAGS
        INTERNALDATE
        RFC822.SIZE
        ENVELOPE
        BODY
        BODYSTRUCTURE
        BODY.PEEK[]
        BODY.PEEK[HEADER]
        BODY.PEEK[TEXT]
        BODY.PEEK[1]
        BODY.PEEK[2]
        BODY.PEEK[1.1]
        BODY.PEEK[1.2]
        BODY.PEEK[2.1]
        BODY.PEEK[1.MIME]
        BODY.PEEK[2.MIME]
        BODY.PEEK[1.HEADER]
        BODY.PEEK[2.HEADER]
        BODY.PEEK[2.TEXT]
        BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT)]
        BODY.PEEK[HEADER.FIELDS.NOT (RECEIVED FROM)]
        BODY.PEEK[]<0.100>
        BODY.PEEK[]<100.50>
        BODY.PEEK[TEXT]<10.20>
        BODY.PEEK[]<99999999.5>
        BODY.PEEK[HEADER.FIELDS (SUBJECT)]<3.7>
        RFC822.HEADER
        BINARY.PEEK[1]
        BINARY.SIZE[1]
        BINARY.PEEK[1]<0.10>
        BODY.PEEK[9.9.9]
        FAST
        ALL
        FULL
    """):
        s(b"FETCH 1:* " + item if item in (b"FAST", b"ALL", b"FULL") else b"FETCH 1:* (" + item + b")", name=item.decode())
    for command in lines(r"""
        FETCH 1:3 (UID FLAGS MODSEQ)
        UID FETCH <u2>:<u4> FLAGS
        UID FETCH 1:4294967295 (UID)
        FETCH * UID
        FETCH 5:3 UID
        FETCH 0 UID
        FETCH 99999 UID
        FETCH 1,1,1 UID
        UID FETCH 4294967295 UID
        UID FETCH 4294967295:* UID
        FETCH 1 ()
        FETCH 1 (NONSENSE)
        FETCH 1 BODY[
        FETCH 1 (UID UID FLAGS)
        FETCH 1 BODY[0]
        FETCH 1 BODY[MIME]
        FETCH 1
        FETCH a UID
        FETCH 1 (BODY.PEEK[]<0>)
        FETCH 1 (BODY.PEEK[]<0.0>)
        FETCH 1 (FLAGS) (CHANGEDSINCE 1)
        FETCH 1 (FLAGS) (CHANGEDSINCE 0)
        STORE 1 +FLAGS (\Seen)
        EXPUNGE
        COPY 1 Nowhere
        CLOSE
    """):
        s(command)

    s.group = "search"
    s(b"EXAMINE INBOX", box=b"INBOX")
    keys = [
        b"ALL",
        b"SEEN",
        b"UNSEEN",
        b"ANSWERED",
        b"UNANSWERED",
        b"FLAGGED",
        b"UNFLAGGED",
        b"DRAFT",
        b"UNDRAFT",
        b"DELETED",
        b"UNDELETED",
        b"KEYWORD $Nothing",
        b"UNKEYWORD $Nothing",
        b"NOT SEEN",
        b"OR SEEN FLAGGED",
        b"(SEEN FLAGGED)",
        b"OR (SEEN FLAGGED) (NOT SEEN)",
        b"SEEN NOT (FLAGGED)",
        b"NOT NOT SEEN",
        b"1:10",
        b"*",
        b"5,3,8:9",
        b"UID <u5>:<u9>",
        b"UID 4294967295:*",
        b"NOT UID <u5>:*",
        b"99999",
        b"1:99999",
        b"LARGER 5000",
        b"SMALLER 500",
        b"LARGER 0",
        b"LARGER 4294967295",
        b"SINCE 1-Oct-2020",
        b"BEFORE 1-Oct-2020",
        b"ON 20-Sep-2020",
        b"SENTSINCE 1-Jan-2005",
        b"SENTBEFORE 1-Jan-2003",
        b"SENTON 3-Oct-2002",
        b'SINCE "01-Oct-2020"',
        b"SINCE 40-Oct-2020",
        b"YOUNGER 10",
        b"OLDER 10",
        b"FROM example",
        b"FROM \"\"",
        b"TO list",
        b"CC a",
        b"CC \"\"",
        b"BCC a",
        b"BCC \"\"",
        b"SUBJECT re:",
        b"SUBJECT \"\"",
        b'SUBJECT "test"',
        b"BODY \"\"",
        b"TEXT \"\"",
        b"BODY the",
        b"BODY THE",
        b"TEXT received",
        b"BODY linux",
        b"TEXT linux",
        b"TEXT mime",
        b"HEADER X-Mailer \"\"",
        b"HEADER x-mailer mutt",
        b"HEADER Message-ID \"@\"",
        b"HEADER To list",
        b"HEADER Date 2002",
        b"HEADER Nothing-Such \"\"",
        b"NEW",
        b"OLD",
        b"RECENT",
        b"CHARSET UTF-8 SUBJECT " + literal("ü".encode()),
        b"CHARSET UTF-8 TEXT " + literal("é".encode()),
        b"CHARSET X-NONSENSE ALL",
        b"CHARSET US-ASCII SUBJECT re",
        b"MODSEQ 1",
        b"NONSENSE",
        b"SUBJECT",
        b"()",
        b"(",
        b"OR SEEN",
        b"NOT",
        b"FROM a TO b OR SUBJECT c SUBJECT d",
    ]
    for key in keys:
        s(b"SEARCH " + key)
    for key in [b"FLAGGED", b"1:5", b"UID <u1>:<u3>"]:
        s(b"UID SEARCH " + key)
    for command in lines(r"""
        SEARCH RETURN () FLAGGED
        SEARCH RETURN (MIN) FLAGGED
        SEARCH RETURN (MAX COUNT) FLAGGED
        UID SEARCH RETURN (ALL MIN MAX COUNT) FLAGGED
        SEARCH RETURN (ALL COUNT) KEYWORD $Nothing
        SEARCH RETURN (SAVE) FLAGGED
        FETCH $ (UID)
        SEARCH $ SEEN
        UID SEARCH RETURN (SAVE COUNT) SEEN
        UID FETCH $ (UID)
        SEARCH RETURN (SAVE MIN) FLAGGED
        FETCH $ UID
        SEARCH RETURN (SAVE) KEYWORD $Nothing
        FETCH $ UID
        SEARCH RETURN (NONSENSE) ALL
        SEARCH RETURN (MIN MODSEQ) ALL
        SEARCH RETURN (MAX) MODSEQ 1
    """):
        s(command)
    for key in lines(r"""
        ARRIVAL
        CC
        DATE
        FROM
        REVERSE DATE
        SIZE
        SUBJECT
        TO
        REVERSE SIZE
        SUBJECT REVERSE DATE
    """):
        s(b"SORT (" + key + b") UTF-8 ALL")
    for command in lines(r"""
        UID SORT (DATE) UTF-8 FLAGGED
        SORT () UTF-8 ALL
        SORT (NONSENSE) UTF-8 ALL
        SORT (DATE) X-NONSENSE ALL
        THREAD REFERENCES UTF-8 ALL
        THREAD REFS UTF-8 ALL
        UID THREAD REFERENCES UTF-8 FLAGGED
        THREAD ORDEREDSUBJECT UTF-8 ALL
        THREAD REFERENCES UTF-8 KEYWORD $Nothing
        THREAD NONSENSE UTF-8 ALL
        UNSELECT
    """):
        s(command)

    s.group = "store"
    s(b"SELECT INBOX", box=b"INBOX")
    for command in lines(r"""
        STORE 1:3 +FLAGS (\Flagged)
        STORE 1 -FLAGS (\Flagged)
        STORE 1 FLAGS (\Seen $Label1 NonJunk)
        FETCH 1 FLAGS
        STORE 2 FLAGS.SILENT (\Answered)
        FETCH 2 FLAGS
        STORE 2 FLAGS ()
        STORE 3 +FLAGS \Draft
        STORE 3 +FLAGS \Draft \Answered
        STORE 3 +FLAGS (\Recent)
        STORE 3 +FLAGS (\Nonsense)
        UID STORE <u4> +FLAGS (\Seen)
        UID STORE 4294967295 +FLAGS (\Seen)
        STORE 99999 +FLAGS (\Seen)
        STORE 4 +FLAGS ($Forwarded $MDNSent Junk $Junk)
        SEARCH KEYWORD $forwarded
        SEARCH KEYWORD Junk
        STORE 4 -FLAGS ($Forwarded $MDNSent Junk $Junk)
        STORE 4 +FLAGS (a.b_c-d)
        STORE 4 -FLAGS (a.b_c-d)
        STORE 5 +FLAGS (\Seen)
        STORE 5 +FLAGS (\Seen)
        STORE 5 FLAGS
        STORE 5 FLAGS (\Seen)
        STORE 5 NONSENSE (\Seen)
        FETCH 6 BODY[1]
        FETCH 6 FLAGS
        STORE 7 -FLAGS (\Seen)
        FETCH 7 RFC822.TEXT
        STORE 7 -FLAGS (\Seen)
        FETCH 7 (RFC822)
        FETCH 7 (FLAGS)
        STORE 7 -FLAGS (\Seen)
        FETCH 7 (FLAGS BODY[HEADER])
        STORE 7 -FLAGS (\Seen)
        UID FETCH <u7> (BODY[]<0.10>)
        STORE 7 -FLAGS (\Seen)
        FETCH 7 BINARY[1]
    """):
        s(command)

    s.group = "unknown"  # BINARY of a part whose encoding nobody knows
    encoding = b"<u%d>" % mail.numbers()["encoding"]
    for command in [b"UID STORE %s -FLAGS.SILENT (\\Seen)", b"UID FETCH %s BINARY[1]", b"UID FETCH %s (FLAGS)"]:
        s(command % encoding)

    s.group = "bounds"
    for command in [
        b"FETCH  1 FLAGS",
        b"FETCH 1  FLAGS",
        b"FETCH 1 (FLAGS  UID)",
        b"SEARCH  SEEN",
        b"SEARCH SEEN  FLAGGED",
        b"NOOP ",
        b"UID FETCH 4294967296 FLAGS",
        b"UID FETCH 1:99999999999 UID",
        b"FETCH 4294967296 FLAGS",
        b"UID SEARCH UID 4294967296",
        b"SEARCH LARGER 4294967296",
        b"UID STORE 4294967296 +FLAGS (\\Seen)",
    ]:
        s(command)
    for depth in (10, 30, 900):
        s(b"SEARCH " + b"NOT " * depth + b"SEEN", name="%d NOT" % depth)
        s(b"SEARCH " + b"OR FLAGGED " * depth + b"SEEN", name="%d OR" % depth)
        s(b"SEARCH " + b"(" * depth + b"SEEN" + b")" * depth, name="%d parentheses" % depth)

    s.group = "place"
    for command, target in [
        (append(b"Target", b"first"), b"Target"),
        (append(b"Target", b"second", b'(\\Seen $Label1) " 1-Feb-2001 10:00:00 +0200"'), b"Target"),
        (append(b"Nowhere", b"third"), b"Target"),
        (append(b"Target", b"fourth", b"(\\Deleted)"), b"Target"),
        (append(b"INBOX", b"fifth", b"()"), b"INBOX"),
        (b"APPEND Target {3+}\r\nabc", b"Target"),
        (b"APPEND Target {0+}\r\n", b"Target"),
        (append(b"Target", b"eighth", body=b"8 bit: \xe4\xf6"), b"Target"),
        (append(b"Target", b"ninth", body=b"bare\nline\rends"), b"Target"),
        (b"COPY 1:3 Target", b"Target"),
        (b"UID COPY <u4>,<u6> Target", b"Target"),
        (b"COPY 1 Nowhere", b"Target"),
        (b"COPY 99999 Target", b"Target"),
        (b"UID COPY 4294967294 Target", b"Target"),
        (b"MOVE 10:12 Target", b"Target"),
        (b"UID MOVE <u13> Target", b"Target"),
        (b"MOVE 1 Nowhere", b"Target"),
        (b"UID MOVE 4294967294 Target", b"Target"),
        (b"STATUS Target (MESSAGES UNSEEN)", b"Target"),
    ]:
        s(command, target=target)
    s(b"SELECT Target", box=b"Target")
    for command in lines(r"""
        FETCH 1:* (UID FLAGS RFC822.SIZE BODY.PEEK[HEADER.FIELDS (SUBJECT)])
        FETCH 2 INTERNALDATE
        FETCH 8:* (INTERNALDATE)
        FETCH 6:7 (BODY.PEEK[TEXT])
        STORE 1:2 +FLAGS (\Deleted)
        SEARCH DELETED
        STATUS Target (MESSAGES UNSEEN)
        UID EXPUNGE <u1>
        SEARCH DELETED
        EXPUNGE
        EXPUNGE
        FETCH 1:* UID
    """):
        s(command)

    s.group = "again"  # the same message comes again: each is a message of its own (RFC 9051 sections 6.3.12 and 6.4.7)
    s(b"CREATE Again")
    for command in [
        append(b"Again", b"one"),
        append(b"Again", b"one"),
        append(b"Again", b"one", body=b"Another body, the same Message-ID."),
    ]:
        s(command, target=b"Again")
    s(b"SELECT Again", box=b"Again")
    s(b"FETCH 1:* (BODY.PEEK[TEXT])")
    for command in lines(r"""
        COPY 1 Again
        MOVE 1 Again
        NOOP
        FETCH 1:* FLAGS
        STORE 1 +FLAGS (\Deleted)
        COPY 1 Again
        CLOSE
        STATUS Again (MESSAGES)
    """):
        s(command, target=b"Again")

    s.group = "zero"  # a byte of zero, which literals do not have (RFC 9051 section 4.3.1)
    s(b"CREATE Zero")
    letter_of_zero = letter(b"zero", b"a\0b")
    s(b"APPEND Zero ~{%d+}\r\n%s" % (len(letter_of_zero), letter_of_zero), target=b"Zero")
    s(b"SELECT Zero", box=b"Zero")
    for command in lines(r"""
        FETCH 1 (RFC822.SIZE BODY.PEEK[TEXT])
        FETCH 1 BODY.PEEK[1]
        FETCH 1 BINARY.PEEK[1]
        CLOSE
    """):
        s(command)

    s.group = "two"  # two sessions of one mailbox
    s(b"CREATE Shared")
    for name in (b"s1", b"s2", b"s3", b"s4", b"s5", b"s6"):
        s(append(b"Shared", name), target=b"Shared")
    s(b"SELECT Shared", box=b"Shared")
    s(b"SELECT Shared", "B", box=b"Shared")
    s(b"STORE 1 +FLAGS (\\Flagged)", "B")
    s(b"NOOP")
    s(b"STORE 2 +FLAGS (\\Flagged)", "B")
    s(b"STORE 2 +FLAGS.SILENT (\\Seen)", name="STORE SILENT of what another changed")
    s(b"NOOP")
    s(b"STORE 3 +FLAGS (\\Deleted)", "B")
    s(b"EXPUNGE", "B")
    s(b"FETCH 1:2 FLAGS", name="FETCH while one is gone")
    s(b"SEARCH ALL", name="SEARCH while one is gone")
    s(b"STORE 3 +FLAGS (\\Seen)", name="STORE of what is gone")
    s(b"COPY 3 Empty", name="COPY of what is gone", target=b"Empty")
    s(b"NOOP")
    s(b"NOOP", "B", name="NOOP behind a COPY of what is gone")
    s(append(b"Shared", b"s7"), "B", target=b"Shared")
    s(b"NOOP")
    s(b"SEARCH ALL")
    s(b"UID STORE <u6> +FLAGS (\\Deleted)", "B")
    s(b"UID EXPUNGE <u6>", "B")
    s(append(b"Shared", b"s8"), "B", target=b"Shared")
    s(b"UID FETCH 1:* (FLAGS)")
    s(b"NOOP", name="NOOP behind UID FETCH")
    s(b"IDLE", wait="start")
    s(b"STORE 1 +FLAGS (\\Answered)", "B")
    s(append(b"Shared", b"s9"), "B", target=b"Shared")
    s(b"", wait=(rb"\* 1 FETCH", rb"\* \d+ EXISTS"), name="what IDLE says of STORE and APPEND")
    s(b"STORE 2 +FLAGS (\\Deleted)", "B")
    s(b"", wait=(rb"\* 2 FETCH",), name="what IDLE says of STORE")
    s(b"EXPUNGE", "B")
    s(b"", wait=(rb"\* 2 EXPUNGE",), name="what IDLE says of EXPUNGE")
    s(b"DONE", wait="end")
    s(b"MOVE 1 Target", "B", target=b"Target")
    s(b"NOOP", name="NOOP behind another's MOVE")
    s(b"UNSELECT", "B")
    s(b"CLOSE")

    s.group = "resync"
    s(b"CREATE Synced")
    for number in range(8):
        s(append(b"Synced", b"y%d" % number), target=b"Synced")
    s(b"STATUS Synced (HIGHESTMODSEQ UIDVALIDITY)", keep="then")
    s(b"SELECT Synced (CONDSTORE)", "B", box=b"Synced")
    s(b"STORE 1 +FLAGS (\\Seen)", "B")
    s(b"STORE 2 +FLAGS.SILENT (\\Seen)", "B")
    s(b"FETCH 1 (FLAGS) (CHANGEDSINCE <then>)", "B")
    s(b"FETCH 1:* (FLAGS) (CHANGEDSINCE <then>)", "B")
    s(b"STORE 1:3 (UNCHANGEDSINCE <then>) +FLAGS (\\Flagged)", "B")
    s(b"UID STORE <u1>:<u4> (UNCHANGEDSINCE <then>) +FLAGS.SILENT ($Mark)", "B")
    s(b"SEARCH MODSEQ <then>", "B")
    s(b"SEARCH RETURN (ALL MIN) MODSEQ <then>", "B")
    s(b"UID FETCH 1:* (FLAGS) (CHANGEDSINCE <then> VANISHED)", "B", name="VANISHED without QRESYNC")
    s(b"SELECT Synced (QRESYNC (1 1))", "B", name="SELECT QRESYNC without ENABLE")
    s(b"UNSELECT", "B")
    s(b"ENABLE QRESYNC", "C")
    s(b"SELECT Synced", "C", box=b"Synced")
    s(b"SELECT Synced", "B", box=b"Synced")
    s(b"STORE 5:6 +FLAGS (\\Deleted)", "B")
    s(b"EXPUNGE", "B")
    s(b"NOOP", "C")
    s(b"UID FETCH 1:* (FLAGS) (CHANGEDSINCE <then> VANISHED)", "C")
    s(b"SELECT Synced (QRESYNC (<validity> <then>))", "C", box=b"Synced")
    s(b"SELECT Synced (QRESYNC (<validity> <then> <u1>:<u5>))", "C", box=b"Synced")
    s(b"SELECT Synced (QRESYNC (<validity> <then> <u1>:<u8> (1,2 <u1>,<u2>)))", "C", box=b"Synced", name="SELECT QRESYNC with match data")
    s(b"SELECT Synced (QRESYNC (1234567 <then>))", "C", box=b"Synced", name="SELECT QRESYNC of another validity")
    s(b"STORE 1 +FLAGS (\\Deleted)", "C")
    s(b"EXPUNGE", "C")
    s(b"UID MOVE <u2> Target", "C", target=b"Target")
    s(b"NOOP", "B")
    s(b"CLOSE", "C")
    s(b"CLOSE", "B")

    s.group = "rename"
    for command in [
        b"CREATE Old",
        append(b"Old", b"in old"),
        b"RENAME Old New",
        b"STATUS New (MESSAGES)",
        b"STATUS Old (MESSAGES)",
        b"RENAME New New/Below",
        b"CREATE Tree/Leaf",
        b"RENAME Tree Bush",
        b'LIST "" "Bush*"',
        b'LIST "" "Tree*"',
        b"RENAME INBOX Kept",
        b"STATUS INBOX (MESSAGES)",
        b"STATUS Kept (MESSAGES UNSEEN)",
        b"RENAME Kept INBOX",
        b"DELETE Kept",
        b"STATUS Kept (MESSAGES)",
        b"LOGOUT",
    ]:
        s(command, target=b"Old")
    return s.steps
