#!/bin/sh
# Installs the tool with its manual, its completions and the sample mail of the demo, or takes them away again.
#
#   install.sh install BINARY      into $DESTDIR$PREFIX (default: /usr/local)
#   install.sh uninstall           what that version of the tool had installed, and nothing else
set -eu

mode=${1:-}
prefix=${DESTDIR:-}${PREFIX:-/usr/local}
program=$prefix/bin/mailledger
share=$prefix/share

bash_completion=$share/bash-completion/completions/mailledger
zsh_completion=$share/zsh/site-functions/_mailledger
fish_completion=$share/fish/vendor_completions.d/mailledger.fish

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

case $mode in
install)
    binary=${2:?"usage: install.sh install BINARY"}
    [ -x "$binary" ] || {
        echo "There is no $binary yet: run make build first." >&2
        exit 1
    }
    # The tool itself writes what it can be asked about; it needs no ledger for that.
    "$binary" generate-manual "$scratch/man" >/dev/null
    "$binary" completion bash >"$scratch/bash"
    "$binary" completion zsh >"$scratch/zsh"
    "$binary" completion fish >"$scratch/fish"
    install -D -m 755 "$binary" "$program"
    for page in "$scratch"/man/*; do
        install -D -m 644 "$page" "$share/man/man${page##*.}/${page##*/}"
    done
    install -D -m 644 "$scratch/bash" "$bash_completion"
    install -D -m 644 "$scratch/zsh" "$zsh_completion"
    install -D -m 644 "$scratch/fish" "$fish_completion"
    install -d "$share/mailledger/samples"
    cp -R Samples/. "$share/mailledger/samples"
    # It starts servers by a script of the source.
    rm -rf "$share/mailledger/samples/fleet"
    echo "Installed $program, its manual (man mailledger) and completions."
    ;;
uninstall)
    [ -x "$program" ] || {
        echo "There is no $program: nothing to take away." >&2
        exit 1
    }
    "$program" generate-manual "$scratch/man" >/dev/null
    for page in "$scratch"/man/*; do rm -f "$share/man/man${page##*.}/${page##*/}"; done
    rm -f "$bash_completion" "$zsh_completion" "$fish_completion" "$program"
    rm -rf "$share/mailledger"
    echo "Took away $program, its manual and completions. Ledgers and settings are as they were."
    ;;
*)
    echo "usage: install.sh install BINARY | uninstall" >&2
    exit 2
    ;;
esac
