#!/usr/bin/env bash
# Opens the page on the demo's ledger, in the program that the last debug build made (BUILD=release: the release).
#   Scripts/page-pictures.sh FOLDER          writes the small pictures of Docs/WebPage.md
#   Scripts/page-pictures.sh --scroll ROWS   scrolls through a timeline of ROWS, and says what that took
set -euo pipefail
cd "$(dirname "$0")/.."
script=pictures.py
if [ "$1" = --scroll ]; then
    script=longlist.py
    # The views of a moment among a million events take a minute.
    export PATIENCE=${PATIENCE:-180}
    shift
else
    mkdir -p "$1"
    set -- "$(cd "$1" && pwd)"
fi
here=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export PATH="$here/.build/${BUILD:-debug}:$PATH" MAILLEDGER="$place/ledger" HOME="$place" TZ=UTC
# The demo ends a day before.
export MAILLEDGER_NOW=2026-02-20T09:00:00Z
mailledger demo --build-only --samples Samples "$MAILLEDGER" >/dev/null
cd "$place"
/usr/bin/python3 "$here/Tests/Fixtures/Browser/$script" "$@"
