"""The lines of index.c on standard input, each as one occurrence of a symbol, of files that are still there."""

import collections
import os
import sys

DECLARATION, DEFINITION, REFERENCE = 1, 2, 4

Occurrence = collections.namedtuple("Occurrence", "path text roles kind usr name is_witness owner")


def occurrences():
    lines = {}
    for line in sys.stdin:
        path, number, roles, kind, usr, name, is_witness, owner = line.rstrip("\n").split("\t")
        if path not in lines:
            # The index keeps records of files that are gone.
            lines[path] = open(path, encoding="utf-8").read().split("\n") if os.path.exists(path) else []
        if lines[path]:
            text = lines[path][int(number) - 1] if int(number) <= len(lines[path]) else ""
            yield Occurrence(path, text, int(roles, 16), kind, usr, name, is_witness == "1", owner)


def allowed(path):
    """The lines of a file of exceptions, without the reasons above them."""
    return [line for line in open(path, encoding="utf-8").read().split("\n") if line and not line.startswith("#")]
