#!/bin/sh
# Builds the committed tree twice, in two folders of different names, and compares the two programs byte by byte.
#
#   reproduce.sh            exit 0 and the digest where they are the same, 1 where they are not
set -eu

root=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in one another/place; do
    mkdir -p "$work/$name"
    git -C "$root" archive HEAD | tar -x -C "$work/$name"
    make -s -C "$work/$name" release >&2
done
sha256sum "$work/one/.build/mailledger" | sed 's/ .*//'
cmp "$work/one/.build/mailledger" "$work/another/place/.build/mailledger"
