"""Names the public and package declarations that only tests use, out of the lines of index.c on standard input.

Usage: unused.py ALLOWED. That file has a pattern a line, "path: name", below a line "# why" that holds for those that follow.
"""

import collections
import fnmatch
import glob
import re
import sys

from occurrences import DECLARATION, DEFINITION, REFERENCE, allowed, occurrences

# What may be called by its name: types, aliases, functions, variables, methods, properties and initialisers
# (indexstore_symbol_kind_t).
KINDS = {"5", "6", "7", "8", "11", "12", "13", "16", "17", "18", "19", "20", "21", "22"}
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
    declared, witnesses, used = {}, set(), collections.defaultdict(set)
    for found in occurrences():
        if found.roles & REFERENCE:
            used[found.usr].add(found.path)
        # A conformance names its witnesses, which may stand in other files.
        if found.is_witness:
            witnesses.add(found.usr)
        if found.kind not in KINDS or not found.roles & (DECLARATION | DEFINITION) or not found.path.startswith(OURS):
            continue
        name = re.escape(found.name.split("(")[0])
        if re.search(r"\b(public|package) ", found.text) and re.search(rf"\b{name}\b", found.text):
            declared[found.usr] = (found.path, found.name)
    return {usr: place for usr, place in declared.items() if usr not in witnesses}, used


def is_shown(name, shown):
    """Whether readers are shown a name; that of an initialiser says nothing."""
    return not name.startswith("init(") and name.split("(")[0] in shown


def main():
    declared, used = declarations()
    if not declared:
        sys.exit("the index of the compiler names nothing of this project: build first")
    shown, kept = pages(), allowed(sys.argv[1])
    only_tests = {
        f"{path}: {name}": "by tests alone" if used[usr] else "by nothing"
        for usr, (path, name) in declared.items()
        if all(user.startswith("Tests/") for user in used[usr]) and not is_shown(name, shown)
    }
    needless = [one for one in kept if not any(fnmatch.fnmatchcase(place, one) for place in only_tests)]
    new = [place for place in sorted(only_tests) if not any(fnmatch.fnmatchcase(place, one) for one in kept)]
    for place in new:
        print(f"{place} is used {only_tests[place]}: delete it, make it internal, or say in {sys.argv[1]} why it stays")
    for one in needless:
        print(f"{sys.argv[1]}: {one} matches nothing any more")
    print(f"{len(declared)} public and package declarations, {len(only_tests)} of them used by tests alone or by nothing")
    sys.exit(1 if new or needless else 0)


main()
