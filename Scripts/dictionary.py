#!/usr/bin/env python3
"""Write the tables of a dictionary for the content store (Docs/Decisions/0066).

    Scripts/dictionary.py NUMBER WORDS MAIL > TABLES

WORDS is the text of the dictionary. MAIL is a folder of mail, one message a file, of which zstd counts
letters, lengths and distances: the tables hold these statistics and none of its text. A dictionary is
TABLES followed by WORDS. One that a program was released with never changes: a better one gets the next
NUMBER.
"""

import ctypes
import os
import sys


def samples(folder):
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            with open(os.path.join(root, name), "rb") as file:
                # A frame's first kilobytes gain most, and long attachments would drown the letters.
                yield file.read(8192)


class Parameters(ctypes.Structure):
    """ZDICT_params_t of zdict.h."""

    _fields_ = [("level", ctypes.c_int), ("notifications", ctypes.c_uint), ("number", ctypes.c_uint)]


def tables(number, words, mail):
    zstd = ctypes.CDLL("libzstd.so.1")
    zstd.ZDICT_finalizeDictionary.restype = ctypes.c_size_t
    sizes = (ctypes.c_size_t * len(mail))(*map(len, mail))
    room = ctypes.create_string_buffer(len(words) + 4096)
    size = zstd.ZDICT_finalizeDictionary(
        room, ctypes.c_size_t(len(room)), words, ctypes.c_size_t(len(words)), b"".join(mail), sizes,
        ctypes.c_uint(len(mail)), Parameters(3, 0, number))
    made = room.raw[:size] if size <= len(room) else b""
    if not made.endswith(words):
        sys.exit("dictionary.py: zstd made no dictionary of these words")
    return made[: len(made) - len(words)]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[2], "rb") as file:
        words = file.read()
    sys.stdout.buffer.write(tables(int(sys.argv[1]), words, list(samples(sys.argv[3]))))


if __name__ == "__main__":
    main()
