"""Writes the pictures that Docs/WebPage.md shows.

usage: pictures.py FOLDER    in a folder of its own, with `mailledger` on the path and MAILLEDGER set
"""

import os
import sys

from reader import Reader, Server, start
from smallpng import small

PICTURES = [
    ("timeline", "#/timeline?from=2026-02-16&to=2026-02-17", 880), ("past", "#/at/153/mailbox", 560),
    ("message", "#/message/3f2a7432", 620), ("compare", "#/compare/145/153", 560), ("undo", "#/operation/35aac80e", 640),
    ("proofs", "#/proofs?message=3f2a7432", 620),
]


def opened(reader, name):
    """What a reader would open there."""
    if name == "timeline":
        reader.click('.act[data-operation^="673acf52"] .opener')
        reader.settle()
        reader.script("scrollTo(0, 0)")
    if name == "undo":
        reader.click("button.undo")
        reader.see("What will happen", within="dialog[open]")


def main(folder):
    server = Server()
    driver = start()
    try:
        reader = Reader(driver, server.address)
        reader.size()
        reader.sign_in(server.login)
        for name, address, height in PICTURES:
            reader.size(1000, height, still=True)
            reader.open(address)
            opened(reader, name)
            with open(os.path.join(folder, "page-" + name + ".png"), "wb") as file:
                file.write(small(driver.get_screenshot_as_png(), 64))
    finally:
        driver.quit()
        server.stop()


main(*sys.argv[1:])
