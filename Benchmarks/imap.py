"""Measures what `mailledger imap` costs beside Dovecot: processor time of the server, as ratios within one run.

usage: imap.py PROGRAM ACCOUNT MAIL [COUNT]    in a folder of its own; MAIL is a folder of mail

The mailbox has COUNT (40,000) messages: those of MAIL, and again under other Message-IDs if they are fewer. Each server is
asked in ROUNDS sessions. "first" is the first time in a session, "again" the best of the next three; a figure is the middle
of the rounds. Both servers have their caches on disk from a session before. Dovecot has its defaults: no full-text index,
and mail_fsync as it comes.
"""

import os
import pwd
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time

PROGRAM, ACCOUNT, MAIL = sys.argv[1:4]
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 40_000
ROUNDS, AGAIN, SESSIONS, APPENDS = 3, 3, 200, 1000
CHANGED, GONE, MEMORY = 1000, 500, 40
DOVECOT = "/usr/lib/dovecot/imap"
ENVELOPES = "(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE)"
FLAGS = ["", "S", "FS", "RS"]


# MARK: Mail


def real_files(folder):
    """The files of a folder that look like mail."""
    for place, names, files in os.walk(folder):
        names.sort()
        for name in sorted(files):
            path = os.path.join(place, name)
            if 0 < os.path.getsize(path) < 200_000:
                with open(path, "rb") as file:
                    text = file.read()
                if re.match(rb"[A-Za-z][A-Za-z0-9-]*:", text):
                    yield text


def make_maildir(folder):
    """Writes COUNT messages, and returns a word of subjects and one of texts, which about one message in a hundred has."""
    for name in ("cur", "new", "tmp"):
        os.makedirs("%s/%s" % (folder, name))
    number, subjects, texts, sampled = 0, {}, {}, 0
    for turn in range(COUNT):
        before = number
        for text in real_files(MAIL):
            if turn:
                text = re.sub(rb"(?im)^message-id:[^\n]*\n([ \t][^\n]*\n)*", b"", text, count=1)
                text = b"Message-ID: <%d.%d@again.example.org>\n" % (turn, number) + text
            elif number % 20 == 0:
                sampled += 1
                header, _, body = text.partition(b"\n\n")
                count_words(subjects, b" ".join(re.findall(rb"(?im)^subject:(.*)", header)))
                count_words(texts, b"\n".join(line for line in body.split(b"\n") if b" " in line))
            with open("%s/cur/%d.M%d.host:2,%s" % (folder, 1_700_000_000 + number, number, FLAGS[number % 4]), "wb") as file:
                file.write(text)
            number += 1
            if number == COUNT:
                break
        if number == COUNT or number == before:
            break
    if not number:
        sys.exit("There is no mail in %s" % MAIL)
    return [min(counts, key=lambda word: (abs(counts[word] - sampled / 100), word)) for counts in (subjects, texts)]


def count_words(counts, text):
    for word in set(re.findall(r"\b[a-z]{6,10}\b", text.decode("latin-1").lower())):
        counts[word] = counts.get(word, 0) + 1


# MARK: Servers


class Session:
    """One session over a pipe or a socket, and what it costs the server."""

    def __init__(self, process, reader, writer):
        self.process, self.reader, self.writer, self.count = process, reader, writer, 0
        self.greeting = reader.readline()

    def ask(self, command, literal=None):
        """Sends a command, and returns all lines of its answer; literals count as lines."""
        self.count += 1
        tag, lines = b"x%d " % self.count, []
        self.writer.write(tag + command.encode() + (b" {%d+}\r\n%s" % (len(literal), literal) if literal else b"") + b"\r\n")
        self.writer.flush()
        while True:
            line = self.reader.readline()
            lines.append(line)
            if not line or line.startswith(tag):
                if not line.startswith(tag + b"OK"):
                    sys.exit("%s: %r" % (command[:80], line))
                return lines
            while size := re.search(rb"\{(\d+)\}\r\n$", line):
                lines.append(self.reader.read(int(size.group(1))))
                line = self.reader.readline()
                lines.append(line)

    def processor(self):
        """Seconds of the server's process, with all threads that it has and had: its clock of clock_gettime(2)."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def cost(self, command):
        before = self.processor()
        lines = self.ask(command)
        return (self.processor() - before) * 1e3, lines

    def end(self):
        self.writer.close()
        self.process.wait(30)
        self.reader.close()


class Server:
    def __init__(self, name, command, **options):
        self.name, self.command, self.options = name, command, options

    def session(self):
        process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **self.options)
        return Session(process, process.stdout, process.stdin)


def make_ledger():
    environment = dict(os.environ, HOME=os.getcwd(), MAILLEDGER=os.getcwd() + "/ledger", TZ="UTC")
    done = subprocess.run([PROGRAM, "setup", "mail", ACCOUNT], env=environment, stdout=subprocess.DEVNULL)
    if done.returncode not in (0, 5):  # 5: of real mail, some files may be none
        sys.exit(done.returncode)
    return Server("mailledger", [PROGRAM, "imap", "--account", ACCOUNT], env=environment)


def make_dovecot():
    place = os.getcwd() + "/dovecot"
    os.makedirs(place + "/run")
    shutil.copytree("mail", place + "/mail", copy_function=shutil.copy2)
    with open(place + "/dovecot.conf", "w") as file:
        file.write(
            "protocols = imap\nssl = no\nlog_path = %s/log\nbase_dir = %s/run\nstate_dir = %s/run\n"
            "mail_location = maildir:%s/mail\nmail_home = %s\nnamespace inbox {\n  inbox = yes\n}\n" % ((place,) * 5))
    options = dict(env={"HOME": place, "USER": "mara", "PATH": os.environ["PATH"], "TZ": "UTC"})
    if os.getuid() == 0:  # Dovecot refuses to serve mail as root.
        nobody = pwd.getpwnam("nobody")
        os.chmod(os.getcwd(), 0o755)
        for folder, _, names in os.walk(place):
            for path in [folder, *(os.path.join(folder, name) for name in names)]:
                os.chown(path, nobody.pw_uid, nobody.pw_gid)
        options.update(user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
    return Server("Dovecot", [DOVECOT, "-c", place + "/dovecot.conf"], **options)


# MARK: Work


def number(lines, pattern):
    return int(re.search(pattern, b"".join(lines)).group(1))


def measure(server, before, command):
    """Milliseconds of the first time in a session and of the best of the next ones, and the last answer."""
    firsts, nexts, lines = [], [], []
    for _ in range(ROUNDS):
        session = server.session()
        for line in before:
            session.ask(line)
        firsts.append(session.cost(command)[0])
        again = []
        for _ in range(AGAIN):
            spent, lines = session.cost(command)
            again.append(spent)
        nexts.append(min(again))
        session.end()
    return statistics.median(firsts), statistics.median(nexts), lines


def change(server):
    """Changes flags of CHANGED messages and takes GONE away, spread over the mailbox; returns the state before."""
    session = server.session()
    session.ask("ENABLE QRESYNC")
    lines = session.ask("SELECT INBOX")
    total = number(lines, rb"\* (\d+) EXISTS")
    state = number(lines, rb"UIDVALIDITY (\d+)"), number(lines, rb"HIGHESTMODSEQ (\d+)")
    gone = range(7, total + 1, max(total // GONE, 1))[:GONE]
    changed = [one + 1 for one in range(2, total, max(total // CHANGED, 1)) if one + 1 not in gone][:CHANGED]
    session.ask("STORE %s +FLAGS.SILENT (\\Flagged $Bench)" % ",".join(map(str, changed)))
    session.ask("STORE %s +FLAGS.SILENT (\\Deleted)" % ",".join(map(str, gone)))
    session.ask("EXPUNGE")
    session.end()
    return state


def identities(server, numbers):
    """The Message-IDs of messages by their numbers."""
    if not numbers:
        return set()
    session = server.session()
    session.ask("EXAMINE INBOX")
    lines = session.ask("FETCH %s (BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])" % ",".join(map(str, numbers)))
    session.end()
    return set(line.strip().lower() for line in lines if line.lower().startswith(b"message-id:"))


class Table:
    def __init__(self):
        print("%-46s %13s %13s %7s %8s" % ("work", "mailledger", "Dovecot", "ratio", "goal"))

    def add(self, work, ours, theirs, goal):
        """A row of milliseconds, whose goal is a ratio."""
        self.row(work, ours, theirs, "ms", "%g" % goal, ours / theirs <= goal)

    def row(self, work, ours, theirs, unit, goal, reached):
        values = (work, ours, unit, theirs, unit, ours / theirs, goal, "reached" if reached else "MISSED")
        print("%-46s %9.2f %-3s %9.2f %-3s %7.3f %8s  %s" % values, flush=True)


def compare_answers(work, servers, answers):
    found = []
    for server, lines in zip(servers, answers):
        numbers = [int(word) for line in lines if line.startswith(b"* SEARCH") for word in line.split()[2:]]
        found.append(identities(server, numbers))
    mine, other = found
    print("  %s: %d found, Dovecot %d; only here %d, only there %d" % (work, len(mine), len(other), len(mine - other), len(other - mine)))


def append(server):
    """Milliseconds of processor and of waiting for APPENDS messages of two kilobytes, one by one, to a new mailbox."""
    session = server.session()
    text = (b"From: Ada <ada@example.org>\r\nTo: mara@example.org\r\nSubject: number %d\r\nDate: Tue, 3 Mar 2020 10:00:00 +0100\r\n"
            b"Message-ID: <append-%d@example.org>\r\n\r\n" + b"A line of some sixty letters that says nothing but the tide.\r\n" * 30)
    session.ask("CREATE Appended")
    before, begin = session.processor(), time.monotonic()
    for one in range(APPENDS):
        session.ask("APPEND Appended", text % (one, one))
    spent = (session.processor() - before) * 1e3, (time.monotonic() - begin) * 1e3
    session.end()
    return spent


# MARK: Memory


def memory(process):
    """MiB of a process; pages that it shares with others are divided (Pss)."""
    with open("/proc/%d/smaps_rollup" % process.pid) as file:
        return int(re.search(r"Pss:\s+(\d+)", file.read()).group(1)) / 1024


def idle_by_sockets(server):
    """MiB of `serve --imap` without a session, and with SESSIONS that wait in IDLE."""
    tokens = []
    for one in range(SESSIONS // 20):
        words = [PROGRAM, "token", "add", "bench%d" % one, "--actor", "mara", "--scopes", "read"]
        said = subprocess.run(words, capture_output=True, text=True, check=True, **server.options).stdout
        tokens.append(re.search(r"mlt_\S+", said).group(0))
    words = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--imap", "127.0.0.1:0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **server.options)
    try:
        port = int(re.search(r"imap://127.0.0.1:(\d+)", process.stdout.readline()).group(1))
        before, sessions = memory(process), []
        for one in range(SESSIONS):
            connection = socket.create_connection(("127.0.0.1", port))
            session = Session(process, connection.makefile("rb"), connection.makefile("wb"))
            session.ask("LOGIN %s %s" % (ACCOUNT, tokens[one // 20]))
            session.ask("SELECT INBOX")
            session.writer.write(b"idle IDLE\r\n")
            session.writer.flush()
            session.reader.readline()
            sessions.append((connection, session))
        return before, memory(process)
    finally:
        process.terminate()
        process.wait()


def idle_by_processes(server):
    sessions = [server.session() for _ in range(SESSIONS)]
    for session in sessions:
        session.ask("SELECT INBOX")
        session.writer.write(b"idle IDLE\r\n")
        session.writer.flush()
        session.reader.readline()
    total = sum(memory(session.process) for session in sessions)
    for session in sessions:
        session.end()
    return total


# MARK: The table


def main():
    subject, text = make_maildir("mail")
    servers = make_ledger(), make_dovecot()
    said = subprocess.run(["doveconf", "-c", "dovecot/dovecot.conf", "-h", "mail_fsync"], stdout=subprocess.PIPE, text=True).stdout
    print("%d messages; Dovecot with mail_fsync=%s" % (len(os.listdir("mail/cur")), said.strip()))
    totals, unprepared = [], []
    for server in servers:  # the session before
        session = server.session()
        totals.append(number(session.ask("SELECT INBOX"), rb"\* (\d+) EXISTS"))
        unprepared.append(session.cost("SEARCH TEXT " + text)[0])
        for command in ["FETCH 1:* (FLAGS ENVELOPE)", "SEARCH SUBJECT nothing", "THREAD REFERENCES UTF-8 ALL"]:
            session.ask(command)
        session.end()

    print("messages in INBOX: %d, Dovecot %d" % tuple(totals))
    last = min(totals)  # of real mail, the ledger takes equal files as one message

    print("SEARCH TEXT of a word, nothing kept of any message yet: %.0f ms, Dovecot %.0f ms" % tuple(unprepared))
    table, opened = Table(), ["EXAMINE INBOX"]

    def both(work, goal, before, command):
        """Rows of a command, which may differ by server."""
        figures = [measure(server, before, command(server) if callable(command) else command) for server in servers]
        for index, turn in enumerate(["first", "again"]):
            table.add("%s, %s" % (work, turn), figures[0][index], figures[1][index], goal)
        return [lines for _, _, lines in figures]

    def state(server):
        session = server.session()
        lines = session.ask("SELECT INBOX (CONDSTORE)")
        session.end()
        return "SELECT INBOX (QRESYNC (%d %d))" % (number(lines, rb"UIDVALIDITY (\d+)"), number(lines, rb"HIGHESTMODSEQ (\d+)"))

    both("SELECT QRESYNC, nothing new", 0.1, ["ENABLE QRESYNC"], state)
    both("UID FETCH 1:* (FLAGS)", 1, opened, "UID FETCH 1:* (FLAGS)")
    both("FETCH of 50 envelopes", 1, opened, "FETCH %d:%d %s" % (max(last - 49, 1), last, ENVELOPES))
    compare_answers("SUBJECT", servers, both("SEARCH SUBJECT " + subject, 0.2, opened, "SEARCH SUBJECT " + subject))
    compare_answers("TEXT", servers, both("SEARCH TEXT " + text, 0.02, opened, "SEARCH TEXT " + text))
    both("THREAD REFERENCES of all", 0.5, opened, "THREAD REFERENCES UTF-8 ALL")
    then = {server.name: change(server) for server in servers}
    lines = both("SELECT QRESYNC, %d changed, %d gone" % (CHANGED, GONE), 0.2, ["ENABLE QRESYNC"],
                 lambda server: "SELECT INBOX (QRESYNC (%d %d))" % then[server.name])
    changes = [sum(b"FETCH" in line for line in answer) for answer in lines]
    print("  changes that were answered: %d, Dovecot %d" % tuple(changes))
    appended = [append(server) for server in servers]
    table.add("APPEND of %d, each durable" % APPENDS, appended[0][0], appended[1][0], 2)
    print("  until the answer: %.0f ms, Dovecot %.0f ms" % (appended[0][1], appended[1][1]))
    alone, all_of_them = idle_by_sockets(servers[0])
    work = "%d sessions in IDLE, serve --imap" % SESSIONS
    table.row(work, all_of_them, idle_by_processes(servers[1]), "MiB", "%d MiB" % MEMORY, all_of_them <= MEMORY)
    print("  without a session: %.1f MiB" % alone)


main()
