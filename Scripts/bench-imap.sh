#!/usr/bin/env bash
# Measures `mailledger imap` of the release in .build beside Dovecot, on MESSAGES generated messages or a folder of real mail.
#   Scripts/bench-imap.sh MESSAGES [MAIL]
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
count=$1
mail=${2:+$(cd "$2" && pwd)}
[ -x /usr/lib/dovecot/imap ] || { echo "There is no Dovecot: Scripts/dependencies.sh install --bench" >&2; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
if [ -z "$mail" ]; then
    mail=$place/generated
    "$here/.build/release/ledger-bench" generate "$mail" "$count" >/dev/null
fi
/usr/bin/python3 "$here/Benchmarks/imap.py" "$here/.build/release/mailledger" mara@example.org "$mail" "$count"
