#!/bin/sh
# Puts a throw-away pgbouncer before a server that postgres.sh runs: sessions change between transactions.
#
#   pgbouncer.sh run FOLDER SIZE [MODE]   starts it before the socket in FOLDER, with SIZE connections for each
#                                         database and role, in the mode transaction or another; prints its socket's
#                                         folder, and waits for the end of standard input
#   pgbouncer.sh check                    exit 1 where it is not installed
set -eu

program=/usr/sbin/pgbouncer
case ${1:-} in
check) [ -x "$program" ]; exit ;;
run) server=$2 size=$3 mode=${4:-transaction} ;;
*) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
esac
[ -x "$program" ] || { echo 'pgbouncer is not installed (Debian: apt-get install pgbouncer)' >&2; exit 69; }

folder=$(mktemp -d "$server/pgbouncer.XXXXXX")
cat >"$folder/pgbouncer.ini" <<END
[databases]
* = host=$server
[pgbouncer]
unix_socket_dir = $folder
listen_port = 5432
auth_type = trust
auth_file = $folder/users
pool_mode = $mode
default_pool_size = $size
max_client_conn = 500
# A client that waits for a session which nobody gives back has an error before a test is given up.
query_wait_timeout = 30
END
printf '"postgres" ""\n"some_node" ""\n' >"$folder/users"
# It refuses to run as root.
as=
if [ "$(id -u)" -eq 0 ]; then
    chown -R postgres: "$folder"
    as='setpriv --reuid=postgres --regid=postgres --clear-groups'
fi
# shellcheck disable=SC2086  # Words of a command.
$as "$program" -q "$folder/pgbouncer.ini" >"$folder/log" 2>&1 </dev/null &
pooler=$!
trap 'kill $pooler 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
while [ ! -S "$folder/.s.PGSQL.5432" ]; do
    kill -0 "$pooler" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
done
echo "$folder"
cat >/dev/null
