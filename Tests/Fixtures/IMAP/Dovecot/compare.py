#!/usr/bin/env python3
"""Gives the same commands to `mailledger imap` and to Dovecot 2.3, one by one, and compares the answers.

Usage: compare.py PROGRAM ACCOUNT [--only WORD] [--show]

PROGRAM is the path of mailledger, ACCOUNT the address of the account that is made. Both servers get the mail of mail.py in
a new folder, and the commands of steps.py. UIDs, mod-sequences, validities and ids are made comparable first: a UID becomes
its rank among all UIDs that its mailbox ever had. differences.py names the differences that are right, and those that are
known defects. Each other difference fails (exit code 1), and so does a named one that no longer occurs.

--only WORD compares only the steps that have WORD in their names; all of them run. --show prints the named differences, too.

Needs Dovecot 2.3 (Debian: dovecot-imapd), which refuses to serve mail as root: root runs it as nobody.
"""

import argparse
import os
import pwd
import re
import subprocess
import sys
import tempfile

import mail
from answers import Answers, differences
from connection import Connection
from differences import ACCEPTED, DEFECTS
from steps import script

DOVECOT = "/usr/lib/dovecot/imap"
# What a broken session raises. It is a difference like others, and the next step gets a new one.
BREAKS = (EOFError, TimeoutError, ValueError, OSError, KeyError, IndexError, AttributeError)


class Server:
    """A server with the three sessions of the script, and one that looks up UIDs."""

    def __init__(self, name, command, **options):
        self.name = name
        self.make = lambda: Connection(command, **options)
        self.sessions = {name: self.make() for name in "ABC"}
        self.observer = self.make()
        self.uids, self.values, self.target = {}, {}, None

    def ranks(self, box):
        """The UIDs that a mailbox ever had, brought up to now."""
        known = self.uids.setdefault(box, set())
        _, tagged = self.observer.run(b"EXAMINE " + box)
        if tagged.startswith(b"OK"):
            untagged, _ = self.observer.run(b"UID SEARCH ALL")
            for answer in untagged:
                if answer[0].startswith(b"* SEARCH"):
                    known.update(int(word) for word in answer[0].split()[2:])
        return known

    def rank(self, box, uid):
        known = self.uids.get(box, set())
        if uid not in known:
            known = self.ranks(box)
        return "u%d" % (sorted(known).index(uid) + 1) if uid in known else "u?"

    def uid(self, box, rank):
        return sorted(self.ranks(box))[rank - 1]

    def answers(self, step):
        """Does a step, and returns what was answered."""
        connection = self.sessions[step["session"]]
        self.target = step["target"]
        messages = NAMES if step["named"] else None

        def value(match):
            name = match.group(1).decode()
            if re.fullmatch(r"u\d+", name):
                return b"%d" % self.uid(step["box"] or connection.box, int(name[1:]))
            return self.values[name]

        command = step["command"]
        if b"\r\n" not in command:
            command = re.sub(rb"<([a-z]+\d*)>", value, command)
        if step["wait"]:
            return Answers(self, connection, *self.idle(connection, step["wait"]), command)
        if step["box"]:
            connection.box = step["box"]
        untagged, tagged = connection.run(command)
        if step["keep"]:
            text = b" ".join(piece for answer in untagged for piece in answer if isinstance(piece, bytes))
            self.values[step["keep"]] = re.search(rb"HIGHESTMODSEQ (\d+)", text).group(1)
            self.values["validity"] = re.search(rb"UIDVALIDITY (\d+)", text).group(1)
        return Answers(self, connection, untagged, tagged, command, messages)

    @staticmethod
    def idle(connection, wait):
        """Begins IDLE, ends it, or waits for what it says."""
        if wait == "start":
            connection.begin(b"IDLE")
            while not connection.answer()[0].startswith(b"+"):
                pass
            return [], None
        if wait == "end":
            connection.send(b"DONE\r\n")
            return connection.finish()
        return connection.gather(*wait), None

    def close(self):
        for connection in [*self.sessions.values(), self.observer]:
            connection.close()


NAMES = {number: name for name, number in mail.numbers().items()}


def start(program, account, work):
    """Makes both mailboxes, and starts both servers."""
    maildir, home = os.path.join(work, "mail"), os.path.join(work, "home")
    mail.write(maildir)
    os.makedirs(home)
    environment = dict(os.environ, HOME=home, MAILLEDGER=os.path.join(home, "ledger"), TZ="UTC")
    for command in [["init"], ["account", "add", account], ["import", maildir, "--account", account, "--quiet"]]:
        done = subprocess.run([program, *command], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit("mailledger %s: %s%s" % (" ".join(command), done.stdout, done.stderr))
    ours = Server("mailledger", [program, "imap"], env=environment)

    place = os.path.join(work, "dovecot")
    os.makedirs(os.path.join(place, "run"))
    mail.write(os.path.join(place, "mail"))
    config = os.path.join(place, "dovecot.conf")
    with open(config, "w") as file:
        file.write(
            "protocols = imap\nssl = no\nlog_path = %s/log\nbase_dir = %s/run\nstate_dir = %s/run\n"
            "mail_location = maildir:%s/mail\nmail_home = %s\n"
            "namespace inbox {\n  inbox = yes\n  separator = /\n  prefix =\n}\n" % ((place,) * 5)
        )
    options = dict(env={"HOME": place, "USER": "mara", "PATH": os.environ["PATH"], "TZ": "UTC"})
    if os.getuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chmod(work, 0o755)
        for folder, _, names in os.walk(place):
            for path in [folder, *(os.path.join(folder, name) for name in names)]:
                os.chown(path, nobody.pw_uid, nobody.pw_gid)
        options.update(user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
    return ours, Server("Dovecot", [DOVECOT, "-c", config], **options)


def compared(ours, theirs, step):
    """What differs in a step; a session that breaks is replaced."""
    pair, lines = [], []
    for server in (ours, theirs):
        try:
            pair.append(server.answers(step))
        except BREAKS as error:
            lines.append("broken: %s: %r" % (server.name, error))
            server.sessions[step["session"]].process.kill()
            server.sessions[step["session"]] = server.make()
    return lines or differences(*pair)


class Verdict:
    """What is to be said in the end."""

    def __init__(self, show):
        self.show = show
        self.seen, self.failed, self.named = set(), 0, 0

    def add(self, name, lines):
        """Counts the differences of a step, and prints what no table names."""
        others = []
        for line in lines:
            rule = next((rule for rule in ACCEPTED + DEFECTS if rule.names(name, line)), None)
            if rule is None:
                others.append(line)
                continue
            self.named += 1
            self.seen.update([(rule.reason, name), (rule.reason, rule.pattern(line))])
            if self.show:
                print("named %s: %s\n    %s" % (name, rule.reason, line))
        if others:
            self.failed += 1
            print("DIFFERENT %s" % name)
            print("".join("    %s\n" % (line if self.show or len(line) < 600 else line[:600] + "…") for line in others[:12]), end="")

    def add_stale(self, names):
        """Prints what a table names and what did not occur: its rule says more than is true."""
        for rule in ACCEPTED + DEFECTS:
            stale = [step for step in rule.steps if step in names and (rule.reason, step) not in self.seen]
            if set(rule.steps) <= names:
                stale += [pattern for pattern in rule.patterns if (rule.reason, pattern) not in self.seen]
            for what in stale:
                self.failed += 1
                print("STALE %s: no such difference any more: %s" % (what, rule.reason))
            for step in set(rule.steps) - ALL_STEPS:
                self.failed += 1
                print("STALE %s: there is no such step: %s" % (step, rule.reason))


STEPS = script()
ALL_STEPS = {step["name"] for step in STEPS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("account")
    parser.add_argument("--only", default="")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    verdict, names = Verdict(options.show), {name for name in ALL_STEPS if options.only in name}
    with tempfile.TemporaryDirectory(prefix="imap-compare-") as work:
        ours, theirs = start(os.path.abspath(options.program), options.account, work)
        for step in STEPS:
            lines = compared(ours, theirs, step)
            if step["name"] in names:
                verdict.add(step["name"], lines)
        ours.close()
        theirs.close()
    verdict.add_stale(names)
    print("%d steps, %d named differences, %d failures" % (len(names), verdict.named, verdict.failed))
    return 1 if verdict.failed else 0


if __name__ == "__main__":
    sys.exit(main())
