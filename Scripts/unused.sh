#!/usr/bin/env bash
# Fails on public and package declarations that only tests use: an interface without a user is not one.
#   Scripts/unused.sh [BUILD]   the folder of a debug build; default: .build/debug
# What stays all the same is in Scripts/unused/allowed.txt, with the reason.
set -euo pipefail
cd "$(dirname "$0")/.."

export PYTHONPATH=Scripts/index PYTHONDONTWRITEBYTECODE=1
Scripts/index/print.sh "$@" | python3 Scripts/unused/unused.py Scripts/unused/allowed.txt
