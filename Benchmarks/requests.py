"""Measures what a request costs `mailledger serve`: processor time of the server, and time until the answer is there.

usage: requests.py [MAIL]    with `mailledger` on the path; MAIL is a folder of real mail

The mailbox: 3,600 messages in 50 folders, one connection, and then ten times as many messages. A figure is the middle of five rounds.
Behind that: 500 streams that wait, how soon a change is pushed, and the memory over 100,000 requests of all kinds.
It works in a temporary folder.
"""

import http.client
import json
import os
import random
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from email.message import EmailMessage

MESSAGES, FOLDERS, ROUNDS, PAGE, SCREEN = 3600, 50, 5, 50, 30
# How much more a request may cost in a mailbox of ten times as much mail.
GROWTH, GROWTH_GOAL = 10, 1.2
STREAMS, PUSHES, MIXED = 500, 100, 100_000
ACCOUNT = "mara@example.org"
# Processor milliseconds, as asked of the server.
GOALS = {
    "session": 0.15, "all mailboxes": 0.6, "query": 0.3, "query and 50 list rows": 1.5, "first screen of 30 threads": 2.5,
    "open one": 0.5, "50 bodies": 5, "unread total": 0.2, "three changes, nothing new": 0.25, "set one keyword": 2,
    "set one keyword, and all mailboxes": 2.6,
}
ROW = ["id", "threadId", "mailboxIds", "keywords", "from", "subject", "receivedAt", "size", "preview", "hasAttachment"]


def tool(*words):
    done = subprocess.run(["mailledger", *words], stdout=subprocess.PIPE, text=True)
    # Of real mail, some files may be none: exit code 5.
    if done.returncode not in (0, 5):
        sys.exit(done.returncode)
    return done.stdout


def real_mail(folder):
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name not in ("README.md", "LICENSE"):
                with open(os.path.join(place, name), "rb") as file:
                    yield file.read()


def made_mail(count):
    random.seed(1)
    words = "invoice rent boat meeting report lunch train minutes draft budget harbour survey letter answer notes".split()
    for number in range(count):
        mail = EmailMessage()
        mail["From"] = "%s <%s@example.net>" % ((random.choice(["Ada", "Ben", "Cleo", "Dirk"]),) * 2)
        mail["To"] = ACCOUNT
        mail["Subject"] = " ".join(random.sample(words, 3))
        mail["Message-ID"] = "<%d@example.net>" % number
        mail["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(1_700_000_000 + number * 600))
        if number % 4:
            mail["In-Reply-To"] = "<%d@example.net>" % (number - 1)
        mail.set_content(" ".join(random.choices(words, k=400)))
        yield mail.as_bytes()


def repeated(mails, count):
    """The same mail again and again, each time as other messages; that made for this is told apart already."""
    mails = list(mails)
    for number in range(count):
        mail = mails[number % len(mails)]
        time = number // len(mails)
        yield mail if not time else b"X-Time: %d\r\n" % time + mail.replace(b"essage-ID: <", b"essage-ID: <%d." % time).replace(
            b"essage-Id: <", b"essage-Id: <%d." % time)


def make_ledger(folder, count):
    """Makes a ledger where it is to be, out of a Maildir beside it; a folder has the same part of the mail, however much that is."""
    random.seed(2)
    for number in range(FOLDERS):
        os.makedirs("mail/.Folder%02d/cur" % number)
        os.makedirs("mail/.Folder%02d/new" % number)
    for number, mail in enumerate(repeated(real_mail(folder), count) if folder else made_mail(count)):
        flags = random.choice(["", "S", "S", "S", "RS", "FS"])
        name = "mail/.Folder%02d/cur/%d.M1P1.host:2,%s" % (min(number % 100, FOLDERS - 1), 1_700_000_000 + number, flags)
        with open(name, "wb") as file:
            file.write(mail)
    tool("setup", "mail", ACCOUNT)


class Client:
    def __init__(self):
        self.token = tool("token", "add", "bench", "--actor", "mara", "--scopes", "read,write,audit").split()[0]
        self.process = subprocess.Popen(["mailledger", "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        address = next(word for word in self.process.stdout.readline().split() if word.startswith("http://"))
        self.place = address.removeprefix("http://").rstrip(".,")
        self.connection = http.client.HTTPConnection(self.place)
        self.account = next(iter(self.get("/jmap/session")["accounts"]))

    def get(self, path):
        self.connection.request("GET", path, headers={"Authorization": "Bearer " + self.token})
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, body)
        return json.loads(body)

    def call(self, *calls):
        self.begin(*calls)
        return self.answers()

    def begin(self, *calls):
        body = json.dumps({"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
            "methodCalls": [[name, {"accountId": self.account, **arguments}, str(index)] for index, (name, arguments) in enumerate(calls)]})
        self.connection.request("POST", "/jmap/api", body, {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})

    def answers(self):
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, body)
        answers = json.loads(body)["methodResponses"]
        assert not any(name == "error" for name, _, _ in answers), body[:500]
        return [object for _, object, _ in answers]

    def processor(self):
        """Seconds, to a ten-millionth."""
        total = 0
        for thread in os.listdir("/proc/%d/task" % self.process.pid):
            with open("/proc/%d/task/%s/schedstat" % (self.process.pid, thread)) as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def memory(self, name):
        """In MiB: `VmRSS` now, or `VmHWM` at the most."""
        with open("/proc/%d/status" % self.process.pid) as file:
            return next(int(line.split()[1]) for line in file if line.startswith(name + ":")) / 1024

    def stream(self):
        """Opens a stream of changed states, past its first words."""
        host, port = self.place.split(":")
        stream = socket.create_connection((host, int(port)))
        stream.sendall(("GET /jmap/eventsource?types=*&closeafter=no&ping=0 HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
            % (self.place, self.token)).encode())
        text = b""
        while b"retry:" not in text:
            text += stream.recv(65536)
        return stream

    def stop(self):
        self.process.terminate()
        self.process.wait()


def reference(call, name, path):
    return {"resultOf": str(call), "name": name, "path": path}


def requests(client):
    mailboxes = client.call(("Mailbox/get", {}))[0]["list"]
    largest = max(mailboxes, key=lambda one: one["totalEmails"])["id"]
    newest = [("Email/query", {"filter": {"inMailbox": largest}, "sort": [{"property": "receivedAt", "isAscending": False}], "limit": PAGE})]
    emails = client.call(*newest)[0]["ids"]
    states = [client.call((kind + "/get", {"ids": []}))[0]["state"] for kind in ("Mailbox", "Thread", "Email")]
    screen = [
        ("Email/query", {**newest[0][1], "collapseThreads": True, "limit": SCREEN, "calculateTotal": True}),
        ("Email/get", {"#ids": reference(0, "Email/query", "/ids"), "properties": ["threadId"]}),
        ("Thread/get", {"#ids": reference(1, "Email/get", "/list/*/threadId")}),
        ("Email/get", {"#ids": reference(2, "Thread/get", "/list/*/emailIds"), "properties": ROW}),
    ]
    flag = [False]

    def mark():
        flag[0] = not flag[0]
        return client.call(("Email/set", {"update": {emails[0]: {"keywords/$flagged": True if flag[0] else None}}}))

    return [
        ("session", lambda: client.get("/jmap/session"), 500),
        ("all mailboxes", lambda: client.call(("Mailbox/get", {})), 300),
        ("query", lambda: client.call(*newest), 300),
        ("query and 50 list rows", lambda: client.call(
            *newest, ("Email/get", {"#ids": reference(0, "Email/query", "/ids"), "properties": ROW})), 200),
        ("first screen of 30 threads", lambda: client.call(*screen), 100),
        ("open one", lambda: client.call(("Email/get", {"ids": emails[:1], "fetchAllBodyValues": True})), 200),
        ("50 bodies", lambda: client.call(("Email/get", {"ids": emails, "fetchTextBodyValues": True})), 50),
        ("unread total", lambda: client.call(
            ("Email/query", {"filter": {"notKeyword": "$seen"}, "limit": 1, "calculateTotal": True})), 200),
        ("three changes, nothing new", lambda: client.call(
            *[(kind + "/changes", {"sinceState": state}) for kind, state in zip(("Mailbox", "Thread", "Email"), states)]), 300),
        ("set one keyword", mark, 50),
        ("set one keyword, and all mailboxes", lambda: (mark(), client.call(("Mailbox/get", {}))), 50),
    ]


def measured(client):
    """The name of each request, with its processor milliseconds and those until the answer is there."""
    for name, ask, times in requests(client):
        ask()
        costs, waits = [], []
        for _ in range(ROUNDS):
            before, begin = client.processor(), time.monotonic()
            for _ in range(times):
                ask()
            waits.append((time.monotonic() - begin) / times * 1e3)
            costs.append((client.processor() - before) / times * 1e3)
        yield name, statistics.median(costs), statistics.median(waits)


def measure_streams(client):
    """What streams cost that wait, and how soon they hear of something."""
    time.sleep(2)
    memory = client.memory("VmRSS")
    streams = [client.stream() for _ in range(STREAMS)]
    time.sleep(5)
    before, begin = client.processor(), time.monotonic()
    time.sleep(20)
    share = (client.processor() - before) / (time.monotonic() - begin) * 100
    print("%-44s %7.1f MiB  goal 50" % ("%d streams that wait: memory" % STREAMS, client.memory("VmRSS") - memory))
    print("%-44s %7.2f %%    goal 1" % ("%d streams that wait: of a core" % STREAMS, share))
    for stream in streams[1:]:
        stream.close()
    time.sleep(3)
    stream = streams[0]
    stream.setblocking(False)
    # The server has ended it: nothing was asked for a while.
    client.connection.close()
    waiting = selectors.DefaultSelector()
    waiting.register(stream, selectors.EVENT_READ)

    def heard(record):
        """Milliseconds from the beginning of what records a change to the first byte on the stream: more than from the commit."""
        spans = []
        for number in range(PUSHES):
            while waiting.select(0):
                stream.recv(1 << 20)
            begin = time.monotonic()
            recorded = record(number)
            assert waiting.select(10), "nothing was pushed"
            spans.append((time.monotonic() - begin) * 1e3)
            recorded()
            time.sleep(0.05)
        return spans

    email = client.call(("Email/query", {"limit": 1}))[0]["ids"][0]
    client.call(("Email/set", {"update": {email: {"keywords/$flagged": None}}}))
    time.sleep(1)

    def within(number):
        client.begin(("Email/set", {"update": {email: {"keywords/push%d" % number: True}}}))
        return client.answers

    def from_another(number):
        words = ["mailledger", "mark", "--unflagged" if number % 2 else "--flagged", "id:" + email[1:9]]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL).wait

    for name, record, goal in (("within the process", within, 20), ("from another process", from_another, 60)):
        spans = sorted(heard(record))
        print("%-44s %7.1f ms   goal %d   (longest %.1f)" % ("a push, " + name, statistics.median(spans), goal, spans[-1]))
    stream.close()


def measure_memory(client):
    """The memory over many requests of all kinds."""
    asks = [ask for _, ask, _ in requests(client)]
    marks = [0, MIXED // 4, MIXED // 2, MIXED - 1]
    held = []
    for number in range(MIXED):
        asks[number % len(asks)]()
        if number in marks:
            held.append("%.0f" % client.memory("VmRSS"))
    print("%-44s %7.1f MiB  goal 150  (on the way: %s)" % (
        "%d requests: the most memory" % MIXED, client.memory("VmHWM"), ", ".join(held)))


def with_ledger(folder, count, body):
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        os.environ["MAILLEDGER"] = place + "/ledger"
        make_ledger(folder, count)
        client = Client()
        try:
            return body(client)
        finally:
            client.stop()
            os.chdir("/")


def main(folder=None):
    folder = folder and os.path.abspath(folder)

    def small(client):
        print("%-28s %10s %10s %6s" % ("request", "processor", "answered", "goal"))
        costs = {}
        for name, cost, wait in measured(client):
            print("%-28s %7.3f ms %7.3f ms %6.2f" % (name, cost, wait, GOALS[name]), flush=True)
            costs[name] = cost
        measure_streams(client)
        measure_memory(client)
        return costs

    costs = with_ledger(folder, MESSAGES, small)
    print("%-28s %10s %10s %6s" % ("with %d messages" % (GROWTH * MESSAGES), "processor", "times", "goal"))

    def large(client):
        for name, cost, _ in measured(client):
            print("%-28s %7.3f ms %10.2f %6.2f" % (name, cost, cost / costs[name], GROWTH_GOAL), flush=True)

    with_ledger(folder, GROWTH * MESSAGES, large)


main(*sys.argv[1:])
