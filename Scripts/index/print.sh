#!/usr/bin/env bash
# Prints what the compiler's index of a debug build knows of the project's Swift files, in the lines of index.c.
#   Scripts/index/print.sh [BUILD]   the folder of a debug build; default: .build/debug
set -euo pipefail
cd "$(dirname "$0")/../.."

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
"$toolchain/bin/clang" -O1 -I"$toolchain/local/include" Scripts/index/index.c "$toolchain/lib/libIndexStore.so" \
    -Wl,-rpath,"$toolchain/lib" -o "$tool/index"
"$tool/index" "${1:-.build/debug}/index/store" "$PWD/"
