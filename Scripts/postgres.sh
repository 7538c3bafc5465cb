#!/bin/sh
# Makes throw-away PostgreSQL clusters on Unix sockets in temporary folders, and lets them fail.
#
#   postgres.sh run [--standby-of FOLDER | --copy-of FOLDER] [SETTING=VALUE…]
#                           starts a server, prints its socket's folder, and waits for the end of standard input; then
#                           it stops the server and removes the folder. A standby is a copy of a server that runs, and
#                           receives all that is written there; cluster_name=NAME names it to synchronous_standby_names
#   postgres.sh make FOLDER     makes a new cluster in an empty folder; a copy of it starts in half of the time
#   postgres.sh stall FOLDER    the standby there stands still: what its server sends waits in the socket
#   postgres.sh resume FOLDER   it goes on
#   postgres.sh detach FOLDER   the standby there loses its server, and receives nothing any more
#   postgres.sh kill FOLDER     ends the server there and all its processes, as `kill -9` does
#   postgres.sh promote FOLDER  makes the standby there a server that takes writes
#   postgres.sh check           exit 1 where the server's programs are missing
#
# The cluster that apt starts is neither used nor needed. As root the server runs as the user postgres.
set -eu

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
server() { "$@"; }
[ "$(id -u)" -ne 0 ] || server() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
postmaster() { head -n 1 "$1/data/postmaster.pid"; }
receiver() { pgrep -P "$(postmaster "$1")" -f walreceiver; }

make_cluster() {
    logged "$1" "$programs/initdb" --pgdata="$1/data" --username=postgres --auth=trust --encoding=UTF8 \
        --locale=C.UTF-8 --no-sync
}
logged() {
    log=$1/set-up.log
    shift
    server "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

action=${1:-}
case $action in
check) [ -n "$programs" ] && [ -x "$programs/postgres" ] && [ -x "$programs/initdb" ]; exit ;;
stall) kill -STOP $(receiver "$2"); exit ;;
resume) kill -CONT $(receiver "$2"); exit ;;
kill)
    id=$(postmaster "$2")
    # It must not start others while its children are counted.
    kill -STOP "$id"
    kill -KILL "$id" $(pgrep -P "$id")
    exit ;;
detach)
    psql --no-psqlrc --quiet --host="$2" --username=postgres --dbname=postgres \
        --command="ALTER SYSTEM SET primary_conninfo = ''" --command='SELECT pg_reload_conf()' >/dev/null
    while receiver "$2" >/dev/null; do sleep 0.05; done
    exit ;;
promote)
    for id in $(receiver "$2"); do kill -CONT "$id"; done
    cd "$2"
    server "$programs/pg_ctl" promote --wait --silent --pgdata="$2/data"
    exit ;;
make)
    [ "$(id -u)" -ne 0 ] || chown postgres: "$2"
    cd "$2"
    make_cluster "$2"
    exit ;;
run) shift ;;
*) sed -n '2,16s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
esac
[ -n "$programs" ] || { echo 'PostgreSQL is not installed (Debian: apt-get install postgresql)' >&2; exit 69; }
primary=
original=
[ "${1:-}" != --standby-of ] || { primary=$2; shift 2; }
[ "${1:-}" != --copy-of ] || { original=$2; shift 2; }

# The folder lies outside of the clone: the server's user has to enter it.
folder=$(mktemp -d "${TMPDIR:-/tmp}/mailledger-postgres.XXXXXX")
[ "$(id -u)" -ne 0 ] || chown postgres: "$folder"
finish() {
    server "$programs/pg_ctl" stop --pgdata="$folder/data" --mode=immediate --silent >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
if [ -n "$primary" ]; then
    logged "$folder" "$programs/pg_basebackup" --host="$primary" --username=postgres --pgdata="$folder/data" \
        --wal-method=stream --checkpoint=fast --no-sync
    server touch "$folder/data/standby.signal"
elif [ -n "$original" ]; then
    cp -a "$original/data" "$folder/data"
else
    make_cluster "$folder"
fi
# What comes last counts.
{
    echo "unix_socket_directories = '$folder'"
    echo "listen_addresses = ''"
    echo 'max_connections = 200'
    [ -z "$primary" ] || echo "primary_conninfo = 'host=$primary user=postgres'"
    for setting in "$@"; do printf "%s = '%s'\n" "${setting%%=*}" "${setting#*=}"; done
} >>"$folder/data/postgresql.conf"
server "$programs/pg_ctl" start --wait --silent --pgdata="$folder/data" --log="$folder/server.log" >/dev/null 2>&1 ||
    { cat "$folder/server.log" >&2; exit 1; }
echo "$folder"
cat >/dev/null
