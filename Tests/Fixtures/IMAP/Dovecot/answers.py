"""Answers in a form that two servers have in common, and how two of them differ."""

import difflib
import re
from email.utils import parsedate_to_datetime


class Atom(bytes):
    """A word as it stands; strings are plain bytes."""


def parse(line):
    """Parses an answer whose literals stand in it as ('lit', bytes) pieces: atoms, strings, None and lists."""
    stack = [[]]
    for piece in line:
        if isinstance(piece, tuple):
            stack[-1].append(piece[1])
            continue
        i, n = 0, len(piece)
        while i < n:
            c = piece[i : i + 1]
            if c == b" ":
                i += 1
            elif c == b"(":
                stack.append([])
                i += 1
            elif c == b")":
                done = stack.pop()
                if not stack:
                    raise ValueError("unbalanced answer: %r" % (piece[:200],))
                stack[-1].append(done)
                i += 1
            elif c == b'"':
                j, text = i + 1, bytearray()
                while piece[j : j + 1] != b'"':
                    if j >= n:
                        raise ValueError("a quoted string has no end: %r" % (piece[:200],))
                    if piece[j : j + 1] == b"\\":
                        j += 1
                    text += piece[j : j + 1]
                    j += 1
                stack[-1].append(bytes(text))
                i = j + 1
            else:
                j, depth = i, 0
                while j < n:
                    d = piece[j : j + 1]
                    if d == b"[":
                        depth += 1
                    elif d == b"]":
                        depth -= 1
                    elif depth == 0 and d in b' ()"':
                        break
                    j += 1
                word = piece[i:j]
                stack[-1].append(None if word.upper() == b"NIL" else Atom(word))
                i = j
    if len(stack) != 1:
        raise ValueError("unbalanced answer: %r" % (line,))
    return stack[0]


# Untagged answers that say how a server is, not what happened.
PASSED_OVER = re.compile(
    rb"\* (FLAGS|\d+ RECENT|OK (?!\[)|OK \[(PERMANENTFLAGS|UIDVALIDITY|UIDNEXT|HIGHESTMODSEQ|MAILBOXID|NOMODSEQ)|ID |"
    rb"CAPABILITY|NAMESPACE|ENABLED)",
    re.I,
)
# The codes that are compared. Others are hints, which each server gives as it likes.
CODES = {
    "ALREADYEXISTS", "APPENDUID", "BADCHARSET", "CANNOT", "CLOSED", "COPYUID", "MODIFIED", "READ-ONLY", "READ-WRITE", "TRYCREATE",
    "UNAVAILABLE", "UNKNOWN-CTE", "UNSEEN",
}


def sequence(text):
    numbers = []
    for piece in text.split(","):
        first, _, last = piece.partition(":")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def when(text):
    return parsedate_to_datetime(text.decode().strip().replace("-", " ", 2)).timestamp()


class Answers:
    """The answers of one command, in a form that two servers have in common."""

    def __init__(self, server, connection, untagged, tagged, command, messages=None):
        self.messages = messages or {}
        self.server, self.box, self.is_uid = server, connection.box, command.upper().startswith(b"UID ")
        self.lines = []
        self.fetched = {}
        # What SEARCH found, and the order in which SORT and THREAD name messages or whole threads.
        self.found, self.orders = None, {}
        self.status = tagged.split()[0].decode() if tagged is not None else ""
        if tagged is not None:
            code = re.match(rb"\w+ \[(.*?)\]", tagged)
            self.lines += self.code(code.group(1).decode("utf-8", "replace")) if code else []
        for answer in untagged:
            if isinstance(answer[0], bytes) and (PASSED_OVER.match(answer[0])):
                continue
            self.add(answer)
        order = [line for line in self.lines if re.match(r"\d+ (EXPUNGE|EXISTS)", line)]
        self.lines = sorted(line for line in self.lines if line not in order) + order

    def name(self, uid, box=None):
        return self.server.rank(box or self.box, uid)

    def message(self, number):
        """A message of SEARCH, SORT, THREAD or FETCH: by its name, where the mailbox is as it was made."""
        if self.is_uid:
            return self.name(number)
        return self.messages.get(number, str(number))

    def names(self, text, box=None):
        return ",".join(self.name(uid, box) for uid in sequence(text))

    def code(self, code):
        words = code.split()
        word = words[0].upper()
        if word not in CODES:
            return []
        target = self.server.target
        if word == "COPYUID":
            pairs = sorted(zip(sequence(words[2]), sequence(words[3])), key=lambda pair: pair[1])
            shown = " ".join("%s>%s" % (self.name(a), self.name(b, target)) for a, b in pairs)
            return ["[COPYUID %s]" % shown]
        if word == "APPENDUID":
            return ["[APPENDUID %s]" % self.names(words[2], target)]
        if word == "MODIFIED":
            return ["[MODIFIED %s]" % (self.names(words[1]) if self.is_uid else ",".join(map(str, sequence(words[1]))))]
        if word == "BADCHARSET":
            return ["[BADCHARSET]"]
        return ["[%s]" % " ".join(words).upper()]

    def add(self, answer):
        text = answer[0]
        if text.startswith(b"* OK ["):
            code = re.match(rb"\* OK \[(.*?)\]", text)
            self.lines += self.code(code.group(1).decode())
            return
        if text.startswith(b"* BYE"):
            self.lines.append("BYE")
            return
        words = parse(answer)[1:]
        kind = words[0].decode().upper()
        if kind.isdigit() and words[1].upper() == b"FETCH":
            items = self.fetched.setdefault(self.messages.get(int(kind), kind), {})
            items.update(self.items(words[2]))
        elif kind.isdigit():
            self.lines.append("%s %s" % (kind, words[1].decode().upper()))
        elif kind == "SEARCH":
            numbers = [int(word) for word in words[1:] if not isinstance(word, list)]
            self.found = set(self.message(number) for number in numbers)
            has = any(isinstance(word, list) for word in words[1:])
            self.lines.append("SEARCH%s" % (" with MODSEQ" if has else ""))
        elif kind == "SORT":
            numbers = [int(word) for word in words[1:] if not isinstance(word, list)]
            self.orders["SORT"] = [self.message(number) for number in numbers]
        elif kind == "ESEARCH":
            self.lines.append("ESEARCH %s" % self.esearch(words[1:]))
        elif kind == "THREAD":
            if answer[0].endswith(b" "):
                self.lines.append("THREAD with a blank at its end")
            self.orders["THREAD"] = [self.thread(word) for word in words[1:]]
        elif kind == "VANISHED":
            earlier = isinstance(words[1], list)
            numbers = sequence(words[-1].decode())
            known = self.server.uids.get(self.box) or self.server.ranks(self.box)
            shown = sorted(self.name(uid) for uid in numbers if uid in known)
            self.lines.append("VANISHED%s %s" % (" (EARLIER)" if earlier else "", shown))
        elif kind == "STATUS":
            items = dict(zip([word.decode().upper() for word in words[2][::2]], words[2][1::2]))
            for name in ("UIDNEXT", "UIDVALIDITY", "HIGHESTMODSEQ", "MAILBOXID", "RECENT"):
                if name in items:
                    items[name] = b"?"
            self.lines.append("STATUS %r %s" % (bytes(words[1]), sorted(items.items())))
        elif kind in ("LIST", "LSUB"):
            flags = sorted(flag.decode().lower() for flag in words[1])
            self.lines.append("%s %r %s%s" % (kind, bytes(words[3]), flags, " %r" % words[4:] if words[4:] else ""))
        else:
            self.lines.append(repr(words))

    def thread(self, words):
        if isinstance(words, list):
            return "(%s)" % " ".join(self.thread(word) for word in words)
        return self.message(int(words))

    def esearch(self, words):
        shown, words = [], [word for word in words if not isinstance(word, list)]
        is_uid = bool(words) and words[0].upper() == b"UID"
        if is_uid:
            words = words[1:]
        for name, value in zip(words[::2], words[1::2]):
            name, value = name.decode().upper(), value.decode()
            if name == "MODSEQ":
                value = "m"
            elif name != "COUNT" and is_uid:
                value = self.names(value)
            elif name == "ALL":
                value = ",".join(map(str, sequence(value)))
            shown.append("%s %s" % (name, value))
        return sorted(shown) + (["UID"] if is_uid else [])

    def items(self, words):
        items = {}
        for name, value in zip(words[::2], words[1::2]):
            name = name.decode().upper()
            if name == "UID":
                value = self.name(int(value))
            elif name == "MODSEQ":
                value = "m"
            elif name == "FLAGS":
                value = sorted(flag.decode() for flag in value if flag.lower() != b"\\recent")
            elif name == "INTERNALDATE":
                value = when(value)
            elif name in ("EMAILID", "THREADID", "PREVIEW", "SAVEDATE"):
                value = "?"
            elif name in ("BODYSTRUCTURE", "BODY"):
                value = lower(value)
            items[name] = value
        return items


def lower(value):
    """Types, encodings and names of parameters are compared without case."""
    if isinstance(value, list):
        return [lower(item) for item in value]
    return value.lower() if isinstance(value, bytes) else value


def differences(ours, theirs):
    """What differs, one line each."""
    lines = []
    if ours.status != theirs.status:
        lines.append("ends with %s, not %s" % (ours.status, theirs.status))
    lines += ["only mailledger: " + line for line in ours.lines if line not in theirs.lines]
    lines += ["only Dovecot: " + line for line in theirs.lines if line not in ours.lines]
    if not lines and ours.lines != theirs.lines:
        lines.append("another order: %s, not %s" % (ours.lines, theirs.lines))
    if ours.found is not None and theirs.found is not None:
        lines += ["SEARCH has %s, Dovecot's has not" % one for one in sorted(ours.found - theirs.found)]
        lines += ["SEARCH lacks %s" % one for one in sorted(theirs.found - ours.found)]
    for name in sorted(ours.orders.keys() & theirs.orders.keys()):
        lines += moved(name, ours.orders[name], theirs.orders[name])
    for message in sorted(set(ours.fetched) | set(theirs.fetched)):
        mine, other = ours.fetched.get(message, {}), theirs.fetched.get(message, {})
        for name in sorted(set(mine) | set(other)):
            if mine.get(name, "(missing)") != other.get(name, "(missing)"):
                values = mine.get(name, "(missing)"), other.get(name, "(missing)")
                lines.append("%s %s: %r, not %r" % (message, name, *values))
    return lines


def moved(name, ours, theirs):
    """What is in one order alone, or has another neighbour."""
    lines = ["%s has %s, Dovecot's has not" % (name, one) for one in ours if one not in theirs]
    lines += ["%s lacks %s" % (name, one) for one in theirs if one not in ours]
    mine, other = [one for one in ours if one in theirs], [one for one in theirs if one in ours]
    for block in difflib.SequenceMatcher(None, mine, other, False).get_opcodes():
        if block[0] in ("delete", "replace"):
            lines += ["%s has %s at another place" % (name, one) for one in mine[block[1] : block[2]]]
    return lines
