#!/usr/bin/env bash
# Runs the tests that the last debug build holds. A failure is among ten thousand lines of what passed, so the failed tests and
# what they expected come once more at the end, with the closing line of the run.
#
#   test.sh [arguments of swift test, as --filter MailTests]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

status=0
"${SWIFT:-swift}" test --skip-build --disable-xctest "$@" 2>&1 | tee "$log" || status=$?
[ "$status" -eq 0 ] && exit 0

printf '\nWhat failed:\n'
# An issue and its comment (↳) stand together; the mark is another character on a terminal without these.
grep -a -E -A 3 'recorded an issue|Fatal error|error: Exited' "$log" | grep -a -E 'recorded an issue|↳|Fatal error|error: Exited' |
    cut -c1-600 | head -n 60 || true
grep -a 'Test run with' "$log" | tail -n 1 || true
exit "$status"
