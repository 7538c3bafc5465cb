#!/usr/bin/env bash
# Takes a picture of NeoMutt on the INBOX of a past day of the demo's ledger.
#   Scripts/reader-picture.sh PROGRAM LEDGER DAY FILE.png
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
export MAILLEDGER=$2 TZ=UTC LC_ALL=C.UTF-8
day=$3 file=$4
for tool in neomutt tmux chromium; do
    command -v "$tool" >/dev/null || { echo "There is no $tool: Scripts/dependencies.sh install --with-optional" >&2; exit 1; }
done
place=$(mktemp -d)
on_tmux() { tmux -S "$place/tmux" -f /dev/null "$@"; }
trap 'on_tmux kill-server 2>/dev/null || true; rm -rf "$place"' EXIT
cat >"$place/muttrc" <<END
set tunnel = "'$program' imap --account mara@example.org"
set folder = "imap://ledger/" spoolfile = "imap://ledger/INBOX"
set record = "" postponed = "" imap_idle = yes sort = reverse-date mark_old = no wait_key = no pager_index_lines = 12
set index_format = "%3C %Z %{%d %b}  %-20.20L %s" help = no
set status_format = " NeoMutt: %D   %m messages%?n?, %n new?%>  %r " pager_format = " %s%>  %P "
ignore *
unignore from to subject date
color normal black white
color status white blue
color indicator black cyan
color hdrdefault blue white
END
on_tmux new-session -d -s reader -x 100 -y 24 "HOME='$place' TERM=screen neomutt -F '$place/muttrc' 2>'$place/errors'"
shows() { on_tmux capture-pane -p -t reader | grep -q -e "$1"; }
until_it() {
    for _ in $(seq 150); do
        ! shows "$1" || return 0
        sleep 0.1
    done
    on_tmux capture-pane -p -t reader >&2 || true
    echo "NeoMutt does not show $1" >&2
    exit 1
}
until_it ' [1-9][0-9]* messages'
on_tmux send-keys -t reader c
until_it 'Open mailbox'
on_tmux send-keys -t reader C-u
on_tmux send-keys -t reader -l "imap://ledger/%252523at/$day/INBOX"
on_tmux send-keys -t reader Enter
until_it "#at/$day/INBOX .*messages"
on_tmux send-keys -t reader 4
until_it 'Jump to message'
on_tmux send-keys -t reader Enter
on_tmux send-keys -t reader Enter
until_it '^Subject:'
sleep 0.3
on_tmux capture-pane -e -p -t reader | /usr/bin/python3 Scripts/terminal.py "$file"
