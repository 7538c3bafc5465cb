#!/usr/bin/env bash
# Fails on public and package declarations that only tests use: an interface without a user is not one.
#   Scripts/unused.sh [BUILD]   the folder of a debug build; default: .build/debug
# What stays all the same is in Scripts/unused/allowed.txt, with the reason.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-.build/debug}
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
"$toolchain/bin/clang" -O1 -I"$toolchain/local/include" Scripts/unused/index.c "$toolchain/lib/libIndexStore.so" \
    -Wl,-rpath,"$toolchain/lib" -o "$tool/index"
"$tool/index" "$build/index/store" "$PWD/" | python3 Scripts/unused/unused.py Scripts/unused/allowed.txt
