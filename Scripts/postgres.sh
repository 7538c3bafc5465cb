#!/bin/sh
# Makes a throw-away PostgreSQL cluster on a Unix socket in a temporary folder.
#
#   postgres.sh run [SETTING=VALUE…]   starts a server, prints its socket's folder, and waits for the end of
#                                      standard input; then it stops the server and removes the folder
#   postgres.sh check                  exit 1 where the server's programs are missing
#
# The cluster that apt starts is neither used nor needed. As root the server runs as the user postgres.
set -eu

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
case ${1:-} in
check) [ -n "$programs" ] && [ -x "$programs/postgres" ] && [ -x "$programs/initdb" ]; exit ;;
run) shift ;;
*) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
esac
[ -n "$programs" ] || { echo 'PostgreSQL is not installed (Debian: apt-get install postgresql)' >&2; exit 69; }

# The folder lies outside of the clone: the server's user has to enter it.
folder=$(mktemp -d "${TMPDIR:-/tmp}/mailledger-postgres.XXXXXX")
server() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then
    chown postgres: "$folder"
    server() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
fi
finish() {
    server "$programs/pg_ctl" stop --pgdata="$folder/data" --mode=immediate --silent >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
server "$programs/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 \
    --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
{
    echo "unix_socket_directories = '$folder'"
    echo "listen_addresses = ''"
    echo 'max_connections = 200'
    # What a setting below says comes last, and so counts.
    for setting in "$@"; do printf "%s = '%s'\n" "${setting%%=*}" "${setting#*=}"; done
} >>"$folder/data/postgresql.conf"
server "$programs/pg_ctl" start --wait --silent --pgdata="$folder/data" --log="$folder/server.log" >/dev/null 2>&1 ||
    { cat "$folder/server.log" >&2; exit 1; }
echo "$folder"
cat >/dev/null
