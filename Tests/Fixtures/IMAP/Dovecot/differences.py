"""The differences to Dovecot 2.3 that are right, each with its reason, and those that are known defects of mailledger.

A rule names the steps that show its difference, and patterns, of which each line of the difference matches one whole. Where
a step or a pattern of a rule no longer occurs, the comparison fails: then the rule is to be shortened.
"""

import re


class Rule:
    """A kind of difference: why it is so, the words that name it in Docs/IMAP.md, the steps that show it, and what the lines
    of the difference look like."""

    def __init__(self, reason, words, steps, *patterns):
        self.reason, self.words, self.steps, self.patterns = reason, words, steps, patterns

    def pattern(self, line):
        return next((pattern for pattern in self.patterns if re.fullmatch(pattern, line, re.S)), None)

    def names(self, step, line):
        return step in self.steps and self.pattern(line) is not None


def group(name, *steps):
    return ["%s: %s" % (name, step) for step in steps]


ENVELOPES = group("fetch", "ENVELOPE", "ALL", "FULL")
PARTS = group("fetch", "BODY", "BODYSTRUCTURE", "BODY.PEEK[1]", "BODY.PEEK[1.MIME]", "FULL")
BINARIES = group("fetch", "BINARY.PEEK[1]", "BINARY.SIZE[1]", "BINARY.PEEK[1]<0.10>")
NAMED_PARTS = ["2", "1.1", "1.2", "2.1", "2.MIME", "1.HEADER", "2.HEADER", "2.TEXT", "9.9.9"]

ACCEPTED = [
    # Mailboxes
    Rule(
        "a mailbox with others below it is not deleted (RFC 9051 section 6.3.5); Dovecot keeps a placeholder",
        "Those below it have to be deleted first",
        group("list", "DELETE Work"), "ends with NO, not OK"),
    Rule(
        "a mailbox above others is one like others, not a placeholder",
        "a real mailbox, not a placeholder", group("list", "DELETE Moved") + group("rename", 'LIST "" "Bush*"'),
        "ends with OK, not NO", r"only mailledger: LIST b'Bush' \['\\\\haschildren'\]",
        r"only Dovecot: LIST b'Bush' \['\\\\haschildren', '\\\\noselect'\]"),
    Rule(
        "LIST always says \\HasChildren or \\HasNoChildren",
        "LIST always says",
        group(
            "list", 'LIST (SUBSCRIBED) "" "Work*"', 'LIST (SUBSCRIBED) "" "Work/%"', 'LIST (SUBSCRIBED RECURSIVEMATCH) "" "Work*"',
            'LIST "" INBOX RETURN (STATUS (MESSAGES UNSEEN))'),
        r"only mailledger: LIST b'(Work/One/Deep|Work/Two)' \['\\\\hasnochildren', '\\\\subscribed'\]",
        r"only Dovecot: LIST b'(Work/One/Deep|Work/Two)' \['\\\\subscribed'\]",
        r"only mailledger: LIST b'INBOX' \['\\\\hasnochildren'\]", r"only Dovecot: LIST b'INBOX' \[\]"),
    Rule(
        "a mailbox that is there is not \\NonExistent",
        "a real mailbox, not a placeholder", group("list", 'LIST (SUBSCRIBED RECURSIVEMATCH) "" "Work%"'),
        r"only mailledger: LIST b'Work' \['\\\\haschildren'\] \[\[b'CHILDINFO', \[b'SUBSCRIBED'\]\]\]",
        r"only Dovecot: LIST b'Work' \['\\\\nonexistent'\] \[\[b'CHILDINFO', \[b'SUBSCRIBED'\]\]\]"),
    Rule(
        "the reason of a NO is given as a code",
        "A NO has a response code if one fits", group("list", "DELETE INBOX") + group("rename", "RENAME New New/Below")
        + group("names", 'CREATE "R&D"', 'CREATE "&AGE-"', "CREATE {}", "CREATE {} #2"),
        r"only mailledger: \[CANNOT\]"),
    Rule(
        "the reason of a NO is given as a code",
        "A NO has a response code if one fits", group("rename", "RENAME Kept INBOX"), r"only mailledger: \[ALREADYEXISTS\]"),
    Rule(
        "an empty message is refused with a code",
        "A NO has a response code if one fits", group("place", "APPEND Target {} #3"), r"only mailledger: \[CANNOT\]"),
    Rule(
        "INBOX can be renamed (RFC 9051 section 6.3.6); Dovecot refuses it of a Maildir",
        "INBOX can be renamed",
        group("rename", "RENAME INBOX Kept", "STATUS INBOX (MESSAGES)", "STATUS Kept (MESSAGES UNSEEN)", "DELETE Kept"),
        "ends with OK, not NO", r"only Dovecot: \[CANNOT\]", r"only mailledger: STATUS b'INBOX' \[\('MESSAGES', b'0'\)\]",
        r"only Dovecot: STATUS b'INBOX' \[\('MESSAGES', b'55'\)\]",
        r"only mailledger: STATUS b'Kept' \[\('MESSAGES', b'55'\), \('UNSEEN', b'\d+'\)\]"),
    Rule(
        "after a command that enables CONDSTORE, each FETCH that nobody asked for has the UID (RFC 7162 section 3.2.4)",
        "that nobody asked for names the UID",
        group(
            "store", "STORE 1:3 +FLAGS (\\Flagged)", "STORE 1 -FLAGS (\\Flagged)",
            "STORE 1 FLAGS (\\Seen $Label1 NonJunk)", "STORE 2 FLAGS.SILENT (\\Answered)", "STORE 2 FLAGS ()",
            "STORE 3 +FLAGS \\Draft", "STORE 3 +FLAGS \\Draft \\Answered",
            "STORE 4 +FLAGS ($Forwarded $MDNSent Junk $Junk)", "STORE 4 -FLAGS ($Forwarded $MDNSent Junk $Junk)",
            "STORE 4 +FLAGS (a.b_c-d)", "STORE 4 -FLAGS (a.b_c-d)", "STORE 5 +FLAGS (\\Seen)",
            "STORE 5 FLAGS (\\Seen)", "STORE 7 -FLAGS (\\Seen)", "FETCH 7 RFC822.TEXT", "STORE 7 -FLAGS (\\Seen) #2",
            "FETCH 7 (RFC822)", "STORE 7 -FLAGS (\\Seen) #3", "FETCH 7 (FLAGS BODY[HEADER])",
            "STORE 7 -FLAGS (\\Seen) #4", "STORE 7 -FLAGS (\\Seen) #5", "FETCH 7 BINARY[1]")
        + group(
            "place", "STORE 1:2 +FLAGS (\\Deleted)")
        + group(
            "again", "STORE 1 +FLAGS (\\Deleted)")
        + group(
            "two", "NOOP", "STORE SILENT of what another changed", "STORE of what is gone",
            "what IDLE says of STORE and APPEND", "what IDLE says of STORE")
        + group(
            "resync/B", "STORE 1 +FLAGS (\\Seen)", "STORE 2 +FLAGS.SILENT (\\Seen)",
            "STORE 1:3 (UNCHANGEDSINCE <then>) +FLAGS (\\Flagged)", "STORE 5:6 +FLAGS (\\Deleted)"),
        r"\d+ UID: 'u\d+', not '\(missing\)'"),
    # Sets and grammar
    Rule(
        "1:* of an empty mailbox names nothing; Dovecot answers BAD",
        "of an empty mailbox is OK",
        group("empty", "FETCH 1:* FLAGS", "STORE 1:* +FLAGS (\\Seen)", "COPY 1:* Target"), "ends with OK, not BAD"),
    Rule(
        "not in the grammar: Dovecot forgives it",
        "Input outside the grammar gets BAD",
        group("fetch", "FETCH 1 BODY[0]", "FETCH 1 (BODY.PEEK[]<0>)", "FETCH 1 (BODY.PEEK[]<0.0>)", "FETCH 1 (FLAGS) (CHANGEDSINCE 0)")
        + ["search: SEARCH SINCE 40-Oct-2020", "store: STORE 5 FLAGS"],
        "ends with BAD, not OK", r"(ordinary 0|5) (BODY\[.*|FLAGS|MODSEQ): '\(missing\)', not .*", "only Dovecot: SEARCH"),
    Rule(
        "more than 50 levels of parentheses are refused",
        "Lists may be nested 50 deep", group("bounds", "900 parentheses"),
        "ends with BAD, not OK", "only Dovecot: SEARCH"),
    # Reading
    Rule(
        "a field is unfolded as it is: no blank is taken away",
        "ENVELOPE keeps the blanks of folded fields", ENVELOPES,
        r"(shape 10|blank fold) ENVELOPE: \[.*, b'(folded  twice\\tby a tab|blank  fold)', .*, not \[.*, b'(folded twice by a tab|blank fold)', .*"),
    Rule(
        "an address without a domain has an empty one, not MISSING_DOMAIN",
        "An address without a domain has an empty host name", ENVELOPES,
        r"no domain ENVELOPE: (.*)\[None, None, b'baz', b''\](.*), not \1\[None, None, b'baz', b'MISSING_DOMAIN'\]\2"),
    Rule(
        "of two equal fields the first one counts",
        "If a field occurs twice, the first one counts", ENVELOPES,
        r"two dates ENVELOPE: \[b'Sat, 3 Oct 2002 10:00:00 \+0200', (.*), not \[b'Wed, 1 Jan 2003 00:00:00 \+0000', \1"),
    Rule(
        "the field behind a mark of UTF-8 is a field",
        "after a byte-order mark, are read",
        ENVELOPES + group("fetch", "BODY.PEEK[1.MIME]", "BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT)]", "BODY.PEEK[HEADER.FIELDS.NOT (RECEIVED FROM)]")
        + group("search", "SEARCH FROM example", 'SEARCH FROM ""', "SORT (FROM) UTF-8 ALL"),
        r"utf-8 mark ENVELOPE: .*\[b'Ada', None, b'ada', b'example.org'\].*, not .*, b'utf-8 mark', None, None, None, .*",
        r"utf-8 mark BODY\[1.MIME\]: b'From: (.*), not b'\\xef\\xbb\\xbfFrom: \1",
        r"utf-8 mark BODY\[HEADER.FIELDS \(.*\)\]: b'From: Ada <ada@example.org>\\r\\n(To: .*), not b'\1",
        r"utf-8 mark BODY\[HEADER.FIELDS.NOT \(.*\)\]: b'(To: .*), not b'\\xef\\xbb\\xbfFrom: Ada <ada@example.org>\\r\\n\1",
        "SEARCH has utf-8 mark, Dovecot's has not", "SORT has utf-8 mark at another place"),
    Rule(
        "HEADER.FIELDS ends in an empty line, though the message has none",
        "HEADER.FIELDS always ends in an empty line", group("fetch", "BODY.PEEK[HEADER.FIELDS.NOT (RECEIVED FROM)]"),
        r"no empty line BODY\[HEADER.FIELDS.NOT \(RECEIVED FROM\)\]: b'(.*)\\r\\n\\r\\n', not b'\1\\r\\n'"),
    Rule(
        "a multipart without parts is one part of text",
        "A multipart without parts is one part of text", PARTS + BINARIES,
        r"(never there|no boundary) BODY(STRUCTURE)?: \[.*b'7bit', b'(5|10)', b'1'.*, not \[\[.*b'7bit', b'0', b'0'.*\], b'mixed'.*",
        r"(never there|no boundary) (BODY|BINARY)\[1\](<0>)?: b'No( part)?.\\r\\n', not b''",
        r"no boundary BODY\[1.MIME\]: b'From: .*, not b''",
        r"(never there|no boundary) BINARY.SIZE\[1\]: b'(5|10)', not b'0'"),
    Rule(
        "a part that is not there is NIL, not empty (RFC 9051 section 9, nstring)",
        "A part that is not there is NIL, not empty",
        group("fetch", *("BODY.PEEK[%s]" % part for part in NAMED_PARTS)), r"[a-zA-Z0-9 -]+ BODY\[[0-9.]+(MIME|HEADER|TEXT)?\]: None, not b''"),
    Rule(
        "a part that is not there is NIL, not its parent",
        "A part that is not there is NIL, not empty", group("fetch", "BODY.PEEK[1.1]", "BODY.PEEK[2.1]"),
        r"(shape \d|open end) BODY\[[12].1\]: None, not b'(The text of the part|<p>The t=C3=A4xt|iVBOR|AAEC).*'"),
    Rule(
        "a part in an unknown encoding is left out, and the rest goes on; Dovecot ends there",
        "the rest of that FETCH is answered", BINARIES,
        r"encoding UID: '\(missing\)', not 'u56'", r"(two dates|bad base64) BINARY(\[1\](<0>)?|.SIZE\[1\]): b'.*', not '\(missing\)'"),
    Rule(
        "a multipart has no encoding to take away; Dovecot decodes a part of it",
        "BINARY of a multipart decodes nothing", group("fetch", "BINARY.PEEK[1]", "BINARY.SIZE[1]"),
        r"shape 2 BINARY\[1\]: b'A preamble.\\r\\n--b4.*t=C3=A4xt.*, not b'A preamble.\\r\\n--b4.*",
        r"shape 2 BINARY.SIZE\[1\]: b'213', not b'18446744073709551531'"),
    # Finding
    Rule(
        "mail without a date was sent on no day; for Dovecot in 1970",
        "do not find mail without a date", group("search", "SEARCH SENTBEFORE 1-Jan-2003"),
        "SEARCH lacks (no|wrong) date"),
    Rule(
        "text in an unknown encoding is read as it is",
        "Text in an unknown encoding is searched as it is", group("search", "SEARCH BODY the", "SEARCH BODY THE"),
        "SEARCH has encoding, Dovecot's has not"),
    Rule(
        "mail from before the start of the program is not recent",
        "starts, no message is recent", group("search", "SEARCH NEW", "SEARCH OLD", "SEARCH RECENT"),
        r"SEARCH lacks [a-zA-Z0-9 -]+", r"SEARCH has [a-zA-Z0-9 -]+, Dovecot's has not"),
    Rule(
        "a field in raw Latin-1 is read as that",
        "Header fields in raw Latin-1",
        group(
            "search", "SEARCH CHARSET UTF-8 SUBJECT {}", "SORT (SUBJECT) UTF-8 ALL", "SORT (SUBJECT REVERSE DATE) UTF-8 ALL",
            "THREAD REFERENCES UTF-8 ALL", "THREAD ORDEREDSUBJECT UTF-8 ALL"),
        "SEARCH has raw bytes, Dovecot's has not", "SORT has raw bytes at another place",
        r"THREAD has \(\(raw bytes\) \(raw utf-8\)\), Dovecot's has not", r"THREAD has \(raw bytes raw utf-8\), Dovecot's has not",
        r"THREAD lacks \(raw (bytes|utf-8)\)"),
    Rule(
        "Dovecot writes a blank behind THREAD",
        "An empty THREAD has no blank at its end", ["empty: THREAD REFERENCES UTF-8 ALL", "search: THREAD REFERENCES UTF-8 KEYWORD $Nothing"],
        "only Dovecot: THREAD with a blank at its end"),
    # Changing
    Rule(
        "EXAMINE: a change is refused; Dovecot says OK and does nothing",
        "After EXAMINE, STORE and EXPUNGE are NO", group("fetch", "STORE 1 +FLAGS (\\Seen)", "EXPUNGE"), "ends with NO, not OK"),
    Rule(
        "STORE answers the flags of messages that had them already",
        "STORE also returns the flags of messages that it did not change",
        group("store", "STORE 1:3 +FLAGS (\\Flagged)", "UID STORE <u4> +FLAGS (\\Seen)", "STORE 5 +FLAGS (\\Seen) #2"),
        r"[345] (FLAGS|MODSEQ|UID): .*, not '\(missing\)'"),
    Rule(
        "COPYUID is also in the tagged OK of MOVE: K-9 reads only that",
        "MOVE answers COPYUID before the messages leave",
        ["place: MOVE 10:12 Target", "place: UID MOVE <u13> Target", "two/B: MOVE 1 Target", "resync/C: UID MOVE <u2> Target", "again: MOVE 1 Again"],
        r"another order: \['\[COPYUID ([^]]*)\]', '\[COPYUID \1\]', (.*)\], not \['\[COPYUID \1\]', \2\]",
        r"""another order: \["VANISHED \['u2'\]", '(\[COPYUID .*\])', '\1'\], not \["VANISHED \['u2'\]", '\1'\]"""),
    # Two sessions
    Rule(
        "what another session took away is left out of SEARCH, and keeps its last flags until this one hears of it",
        "Until then SEARCH leaves it out",
        group("two", "FETCH while one is gone", "SEARCH while one is gone", "STORE of what is gone"),
        r"3 (FLAGS|MODSEQ): '\(missing\)', not .*", "SEARCH lacks 3", r"3 FLAGS: \['\\\\Deleted'\], not \['\\\\Deleted', '\\\\Seen'\]"),
    Rule(
        "what is copied is not struck out in the mailbox to which it is copied",
        "If a message with", ["again: STATUS Again (MESSAGES)"],
        r"only mailledger: STATUS b'Again' \[\('MESSAGES', b'4'\)\]", r"only Dovecot: STATUS b'Again' \[\('MESSAGES', b'3'\)\]"),
    # Grammar and names
    Rule(
        "a name that cannot be is one that is not there",
        "A mailbox name in a wrong encoding gets NO", group("names", 'SELECT "a//b"', 'STATUS ".." (MESSAGES)'),
        r"only Dovecot: \[CANNOT\]"),
    Rule(
        "CHILDINFO is told whether or not what is below matches the pattern, too (RFC 5258 section 3.5, note 2)",
        "CHILDINFO comes also where",
        group("list", 'LIST (SUBSCRIBED RECURSIVEMATCH) "" "Work*"'),
        r"only mailledger: LIST b'Work(/One)?' \['\\\\haschildren'\] \[\[b'CHILDINFO', \[b'SUBSCRIBED'\]\]\]"),
    Rule(
        "two blanks in place of one are BAD (RFC 9051 section 9)",
        "two blanks in place of one",
        group("bounds", "FETCH  1 FLAGS", "FETCH 1  FLAGS", "FETCH 1 (FLAGS  UID)", "SEARCH  SEEN", "SEARCH SEEN  FLAGGED"),
        "ends with BAD, not OK", "only Dovecot: SEARCH", r"1 (FLAGS|UID): '\(missing\)', not .*"),
    Rule(
        "a UID beyond 32 bits is BAD (RFC 9051 section 9)",
        "numbers beyond 32 bits", group("bounds", "UID FETCH 1:99999999999 UID"),
        "ends with BAD, not OK", r"\d+ UID: '\(missing\)', not 'u\d+'"),
]

# Each is struck out when it is mended.
DEFECTS = []
