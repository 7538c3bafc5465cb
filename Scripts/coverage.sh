#!/usr/bin/env bash
# Runs all tests in a build that counts, and prints by module how many of its lines were reached; those of the tool's own
# processes count too. What is printed for each file is in .build/coverage/files.txt.
#
#   coverage.sh [filter]       only the tests whose names match
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=.build/coverage
swift=${SWIFT:-swift}
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")

rm -rf "$scratch"/*/debug/codecov
"$swift" build --build-tests --enable-code-coverage --scratch-path "$scratch"
# One that fails is told, and what the others reach is printed all the same.
"$swift" test --skip-build --disable-xctest --enable-code-coverage --scratch-path "$scratch" ${1:+--filter "$1"} ||
    echo 'Some test failed: the figures are of what ran.' >&2

folder=$(cd "$scratch/debug" && pwd -P)
"$tools/llvm-profdata" merge -sparse "$folder"/codecov/*.profraw -o "$folder/codecov/all.profdata"
"$tools/llvm-cov" export -summary-only -instr-profile "$folder/codecov/all.profdata" \
    "$folder/MailLedgerPackageTests.xctest" -object "$folder/mailledger" >"$scratch/summary.json"
python3 - "$scratch" "$PWD" <<'PYTHON'
import collections, json, sys
scratch, root = sys.argv[1:]
modules, files = collections.defaultdict(lambda: [0, 0]), []
for file in json.load(open(scratch + "/summary.json"))["data"][0]["files"]:
    path = file["filename"].removeprefix(root + "/")
    if not path.startswith(("Sources/", "Projections/")):
        continue
    lines = file["summary"]["lines"]
    module = "Projections" if path.startswith("Projections/") else path.split("/")[1]
    modules[module][0] += lines["covered"]
    modules[module][1] += lines["count"]
    files.append((lines["count"] - lines["covered"], lines["percent"], path))
with open(scratch + "/files.txt", "w") as out:
    for missing, percent, path in sorted(files, reverse=True):
        print(f"{missing:5}  {percent:5.1f} %  {path}", file=out)
print("| module | lines | reached |\n|---|---|---|")
total = [sum(column) for column in zip(*modules.values())]
for module, (covered, count) in sorted(modules.items()) + [("all", total)]:
    print(f"| `{module}` | {count} | {100 * covered / count:.1f} % |")
PYTHON
