#!/usr/bin/env bash
# Runs tests under the sanitizers of the toolchain; each has a build of its own below .build.
#
#   sanitize.sh [thread] [address]      both, unless one is named; exit 1 where one has found something
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
swift=${SWIFT:-swift}
clang=$(dirname "$(readlink -f "$(command -v "$swift")")")/clang
# A finding is to be told at once: no debugger is to look at the process first.
export SWIFT_BACKTRACE=enable=no
export MAILLEDGER_PLAIN_LINK=1

# What threads share: connections, views that are built beside readers, an import that reads ahead, the container, followers.
threads='EventLogTests|SQLiteDatabaseTests|ContentTests|AddedProjectionTests|ReadAheadTests|OrderedWorkTests|TextSearchTests|ImportSourcesTests'
threads+='|ContainerTests|UnitOfWorkTests|ChangesTests|SubscriptionTests|SubscriptionPropertyTests|CursorTests'
threads+='|RepositoryTests|ScenarioTests|ParityTests|ProgressTests|FollowTests|WatchTests'
# What hands memory to C (SQLite, GMime, GLib, OpenSSL, zlib, zstd), and the readers of what strangers write.
memory='EventLogTests|SQLiteDatabaseTests|ContentTests|MIMETests|ConfigurationFilesTests|CryptographyTests|CompressionTests'
memory+='|MailboxesTests|JSONCodingTests|CanonicalEventTests|FuzzingTests|NotesTests'

# The sizes of Docs/Limits.md are too large here, and memory that is counted is the sanitizer's, too.
left_out='at its limits|MemoryTests'

# run sanitizer filter [option of the build ...]
run() {
    local sanitizer=$1 filter=$2
    shift 2
    local options=(--sanitize "$sanitizer" --scratch-path ".build/$sanitizer" "$@")
    echo "== $sanitizer"
    "$swift" build --build-tests "${options[@]}"
    "$swift" test --skip-build --disable-xctest "${options[@]}" --filter "$filter" --skip "$left_out"
}

for sanitizer in ${*:-thread address}; do
    case $sanitizer in
        thread)
            mkdir -p .build/thread
            "$clang" -O1 -c -fPIC -Wall -Wextra -Werror -o .build/thread/mutexes.o Tests/Sanitizers/mutexes.c
            run thread "$threads" -Xlinker "$PWD/.build/thread/mutexes.o"
            ;;
        # What the runtime of Swift makes once and keeps is no leak of ours.
        address) ASAN_OPTIONS=detect_leaks=0 run address "$memory" ;;
        *)
            echo "there is no sanitizer '$sanitizer'" >&2
            exit 2
            ;;
    esac
done
