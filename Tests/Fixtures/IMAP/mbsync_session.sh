#!/bin/sh
# Keeps a Maildir and `mailledger imap` equal by mbsync, with changes on both sides, and compares them.
#
# Usage: MAILLEDGER=LEDGER mbsync_session.sh PROGRAM ACCOUNT FOLDER
#
# Needs mbsync. The ledger is changed: give it a copy. Its INBOX needs at least four messages. FOLDER is new or empty.
set -eu

program=$1 account=$2 folder=$3
mkdir -p "$folder/mail"
folder=$(cd "$folder" && pwd)
mail=$folder/mail
export MAILLEDGER LC_ALL=C

ledger() { "$program" "$@"; }
fail() {
    echo "mbsync_session: $1" >&2
    [ -s "$folder/mbsync" ] && cat "$folder/mbsync" >&2
    exit 1
}

cat >"$folder/mbsyncrc" <<END
IMAPStore ledger
Tunnel "exec '$program' imap --account $account"

MaildirStore local
Path $mail/
Inbox $mail/INBOX
SubFolders Verbatim

Channel mail
Far :ledger:
Near :local:
Patterns *
Create Both
Remove Both
Expunge Both
SyncState *
CopyArrivalDate yes
END

. "$(dirname "$0")/compare_maildir.sh"

# A Maildir that changed this second makes mbsync wait for the next.
sync() {
    timeout 60 mbsync -c "$folder/mbsyncrc" -a >"$folder/mbsync" 2>&1 || fail "mbsync failed"
    ! grep -i -e error -e warning "$folder/mbsync" >/dev/null || fail "mbsync complains"
}

# A second run has nothing to do: nothing changes in the log or in the Maildir.
check_quiet() {
    head=$(ledger log --limit 1) files=$(cd "$mail" && find . -path '*/cur/*' -o -path '*/new/*' | sort)
    sync
    [ "$head" = "$(ledger log --limit 1)" ] || fail "a second run changed the ledger"
    [ "$files" = "$(cd "$mail" && find . -path '*/cur/*' -o -path '*/new/*' | sort)" ] ||
        fail "a second run changed the Maildir"
}

sync
compare "the first run leaves a difference"
check_quiet

# On the side of the Maildir: a flag, a deletion, a new message, a new folder with a message.
file() { find "$mail/INBOX/cur" -type f -name '*:2,S' | sort | sed -n "$1p"; }
flagged=$(file 1) ended=$(file 2) moved=$(file 3)
[ -n "$moved" ] || fail "INBOX has fewer than three messages that were read and have no other flag"
id_of() { sed -n 's/^Message-ID: *<\(.*\)>.*/\1/Ip' "$1" | head -n 1; }
ended_id=$(id_of "$ended")
mv "$flagged" "${flagged%S}FS"
rm "$ended"
mkdir -p "$mail/INBOX/new" "$mail/Tides/cur" "$mail/Tides/new" "$mail/Tides/tmp"
letter "from the maildir" mbsync-1 >"$mail/INBOX/new/1771232400.1.fixture"
mv "$moved" "$mail/Tides/cur/1771232400.2.fixture:2,S"

# On the side of the ledger, meanwhile: a message, a mark, a deletion, a folder.
letter "from the ledger" mbsync-2 | ledger import - --account "$account" >"$folder/import"
letter "to be deleted" mbsync-3 | ledger import - --account "$account" >"$folder/import"
sync
compare "the second run leaves a difference"
grep -q '^INBOX mbsync-1@example.org' "$folder/ledger.list" || fail "the new message of the Maildir did not come"
grep -q '^INBOX mbsync-2@example.org' "$folder/maildir.list" || fail "the new message of the ledger did not come"
grep -q '^Tides ' "$folder/ledger.list" || fail "the new folder of the Maildir did not come"
! grep -q "^INBOX $ended_id " "$folder/ledger.list" || fail "the deletion in the Maildir did not come"
ledger log --limit 9 | grep -q 'imap ' || fail "the log does not name what mbsync did"
# A message that left INBOX and was appended elsewhere is not in INBOX again, not even struck out.
check_quiet

ledger mark --flagged 'subject:"from the ledger"' --reason fixture >/dev/null
ledger delete 'subject:"to be deleted"' --yes --reason fixture >/dev/null
ledger move 'subject:"from the maildir"' --to Tides --reason fixture >/dev/null
sync
compare "the third run leaves a difference"
grep -q '^INBOX mbsync-2@example.org F' "$folder/maildir.list" || fail "the flag of the ledger did not come"
! grep -q mbsync-3 "$folder/maildir.list" || fail "the deletion in the ledger did not come"

# What is undone in the ledger comes back in the Maildir.
ledger undo "$(ledger log --verb move --limit 1 | sed -n '1s/ .*//p')" >/dev/null
sync
compare "the run behind an undo leaves a difference"
grep -q '^INBOX mbsync-1@example.org' "$folder/maildir.list" || fail "the undo did not come"
check_quiet
echo "mbsync keeps both sides equal, and has nothing to do in the end"
