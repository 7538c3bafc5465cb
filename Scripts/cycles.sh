#!/usr/bin/env bash
# Fails on a cycle among the modules, or among the top folders of a module: what uses each other is one thing, not two.
#   Scripts/cycles.sh [BUILD [--all]]   the folder of a debug build; default: .build/debug. --all shows every use that makes a cycle
# The cycles that are still to be cut are in Scripts/cycles/allowed.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-.build/debug}
shift $(($# > 0))
export PYTHONPATH=Scripts/index PYTHONDONTWRITEBYTECODE=1
Scripts/index/print.sh "$build" | python3 Scripts/cycles/cycles.py Scripts/cycles/allowed.txt "$@"
