"""The mail that both servers get: well-formed messages of many shapes, and broken ones. It is the same each time."""

import base64
import os
import time

# Two shapes of a kind never differ; what differs has a name of its own, which differences.py uses.
ORDINARY = 24
ZONE = ["+0000", "+0200", "-0700", "+0530"]
TOPICS = ["the tide table", "linux on the boat", "Minutes", "a test of the radio", "harbour dues"]
SIXTY = "A line of some sixty letters that says nothing but the tide.\n"
FLAGS = ["", "S", "RS", "FS", "S", "", "DS", "FRS"]


def dated(number):
    seconds = 1_000_000_000 + number * 7_000_000
    return time.strftime("%a, %d %b %Y %H:%M:%S ", time.gmtime(seconds)) + ZONE[number % len(ZONE)]


def ordinary(number):
    """Letters of five threads, some long, with the fields that mail has."""
    topic = TOPICS[number % len(TOPICS)]
    fields = [
        "Return-Path: <ada@example.org>",
        "Received: from mx.example.org (mx.example.org [192.0.2.%d])\n\tby relay.example.net; %s" % (number, dated(number)),
        "From: %s" % ["Ada Byron <ada@example.org>", '"Ben, the Second" <ben@example.com>', "cleo@example.net"][number % 3],
        "To: list@lists.example.org, Mara <mara@example.org>",
        "Subject: %s%s" % ("Re: " if number >= len(TOPICS) else "", topic),
        "Date: %s" % dated(number),
        "Message-ID: <ordinary-%d@compare.example>" % number,
    ]
    if number >= len(TOPICS):
        before = number - len(TOPICS)
        fields.append("In-Reply-To: <ordinary-%d@compare.example>" % before)
        chain = range(number % len(TOPICS), number, len(TOPICS))
        fields.append("References: " + "\n ".join("<ordinary-%d@compare.example>" % one for one in chain))
    if number % 4 == 1:
        fields.append("Cc: Dirk Aalto <dirk@example.org>, Friends: eva@example.org, finn@example.org;")
    if number % 6 == 2:
        fields.append("Bcc: gerd@example.org")
    if number % 5 == 3:
        fields += ["X-Mailer: Mutt 1.5", "Sender: list-owner@lists.example.org", "Reply-To: list@lists.example.org"]
    return "\n".join(fields) + "\n\nOn %s.\n\n%s" % (topic, SIXTY * (number * 7 % 110))


def letter(name, header, body, sender="From: Ada <ada@example.org>\n", subject=True, date="Sat, 3 Oct 2002 10:00:00 +0200"):
    """A message with the usual fields and more."""
    text = sender + "To: mara@example.org\n"
    text += "Subject: %s\n" % name if subject else ""
    text += "Date: %s\n" % date if date else ""
    return text + "Message-ID: <%s@compare.example>\n%s\n%s" % (name.replace(" ", "-"), header, body)


MULTIPART = 'MIME-Version: 1.0\nContent-Type: multipart/%s; boundary="%s"\n'
PLAIN = "Content-Type: text/plain; charset=utf-8\n\nThe text of the part.\n"
HTML = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<p>The t=C3=A4xt.</p>\n"
IMAGE = (
    'Content-Type: image/png; name="tide.png"\nContent-Transfer-Encoding: base64\nContent-ID: <tide@compare.example>\n'
    'Content-Description: a picture\nContent-Disposition: attachment; filename="tide.png"\n\n'
    + base64.encodebytes(bytes(range(256)) * 3).decode()
)


def multipart(kind, boundary, *parts, end="\n"):
    """The fields and the body of a multipart."""
    body = "A preamble.\n" + "".join("--%s\n%s\n" % (boundary, part) for part in parts)
    return MULTIPART % (kind, boundary), body + ("--%s--" % boundary + end if end is not None else "")


def part(kind, boundary, *parts):
    header, body = multipart(kind, boundary, *parts)
    return header.replace("MIME-Version: 1.0\n", "") + "\n" + body


def shapes():
    """Well-formed messages, each of another shape."""
    header, body = multipart("alternative", "inner", PLAIN, HTML)
    attached = letter("attached letter", "X-Mailer: mutt\n" + header, body)
    yield letter("alternative", *multipart("alternative", "b1", PLAIN, HTML))
    yield letter("mixed", *multipart("mixed", "b2", PLAIN, IMAGE))
    yield letter("nested", *multipart("mixed", "b3", part("alternative", "b4", PLAIN, HTML), IMAGE, PLAIN))
    yield letter("with a letter", *multipart("mixed", "b5", PLAIN, "Content-Type: message/rfc822\n\n" + attached, IMAGE))
    yield letter("a letter alone", "MIME-Version: 1.0\nContent-Type: message/rfc822\n", letter("inside", "", "Hello.\n"))
    yield letter("digest", *multipart("digest", "b6", "\n" + letter("d1", "", "One.\n"), "\n" + letter("d2", "", "Two.\n")))
    yield letter("html alone", "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n", "<p>linux &amp; tide</p>\n")
    yield letter(
        "quoted", "MIME-Version: 1.0\nContent-Type: text/plain; charset=iso-8859-1; format=flowed\nContent-Language: de, en\n"
        "Content-Transfer-Encoding: quoted-printable\n", "Gr=FC=DFe, and a soft=\n line.\n")
    yield letter(
        "in base64", "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n"
        "Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==\nContent-Location: http://example.org/\n",
        base64.encodebytes(("Tide at four, é.\n" * 9).encode()).decode())
    yield letter("=?utf-8?Q?Gr=C3=BC=C3=9Fe?= =?utf-8?B?IGF1cyBCZXJu?=", "", "Words that are encoded.\n").replace(
        "<=?utf-8?Q?Gr=C3=BC=C3=9Fe?=-=?utf-8?B?IGF1cyBCZXJu?=", "<encoded")
    yield letter("folded\n  twice\n\tby a tab", "", "Fields of many lines.\n").replace("<folded\n--twice\n\tby-a-tab", "<folded")
    yield letter("no text", "", "")
    yield letter("Fwd: [list] Re: harbour dues", "", "A base subject of RFC 5256.\n").replace("<Fwd:-[list]-Re:-harbour-dues", "<base")
    yield letter("empty subject", "", "Nothing.\n").replace("Subject: empty subject", "Subject:")
    yield letter("no subject", "", "Nothing at all.\n", subject=False)
    yield letter("with CR LF", "X-Mailer: mutt\n", "Each line.\nEnds so.\n").replace("\n", "\r\n")
    yield letter("long line", "", "x" * 5000 + "\nthe end\n")
    yield letter("a group", "Cc: undisclosed-recipients:;\n", "To nobody.\n")
    yield letter("parameters", "MIME-Version: 1.0\nContent-Type: application/pdf; name*0=\"a long \"; name*1=\"name.pdf\"\n"
                 "Content-Transfer-Encoding: 8bit\nContent-Disposition: inline; filename*=utf-8''m%C3%A4rz.pdf\n", "No PDF.\n")


def broken():
    """Messages that break a rule: each server makes of them what it can. Name and bytes."""
    yield "no domain", letter("no domain", "Cc: baz\n", "Who is that?\n").encode()
    yield "no date", letter("no date", "", "When was that?\n", date=None).encode()
    yield "wrong date", letter("wrong date", "", "When?\n", date="Thu, 41 Foo 2002").encode()
    yield "blank fold", letter("blank \n fold", "", "A blank before the fold.\n").replace("<blank-\n-fold", "<blank-fold").encode()
    yield "raw bytes", letter("raw bytes", "", "Raw \xfc.\n").replace("Subject: raw bytes", "Subject: gr\xfcn").encode("latin-1")
    yield "raw utf-8", letter("raw utf-8", "", "Raw é.\n").replace("Subject: raw utf-8", "Subject: grün").encode()
    yield "utf-8 mark", b"\xef\xbb\xbf" + letter("utf-8 mark", "", "A mark first.\n").encode()
    yield "no empty line", letter("no empty line", "", "").removesuffix("\n").encode()
    yield "open end", letter("open end", *multipart("mixed", "b7", PLAIN, HTML, end=None)).encode()
    yield "no boundary", letter("no boundary", "MIME-Version: 1.0\nContent-Type: multipart/mixed\n", "No part.\n").encode()
    yield "never there", letter("never there", "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b8\n", "No.\n").encode()
    yield "bare CR", letter("bare CR", "", "one\rtwo\n").encode()
    yield "encoding", letter(
        "encoding", "MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: x-nothing\n", "The text.\n").encode()
    yield "two dates", letter("two dates", "Date: Wed, 1 Jan 2003 00:00:00 +0000\n", "Twice.\n").encode()
    yield "bad base64", letter(
        "bad base64", "MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n", "AAA*\n====\n").encode()


def messages():
    """Name and bytes of each message, in their order in the mailbox."""
    for number in range(ORDINARY):
        yield "ordinary %d" % number, ordinary(number).encode()
    for number, text in enumerate(shapes()):
        yield "shape %d" % number, text.encode()
    yield from broken()


def numbers():
    """The number in the mailbox of each message by name."""
    return {name: number for number, (name, _) in enumerate(messages(), 1)}


def write(folder):
    """Writes a Maildir that has the messages as its INBOX."""
    for name in ("cur", "new", "tmp"):
        os.makedirs(os.path.join(folder, name))
    for number, (_, text) in enumerate(messages(), 1):
        when = 1_600_000_000 + number * 79_190
        path = os.path.join(folder, "cur", "%d.M%dP1.compare:2,%s" % (when, number, FLAGS[number % len(FLAGS)]))
        with open(path, "wb") as file:
            file.write(text)
        os.utime(path, (when, when))
