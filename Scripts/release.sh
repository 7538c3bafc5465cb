#!/bin/sh
# Builds the committed tree at one path, from scratch, so that whoever does the same has the same bytes.
#
#   release.sh program      writes the program, and beside it, in program.buildinfo, what it was made with
#
# The path is a part of the recipe, as Debian has it: what the compiler reads lies at the same place each time.
set -eu
umask 022
export LC_ALL=C TZ=UTC
# A part of the compiler is written in Swift, and takes what stands in sets and dictionaries in an order of its own each time.
export SWIFT_DETERMINISTIC_HASHING=1

root=$(cd "$(dirname "$0")/.." && pwd)
program=$1
swift=${SWIFT:-swift}
place=/var/tmp/mailledger-release

mkdir -m 700 "$place" 2>/dev/null || true
# Whoever could write there could choose what is built.
if [ -L "$place" ] || [ ! -d "$place" ] || [ ! -O "$place" ] || [ "$(stat -c %a "$place")" != 700 ]; then
    echo "$place is needed, and is not a folder of yours alone: remove it, or ask who made it" >&2
    exit 1
fi
exec 9<"$place"
flock -n 9 || {
    echo "another release is being built in $place" >&2
    exit 75
}
trap 'rm -rf "$place/tree"' EXIT
rm -rf "$place/tree"
mkdir "$place/tree"
if commit=$(git -C "$root" rev-parse HEAD 2>/dev/null); then
    [ -z "$(git -C "$root" status --porcelain)" ] || echo 'note: what is not committed is left out' >&2
    git -C "$root" archive HEAD | tar -x -C "$place/tree"
else
    commit='none: the sources as they were unpacked'
    tar -c -C "$root" --exclude=./.build . | tar -x -C "$place/tree"
fi
make -s -C "$place/tree" SWIFT="$swift" release-here >&2
mkdir -p "$(dirname "$program")"
cp "$place/tree/.build/mailledger" "$program"

{
    echo "sha256: $(sha256sum <"$program" | cut -d ' ' -f 1)"
    echo "commit: $commit"
    echo "path: $place/tree"
    echo "swift: $("$swift" --version 2>/dev/null | head -n 1)"
    dpkg-query -W -f '${Package}: ${Version}\n' binutils libc6-dev libstdc++-12-dev libsqlite3-dev libglib2.0-dev \
        libgmime-3.0-dev libssl-dev nettle-dev libzstd-dev zlib1g-dev 2>/dev/null || true
} >"$program.buildinfo"
