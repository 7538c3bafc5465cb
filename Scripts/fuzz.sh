#!/usr/bin/env bash
# Drives each reader of what strangers write by coverage, with libFuzzer and AddressSanitizer.
#
#   fuzz.sh seconds [target ...]     all of Tests/Fuzzing, or those named, so many seconds each; exit 1 where one broke
#
# What was learned stays in .build/fuzz/corpus, and the next run goes on from there. An input that broke a reader is named: put it
# into Tests/Fixtures/Fuzz/<target>, where the suite tries it from then on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-120}
[ $# -eq 0 ] || shift
build=.build/fuzz
shared=${MAILLEDGER_MAIL:-../shared/mail}
all='addresses configuration events folder-names http-fields http-requests imap-commands import jmap-requests json maildir-names
    mboxes messages notes notmuch-dumps proofs queries'

# The toolchain's own linker: ld.gold ends with an internal error while it reads the lines of this much code with its counters.
MAILLEDGER_FUZZ_DRIVER=1 ${SWIFT:-swift} build -c release --product ledger-fuzz --scratch-path "$build" \
    -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
# A reader that traps is to leave at once: no debugger is to look at it first. Leaks are none of ours to find: the runtime of
# Swift keeps what it makes once.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# Real mail, where there is some: a few hundred small files, the same ones each time.
real_mail() {
    [ -d "$shared" ] || return 0
    find "$shared" -type f -size -16k ! -name '*.md' ! -name '*.json' | LC_ALL=C sort | awk 'NR % 37 == 0' | head -n 400
}

broken=0
for target in ${*:-$all}; do
    corpus=$build/corpus/$target found=$build/found/$target
    mkdir -p "$corpus" "$found"
    export MAILLEDGER_FUZZ=$target
    MAILLEDGER_FUZZ_SEEDS=$corpus "$build/release/ledger-fuzz" >/dev/null 2>&1
    fixtures=Tests/Fixtures/Fuzz/$target
    [ -d "$fixtures" ] && cp "$fixtures"/* "$corpus"
    case $target in
        messages | mboxes) real_mail | while read -r file; do cp "$file" "$corpus/$(echo "$file" | cksum | tr ' ' -)"; done ;;
        events)
            for file in Tests/Fixtures/Events/*.json; do
                name=$(basename "$file" .json | sed -E 's/\.v([0-9]+)(\.today)?$/\/\1/')
                { echo "$name"; cat "$file"; } >"$corpus/$(basename "$file")"
            done
            ;;
        json) cp Tests/Fixtures/Events/*.json Tests/Fixtures/Wire/*.json "$corpus" ;;
    esac
    echo "== $target, $seconds s"
    if ! "$build/release/ledger-fuzz" -max_total_time="$seconds" -timeout=20 -max_len=16384 -rss_limit_mb=4096 \
        -dict="$build/corpus/words-$target" -print_final_stats=1 -verbosity=1 -artifact_prefix="$found/" "$corpus" \
        >"$build/$target.log" 2>&1; then
        broken=1
        grep -aE 'Fatal error|ERROR|Test unit written|SUMMARY' "$build/$target.log" || tail -n 5 "$build/$target.log"
    fi
    grep -aE 'DONE|stat::number_of_executed_units|^#.*cov:' "$build/$target.log" | tail -n 2
done
exit "$broken"
