"""Names the public and package declarations that only tests use, out of the lines of index.c on standard input.

Usage: unused.py ALLOWED. That file has a pattern a line, "path: name", below a line "# why" that holds for those that follow.
"""

import collections
import fnmatch
import glob
import os
import re
import sys

# What may be called by its name: types, aliases, functions, variables, methods and properties (indexstore_symbol_kind_t).
KINDS = {"5", "6", "7", "8", "11", "12", "13", "16", "17", "18", "19", "20", "21"}
DECLARATION, DEFINITION, REFERENCE = 1, 2, 4
OURS = ("Sources/", "Projections/")


def pages():
    """The words of code that readers are shown: fenced code of the documents, and the examples."""
    words = set()
    for path in ["README.md", "CONTRIBUTING.md", *glob.glob("Docs/**/*.md", recursive=True)]:
        for fence in re.findall(r"```.*?```|`[^`\n]+`", open(path, encoding="utf-8").read(), re.DOTALL):
            words.update(re.findall(r"\w+", fence))
    for path in glob.glob("Examples/*/Sources/**/*.swift", recursive=True):
        words.update(re.findall(r"\w+", open(path, encoding="utf-8").read()))
    return words


def declarations():
    """Public and package declarations by their USR, and the files that refer to each."""
    lines, declared, witnesses, used = {}, {}, set(), collections.defaultdict(set)
    for line in sys.stdin:
        path, number, roles, kind, usr, name, is_witness = line.rstrip("\n").split("\t")
        roles = int(roles, 16)
        if path not in lines:
            # The index keeps records of files that are gone.
            lines[path] = open(path, encoding="utf-8").read().split("\n") if os.path.exists(path) else []
        if roles & REFERENCE and lines[path]:
            used[usr].add(path)
        # A conformance names its witnesses, which may stand in other files.
        if is_witness == "1":
            witnesses.add(usr)
        if kind not in KINDS or not roles & (DECLARATION | DEFINITION) or not path.startswith(OURS):
            continue
        text = lines[path][int(number) - 1] if int(number) <= len(lines[path]) else ""
        if re.search(r"\b(public|package) ", text) and re.search(rf"\b{re.escape(name.split('(')[0])}\b", text):
            declared[usr] = (path, name)
    return {usr: place for usr, place in declared.items() if usr not in witnesses}, used


def patterns(path):
    return [line for line in open(path, encoding="utf-8").read().split("\n") if line and not line.startswith("#")]


def main():
    declared, used = declarations()
    if not declared:
        sys.exit("the index of the compiler names nothing of this project: build first")
    shown, allowed = pages(), patterns(sys.argv[1])
    only_tests = {
        f"{path}: {name}": "by tests alone" if used[usr] else "by nothing"
        for usr, (path, name) in declared.items()
        if all(user.startswith("Tests/") for user in used[usr]) and name.split("(")[0] not in shown
    }
    needless = [one for one in allowed if not any(fnmatch.fnmatchcase(place, one) for place in only_tests)]
    new = [place for place in sorted(only_tests) if not any(fnmatch.fnmatchcase(place, one) for one in allowed)]
    for place in new:
        print(f"{place} is used {only_tests[place]}: delete it, make it internal, or say in {sys.argv[1]} why it stays")
    for one in needless:
        print(f"{sys.argv[1]}: {one} matches nothing any more")
    print(f"{len(declared)} public and package declarations, {len(only_tests)} of them used by tests alone or by nothing")
    sys.exit(1 if new or needless else 0)


main()
