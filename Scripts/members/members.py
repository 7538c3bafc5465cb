"""Counts the public and package members of a type, those of its extensions in all modules, out of the lines of index.c on standard input.

Usage: members.py LIMITS [--all]. LIMITS has a type a line, "Module.Type: N": more than N members are an error. Properties, methods,
subscripts, initialisers, types and aliases are members; the members of a type within the type are not. --all lists them by file.
"""

import collections
import re
import sys

from occurrences import DEFINITION, REFERENCE, allowed, occurrences

# A getter or a setter, which belongs to a property or a subscript that is counted.
ACCESSOR = 0x8000
TYPES = {"5", "6", "7", "8"}
EXTENSION = "9"
OURS = ("Sources/", "Projections/", "Benchmarks/")


def is_open(text):
    """Whether a line declares something that other modules see."""
    return re.search(r"(?<!//)\b(public|package|open) ", text) is not None


def main():
    types, extensions, declared = {}, {}, collections.defaultdict(dict)
    open_extensions = set()
    for found in occurrences():
        if not found.path.startswith(OURS):
            continue
        if found.roles & REFERENCE and found.owner.startswith("s:e:") and found.kind in TYPES:
            extensions[found.owner] = found.usr
        if not found.roles & DEFINITION or found.roles & ACCESSOR:
            continue
        if found.kind in TYPES:
            module = found.path.split("/")[0 if found.path.startswith("Projections/") else 1]
            types[f"{module}.{found.name}"] = found.usr
        if found.kind == EXTENSION and is_open(found.text):
            open_extensions.add(found.usr)
        if found.owner and found.kind != EXTENSION:
            declared[found.owner][found.usr] = found
    if not types:
        sys.exit("the index of the compiler names nothing of this project: build first")
    wrong = 0
    for name, limit in (line.split(": ") for line in allowed(sys.argv[1])):
        if name not in types:
            print(f"{sys.argv[1]}: there is no type {name}")
            wrong += 1
            continue
        owners = {types[name]} | {extension for extension, usr in extensions.items() if usr == types[name]}
        members = sorted(
            (found.path, found.name)
            for owner in owners
            for found in declared[owner].values()
            if is_open(found.text) or owner in open_extensions and not re.search(r"\b(private|fileprivate|internal) ", found.text)
        )
        if "--all" in sys.argv or len(members) > int(limit):
            for path, member in members:
                print(f"{path}: {member}")
        print(f"{name} has {len(members)} public and package members; {limit} are allowed")
        wrong += len(members) > int(limit)
    sys.exit(1 if wrong else 0)


main()
