#!/usr/bin/env bash
# Runs the tests that the last debug build holds. A failure is among ten thousand lines of what passed, so the failed tests and
# what they expected come once more at the end, with the closing line of the run.
#
#   test.sh [arguments of swift test, as --filter MailTests]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
log=$(mktemp)
memory=
trap 'rm -rf "$log" ${memory:+"$memory"}' EXIT

# Tests make thousands of small ledgers, and each commit waits for the disk. Without TMPDIR these are in memory, where there is
# room and programs may run.
room=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1) || room=0
if [ -z "${TMPDIR:-}" ] && [ "${room:-0}" -ge 4 ]; then
    memory=$(mktemp -d /dev/shm/tests.XXXXXX)
    # For all, as /tmp is: servers and some tests run as another user.
    chmod 1777 "$memory"
    printf '#!/bin/sh\n' >"$memory/program"
    chmod 700 "$memory/program"
    if "$memory/program" 2>/dev/null; then export TMPDIR=$memory; fi
    rm "$memory/program"
fi

status=0
"${SWIFT:-swift}" test --skip-build --disable-xctest "$@" 2>&1 | tee "$log" || status=$?
[ "$status" -eq 0 ] && exit 0

printf '\nWhat failed:\n'
# An issue, and the lines of its comment (↳): the mark of a line is another character on a terminal without these.
awk '/recorded an issue|Fatal error|error: Exited/ { print; issue = 1; next }
    /^(\033\[[0-9;]*m)?(◇|✔|✘|↳|[0-9]|MAILLEDGER_SEED)/ && !/↳/ { issue = 0 }
    issue' "$log" | cut -c1-600 | head -n 120 || true
grep -a 'Test run with' "$log" | tail -n 1 || true
exit "$status"
