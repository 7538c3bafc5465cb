#!/usr/bin/env bash
# Fails on a type with more public and package members than Scripts/members/limits.txt allows: it is more than one thing.
#   Scripts/members.sh [BUILD [--all]]   the folder of a debug build; default: .build/debug. --all lists the members
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-.build/debug}
shift $(($# > 0))
export PYTHONPATH=Scripts/index PYTHONDONTWRITEBYTECODE=1
Scripts/index/print.sh "$build" | python3 Scripts/members/members.py Scripts/members/limits.txt "$@"
