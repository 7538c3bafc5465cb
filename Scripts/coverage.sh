#!/usr/bin/env bash
# Runs all tests in a build that counts, and tells by module how many lines were reached; those of the tool's own processes
# count, too. What is told of each file stays in .build/coverage/files.txt.
#
#   coverage.sh [--document page] [filter]       a page gets the table; with a filter, only the tests that match run
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
document=
if [ "${1:-}" = --document ]; then
    document=$2
    shift 2
fi
scratch=.build/coverage
swift=${SWIFT:-swift}
export MAILLEDGER_PLAIN_LINK=1
tools=$(dirname "$(readlink -f "$(command -v "$swift")")")

profiles=$PWD/$scratch/profiles
rm -rf "$profiles"
mkdir -p "$profiles"
# Some tests run the tool as somebody else.
chmod 1777 "$profiles"
# Where each process writes its counts when it ends: linked in, since tests give the tool an environment of their own. Each has a
# file of its own, as one that is killed while it writes into another's would spoil that.
printf 'const char __llvm_profile_filename[] = "%s/%%p.profraw";\n' "$profiles" |
    "$tools/clang" -x c -c -fPIC -o "$scratch/profiles.o" -
"$swift" build --build-tests --enable-code-coverage --scratch-path "$scratch" -Xlinker "$PWD/$scratch/profiles.o"
# What a test that fails had reached counts all the same.
"$swift" test --skip-build --disable-xctest --scratch-path "$scratch" ${1:+--filter "$1"} ||
    echo 'A test failed: the figures are of what ran.' >&2

"$tools/llvm-profdata" merge -sparse --failure-mode=all "$profiles" -o "$scratch/all.profdata" 2>"$scratch/merge.txt"
"$tools/llvm-cov" export -summary-only -instr-profile "$scratch/all.profdata" \
    "$scratch/debug/MailLedgerPackageTests.xctest" -object "$scratch/debug/mailledger" >"$scratch/summary.json"
python3 Scripts/coverage.py "$scratch/summary.json" "$scratch/files.txt" $document
