import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled("openssl is absent") { areInstalled("openssl") })
struct `The certificate of mailledger serve` {
    /// Runs lines of shell in a folder with a ledger, where `certificate NAME` makes `chain.pem` and `key.pem`.
    private func run(_ lines: String) throws -> String {
        let program = try #require(mailledgerProgram()).path
        let folder = try TemporaryDirectory()
        let environment = [
            "MAILLEDGER": folder.path("ledger"), "MAILLEDGER_CONFIG": folder.path("none"), "TOOL": program,
        ]
        let script = #"""
            "$TOOL" init > /dev/null
            certificate() {
                openssl req -x509 -newkey ed25519 -nodes -keyout key.pem -out chain.pem -days "${2:-30}" \
                    -subj "/CN=$1" 2> /dev/null
            }
            # The name that the server at a port shows.
            name() {
                openssl s_client -connect "127.0.0.1:$1" < /dev/null 2> /dev/null | sed -n 's/^subject=.*CN *= *//p'
            }
            # Tries a command again and again, for a minute.
            soon() {
                tries=0
                until "$@"; do
                    tries=$((tries + 1))
                    if [ $tries -gt 1200 ]; then echo "in vain: $*"; kill -9 $server; exit 1; fi
                    sleep 0.05
                done
            }
            serve() {
                rm -f said noted
                "$TOOL" serve --listen 127.0.0.1:0 "$@" > said 2>> noted &
                server=$!
                soon test -s said
                port=$(sed 's/.*https*:..127.0.0.1:\([0-9]*\).*/\1/' said)
            }
            await() { soon grep -qs "$1" noted; }
            # Whether the library serves with one certificate alone.
            has_one() { [ "$(grep -ls MHD /proc/$server/task/*/comm | wc -l)" = 1 ]; }
            """#
        return try shell(script + "\n" + lines, environment: environment, directory: folder.path("")).text
    }

    @Test func `is read again on SIGHUP, for HTTP and IMAP, and stays if the new one cannot be used`() throws {
        let text = try run(
            #"""
            certificate first
            serve --imap 127.0.0.1:0 --tls-cert chain.pem --tls-key key.pem
            imap=$(sed 's/.*imaps:..127.0.0.1:\([0-9]*\).*/\1/' said)
            name $port; name $imap
            certificate second
            kill -HUP $server; await 'was read again'
            name $port; name $imap
            echo nonsense > key.pem
            kill -HUP $server; await 'stays in use'
            name $port; name $imap
            certificate third
            : > noted
            kill -HUP $server; await 'was read again'
            name $port; name $imap
            soon has_one
            name $port
            kill $server; wait $server; echo "ended $?"
            """#)
        #expect(
            text == "first\nfirst\nsecond\nsecond\nsecond\nsecond\nthird\nthird\nthird\nended 0\n", "\(text)")
    }

    @Test(.enabled("curl is absent") { areInstalled("curl") })
    func `does not change for those who are connected, and without one SIGHUP ends nothing`() throws {
        let text = try run(
            #"""
            certificate first
            token=$("$TOOL" token add t --scopes audit 2> /dev/null | grep -o 'mlt_[A-Za-z0-9_-]*')
            serve --tls-cert chain.pem --tls-key key.pem
            curl -sSkN -H "Authorization: Bearer $token" "https://127.0.0.1:$port/v1/events?follow=1" > events 2> lost &
            reader=$!
            soon test -s events
            for next in second third; do
                certificate $next
                : > noted
                kill -HUP $server; await 'was read again'
            done
            "$TOOL" account add later@example.org > /dev/null
            soon grep -q later@example.org events
            echo heard
            kill $server; wait $server; echo "ended $?"
            wait $reader; echo "read $?"
            serve
            kill -HUP $server; await 'no certificate'
            curl -sS "http://127.0.0.1:$port/healthz"
            kill $server; wait $server; echo "ended $?"
            """#)
        #expect(text == "heard\nended 0\nread 0\nok\nended 0\n", "\(text)")
    }

    @Test(.enabled("script is absent") { areInstalled("script") })
    func `is not read again by a server that was started at a terminal, which SIGHUP ends`() throws {
        let text = try run(
            #"""
            certificate first
            has_ended() { ! kill -0 "$(cat number)" 2> /dev/null; }
            for options in '' '--tls-cert chain.pem --tls-key key.pem'; do
                rm -f number said
                # The terminal stays for as long as the server.
                script -qec "echo \$\$ > number; exec '$TOOL' serve --listen 127.0.0.1:0 $options" /dev/null \
                    < /dev/null > said 2>&1 &
                server=$!
                soon grep -qs Serving said
                kill -HUP "$(cat number)"
                soon has_ended; wait $server; echo "ended $?"
            done
            """#)
        #expect(text == "ended 0\nended 0\n", "\(text)")
    }

    @Test func `is named with its file and the reason if it cannot be used`() throws {
        let text = try run(
            #"""
            certificate other; mv key.pem other.pem
            certificate own
            openssl req -x509 -newkey rsa:1024 -nodes -keyout weak.pem -out short.pem -days 30 -subj /CN=a 2> /dev/null
            openssl pkey -in key.pem -aes256 -passout pass:secret -out locked.pem
            openssl x509 -in chain.pem -outform DER -out chain.der
            openssl pkey -in key.pem -outform DER -out key.der
            : > empty.pem
            echo junk > junk.pem
            say() {
                "$TOOL" serve --listen 127.0.0.1:0 --tls-cert "$1" --tls-key "$2" 2>&1
                echo "$?"
            }
            say chain.pem other.pem; say key.pem chain.pem; say chain.pem chain.pem; say chain.pem locked.pem
            say chain.der key.pem; say chain.pem key.der; say empty.pem key.pem; say chain.pem junk.pem
            say short.pem weak.pem; say none.pem key.pem
            """#)
        let said = [
            "other.pem: is not the key of the first certificate", "key.pem: has a key and no certificate; are the two",
            "chain.pem: has a certificate and no key; are the two", "locked.pem: is under a passphrase",
            "chain.der: is DER", "key.der: is DER", "empty.pem: is empty", "junk.pem: is no PEM",
            "weak.pem: has a key that is too short", "none.pem: there is no such file",
        ]
        let lines = text.split(separator: "\n")
        try #require(lines.count == 2 * said.count, "\(text)")
        for (number, words) in said.enumerated() {
            #expect(lines[2 * number].hasPrefix("mailledger: \(words)"), "\(lines[2 * number])")
            #expect(lines[2 * number + 1] == "74", "\(words)")
        }
    }

    @Test func `is warned of when it is not valid, or not for long`() throws {
        let text = try run(
            #"""
            certificate own 30
            look() {
                serve --tls-cert chain.pem --tls-key key.pem
                cat noted
                kill $server; wait $server
            }
            look
            MAILLEDGER_NOW=2001-01-01T00:00:00Z; export MAILLEDGER_NOW; look
            MAILLEDGER_NOW=2999-01-01T00:00:00Z; look
            unset MAILLEDGER_NOW
            certificate own 3
            look
            """#)
        let lines = text.split(separator: "\n")
        try #require(lines.count == 3, "\(text)")
        #expect(lines[0].contains("chain.pem: the certificate is not valid before 20"))
        #expect(lines[1].contains("chain.pem: the certificate expired at 20"))
        #expect(lines[2].contains("chain.pem: the certificate expires at 20"))
    }
}
