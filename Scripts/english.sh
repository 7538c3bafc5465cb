#!/usr/bin/env bash
# Counts, in comments, in what the tool prints and in pages, what the rules of plain English forbid; a count may only fall.
#   Scripts/english.sh            compares with Scripts/english/counts.txt; exit 1 where a count rose, or fell and is not noted
#   Scripts/english.sh --list     prints each place
#   Scripts/english.sh --update   notes the counts that fell
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 Scripts/english/english.py "$@"
