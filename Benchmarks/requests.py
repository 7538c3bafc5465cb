"""Measures what a request costs `mailledger serve`: processor time of the server, and time until the answer is there.

usage: requests.py [MAIL]    in a folder of its own, with `mailledger` on the path; MAIL is a folder of real mail

The mailbox: 3,600 messages in 50 folders, one connection. A figure is the middle of five rounds.
"""

import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import time
from email.message import EmailMessage

MESSAGES, FOLDERS, ROUNDS, PAGE, SCREEN = 3600, 50, 5, 50, 30
ACCOUNT = "mara@example.org"
# Processor milliseconds, as asked of the server.
GOALS = {
    "session": 0.15, "all mailboxes": 0.6, "query": 0.3, "query and 50 list rows": 1.5, "first screen of 30 threads": 2.5,
    "open one": 0.5, "50 bodies": 5, "unread total": 0.2, "three changes, nothing new": 0.25, "set one keyword": 2,
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


def made_mail():
    random.seed(1)
    words = "invoice rent boat meeting report lunch train minutes draft budget harbour survey letter answer notes".split()
    for number in range(MESSAGES):
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


def make_ledger(folder):
    random.seed(2)
    for number in range(FOLDERS):
        os.makedirs("mail/.Folder%02d/cur" % number)
        os.makedirs("mail/.Folder%02d/new" % number)
    for number, mail in enumerate(real_mail(folder) if folder else made_mail()):
        if number >= MESSAGES:
            break
        flags = random.choice(["", "S", "S", "S", "RS", "FS"])
        with open("mail/.Folder%02d/cur/%d.M1P1.host:2,%s" % (min(number % 100, FOLDERS - 1), 1_700_000_000 + number, flags), "wb") as file:
            file.write(mail)
    tool("setup", "mail", ACCOUNT)


class Client:
    def __init__(self):
        self.token = tool("token", "add", "bench", "--actor", "mara", "--scopes", "read,write").split()[0]
        self.process = subprocess.Popen(["mailledger", "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        address = next(word for word in self.process.stdout.readline().split() if word.startswith("http://"))
        self.connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip(".,"))
        self.account = next(iter(self.get("/jmap/session")["accounts"]))

    def get(self, path):
        self.connection.request("GET", path, headers={"Authorization": "Bearer " + self.token})
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, body)
        return json.loads(body)

    def call(self, *calls):
        body = json.dumps({"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
            "methodCalls": [[name, {"accountId": self.account, **arguments}, str(index)] for index, (name, arguments) in enumerate(calls)]})
        self.connection.request("POST", "/jmap/api", body, {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
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
    ]


def main(folder=None):
    make_ledger(folder)
    client = Client()
    try:
        print("%-28s %10s %10s %6s" % ("request", "processor", "answered", "goal"))
        for name, ask, times in requests(client):
            ask()
            costs, waits = [], []
            for _ in range(ROUNDS):
                before, begin = client.processor(), time.monotonic()
                for _ in range(times):
                    ask()
                waits.append((time.monotonic() - begin) / times * 1e3)
                costs.append((client.processor() - before) / times * 1e3)
            print("%-28s %7.3f ms %7.3f ms %6.2f" % (name, statistics.median(costs), statistics.median(waits), GOALS[name]))
    finally:
        client.process.terminate()
        client.process.wait()


main(*sys.argv[1:])
