#!/bin/sh
# Reads and writes mail of `mailledger serve --imap` by curl: lists, searches, fetches, marks and appends.
#
# Usage: MAILLEDGER=LEDGER curl_session.sh PROGRAM ACCOUNT FOLDER
#
# Needs curl. The ledger is changed: give it a copy. FOLDER is new or empty.
set -eu

program=$1 account=$2 folder=$3
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export MAILLEDGER LC_ALL=C

ledger() { "$program" "$@"; }
server=
fail() {
    echo "curl_session: $1" >&2
    cat "$folder/served" "$folder/errors" >&2 2>/dev/null || true
    exit 1
}
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true' EXIT

printf 'From: Ada <ada@example.org>\nTo: %s\nSubject: by curl\nMessage-ID: <curl-1@example.org>\n\nThe text.\n' "$account" |
    ledger import - --account "$account" >"$folder/import" || fail "the import failed"
token=$(ledger token add curl --actor mara --scopes read,write --account "$account" 2>"$folder/errors" |
    grep -o 'mlt_[A-Za-z0-9_-]*')
"$program" serve --listen 127.0.0.1:0 --imap 127.0.0.1:0 >"$folder/served" 2>&1 &
server=$!
end=$(($(date +%s) + 30))
until port=$(sed -n 's/.*imap:\/\/127\.0\.0\.1:\([0-9]*\).*/\1/p' "$folder/served") && [ -n "$port" ]; do
    [ "$(date +%s)" -le "$end" ] || fail "the server does not start"
    sleep 0.1
done

ask() {
    path=$1
    shift
    curl -sS --max-time 30 -u "$account:$token" "$@" "imap://127.0.0.1:$port/$path" 2>"$folder/errors"
}

ask "" | tr -d '\r' | grep -q '"/" INBOX$' || fail "the list has no INBOX"
uid=$(ask 'INBOX' -X 'UID SEARCH SUBJECT "by curl"' | tr -d '\r' | sed -n 's/^\* SEARCH //p')
[ "$(ask 'INBOX?SUBJECT%20%22by%20curl%22' | tr -d '\r' | wc -w)" -eq 3 ] || fail "the search of a URL finds no message"
ask "INBOX;UID=$uid" >"$folder/message" || fail "the message is not fetched"
printf 'From: Ada <ada@example.org>\r\nTo: %s\r\nSubject: by curl\r\nMessage-ID: <curl-1@example.org>\r\n\r\nThe text.\r\n' \
    "$account" | cmp - "$folder/message" >&2 || fail "the message has other bytes"
ask "INBOX;UID=$uid;SECTION=TEXT" | grep -q '^The text' || fail "a section of the message is not fetched"
ask INBOX -X "UID STORE $uid +FLAGS (\\Flagged)" >"$folder/stored" || fail "the flag is refused"
[ "$(ledger count 'is:flagged subject:"by curl"')" = 1 ] || fail "the flag is not in the ledger"
printf 'From: Ada <ada@example.org>\r\nSubject: uploaded\r\nMessage-ID: <curl-2@example.org>\r\n\r\nUp.\r\n' >"$folder/upload"
ask Drafts -T "$folder/upload" || fail "the upload is refused"
[ "$(ledger count 'in:Drafts subject:uploaded')" = 1 ] || fail "the upload is not in the ledger"
! ask "INBOX;UID=4294967294" >"$folder/none" || fail "a message that is not there is fetched"
! curl -sS --max-time 30 -u "$account:mlt_wrong" "imap://127.0.0.1:$port/" >"$folder/none" 2>&1 || fail "a wrong token is let in"
ledger log --limit 3 | grep -q 'imap ' || fail "the log does not name what curl did"
echo "curl lists, searches, fetches, marks and appends"
