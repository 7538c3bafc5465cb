"""Makes the table of lines by module out of what llvm-cov exports.

coverage.py summary.json files.txt [page]      prints the table, or puts it between the page's marks
"""
import collections
import json
import os
import sys

FIRST, LAST = "<!-- coverage -->", "<!-- end of coverage -->"


def lines_of_files(summary):
    """Yields path, lines reached and lines, for each file of Sources/ and Projections/."""
    root = os.getcwd() + "/"
    with open(summary) as text:
        for file in json.load(text)["data"][0]["files"]:
            path = file["filename"].removeprefix(root)
            if path.startswith(("Sources/", "Projections/")):
                yield path, file["summary"]["lines"]["covered"], file["summary"]["lines"]["count"]


def table(files):
    modules = collections.defaultdict(lambda: [0, 0])
    for path, reached, count in files:
        module = "Projections" if path.startswith("Projections/") else path.split("/")[1]
        for name in (module, "all"):
            modules[name][0] += reached
            modules[name][1] += count
    rows = ["| module | lines | reached |", "|---|---|---|"]
    for name in sorted(modules, key=lambda name: (name == "all", name)):
        reached, count = modules[name]
        label = "all" if name == "all" else f"`{name}`"
        rows.append(f"| {label} | {count:,} | {100 * reached / count:.1f} % |")
    return "\n".join(rows)


def main(summary, listing, page=None):
    files = list(lines_of_files(summary))
    with open(listing, "w") as out:
        for path, reached, count in sorted(files, key=lambda file: file[1] - file[2]):
            print(f"{count - reached:5} of {count:5} not reached  {path}", file=out)
    if page is None:
        print(table(files))
        return
    with open(page) as text:
        before, rest = text.read().split(FIRST)
    after = rest.split(LAST)[1]
    with open(page, "w") as out:
        out.write(f"{before}{FIRST}\n{table(files)}\n{LAST}{after}")


main(*sys.argv[1:])
