import Foundation
import Glibc
import JSONCoding
import TestSupport
import Testing

/// The key by which erased mail is told, when it is lost, unreadable or another one.
@Suite struct `The key of erasures` {
    /// What becomes of the key's file.
    enum Loss: CaseIterable {
        case missing, other, cut, folder

        func happen(to path: String) throws {
            switch self {
            case .missing: #expect(unsafe unlink(path) == 0)
            case .other: try writeFile(path, String(repeating: "ab", count: 32) + "\n")
            case .cut: try writeFile(path, "abcd")
            case .folder:
                #expect(unsafe unlink(path) == 0)
                #expect(unsafe mkdir(path, 0o700) == 0)
            }
        }
    }

    /// A ledger from which one of two messages was erased, and the path of that mail.
    private func makeLedger() throws -> (ledger: ToolLedger, erased: String, key: String) {
        let ledger = try ToolLedger()
        let erased = ledger.directory.path("erased.eml")
        try writeFile(erased, "From: a@example.org\nSubject: secret\nMessage-ID: <secret@example.org>\n\nx\n")
        try writeFile(ledger.directory.path("kept.eml"), "From: a@example.org\nSubject: kept\n\ny\n")
        try ledger.succeed("import", erased, ledger.directory.path("kept.eml"), "--account", ToolLedger.account)
        try ledger.succeed("erase", "query", "subject:secret", "--reason", "request 17", "--yes")
        return (ledger, erased, ledger.path + "/keys/erasure.key")
    }

    private func finding(_ ledger: ToolLedger) throws -> (isHealthy: JSONValue?, detail: String) {
        let answer = try ledger.run("doctor", "--format", "json")
        let all = try JSONBytesDecoder().decode(JSONValue.self, from: answer.output).array ?? []
        let finding = try #require(all.first { $0["subject"]?.string == "erasures" })
        return (finding["is_healthy"], finding["detail"]?.string ?? "")
    }

    @Test(arguments: Loss.allCases)
    func `lets nothing in while it is lost, and all that is not erased when it is back`(loss: Loss) throws {
        let (ledger, erased, key) = try makeLedger()
        #expect(try finding(ledger).isHealthy == .bool(true))
        let saved = try readFile(key)
        try loss.happen(to: key)
        let head = try ledger.head()
        let maildir = ledger.directory.path("Maildir")
        try writeFile(
            maildir + "/cur/1.a:2,", "From: a@example.org\nSubject: secret\nMessage-ID: <secret@example.org>\n\nx\n")
        try writeFile(maildir + "/new/.keep", "")
        try writeFile(maildir + "/tmp/.keep", "")
        for words in [
            ["import", erased], ["import", erased, "--dry-run"], ["import", maildir], ["sync", maildir],
            ["sync", maildir, "--dry-run"],
        ] {
            let result = try ledger.run(words + ["--account", ToolLedger.account])
            #expect(result.exitCode == 1 && result.errorText.contains("erasure.key"), "\(words): \(result.errorText)")
            #expect(result.errorText.contains("--allow-erased"))
        }
        #expect(try ledger.head() == head)
        let (isHealthy, detail) = try finding(ledger)
        #expect(isHealthy == .bool(false) && detail.contains("erasure.key"))
        // "It never came" would be a wrong answer.
        #expect(try ledger.run("why", "missing", "<secret@example.org>").exitCode != 0)
        let erase = ["erase", "query", "*", "--reason", "request 18", "--yes"]
        #expect(try ledger.run(erase).exitCode == 1)
        #expect(try ledger.head() == head)

        if loss == .folder { #expect(unsafe rmdir(key) == 0) }
        try writeFile(key, saved)
        let answer = try ledger.json("import", erased, "--account", ToolLedger.account)
        #expect(answer["erased"]?.integer == 1 && answer["added"]?.integer == 0)
    }

    @Test func `is done without for a reason that stands in the log`() throws {
        let (ledger, erased, key) = try makeLedger()
        try Loss.missing.happen(to: key)
        let words = ["import", erased, "--account", ToolLedger.account, "--allow-erased"]
        #expect(try ledger.run(words).exitCode == 2)
        try ledger.succeed(words + ["--reason", "the key is gone"])
        #expect(try ledger.json("messages", "subject:secret").array?.count == 1)
        let log = try ledger.succeed("log", "--format", "json").text
        #expect(log.contains("the key is gone") && log.contains("--allow-erased"))
    }

    @Test func `is drawn anew only when that is said`() throws {
        let (ledger, erased, key) = try makeLedger()
        try Loss.cut.happen(to: key)
        try ledger.succeed("erase", "query", "*", "--reason", "request 18", "--yes", "--new-key")
        #expect(try finding(ledger).isHealthy == .bool(true))
        let kept = ledger.directory.path("kept.eml")
        let answer = try ledger.json("import", erased, kept, "--account", ToolLedger.account)
        #expect(answer["erased"]?.integer == 1 && answer["added"]?.integer == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/keys")
        #expect(names.contains { $0.hasPrefix("erasure.key.former-") })
    }

    @Test func `is asked of a request as of the verb, in a dry run, too`() throws {
        let (ledger, _, key) = try makeLedger()
        try Loss.cut.happen(to: key)
        let head = try ledger.head()
        func request(_ parameters: String, _ envelope: String) -> String {
            let target = #""kind": "query", "target": "subject:kept""#
            return #"{"command": "erase", "parameters": {\#(target)\#(parameters)}, \#(envelope)}"#
        }
        let reason = #""reason": "request 18""#
        for envelope in [reason, reason + #", "dry_run": true"#] {
            let refused = try ledger.run("request", request("", envelope))
            #expect(refused.exitCode == 1 && refused.errorText.contains("erasure.key"), "\(refused.errorText)")
        }
        #expect(try ledger.head() == head)
        let newKey = #", "new_key": true"#
        let answer = try ledger.json("request", request(newKey, reason + #", "dry_run": true"#))
        let look = try #require(answer["answer"])
        #expect(look["messages"]?.integer == 1 && look["is_dry_run"] == .bool(true), "\(look)")
        let verb = try ledger.json(
            "erase", "query", "subject:kept", "--reason", "request 18", "--new-key", "--dry-run")
        #expect(verb == look)
        #expect(try ledger.head() == head)
        let done = try ledger.json("request", request(newKey, reason))
        #expect(done["answer"]?["messages"]?.integer == 1 && done["operation"]?.string != nil, "\(done)")
        #expect(try finding(ledger).isHealthy == .bool(true))
    }

    @Test(arguments: [false, true])
    func `goes with a backup that takes keys along, and a restore says whether`(withKeys: Bool) throws {
        let (ledger, erased, _) = try makeLedger()
        let (backup, restored) = (ledger.directory.path("backup"), ledger.directory.path("restored"))
        try ledger.succeed(["backup", backup] + (withKeys ? ["--with-keys"] : []))
        let answer = try ledger.json("restore", backup, restored)
        #expect(answer["erasure_key"]?.string == (withKeys ? "right" : "missing"))
        let words = ["import", erased, "--account", ToolLedger.account]
        let result = try ledger.run(words, adding: ["MAILLEDGER": restored])
        #expect(result.exitCode == (withKeys ? 0 : 1), "\(result.errorText)")
        let found = try ledger.run(["count", "subject:secret"], adding: ["MAILLEDGER": restored])
        #expect(found.text == "0\n")
    }
}
