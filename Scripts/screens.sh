#!/usr/bin/env bash
# Takes a picture of each page of `mailledger serve` on the demo's ledger, in two sizes and both schemes of colours, and one of
# NeoMutt on an INBOX of the past, where there is NeoMutt.
#   Scripts/screens.sh PROGRAM FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
folder=$2
for tool in chromium chromedriver; do
    command -v "$tool" >/dev/null || { echo "There is no $tool: Scripts/dependencies.sh install --with-optional" >&2; exit 1; }
done
place=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; wait; rm -rf "$place"' EXIT
export MAILLEDGER="$place/ledger" MAILLEDGER_CONFIG="$place/none"
"$program" demo --build-only --samples Samples "$MAILLEDGER" >/dev/null
"$program" delete 'subject:"order 40117"' --reason 'paid by the club' --yes >/dev/null
"$program" token add screens --scopes read,audit,undo >"$place/token" 2>/dev/null
"$program" serve --listen 127.0.0.1:0 >"$place/said" &
server=$!
while ! [ -s "$place/said" ]; do
    kill -0 "$server"
    sleep 0.05
done
address=$(sed 's/.*\(http:..127.0.0.1:[0-9]*\).*/\1/' "$place/said")
mkdir -p "$folder"
/usr/bin/python3 Scripts/screens.py "$address" "$folder" <"$place/token"
if command -v neomutt >/dev/null && command -v tmux >/dev/null; then
    Scripts/reader-picture.sh "$program" "$MAILLEDGER" 2026-02-12 "$folder/neomutt-past.png"
fi
