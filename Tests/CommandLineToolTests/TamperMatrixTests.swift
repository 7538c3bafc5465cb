import Foundation
import TestSupport
import Testing

/// What somebody does to a ledger behind the program's back, and what tells: the table of Docs/Reliability.md, held against
/// the tool.
@Suite(.enabled("sqlite3 or python3 is not installed") { areInstalled("sqlite3", "python3") })
struct TamperMatrixTests {
    /// The commands that may tell, in the order in which they are asked; only the last one knows of the witness.
    private static let guardians = ["verify", "verify --content", "verify --views", "witness check"]

    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        /// What is done, in a shell: `tamper SQL` changes the log past its guard rails.
        let script: String

        init(_ name: String, _ script: String) {
            self.name = name
            self.script = script
        }

        var testDescription: String { name }
    }

    /// The event in which a script moved an invoice to the trash is what somebody would like to be another.
    static let attacks: [Attack] = [
        Attack(
            "a payload is edited",
            "tamper \"UPDATE events SET payload = replace(payload, 'copies', 'copied') WHERE position = $E\""),
        Attack("a payload is blanked", "tamper \"UPDATE events SET payload = NULL, salt = NULL WHERE position = $E\""),
        Attack(
            "the actor in a header is edited",
            "tamper \"UPDATE transactions SET header = replace(header, 'cleanup-script', 'mara-somebody') WHERE number = $T\""
        ),
        Attack(
            "the reason in a header is edited",
            "tamper \"UPDATE transactions SET header = replace(header, 'older than', 'newer than') WHERE number = $T\""),
        Attack(
            "the time of a transaction is edited",
            "tamper \"UPDATE transactions SET recorded_at = recorded_at - 86400000000 WHERE number = $T\""),
        Attack("an event is deleted", "tamper \"DELETE FROM events WHERE position = $E\""),
        Attack(
            "two events are swapped",
            "tamper \"UPDATE events SET position = -1 WHERE position = $E; UPDATE events SET position = $E WHERE position = $E + 1; UPDATE events SET position = $E + 1 WHERE position = -1\""
        ),
        Attack(
            "an event is put in at the end",
            "tamper \"INSERT INTO events SELECT $H + 1, $H + 1, 1, type, \\\"schema\\\", \\\"transaction\\\", account, payload, salt, digest FROM events WHERE position = $H\""
        ),
        Attack(
            "an event is put in between",
            "tamper \"UPDATE events SET position = -position WHERE position > $E; UPDATE events SET position = 1 - position WHERE position < 0; INSERT INTO events SELECT $E + 1, $E + 1, 1, type, \\\"schema\\\", \\\"transaction\\\", account, payload, salt, digest FROM events WHERE position = $E\""
        ),
        Attack(
            "an event is replaced, although a trigger forbids it",
            "tamper \"INSERT OR REPLACE INTO events SELECT position, stream, version, type, \\\"schema\\\", \\\"transaction\\\", account, '{}', salt, digest FROM events WHERE position = $E\""
        ),
        Attack(
            "the last transaction is cut off",
            "tamper \"DELETE FROM events WHERE \\\"transaction\\\" = $L; DELETE FROM transactions WHERE number = $L\""),
        Attack(
            "the last transaction is cut off, and the tree is recomputed",
            "tamper \"DELETE FROM events WHERE \\\"transaction\\\" = $L; DELETE FROM transactions WHERE number = $L\" --rehash"
        ),
        Attack(
            "the same, and the checkpoints that the ledger kept are deleted",
            "tamper \"DELETE FROM checkpoints; DELETE FROM events WHERE \\\"transaction\\\" = $L; DELETE FROM transactions WHERE number = $L\" --rehash"
        ),
        Attack(
            "the same, and the views are deleted",
            """
            tamper "DELETE FROM checkpoints; DELETE FROM events WHERE \\"transaction\\" = $L; DELETE FROM transactions WHERE number = $L" --rehash
            rm -r "$MAILLEDGER/views"
            """),
        Attack(
            "a header is edited, and every digest and the tree are recomputed",
            "tamper \"UPDATE transactions SET header = replace(header, 'cleanup-script', 'mara-somebody') WHERE number = $T\" --rehash"
        ),
        Attack(
            "the same, and the checkpoints that the ledger kept are deleted",
            "tamper \"DELETE FROM checkpoints; UPDATE transactions SET header = replace(header, 'cleanup-script', 'mara-somebody') WHERE number = $T\" --rehash"
        ),
        Attack(
            "the same, and the result is signed with the owner's key",
            """
            tamper "DELETE FROM checkpoints; UPDATE transactions SET header = replace(header, 'cleanup-script', 'mara-somebody') WHERE number = $T" --rehash
            MAILLEDGER_CONFIG=$HOME/none mailledger checkpoint > /dev/null
            """),
        Attack(
            "the folder is replaced by yesterday's copy",
            "rm -r \"$MAILLEDGER\" && cp -a \"$HOME/yesterday\" \"$MAILLEDGER\""),
        Attack(
            "the folder is replaced by yesterday's copy, and other changes are made",
            """
            rm -r "$MAILLEDGER" && cp -a "$HOME/yesterday" "$MAILLEDGER"
            for i in 1 2 3 4; do MAILLEDGER_CONFIG=$HOME/none mailledger label --add "l$i" 'in:INBOX' > /dev/null; done
            MAILLEDGER_CONFIG=$HOME/none mailledger checkpoint > /dev/null
            """),
        Attack(
            "a kept checkpoint is edited",
            "tamper \"UPDATE checkpoints SET note = replace(note, char(10) || size || char(10), char(10) || (size - 1) || char(10)), size = size - 1\""
        ),
        Attack(
            "a trigger that protects the log is removed",
            "sqlite3 \"$MAILLEDGER/log.sqlite\" 'DROP TRIGGER events_are_never_changed'"),
        Attack(
            "a tile of the tree is edited",
            "tamper 'UPDATE tiles SET hashes = zeroblob(length(hashes)) WHERE level = 0'"),
        Attack(
            "the signing key is replaced by another",
            "mailledger init --ledger \"$HOME/other\" > /dev/null && cp \"$HOME/other/keys/signing.key\" \"$MAILLEDGER/keys/signing.key\""
        ),
        Attack(
            "a stored message is deleted",
            "sqlite3 \"$MAILLEDGER/content.sqlite\" 'DELETE FROM content WHERE rowid = 1'"),
        Attack(
            "a row of the views is edited",
            "for file in \"$MAILLEDGER\"/views/*.sqlite; do sqlite3 \"$file\" 'UPDATE message SET subject = subject || 1 WHERE id = (SELECT min(id) FROM message)'; done"
        ),
    ]

    /// A demo's ledger with a checkpoint and the witness of its home, and a copy of it from before its last commands.
    private static func world() throws -> DemoHome {
        let home = try DemoHome()
        let result = try home.run(
            """
            set -e
            cp -a "$MAILLEDGER" "$HOME/yesterday"
            mailledger label --add today in:INBOX > /dev/null
            mailledger label --add later in:INBOX > /dev/null
            mailledger checkpoint > /dev/null
            """)
        try #require(result.exitCode == 0, "\(result.errorText)")
        return home
    }

    private static func run(_ attack: Attack, in home: DemoHome) throws {
        let result = try home.run(
            """
            set -e
            tamper() { python3 '\(projectRoot)/Tests/Fixtures/Tamper/tamper.py' "$MAILLEDGER" "$@"; }
            ask() { sqlite3 "$MAILLEDGER/log.sqlite" "$1"; }
            T=$(ask "SELECT number FROM transactions WHERE header LIKE '%cleanup-script%'")
            E=$(ask "SELECT first_position FROM transactions WHERE number = $T")
            L=$(ask 'SELECT max(number) FROM transactions')
            H=$(ask 'SELECT max(position) FROM events')
            \(attack.script)
            """)
        try #require(result.exitCode == 0, "\(attack.name): \(result.errorText)")
    }

    /// What the table says of an attack: who tells first, and in which words.
    private static func row(_ attack: Attack) throws -> [String] {
        let home = try world()
        try run(attack, in: home)
        for command in guardians {
            let isWitness = command.hasPrefix("witness")
            let result = try home.run((isWitness ? "" : "MAILLEDGER_CONFIG=$HOME/none ") + "mailledger " + command)
            if result.exitCode == 0 { continue }
            #expect(result.exitCode == 6, "\(attack.name): \(command) \(result.errorText)")
            if isWitness {
                // Whoever opens the ledger is told, too.
                for words in ["folders", "mark --read in:INBOX", "verify"] {
                    #expect(try home.run("mailledger \(words)").exitCode == 6, "\(attack.name): \(words)")
                }
            }
            let lines = result.lines.filter { $0.hasPrefix("  ") || $0.hasPrefix("bad ") }
            let said = lines.first ?? result.errorLines.first ?? ""
            let text = said.replacing(home.directory.path, with: "~").replacing("mailledger: ", with: "")
                .replacing("the log is damaged: ", with: "")
                .replacing("; 'mailledger doctor' says what to do", with: "").trimmingPrefix("bad ").drop { $0 == " " }
            return [attack.name, command, text.count > 100 ? text.prefix(100) + "…" : String(text)]
        }
        return [attack.name, "nothing", ""]
    }

    @Test func `every attack is told, as the table of the page has it`() throws {
        let page = try DocumentationPage("Docs/Reliability.md")
        let documented = try #require(page.section("Which check detects tampering")).rows.dropFirst()
        var rows: [[String]] = []
        for attack in Self.attacks {
            let row = try Self.row(attack)
            #expect(row[1] != "nothing", "\(attack.name) is told by nothing")
            rows.append(row)
        }
        let isSame = Array(documented) == rows
        #expect(
            isSame,
            "the table should be:\n\(rows.map { "| \($0[0]) | `\($0[1])` | \($0[2]) |" }.joined(separator: "\n"))")
    }
}
