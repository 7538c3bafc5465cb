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

    /// Changes the log behind the program's back, without its guard rails.
    private func change(_ ledger: ToolLedger, _ statement: SQL) throws {
        let connection = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
        let guards = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
            try ($0.next(String.self), $0.next(String.self))
        }
        for (name, _) in guards { try connection.run("DROP TRIGGER \(SQL.identifier(name))") }
        try connection.run(statement)
        _ = try connection.truncateJournal()
    }

    @Test func `of an event that cannot be decoded leads by doctor to what can be saved`() throws {
        let ledger = try DemoLedger.make()
        try change(
            ledger,
            """
            UPDATE events SET payload = '{}'
            WHERE position = (SELECT min(position) FROM events WHERE type = 'mail.message-added')
            """)
        for words in [["verify"], ["rebuild"]] {
            let result = try ledger.run(words)
            #expect(result.exitCode != 0 && result.errorText.contains("'mailledger doctor'"), "\(result.errorText)")
        }
        let doctor = try ledger.run("doctor")
        #expect(doctor.exitCode == 6 && doctor.text.contains(Self.salvage), "\(doctor.text) \(doctor.errorText)")
        // The same if its read models are gone, which only the damaged log could build.
        for part in ["search.sqlite", "views"] {
            removeTree("\(ledger.path)/\(part)")
            let doctor = try ledger.run("doctor")
            #expect(doctor.exitCode == 6 && doctor.text.contains(Self.salvage), "\(part): \(doctor.errorText)")
        }
        let saved = ledger.directory.path("saved")
        try ledger.succeed("doctor", "--salvage", saved, "--reason", "a bad disk")
        try expectWorks(ledger, saved)
    }

    /// What is lost or changed beside an erasure, and whether the erasure can be read.
    private static let beside: [(statement: SQL, isReadable: Bool)] = [
        ("UPDATE events SET payload = '{}' WHERE position = (\(lastChange))", true),
        (
            """
            UPDATE events SET payload = '{}'
            WHERE type = 'mail.message-erased' OR position = (\(lastChange))
            """, false
        ),
        ("DELETE FROM events WHERE type = 'mail.message-erased'", false),
        ("UPDATE events SET payload = NULL, salt = NULL WHERE position = (\(lastChange))", true),
    ]
    private static let lastChange: SQL = "SELECT max(position) FROM events WHERE type = 'mail.account-changed'"

    @Test(arguments: beside.indices)
    func `of a log that was damaged before an erasure leads to a sound ledger`(number: Int) throws {
        let (statement, isReadable) = Self.beside[number]
        let ledger = try DemoLedger.make()
        try ledger.succeed("account", "add", "late@example.org")
        try ledger.succeed("account", "disable", "late@example.org")
        let disabled = try ledger.head().events
        let erased = try #require(Int64(try ledger.succeed("count", "subject:kernel").lines[0]))
        #expect(erased > 0)
        try ledger.succeed("erase", "query", "subject:kernel", "--reason", "no longer needed", "--yes")
        try change(ledger, statement)
        let saved = ledger.directory.path("saved")
        let answer = try ledger.json("doctor", "--salvage", saved, "--reason", "a bad disk")
        let kept = try #require(answer["events"]?.integer)
        #expect(isReadable ? kept == disabled - 1 : kept < disabled - 1, "\(answer)")
        #expect(answer["erasures"]?.integer == (isReadable ? erased : 0), "\(answer)")
        try expectWorks(ledger, saved)
        let there = ["MAILLEDGER": saved]
        #expect(try ledger.run(["verify", "--views"], adding: there).exitCode == 0)
        #expect(try ledger.run(["count", "subject:kernel"], adding: there).lines == ["0"])
        let doctor = try ledger.run("doctor")
        #expect(doctor.text.contains("The first \(kept) of "), "\(doctor.text)")
        // A ledger that was saved is whole: there is nothing more to save of it.
        let again = ["doctor", "--salvage", ledger.directory.path("again"), "--reason", "a bad disk"]
        #expect(try ledger.run(again, adding: there).exitCode == 4)
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
