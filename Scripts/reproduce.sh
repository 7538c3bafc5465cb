#!/bin/sh
# Builds the release twice from scratch, and compares the two programs byte by byte.
#
#   reproduce.sh            exit 0 and the SHA-256 where they are the same, 1 where they are not
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in first second; do
    "$(dirname "$0")/release.sh" "$work/$name"
done
cmp "$work/first" "$work/second"
sha256sum <"$work/first" | cut -d ' ' -f 1
