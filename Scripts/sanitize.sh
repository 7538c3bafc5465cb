#!/usr/bin/env bash
# Runs tests under the sanitizers of the toolchain; each has a build of its own below .build.
#
#   sanitize.sh [thread] [address]      both, unless one is named; exit 1 where one has found something
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export SWIFT_BACKTRACE=enable=no

# What threads share: connections, views that are built beside readers, an import that reads ahead, the container, followers.
threads='ConcurrencyTests|ViewsUnderStress|ViewsBuild|ViewsTests|PastViews|ReadAheadTests|Container|UnitOfWork|Subscription|ContentProcess|ContentStoreTests|TextSearch|ProjectorTests'
# What hands memory to C: SQLite, GMime, GLib, OpenSSL, zlib, zstd; and the readers of what strangers write.
memory='SQLiteTests|MIMETests|ConfigurationTests|HashingTests|SigningTests|CompressionTests|ContentTests|MailboxesTests|JSONCodingTests|FuzzingTests|EventLogTests'

run() {
    local sanitizer=$1 filter=$2
    echo "== $sanitizer"
    ${SWIFT:-swift} build --build-tests --sanitize "$sanitizer" --scratch-path ".build/$sanitizer"
    ${SWIFT:-swift} test --skip-build --disable-xctest --sanitize "$sanitizer" --scratch-path ".build/$sanitizer" \
        --filter "$filter"
}

for sanitizer in ${*:-thread address}; do
    case $sanitizer in
        # A first finding ends the run, with the two places that race.
        thread) TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1 run thread "$threads" ;;
        # What the runtime of Swift makes once and keeps is no leak of ours.
        address) ASAN_OPTIONS=detect_leaks=0 run address "$memory" ;;
        *) echo "there is no sanitizer '$sanitizer'" >&2; exit 2 ;;
    esac
done
