import Foundation
import SQLiteDatabase
import TestSupport
import Testing

/// Each error names a step that leads on, until there is a ledger that works.
@Suite struct `A way out` {
    private static let salvage = "doctor --salvage DIR --reason TEXT"

    private func expectWorks(_ ledger: ToolLedger, _ path: String) throws {
        #expect(try ledger.run(["verify", "--content"], adding: ["MAILLEDGER": path]).exitCode == 0)
        let account = ["account", "add", "eve@example.org"]
        #expect(try ledger.run(account, adding: ["MAILLEDGER": path]).exitCode == 0)
    }

    @Test func `of an event that cannot be decoded leads by doctor to what can be saved`() throws {
        let ledger = try DemoLedger.make()
        let connection = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
        for trigger in try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
            row: { row in
                try row.next(String.self)
            })
        {
            try connection.run("DROP TRIGGER \(SQL.identifier(trigger))")
        }
        try connection.run(
            """
            UPDATE events SET payload = '{}'
            WHERE position = (SELECT min(position) FROM events WHERE type = 'mail.message-added')
            """)
        _ = try connection.truncateJournal()
        for words in [["verify"], ["rebuild"]] {
            let result = try ledger.run(words)
            #expect(result.exitCode != 0 && result.errorText.contains("'mailledger doctor'"), "\(result.errorText)")
        }
        let doctor = try ledger.run("doctor")
        #expect(doctor.exitCode == 6 && doctor.text.contains(Self.salvage), "\(doctor.text) \(doctor.errorText)")
        let saved = ledger.directory.path("saved")
        try ledger.succeed("doctor", "--salvage", saved, "--reason", "a bad disk")
        try expectWorks(ledger, saved)
    }

    @Test(arguments: [100, 10_000, 100_000]) func `of a log that was cut off leads by doctor to a backup`(size: Int)
        throws
    {
        let ledger = try DemoLedger.make()
        let (backup, restored) = (ledger.directory.path("backup"), ledger.directory.path("restored"))
        try ledger.succeed("backup", backup)
        let log = ledger.path + "/log.sqlite"
        _ = try Connection(path: log, mode: .readWrite).truncateJournal()
        let bytes = try readFile(log)
        try #require(bytes.count > size)
        try writeFile(log, Array(bytes.prefix(size)))
        let saved = ledger.directory.path("saved")
        for words in [["messages"], ["status"], ["verify"], ["doctor", "--salvage", saved, "--reason", "a bad disk"]] {
            let result = try ledger.run(words)
            #expect(result.exitCode == 6 && result.errorText.contains("; 'mailledger doctor' says"), "\(words)")
        }
        let doctor = try ledger.run("doctor")
        #expect(doctor.exitCode == 6 && doctor.text.contains("'mailledger restore BACKUP DIR'"), "\(doctor.text)")
        try ledger.succeed("restore", backup, restored, "--verify")
        try expectWorks(ledger, restored)
    }

    @Test(arguments: [
        ("events.sqlite", nil as Int?, "it is missing"), ("events.sqlite", 0, "it is no log"),
        ("events.sqlite", 20_000, "malformed"), ("content.sqlite", nil, "it is missing"),
        ("content.sqlite", 0, "it is no content store"), ("content.sqlite", 40_000, "malformed"),
    ])
    func `of a backup that lacks a file leads to another backup`(file: String, size: Int?, reason: String) throws {
        let ledger = try DemoLedger.make()
        let backup = ledger.directory.path("backup")
        try ledger.succeed("backup", backup)
        let path = backup + "/" + file
        let bytes = try readFile(path)
        removeTree(path)
        if let size { try writeFile(path, Array(bytes.prefix(size))) }
        let refused = try ledger.run("restore", backup, ledger.directory.path("restored"))
        #expect(refused.exitCode == 6 && refused.errorText.contains(file), "\(refused.errorText)")
        #expect(refused.errorText.contains(reason), "\(refused.errorText)")
        #expect(refused.errorText.contains("'mailledger backup NEWDIR'"), "\(refused.errorText)")
        let (another, restored) = (ledger.directory.path("another"), ledger.directory.path("restored"))
        try ledger.succeed("backup", another)
        try ledger.succeed("restore", another, restored, "--verify")
        try expectWorks(ledger, restored)
    }
}
