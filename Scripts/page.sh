#!/usr/bin/env bash
# Holds the rules of the page's files: no text becomes HTML or a program, and the types of the scripts agree.
#   Scripts/page.sh [FOLDER]   default: Sources/WebPage/Assets; prints each violation as file:line: what; exit 1 if there is any
# The types are checked by Debian's node-typescript where it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-Sources/WebPage/Assets}
tsc=${TSC:-tsc}

violations=0

# complain WHAT FILES PATTERN: each line of the files that matches is one.
complain() {
    local what=$1 files=$2 pattern=$3 found
    # shellcheck disable=SC2086  # A list of endings.
    found=$(cd "$folder" && find . -type f \( $files \) -print0 | sort -z |
        xargs -0 -r grep -nHE -- "$pattern" | sed "s|^\./|$folder/|; s|\(:[0-9]*:\).*|\1 $what|") || true
    [ -n "$found" ] || return 0
    printf '%s\n' "$found"
    violations=$((violations + $(printf '%s\n' "$found" | wc -l)))
}

all='-name *.js -o -name *.html -o -name *.css -o -name *.svg'
markup='-name *.html -o -name *.svg'
set -f
complain 'text that becomes HTML' "$all" '(inner|outer)HTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|setHTML'
complain 'text that becomes a program' "$all" '(^|[^A-Za-z0-9_.])eval[^A-Za-z0-9_]|new +Function|javascript:|import *\([^)"]'
complain 'a handler as an attribute' "$markup" '[^A-Za-z0-9_-]on[a-z]+ *='
complain 'a handler as an attribute' '-name *.js' '\.on[a-z]+ *=[^=]|setAttribute\( *["'"'"'`]on'
complain 'a script or a style that is not a file of its own' "$markup" '<style|[^a-z-]style *=|<script([^>]*>)?$|<script[^>]*>[^<]'
complain 'something from elsewhere' "$all" '(src|href|url|import|from|fetch)[^A-Za-z0-9]{1,4}(https?:)?//'
set +f

if command -v "$tsc" >/dev/null 2>&1; then
    # shellcheck disable=SC2046  # Names of assets have no blanks.
    "$tsc" --noEmit --allowJs --checkJs --strict --noImplicitReturns --noUnusedLocals --target es2022 --module es2022 \
        --lib es2022,dom,dom.iterable $(find "$folder" -name '*.js' | LC_ALL=C sort) ||
        violations=$((violations + 1))
else
    echo 'The types of the page are not checked: node-typescript is not installed.' >&2
fi

if [ "$violations" -gt 0 ]; then
    echo "The page breaks its rules ($violations)" >&2
    exit 1
fi
