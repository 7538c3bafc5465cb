#!/bin/sh
# Checks, or installs, what MailLedger is built and tested with.
#
#   dependencies.sh check              all that `make test` and `make demo` need; exit 1 with the apt line if some is missing
#   dependencies.sh check --build      only what `make build` needs
#   dependencies.sh install            installs what is missing
#   dependencies.sh install --with-optional   and tries to install what some tests compare with
#   dependencies.sh install --fleet    and the database server that `make demo-fleet` starts
#   dependencies.sh install --bench    and tries to install what `make bench` and `make bench-imap` measure beside
set -eu

mode=${1:-check}
scope=${2:-}

libraries='sqlite3:libsqlite3-dev glib-2.0:libglib2.0-dev gmime-3.0:libgmime-3.0-dev libcrypto:libssl-dev nettle:nettle-dev libzstd:libzstd-dev zlib:zlib1g-dev libmicrohttpd:libmicrohttpd-dev libpq:libpq-dev libcurl:libcurl4-openssl-dev'

# Prints the Debian packages that are missing, on one line.
missing_packages() {
    command -v pkg-config >/dev/null 2>&1 || printf ' pkg-config'
    for pair in $libraries; do
        pkg-config --exists "${pair%%:*}" 2>/dev/null || printf ' %s' "${pair#*:}"
    done
    [ "$scope" != --build ] || return 0
    for tool in sqlite3 python3; do
        command -v "$tool" >/dev/null 2>&1 || printf ' %s' "$tool"
    done
}

# Prints the optional packages that are missing: the Merkle tree of the Go project, an independent opinion on ours; the shells
# that command lines are completed in; what manual pages are read with; the tool whose lines have their twins here; what a proof is checked with by hand;
# what reads the calendar files of actions; what keeps Maildirs in step with servers, reads mail by IMAP, and serves it, to compare; the browser that opens reports and the page, and what
# drives it; what reads the types of the page's scripts;
# the database server that a fleet of ledgers is kept on, and a pooler before it.
missing_optional() {
    command -v go >/dev/null 2>&1 || printf ' golang-go'
    [ -d /usr/share/gocode/src/golang.org/x/mod/sumdb/tlog ] || printf ' golang-golang-x-mod-dev'
    for tool in zsh fish mandoc groff notmuch jq xxd; do
        command -v "$tool" >/dev/null 2>&1 || printf ' %s' "$tool"
    done
    command -v man >/dev/null 2>&1 || printf ' man-db'
    command -v mbsync >/dev/null 2>&1 || printf ' isync'
    command -v offlineimap >/dev/null 2>&1 || printf ' offlineimap3'
    command -v curl >/dev/null 2>&1 || printf ' curl'
    command -v neomutt >/dev/null 2>&1 || printf ' neomutt'
    command -v tmux >/dev/null 2>&1 || printf ' tmux'
    [ -x /usr/lib/dovecot/imap ] || printf ' dovecot-imapd'
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || printf ' postgresql'
    [ -x /usr/sbin/pgbouncer ] || printf ' pgbouncer'
    command -v chromium >/dev/null 2>&1 || printf ' chromium'
    command -v chromedriver >/dev/null 2>&1 || printf ' chromium-driver'
    command -v tsc >/dev/null 2>&1 || printf ' node-typescript'
    /usr/bin/python3 -c 'import selenium' 2>/dev/null || printf ' python3-selenium'
    /usr/bin/python3 -c 'import icalendar' 2>/dev/null || printf ' python3-icalendar'
}

# Prints the packages of the programs to measure beside that are missing.
missing_peers() {
    command -v notmuch >/dev/null 2>&1 || printf ' notmuch'
    command -v mu >/dev/null 2>&1 || printf ' maildir-utils'
    [ -x /usr/lib/dovecot/imap ] || printf ' dovecot-imapd'
}

as_root=
if [ "$(id -u)" -ne 0 ] && command -v sudo >/dev/null 2>&1; then
    as_root='sudo '
    # Without a terminal nobody can type a password.
    [ -t 0 ] || as_root='sudo -n '
fi

apt_install() {
    command -v apt-get >/dev/null 2>&1 || {
        echo 'There is no apt-get here: install these by other means.' >&2
        return 1
    }
    # The words of $as_root and of $1 are separate arguments.
    # shellcheck disable=SC2086
    ${as_root}env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >&2 || true
    # shellcheck disable=SC2086
    ${as_root}env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -qq $1 </dev/null >&2
}

# Says what is missing and what to type; $1 is the list.
refuse() {
    if [ "$(id -u)" -eq 0 ]; then prefix=; else prefix='sudo '; fi
    echo "Missing:$1. Install with:" >&2
    echo "  ${prefix}apt-get install -y$1" >&2
    exit 1
}

command -v "${SWIFT:-swift}" >/dev/null 2>&1 || {
    echo 'Missing: Swift 6.3. See https://www.swift.org/install/linux/' >&2
    exit 1
}

missing=$(missing_packages)
case $mode in
check)
    [ -z "$missing" ] || refuse "$missing"
    ;;
install)
    if [ -n "$missing" ]; then
        echo "Installing$missing" >&2
        apt_install "$missing" || refuse "$missing"
        missing=$(missing_packages)
        [ -z "$missing" ] || refuse "$missing"
    fi
    if [ "$scope" = --with-optional ]; then
        optional=$(missing_optional)
        if [ -n "$optional" ] && ! apt_install "$optional"; then
            echo "Not installed:$optional. The tests that need them are skipped and say so." >&2
        fi
    fi
    if [ "$scope" = --fleet ] && ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then
        echo 'Installing postgresql; the cluster that it makes is not used' >&2
        apt_install ' postgresql' || refuse ' postgresql'
    fi
    if [ "$scope" = --bench ]; then
        peers=$(missing_peers)
        if [ -n "$peers" ] && ! apt_install "$peers"; then
            echo "Not installed:$peers. They are left out of the table." >&2
        fi
    fi
    ;;
*)
    echo "usage: dependencies.sh check|install [--build|--with-optional|--fleet|--bench]" >&2
    exit 2
    ;;
esac
