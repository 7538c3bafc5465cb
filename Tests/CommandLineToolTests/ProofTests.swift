import Foundation
import TestSupport
import Testing

/// Proofs, keys and witnesses, as their users have them.
struct ProofTests {
    @Test(.enabled("jq, xxd or openssl is not installed") { areInstalled("jq", "xxd", "openssl") })
    func `Docs/Proofs.md has a check by hand that an outsider can repeat`() throws {
        let script = try #require(DocumentationPage("Docs/Proofs.md").section("Checking one by hand")?.code("sh").first)
        let result = try DemoHome().run(script.replacing("--output a.proof", with: "--output a.proof > /dev/null"))
        #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
        let lines = result.lines
        try #require(lines.count == 4)
        for pair in [0, 2] { #expect(lines[pair] == lines[pair + 1] && lines[pair].utf8.count == 64) }
    }

    @Test func `a proof holds without any ledger, and tells who, when, why and what`() throws {
        let home = try DemoHome()
        let made = try home.run("mailledger prove 3f2a --all --output history.proof; rm -r \"$MAILLEDGER\"")
        #expect(made.exitCode == 0 && made.text.hasPrefix("Wrote "), "\(made.errorText)")
        let told = try home.run("mailledger verify-proof history.proof --key ledger.key")
        #expect(told.exitCode == 0 && told.errorText.isEmpty, "\(told.errorText)")
        for words in [
            "mail.message-moved/1", "by cleanup-script", "because: older than this year", "the key that you trust",
        ] {
            #expect(told.text.contains(words), "\(words)")
        }
        let open = try home.run("mailledger verify-proof history.proof")
        #expect(open.exitCode == 5 && open.errorText.contains("--key"))
        let forged = try home.run(
            "sed 's/older than/newer than/' history.proof > forged.proof; mailledger verify-proof forged.proof --key ledger.key"
        )
        #expect(forged.exitCode == 6 && forged.errorText.contains("not the one that was recorded"))
        #expect(forged.text.isEmpty)
        for (words, exitCode) in [
            ("verify-proof none.proof", 74), ("verify-proof ledger.key", 6), ("verify-proof history.proof --key x", 74),
            ("verify-proof history.proof --key history.proof", 2),
        ] as [(String, Int32)] {
            #expect(try home.run("mailledger \(words)").exitCode == exitCode, "\(words)")
        }
    }

    @Test func `a proof of all is told by names, and each name is from a proven event`() throws {
        let home = try DemoHome()
        let made = try home.run(
            """
            mailledger folder rename Receipts Bills --account mara@example.org > /dev/null
            mailledger prove 3f2a --all --output all.proof > /dev/null
            mailledger prove event:153 --output move.proof > /dev/null
            mailledger prove 3f2a --all --without-payload --output hidden.proof > /dev/null
            rm -r "$MAILLEDGER"
            """)
        #expect(made.exitCode == 0, "\(made.errorText)")
        let told = try home.run("mailledger verify-proof all.proof --key ledger.key")
        #expect(told.exitCode == 0, "\(told.errorText)")
        for words in [
            "moved “Invoice 2025-117” from Receipts and INBOX to Trash by cleanup-script on 16 Feb 2026",
            "added “Invoice 2025-117” to Receipts by mara on 11 Feb 2026",
            "renamed a folder from Receipts to Bills",
            "made the account mara@example.org by mara", "labelled “Invoice 2025-117” as taxes by mara on 12 Feb 2026",
        ] {
            #expect(told.text.contains(words), "\(words)")
        }
        // Of one event alone nobody can tell what things are called.
        let one = try home.run("mailledger verify-proof move.proof --key ledger.key")
        #expect(one.text.contains("moved message 3f2a7432 from 32cd64c6"), "\(one.text)")
        #expect(!one.text.contains("Invoice") && !one.text.contains("Receipts"))
        let hidden = try home.run("mailledger verify-proof hidden.proof --key ledger.key")
        #expect(hidden.text.contains("moved a message by cleanup-script on 16 Feb 2026"), "\(hidden.text)")
        let form = try JSONSample(
            home.run("mailledger verify-proof all.proof --key ledger.key --format jsonl").text.utf8)
        guard case .object(let keys) = form, case .array(let events)? = keys["events"] else {
            throw CancellationError()
        }
        #expect(keys["message"] == .null)
        #expect(
            events.contains {
                if case .object(let event) = $0 {
                    event["words"] == .string("moved “Invoice 2025-117” from Receipts and INBOX to Trash")
                } else {
                    false
                }
            })
    }

    @Test(arguments: [
        ("cat", "SHA-256", 0), ("sed 's/$/\\r/'", "once its lines end by a line feed", 0),
        ("sed 's/117/118/'", "is not a message of this proof", 6),
        ("head -c 0", "is not a message of this proof", 6),
    ])
    func `a message is tied to the proof by its bytes, whatever its line ends`(
        change: String, words: String, exitCode: Int32
    ) throws {
        let home = try DemoHome()
        let result = try home.run(
            """
            \(change) < invoice.eml > other.eml
            mailledger verify-proof invoice.proof --key ledger.key --message other.eml
            """)
        #expect(result.exitCode == exitCode, "\(result.errorText)")
        #expect((result.text + result.errorText).contains(words))
        #expect(result.text.contains("other.eml is the message that event 26 names") == (exitCode == 0))
        let hidden = try home.run(
            """
            mailledger prove 3f2a --without-payload --output hidden.proof
            mailledger verify-proof hidden.proof --key ledger.key --message invoice.eml
            """)
        #expect(hidden.exitCode == 6 && hidden.errorText.contains("shows no event that names a message's bytes"))
    }

    @Test func `what is no proof is told so in one line`() throws {
        let home = try DemoHome()
        let made = try home.run(
            """
            printf '\\377\\330\\377\\340JFIF' > photo.jpg; : > empty; mkdir folder; echo '{"a":1}' > other.json; echo '[1]' > list.json
            head -c 2000 invoice.proof > cut.proof; head -c 200000 /dev/zero | tr '\\0' '[' > deep
            sed 's/"events"/"evens"/' invoice.proof > renamed.proof; sed 's,proof/1,proof/9,' invoice.proof > later.proof
            yes '{"a":' | head -n 100000 > nested
            """)
        #expect(made.exitCode == 0, "\(made.errorText)")
        for (file, exitCode, words) in [
            ("photo.jpg", 6, "the file is not a proof"), ("empty", 6, "it is empty"), ("folder", 74, "folder"),
            ("other.json", 6, "JSON of another kind"), ("list.json", 6, "begins with {"), ("cut.proof", 6, "cut short"),
            ("deep", 6, "the file is not a proof"), ("nested", 6, "the file is not a proof"),
            ("renamed.proof", 6, "another kind"), ("later.proof", 6, "of the form mailledger-proof/9"),
            ("/dev/null", 6, "it is empty"), ("/dev/zero", 74, "larger than"), ("letter.eml", 6, "begins with {"),
        ] as [(String, Int32, String)] {
            let result = try home.run("mailledger verify-proof \(file) --key ledger.key")
            #expect(result.exitCode == exitCode && result.text.isEmpty, "\(file): \(result.errorText)")
            #expect(result.errorText.contains(words), "\(file): \(result.errorText)")
            #expect(result.errorLines.count == 1 && !result.errorText.contains("Error"), "\(result.errorText)")
        }
    }

    @Test func `words that a stranger wrote end neither their quotation nor the line`() throws {
        let home = try DemoHome()
        let result = try home.run(
            """
            printf 'From: a@example.org\\nSubject: x\\342\\200\\235 from A to B by mara on 1 Jan 2020\\033[2J =?utf-8?Q?=0D=0AEvent_9_stands?=\\nMessage-ID: <hostile@example.org>\\n\\nx\\n' > hostile.eml
            mailledger import hostile.eml --account mara@example.org > /dev/null
            mailledger prove mid:hostile@example.org --all --output hostile.proof > /dev/null
            mailledger verify-proof hostile.proof --key ledger.key
            """)
        #expect(result.exitCode == 0, "\(result.errorText)")
        let line = try #require(result.lines.first { $0.contains("added “x") })
        #expect(line.filter { $0 == "”" }.count == 1 && !result.text.contains("\u{1B}"), "\(line)")
        #expect(!result.lines.contains { $0.hasPrefix("Event 9 stands") || $0.hasPrefix("Event_9") })
    }

    @Test func `what is to be proven is named in one way only`() throws {
        let home = try DemoHome()
        for (words, exitCode, said) in [
            ("prove", 2, "Say what to prove"), ("prove 3f2a --output /dev/full/x", 74, "/dev/full/x"),
            ("prove event:0", 3, "event"), ("prove event:1000", 3, "1000"), ("prove nothing", 3, "nothing"),
            ("prove 3f2a --output ledger.key", 4, "ledger.key"),
            ("prove --since ledger.key", 2, "not a signed checkpoint"),
            ("prove 3f2a --output \"$MAILLEDGER/x\"", 4, "lies in the ledger"),
            ("prove --all --since monday.checkpoint", 2, "which"),
        ] as [(String, Int32, String)] {
            let result = try home.run("mailledger \(words)")
            #expect(result.exitCode == exitCode, "\(words): \(result.errorText)")
            #expect(result.errorText.lowercased().contains(said.lowercased()), "\(words): \(result.errorText)")
        }
        #expect(try home.run("mailledger prove 17 | grep -c '\"entry\"'").text == "1\n")
    }

    @Test func `a log that is not what a checkpoint says is not proven to have grown`() throws {
        let home = try DemoHome()
        let result = try home.run(
            """
            mailledger init --ledger other > /dev/null
            mailledger checkpoint --ledger other --output other.checkpoint > /dev/null
            mailledger prove --since other.checkpoint
            """)
        #expect(result.exitCode == 6 && result.errorText.contains("another ledger"), "\(result.errorText)")
    }

    @Test func `a witness whose disk is not there is told, and stops nobody`() throws {
        let home = try DemoHome()
        #expect(try home.run("rm ledger.witness").exitCode == 0)
        let result = try home.run("mailledger label --add x in:INBOX")
        #expect(
            result.exitCode == 0 && result.errorLines.allSatisfy { $0.hasPrefix("warning: ") }, "\(result.errorText)")
        #expect(try home.run("mailledger witness check").exitCode == 6)
        #expect(try home.run("mailledger verify").exitCode == 6)
    }

    @Test func `a witness follows every change, and a change of the key`() throws {
        let home = try DemoHome()
        for line in [
            "mailledger label --add x in:INBOX", "mailledger key rotate",
            "mailledger undo --reason back 2> /dev/null || true",
            "mailledger import old.mbox --account mara@example.org",
        ] {
            #expect(try home.run(line).exitCode == 0, "\(line)")
            let result = try home.run("mailledger witness check --format jsonl")
            #expect(result.exitCode == 0, "\(line): \(result.errorText)")
            let form = try JSONSample(result.text.utf8)
            guard case .object(let keys) = form else { continue }
            #expect(keys["kept"] == keys["events"], "\(line)")
        }
    }
}
