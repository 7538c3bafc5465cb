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

    @Test func `what is to be proven is named in one way only`() throws {
        let home = try DemoHome()
        for (words, exitCode, said) in [
            ("prove", 2, "Say what to prove"), ("prove 3f2a --output /dev/full/x", 74, "/dev/full/x"),
            ("prove event:0", 3, "event"), ("prove event:1000", 3, "1000"), ("prove nothing", 3, "nothing"),
            ("prove 3f2a --output ledger.key", 4, "ledger.key"),
            ("prove --since ledger.key", 2, "no signed checkpoint"),
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
