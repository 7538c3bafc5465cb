#!/bin/sh
# Keeps a Maildir and `mailledger imap` equal by OfflineIMAP, with changes on both sides, and compares them.
#
# Usage: MAILLEDGER=LEDGER offlineimap_session.sh PROGRAM ACCOUNT FOLDER
#
# Needs offlineimap. The ledger is changed: give it a copy. Its INBOX needs at least three messages. FOLDER is new or empty.
set -eu

program=$1 account=$2 folder=$3
mkdir -p "$folder/mail"
folder=$(cd "$folder" && pwd)
mail=$folder/mail
export MAILLEDGER HOME="$folder" LC_ALL=C.UTF-8

ledger() { "$program" "$@"; }
fail() {
    echo "offlineimap_session: $1" >&2
    [ -s "$folder/offlineimap" ] && tail -n 40 "$folder/offlineimap" >&2
    exit 1
}

. "$(dirname "$0")/compare_maildir.sh"

cat >"$folder/offlineimaprc" <<END_OF_SETTINGS
[general]
accounts = ledger
metadata = $folder/metadata
[Account ledger]
localrepository = local
remoterepository = remote
[Repository local]
type = Maildir
localfolders = $mail
sep = /
[Repository remote]
type = IMAP
preauthtunnel = exec '$program' imap --account $account
END_OF_SETTINGS

sync() {
    timeout 120 offlineimap -c "$folder/offlineimaprc" -o -u basic >"$folder/offlineimap" 2>&1 || fail "OfflineIMAP failed"
    ! grep -e ERROR -e Traceback "$folder/offlineimap" >/dev/null || fail "OfflineIMAP complains"
}

sync
compare "the first run leaves a difference"

file() { find "$mail/INBOX/cur" -type f -name '*:2,S' | sort | sed -n "$1p"; }
flagged=$(file 1) ended=$(file 2)
[ -n "$ended" ] || fail "INBOX has fewer than two messages that were read and have no other flag"
mv "$flagged" "${flagged%S}FS"
rm "$ended"
letter "from the maildir" offlineimap-1 >"$mail/INBOX/new/1771232400.1.fixture"
letter "from the ledger" offlineimap-2 | ledger import - --account "$account" >"$folder/import"
letter "to be deleted" offlineimap-3 | ledger import - --account "$account" >"$folder/import"
sync
compare "the second run leaves a difference"
grep -q '^INBOX offlineimap-1@example.org' "$folder/ledger.list" || fail "the new message of the Maildir did not come"
grep -q '^INBOX offlineimap-2@example.org' "$folder/maildir.list" || fail "the new message of the ledger did not come"
ledger log --limit 9 | grep -q 'imap ' || fail "the log does not name what OfflineIMAP did"

ledger mark --flagged 'subject:"from the ledger"' --reason fixture >/dev/null
ledger delete 'subject:"to be deleted"' --yes --reason fixture >/dev/null
sync
compare "the third run leaves a difference"
grep -q '^INBOX offlineimap-2@example.org F' "$folder/maildir.list" || fail "the flag of the ledger did not come"
! grep -q offlineimap-3 "$folder/maildir.list" || fail "the deletion in the ledger did not come"

ledger undo "$(ledger log --verb delete --limit 1 | sed -n '1s/ .*//p')" >/dev/null
sync
compare "the run behind an undo leaves a difference"
grep -q '^INBOX offlineimap-3@example.org' "$folder/maildir.list" || fail "the undo did not come"
head=$(ledger log --limit 1)
sync
[ "$head" = "$(ledger log --limit 1)" ] || fail "a run without changes changed the ledger"
echo "OfflineIMAP keeps both sides equal, and has nothing to do in the end"
