# Compares a ledger with a Maildir: for scripts that have $account, $mail, $folder, and the functions ledger and fail.

# What the ledger has: the folder, the Message-ID and the flags of each message.
in_ledger() {
    pattern='s/.*"folders":\[\([^]]*\)\].*"keywords":\[\([^]]*\)\].*"message_id":"\([^"]*\)".*/\1|\3|\2/p'
    ledger messages account:"$account" --format jsonl | sed -n "$pattern" |
        while IFS='|' read -r places id keywords; do
            flags=
            case $keywords in *\"\$draft\"*) flags=${flags}D ;; esac
            case $keywords in *\"\$flagged\"*) flags=${flags}F ;; esac
            case $keywords in *\"\$answered\"*) flags=${flags}R ;; esac
            case $keywords in *\"\$seen\"*) flags=${flags}S ;; esac
            echo "$places" | tr ',' '\n' | sed 's/^"//; s/"$//' | while read -r place; do echo "$place $id $flags"; done
        done | sort
}

# The same of the Maildir. A field may begin on the line behind its name.
in_maildir() {
    (cd "$mail" && find . -path '*/cur/*' -type f -o -path '*/new/*' -type f) | sed 's|^\./||' |
        while read -r file; do
            id=$(tr -d '\r' <"$mail/$file" | awk '
                /^$/ { exit }
                waits { print; exit }
                tolower($1) == "message-id:" { if (NF > 1) { print $2; exit } waits = 1 }' | tr -d ' \t<>')
            flags=
            case $file in *:2,*) flags=${file##*:2,} ;; esac
            [ -z "$id" ] || echo "${file%/*/*} $id $(echo "$flags" | sed 's/[^DFRS]//g')"
        done | sort
}

compare() {
    in_ledger >"$folder/ledger.list"
    in_maildir >"$folder/maildir.list"
    [ -s "$folder/ledger.list" ] || fail "the ledger lists nothing"
    diff "$folder/ledger.list" "$folder/maildir.list" >"$folder/difference" ||
        { cat "$folder/difference" >&2; fail "$1"; }
    [ "$(find "$mail" -path '*/cur/*' -type f -o -path '*/new/*' -type f | wc -l)" -eq "$(total)" ] ||
        fail "the numbers of messages differ"
}

total() {
    ledger folders --account "$account" --format jsonl | sed -n 's/.*"total":\([0-9]*\),.*/\1/p' |
        awk '{ sum += $1 } END { print sum + 0 }'
}

letter() {
    printf 'From: Ada <ada@example.org>\nTo: %s\nSubject: %s\nMessage-ID: <%s@example.org>\n' "$account" "$1" "$2"
    printf 'Date: Mon, 16 Feb 2026 10:00:00 +0000\n\nWritten into a Maildir.\n'
}
