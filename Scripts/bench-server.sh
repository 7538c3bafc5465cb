#!/usr/bin/env bash
# Measures what requests cost `mailledger serve`, in the release of .build; an argument is a folder of real mail.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
mail=${1:+$(cd "$1" && pwd)}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export PATH="$here/.build/release:$PATH" HOME="$place" TZ=UTC
cd "$place"
/usr/bin/python3 "$here/Benchmarks/requests.py" ${mail:+"$mail"}
