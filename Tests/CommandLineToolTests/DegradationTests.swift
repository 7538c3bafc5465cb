import EventLog
import Foundation
import JSONCoding
import TestSupport
import Testing

/// What remains of a ledger of which a part is gone, as Docs/Reliability.md tells it.
@Suite struct `What remains` {
    /// The bytes of a database, with what stood in its journal.
    private func merged(_ path: String) throws -> [UInt8] {
        let merged = try shell("sqlite3 '\(path)' 'PRAGMA wal_checkpoint(TRUNCATE)'", environment: inheritedEnvironment)
        #expect(merged.status == 0, "\(merged.text)")
        return try readFile(path)
    }

    /// Writes a database over as a whole, past its journal.
    private func replace(_ path: String, with bytes: [UInt8]) throws {
        try writeFile(path, bytes)
        for suffix in ["-wal", "-shm"] { removeTree(path + suffix) }
    }

    /// That of the log (Docs/Decisions/0060).
    private static let pageSize = 8_192

    private func spoil(page: Int, of bytes: inout [UInt8]) {
        let range = page * Self.pageSize..<(page + 1) * Self.pageSize
        bytes.replaceSubrange(range, with: [UInt8](repeating: 0xA5, count: range.count))
    }

    /// Writes over the page of a database that holds some text, and returns what it was.
    private func spoil(_ path: String, at text: String) throws -> [UInt8] {
        let whole = try merged(path)
        var bytes = whole
        let place = try #require(Data(bytes).firstRange(of: Data(text.utf8))?.lowerBound)
        spoil(page: place / Self.pageSize, of: &bytes)
        try replace(path, with: bytes)
        return whole
    }

    @Test func `of damaged views is every answer, with a note that they are built anew`() throws {
        let ledger = try DemoLedger.make()
        let before = try ledger.succeed("messages", "--format", "json").text
        for header in [true, false] {
            let views = try #require(try subpaths(of: ledger.path + "/views").first { $0.hasSuffix(".sqlite") })
            let path = ledger.path + "/views/" + views
            var bytes = try readFile(path)
            let start = header ? 0 : 4_096
            bytes.replaceSubrange(start..., with: [UInt8](repeating: 0xA5, count: bytes.count - start))
            try writeFile(path, bytes)
            for suffix in ["-wal", "-shm"] { removeTree(path + suffix) }
            let result = try ledger.run("messages", "--format", "json")
            #expect(result.exitCode == 0 && result.text == before)
            #expect(
                result.errorText.hasPrefix("note: the views cannot be used and are rebuilt: "), "\(result.errorText)"
            )
            try ledger.checkAll()
        }
        // Views that are merely gone are no damage.
        removeTree(ledger.path + "/views")
        #expect(try ledger.succeed("messages", "--format", "json").text == before)
    }

    @Test func `of a damaged log is what stands before the fault, and a ledger of it`() throws {
        let ledger = try DemoLedger.make()
        let event = try ledger.json("events", "show", "100")
        let subject = try #require(event["payload"]?["headers"]?["subject"]?.string)
        let log = ledger.path + "/log.sqlite"
        let whole = try spoil(log, at: subject)
        // Reading goes on where the page is not needed, and ends with the words of the log where it is.
        let list = try ledger.run("messages", "subject:kernel", "--limit", "1")
        #expect(list.exitCode == 0 && !list.output.isEmpty, "\(list.errorText)")
        let events = try ledger.run("events", "list", "--limit", "5")
        #expect(events.exitCode == 0 && events.lines.count == 5)
        for words in [["events", "list"], ["rebuild"], ["export", "--events", "--to", ledger.directory.path("e")]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 6 && result.errorText.contains("doctor"), "\(words): \(result.errorText)")
        }
        // From then on nobody writes, whatever place it is about.
        let change = ["mark", "--flagged", "subject:kernel"]
        let refused = try ledger.run(change)
        #expect(refused.exitCode == 6 && refused.errorText.contains("was found damaged"), "\(refused.errorText)")
        #expect(try ledger.run("verify").exitCode == 6)
        let doctor = try ledger.run("doctor", "--format", "json")
        #expect(doctor.exitCode == 6)
        let finding = try JSONBytesDecoder().decode(JSONValue.self, from: doctor.output).array?.first
        let detail = try #require(finding?["detail"]?.string)
        let end = try #require(detail.firstMatch(of: /The first (\d+) of \d+ events hold/)?.1)
        #expect(detail.contains("--salvage") && Int(end) ?? 100 < 100)
        let saved = ledger.directory.path("saved")
        try ledger.succeed("doctor", "--salvage", saved, "--reason", "a bad disk")
        #expect(try ledger.run(["verify", "--content"], adding: ["MAILLEDGER": saved]).exitCode == 0)
        let last = try ledger.run(["log", "--limit", "1"], adding: ["MAILLEDGER": saved])
        #expect(last.text.contains("a bad disk"))
        // A file that is put back is written to once it was verified.
        try replace(log, with: whole)
        #expect(try ledger.run(change).exitCode == 6)
        try ledger.succeed("verify")
        try ledger.succeed(change)
    }

    @Test func `of a log of which little is left is what doctor can tell, and what holds`() throws {
        var generator = SeededGenerator()
        let ledger = try DemoLedger.make()
        let log = ledger.path + "/log.sqlite"
        let whole = try merged(log)
        let pages = 1..<whole.count / Self.pageSize
        for share in [0.05, 0.2, 0.5, 0.5, 1] {
            var bytes = whole
            for page in pages where Double.random(in: 0..<1, using: &generator) < share {
                spoil(page: page, of: &bytes)
            }
            // One page at least that is in use: the events begin there.
            spoil(page: 6, of: &bytes)
            try replace(log, with: bytes)
            let doctor = try ledger.run("doctor", "--format", "json")
            #expect(doctor.exitCode == 6, "\(doctor.errorText)")
            let findings = try JSONBytesDecoder().decode(JSONValue.self, from: doctor.output).array ?? []
            #expect(findings.first?["subject"]?.string == "log" && findings.first?["is_healthy"] == false)
            #expect(findings.contains { $0["subject"]?.string == "content" && $0["is_healthy"] == true })
            let saved = ledger.directory.path("saved-\(share)-\(generator.next())")
            let salvage = try ledger.run("doctor", "--salvage", saved, "--reason", "a bad disk")
            let advice = try #require(findings.first?["detail"]?.string)
            #expect(salvage.exitCode == (advice.contains("--salvage") ? 0 : 6), "\(advice) \(salvage.errorText)")
            if salvage.exitCode == 0 {
                #expect(try ledger.run(["verify", "--content"], adding: ["MAILLEDGER": saved]).exitCode == 0)
            }
        }
    }

    @Test func `of a damaged message is every other one, with the verb that brings it back`() throws {
        let ledger = try DemoLedger.make()
        let sound = try #require(ledger.json("verify", "--content")["contents"]?.integer)
        // What lies beside the contents is none of them.
        try makeFolder(ledger.path + "/content")
        try writeFile(ledger.path + "/content/foreign", "x")
        #expect(try ledger.json("verify", "--content")["contents"]?.integer == sound)
        let added = try #require(try ledger.json("events", "show", "100")["payload"])
        let id = try #require(added["id"]?.string)
        let raw = try #require(added["copy"]?["raw"]?.string)
        let spoilt = try shell(
            "sqlite3 '\(ledger.path)/content.sqlite' \"UPDATE content SET data = zeroblob(length(data)) "
                + "WHERE digest = x'\(raw)'\"", environment: inheritedEnvironment)
        #expect(spoilt.status == 0, "\(spoilt.text)")
        for words in [["show", id], ["verify", "--content"]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 6 && result.errorText.contains("'mailledger restore "), "\(result.errorText)")
        }
    }

    @Test func `of a ledger without its key is all but signing`() throws {
        let ledger = try DemoLedger.make()
        removeTree(ledger.path + "/keys/signing.key")
        try ledger.succeed("mark", "--flagged", "subject:kernel")
        try ledger.checkAll()
        let doctor = try ledger.succeed("doctor").text
        #expect(doctor.contains("ok  key: not here") && doctor.contains("key rotate --lost"))
        for words in [["checkpoint"], ["prove", "event:1"], ["key", "rotate"]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 1 && result.errorText.contains("key rotate --lost"), "\(words)")
        }
        let backup = try ledger.succeed("backup", ledger.directory.path("backup"))
        #expect(backup.text.contains("not signed: the key is not here"))
        try ledger.succeed("key", "rotate", "--lost", "--yes")
        try ledger.succeed("checkpoint")
    }
}
