import EventLog
import Foundation
import JSONCoding
import TestSupport
import Testing

/// What remains of a ledger of which a part is gone, as Docs/Reliability.md tells it.
@Suite struct `What remains` {
    /// Writes over the page of a database that holds some text, past its journal.
    private func spoil(_ path: String, at text: String) throws {
        let merged = try shell("sqlite3 '\(path)' 'PRAGMA wal_checkpoint(TRUNCATE)'", environment: inheritedEnvironment)
        #expect(merged.status == 0, "\(merged.text)")
        var bytes = try readFile(path)
        let place = try #require(Data(bytes).firstRange(of: Data(text.utf8))?.lowerBound)
        let start = place / 4_096 * 4_096
        bytes.replaceSubrange(start..<start + 4_096, with: [UInt8](repeating: 0xA5, count: 4_096))
        try writeFile(path, bytes)
        for suffix in ["-wal", "-shm"] { removeTree(path + suffix) }
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
                result.errorText.hasPrefix("note: the views cannot be used and are built anew: "), "\(result.errorText)"
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
        try spoil(ledger.path + "/log.sqlite", at: subject)
        // Reading goes on where the page is not needed, and ends with the words of the log where it is.
        let list = try ledger.run("messages", "subject:kernel", "--limit", "1")
        #expect(list.exitCode == 0 && !list.output.isEmpty, "\(list.errorText)")
        let events = try ledger.run("events", "list", "--limit", "5")
        #expect(events.exitCode == 0 && events.lines.count == 5)
        for words in [["events", "list"], ["rebuild"], ["export", "--events", "--to", ledger.directory.path("e")]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 6 && result.errorText.contains("doctor"), "\(words): \(result.errorText)")
        }
        #expect(try ledger.run("verify").exitCode == 6)
        let doctor = try ledger.run("doctor", "--format", "json")
        #expect(doctor.exitCode == 6)
        let finding = try JSONBytesDecoder().decode(JSONValue.self, from: doctor.output).array?.first
        let detail = try #require(finding?["detail"]?.string)
        let end = try #require(detail.firstMatch(of: /The first (\d+) events hold/)?.1)
        #expect(detail.contains("--salvage") && Int(end) ?? 100 < 100)
        let saved = ledger.directory.path("saved")
        try ledger.succeed("doctor", "--salvage", saved, "--reason", "a bad disk")
        #expect(try ledger.run(["verify", "--content"], adding: ["MAILLEDGER": saved]).exitCode == 0)
        let log = try ledger.run(["log", "--limit", "1"], adding: ["MAILLEDGER": saved])
        #expect(log.text.contains("a bad disk"))
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
