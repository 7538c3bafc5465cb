#!/bin/sh
# Lets the program of the last tag work on a ledger that a program of today wrote: people upgrade one machine after another.
#
#   previous.sh program     exit 0 if the older program reads, verifies, changes and undoes, or if no tag is older; else 1
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
today=$(realpath "$1")
tag=$(git -C "$root" describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null) || {
    echo 'No tag is older than this commit, so no older program is tried.'
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet --shared --branch "$tag" "$root" "$work/tree" 2>/dev/null
"$work/tree/Scripts/release.sh" "$work/$tag"
older="$work/$tag"
export HOME="$work" MAILLEDGER="$work/ledger" TZ=UTC NO_COLOR=1

# same question: both programs give one answer.
same() {
    theirs=$("$older" "$@") || fail "$@"
    ours=$("$today" "$@")
    [ "$ours" = "$theirs" ] || fail "$@: $theirs instead of $ours"
}
fail() {
    echo "the program of $tag cannot go on with a ledger of today: $*" >&2
    exit 1
}

"$today" setup "$root/Samples/maildir" mara@example.org >/dev/null
"$today" mark --read subject:invoice >/dev/null
"$today" label --add tried is:unread >/dev/null
same count '*'
same count is:unread
same count label:tried
"$older" verify >/dev/null || fail verify
"$older" log >/dev/null || fail log
"$older" messages '*' --format json >/dev/null || fail messages
"$older" undo >/dev/null || fail undo
same count label:tried
"$today" verify >/dev/null
"$today" rebuild --check >/dev/null
echo "The program of $tag reads, verifies, changes and undoes in a ledger of today."
