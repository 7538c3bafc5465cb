#!/bin/sh
# Drives neomutt over `mailledger imap` in a terminal of tmux: reads, flags, answers, deletes, sees a deletion undone, and moves.
#
# Usage: MAILLEDGER=LEDGER neomutt_session.sh PROGRAM ACCOUNT FOLDER
#
# Needs neomutt and tmux. The ledger is changed: give it a copy. FOLDER is new or empty, and its path is short.
set -eu

program=$1 account=$2 folder=$3
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export MAILLEDGER HOME="$folder" TERM=screen LC_ALL=C.UTF-8

ledger() { "$program" "$@"; }
on_tmux() { tmux -S "$folder/tmux" -f /dev/null "$@" 2>/dev/null; }
screen() { on_tmux capture-pane -p -t reader || true; }
press() { on_tmux send-keys -t reader "$@"; }
enter() { on_tmux send-keys -t reader -l "$1"; press Enter; }

fail() {
    echo "neomutt_session: $1" >&2
    screen | grep -v '^$' >&2 || true
    cat "$folder/errors" >&2 2>/dev/null || true
    exit 1
}

# Waits until a command succeeds: at most 15 seconds.
until_it() {
    words=$1
    shift
    end=$(($(date +%s) + 15))
    until "$@"; do
        [ "$(date +%s)" -le "$end" ] || fail "$words"
        sleep 0.1
    done
}

shows() { screen | grep -q -e "$1"; }
has() { [ "$(ledger count "$1" account:"$account")" = "$2" ]; }
is_later() { [ "$(date +%s%N)" -gt "$1" ]; }
is_over() { ! on_tmux has-session -t reader; }

# Puts the cursor on a message of the index.
find_letter() {
    press '/'
    until_it "the search is not asked for" shows "Search for"
    press C-u
    enter "$1"
}

trap 'on_tmux kill-server || true' EXIT

letter() {
    printf 'From: Ada <ada@example.org>\nTo: %s\nSubject: %s\nMessage-ID: <%s@example.org>\n' "$account" "$1" "$2"
    printf 'Date: Mon, 16 Feb 2026 10:00:00 +0000\n\nThe text of the %s.\n' "$1"
}
for number in first second; do
    letter "$number harbour letter" "neomutt-$number" | ledger import - --account "$account" >"$folder/import" ||
        fail "the import failed"
done
count=$(ledger folders --account "$account" --format jsonl |
    sed -n 's/.*"path":"INBOX",.*"total":\([0-9]*\).*/\1/p')

# What is sent ends in a file; the editor writes above what it is given.
cat >"$folder/sendmail" <<END
#!/bin/sh
cat >"$folder/sent"
END
cat >"$folder/editor" <<END
#!/bin/sh
{ echo "Gladly, from the reader."; cat "\$1"; } >"$folder/draft" && cat "$folder/draft" >"\$1"
END
chmod +x "$folder/sendmail" "$folder/editor"

cat >"$folder/muttrc" <<END
set tunnel = "'$program' imap --account $account"
set folder = "imap://ledger/"
set spoolfile = "imap://ledger/INBOX"
set record = "imap://ledger/Sent" trash = "" postponed = "imap://ledger/Drafts"
set header_cache = "$folder/cache"
set imap_idle = yes imap_condstore = yes imap_qresync = yes
set timeout = 1 mail_check = 1 mark_old = no sort = date-received
set delete = yes quit = yes confirmappend = no move = no wait_key = no
set from = "$account" sendmail = "$folder/sendmail" sendmail_wait = 0 editor = "$folder/editor"
set include = yes fast_reply = yes copy = yes abort_unmodified = no
set index_format = "%Z %s" status_format = "[%f Msgs:%m]"
END
: >"$folder/cache"
rm -f "$folder/cache"
on_tmux new-session -d -s reader -x 100 -y 40 \
    "neomutt -F '$folder/muttrc' 2>'$folder/errors'" || fail "tmux does not start"

until_it "INBOX does not open with $count messages" shows "Msgs:$count\]"
find_letter 'first harbour'
press Enter
until_it "the message is not shown" shows 'The text of the first'
press i
until_it "the index does not come back" shows "Msgs:$count\]"
press F
until_it "the flag is not shown" shows '!.*first harbour'
press '$'
until_it "the flag is not in the ledger" has 'is:flagged is:read subject:"first harbour letter"' 1

# An answer goes out to a file; its copy and the mark of the answered message come into the ledger.
sent=$(ledger count in:Sent account:"$account")
find_letter 'first harbour'
press r
until_it "the answer is not shown" shows 'y:Send'
press y
until_it "the copy of the answer is not in the ledger" has in:Sent $((sent + 1))
until_it "the answer has no words of the editor" grep -q 'Gladly, from the reader' "$folder/sent"
grep -q 'The text of the first harbour letter' "$folder/sent" || fail "the answer does not quote"
has 'in:Sent subject:"Re: first harbour letter" is:read' 1 || fail "the copy has another subject"
until_it "the index does not come back" shows "Msgs:$count\]"
press '$'
until_it "the answered message is not marked" has 'is:answered subject:"first harbour letter" in:INBOX' 1
# Two key presses more than a second apart are two operations.
later=$(($(date +%s%N) + 1300000000))
until_it "the clock stays" is_later "$later"

find_letter 'second harbour'
press d
until_it "the mark of deletion is not shown" shows 'D.*second harbour'
press '$'
until_it "the message stays in the reader" shows "Msgs:$((count - 1))\]"
until_it "the message stays in the ledger" has 'subject:"second harbour letter"' 0
ledger undo >"$folder/undo" || fail "the undo failed"
until_it "the message does not come back" shows "Msgs:$count\]"
until_it "the message does not come back under its subject" shows 'second harbour'
has 'subject:"second harbour letter"' 1 || fail "the undo is not in the ledger"
has 'is:flagged subject:"first harbour letter"' 1 || fail "the undo took the flag, too"

find_letter 'first harbour'
press s
until_it "the mailbox is not asked for" shows "Save to"
press C-u
enter '=Archive'
until_it "the message is not copied" has 'in:Archive subject:"first harbour letter"' 1
press '$'
until_it "the message stays in INBOX" has 'in:INBOX subject:"first harbour letter"' 0
until_it "the message stays in the reader" shows "Msgs:$((count - 1))\]"
has 'is:flagged is:answered in:Archive subject:"first harbour letter"' 1 || fail "the moved message lost its flags"
press x
until_it "neomutt does not end" is_over
ledger log --limit 5 | grep -q 'imap ' || fail "the log does not name what neomutt did"
echo "neomutt flags, answers, deletes and moves, and shows what was undone"
