#!/usr/bin/env bash
# Prints the rows of a table of requirements that no test names:
#   Scripts/rows.sh [FILE]      rows are lines such as "| R7 | … |"; default: ../shared/REQUIREMENTS.md
#   ROWS=1-52 Scripts/rows.sh   only these
# A test names its rows by a trait, as in `@Test(.requirement(3, 4))`.
set -euo pipefail
cd "$(dirname "$0")/.."

file=${1:-../shared/REQUIREMENTS.md}
if [ ! -r "$file" ]; then
    echo "skipped: there is no $file; name the table of requirements as an argument" >&2
    exit 0
fi
first=1
last=999999
if [ -n "${ROWS:-}" ]; then
    first=${ROWS%-*}
    last=${ROWS#*-}
fi

tested=$(grep -rhoE '\.requirement\([0-9, ]+' --include='*.swift' Tests | grep -oE '[0-9]+' | sort -u | sed 's/^/R/' || true)

left=0
total=0
while IFS= read -r line; do
    row=$(sed -nE 's/^\| (R[0-9]+) \|.*/\1/p' <<<"$line")
    number=${row#R}
    if [ "$number" -lt "$first" ] || [ "$number" -gt "$last" ]; then continue; fi
    total=$((total + 1))
    if ! grep -qx "$row" <<<"$tested"; then
        left=$((left + 1))
        # The row without its number and its source, cut to a line.
        printf '%-5s %s\n' "$row" "$(sed -E 's/^\| R[0-9]+ \| [^|]*\| //; s/ \|.*$//' <<<"$line" | cut -c 1-110)"
    fi
done < <(grep -E '^\| R[0-9]+ \|' "$file")

echo "$left of $total rows have no test" >&2
