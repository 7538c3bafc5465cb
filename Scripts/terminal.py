"""Turns a screen of tmux (capture-pane -e -p) into a picture: terminal.py FILE.png <SCREEN; needs chromium."""

import html
import os
import re
import subprocess
import sys
import tempfile

COLOURS = ["#24292f", "#cf222e", "#2da44e", "#bf8700", "#0969da", "#8250df", "#d8eefc", "#ffffff"]
PAPER, INK, SIZE, LINE = "#ffffff", "#24292f", 15, 20


class Style:
    """What follows after codes of SGR: https://man7.org/linux/man-pages/man4/console_codes.4.html"""

    def __init__(self):
        self.ink, self.paper, self.is_bold, self.has_line, self.swaps = INK, PAPER, False, False, False

    def apply(self, code):
        if code == 0:
            self.__init__()
        elif 30 <= code <= 37 or 90 <= code <= 97:
            self.ink = COLOURS[code % 10]
        elif 40 <= code <= 47 or 100 <= code <= 107:
            self.paper = COLOURS[code % 10]
        elif code == 39:
            self.ink = INK
        elif code == 49:
            self.paper = PAPER
        elif code in (1, 22):
            self.is_bold = code == 1
        elif code in (4, 24):
            self.has_line = code == 4
        elif code in (7, 27):
            self.swaps = code == 7

    def text(self):
        ink, paper = (self.paper, self.ink) if self.swaps else (self.ink, self.paper)
        words = ["color:" + ink, "background:" + paper]
        words += ["font-weight:bold"] if self.is_bold else []
        words += ["text-decoration:underline"] if self.has_line else []
        return ";".join(words)


def page(screen):
    """The screen as HTML."""
    lines, style = [], Style()
    for line in screen.split("\n"):
        pieces = []
        for piece in re.split(r"(\x1b\[[0-9;]*m|\x1b\(B|\x0f)", line):
            sequence = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
            if sequence:
                for code in (sequence.group(1) or "0").split(";"):
                    style.apply(int(code or 0))
            elif piece and not piece.startswith(("\x1b", "\x0f")):
                pieces.append('<span style="%s">%s</span>' % (style.text(), html.escape(piece)))
        lines.append("<div>%s</div>" % ("".join(pieces) or "&nbsp;"))
    return (
        '<!doctype html><meta charset="utf-8"><style>body{margin:0;padding:12px;background:%s;white-space:pre;'
        "font:%dpx/%dpx 'DejaVu Sans Mono',monospace}div{height:%dpx}span{display:inline-block;height:%dpx}</style>%s"
        % (PAPER, SIZE, LINE, LINE, LINE, "".join(lines))
    )


def main(path):
    screen = sys.stdin.read().rstrip("\n")
    lines = screen.split("\n")
    columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    size = "%d,%d" % (columns * SIZE * 0.6021 + 24, len(lines) * LINE + 24)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/screen.html", "w", encoding="utf-8") as file:
            file.write(page(screen))
        words = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=" + size]
        words += ["--user-data-dir=%s/profile" % folder, "--screenshot=" + os.path.abspath(path), "file://%s/screen.html" % folder]
        subprocess.run(words, check=True, capture_output=True)


main(*sys.argv[1:])
