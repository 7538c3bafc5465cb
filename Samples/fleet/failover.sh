#!/bin/sh
# Shows a failover on this machine: two servers, two nodes, and what they say.
#
#   failover.sh [PROGRAM]      the mailledger that was built; .build/release/mailledger unless another is named
#
# All of it lies in a temporary folder, which is removed at the end, and when the script is stopped (Ctrl-C). The servers
# are throw-away clusters on Unix sockets (Scripts/postgres.sh); other clusters of this machine are not touched.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath -m "${1:-$root/.build/release/mailledger}")
cd "$root"
[ -x "$program" ] || { echo "$program is not there: 'make build' makes it" >&2; exit 69; }
"$root/Scripts/postgres.sh" check || { echo 'PostgreSQL is not installed (Debian: apt-get install postgresql)' >&2; exit 69; }

folder=$(mktemp -d "${TMPDIR:-/tmp}/mailledger-fleet.XXXXXX")
finish() {
    # A server ends when nothing holds its standard input any more.
    exec 7>&- 8>&- 9>&-
    wait
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM

say() { printf '\n%s\n' "$*"; }

# Starts a server; its socket lies in $folder/NAME.
start() {
    name=$1
    shift
    "$root/Scripts/postgres.sh" run "$@" <"$folder/$name.in" >"$folder/$name.out" 2>"$folder/$name.err" &
}
started() {
    until [ -s "$folder/$1.out" ]; do
        kill -0 "$2" 2>/dev/null || { cat "$folder/$1.err" >&2; exit 69; }
        sleep 0.1
    done
    ln -s "$(cat "$folder/$1.out")" "$folder/$1"
}
sql() { psql --no-psqlrc -qtAX -h "$folder/$1" -U postgres -d "$2" -c "$3"; }
confirming() { # SERVER: wait for its standby
    sql "$1" postgres "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
    sql "$1" postgres 'SELECT pg_reload_conf()' >/dev/null
    until [ "$(sql "$1" postgres "SELECT sync_state FROM pg_stat_replication")" = sync ]; do sleep 0.1; done
}

# Runs the tool on a node: caches and keys of its own, the same database. A code that is not the expected one ends all.
on() {
    node=$1
    shift
    printf '\n%s$ mailledger' "$node"
    for word in "$@"; do
        case $word in *' '*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    echo
    code=0
    XDG_CACHE_HOME="$folder/$node/cache" XDG_DATA_HOME="$folder/$node/data" XDG_CONFIG_HOME="$folder/$node/config" \
        MAILLEDGER='postgresql://postgres@/mail?ledger=mara' PGHOST="$folder/db1,$folder/db2" \
        PGTARGETSESSIONATTRS=read-write "$program" "$@" >"$folder/said" 2>&1 </dev/null || code=$?
    fold -s -w 76 "$folder/said" | sed 's/ *$//; s/^/    /'
    [ "$code" -eq "${expected:-0}" ] || { echo "exit code $code" >&2; exit 1; }
    [ "$code" -eq 0 ] || echo "    (exit code $code)"
}

echo 'Two servers on this machine: db1, and a standby, db2, that confirms each commit.'
mkfifo "$folder/db1.in" "$folder/db2.in" "$folder/db3.in"
start db1
first=$!
exec 7>"$folder/db1.in"
started db1 "$first"
sql db1 postgres 'CREATE DATABASE mail'
start db2 --standby-of "$(readlink "$folder/db1")" cluster_name=standby
second=$!
exec 8>"$folder/db2.in"
started db2 "$second"
confirming db1
"$program" fleet schema --apply "postgresql://postgres@/mail?host=$folder/db1" >/dev/null

say 'A ledger in the database. Node one imports mail, node two reads it.'
on one init
on one account add mara@example.org
on one import Samples/maildir --account mara@example.org
on two count

say 'db1 dies: all its processes end at once, as in a power cut.'
"$root/Scripts/postgres.sh" kill "$(readlink "$folder/db1")"
expected=69 on two note add 'while no server is there'

say 'db2 takes over. It has no standby yet, and a second failure would lose what it'
echo 'alone has: so the ledger is read, and takes no writes.'
"$root/Scripts/postgres.sh" promote "$(readlink "$folder/db2")"
on two count
expected=1 on two note add 'too early'

say 'A new standby, db3, copies db2, and confirms each commit from here on.'
start db3 --standby-of "$(readlink "$folder/db2")" cluster_name=standby
third=$!
exec 9>"$folder/db3.in"
started db3 "$third"
confirming db2
on one note add 'after the failover'
on two notes

say 'Both nodes check the whole log: nothing that was reported is missing.'
on one verify
on two verify
on two fleet status
