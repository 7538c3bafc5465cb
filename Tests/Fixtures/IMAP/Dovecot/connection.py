"""Sessions of a server over pipes: what is sent, and what comes back."""

import os
import re
import selectors
import subprocess

PATIENCE = 60


class Connection:
    """One session, over a pipe."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, **options
        )
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.buffer = b""
        self.count = 0
        self.box = None
        self.greeting = self.answer()

    def fill(self, timeout=PATIENCE):
        if not self.selector.select(timeout):
            raise TimeoutError("no answer within %d s" % timeout)
        more = os.read(self.process.stdout.fileno(), 1 << 20)
        if not more:
            raise EOFError("the server ended; rest: %r" % self.buffer[:200])
        self.buffer += more

    def line(self, timeout=PATIENCE):
        while b"\r\n" not in self.buffer:
            self.fill(timeout)
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def answer(self, timeout=PATIENCE):
        """One answer: text and literals."""
        pieces = []
        while True:
            line = self.line(timeout)
            literal = re.search(rb"~?\{(\d+)\}$", line)
            if not literal:
                return pieces + [line]
            count = int(literal.group(1))
            while len(self.buffer) < count:
                self.fill(timeout)
            pieces += [line[: literal.start()], ("lit", self.buffer[:count])]
            self.buffer = self.buffer[count:]

    def send(self, data):
        self.process.stdin.write(data)

    def run(self, command):
        """Sends a command, its literals as LITERAL+, and returns its untagged answers and the tagged one."""
        self.begin(command)
        return self.finish()

    def begin(self, command):
        self.count += 1
        self.send(b"x%d %s\r\n" % (self.count, command))

    def finish(self):
        """The answers up to the tagged one of the last command."""
        tag, untagged = b"x%d " % self.count, []
        while True:
            answer = self.answer()
            if answer[0].startswith(tag):
                return untagged, answer[0][len(tag) :]
            untagged.append(answer)

    def gather(self, *until):
        """What comes unasked until each of these patterns was seen."""
        untagged, missing = [], list(until)
        while missing:
            untagged.append(self.answer())
            missing = [pattern for pattern in missing if not re.match(pattern, untagged[-1][0])]
        return untagged

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
