import Content
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Testing

@Suite struct `A ledger on disk` {
    private static let account = "ada@example.org"

    private static func sample() throws -> SampleLedger {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(account)
        try sample.importing([SampleMail("one", body: "kernel\n"), SampleMail("two")], account: account)
        return sample
    }

    @Test func `that is opened for reading answers, and refuses every command`() throws {
        let sample = try Self.sample()
        let before = try PublicAnswers(of: sample.ledger)
        try sample.reopen(.readOnly)
        let ledger = sample.ledger
        #expect(!ledger.canWrite)
        #expect(difference(before, try PublicAnswers(of: ledger)) == nil)
        let context = ledger.context(command: "test")
        let commands: [() throws -> Void] = [
            { _ = try sample.mark("*", adding: [.seen]) }, { _ = try sample.move("*", to: "Archive") },
            { _ = try sample.delete("*") }, { _ = try sample.addAccount("grace@example.org") },
            { _ = try sample.deleteAccount(Self.account) }, { _ = try sample.addFolder("Work", to: Self.account) },
            { _ = try sample.importing([SampleMail("three")], account: Self.account) },
            { _ = try ledger.undo(.latest) },
            { _ = try ledger.markThreads(.all, MarkThreads(isPinned: true), context: context) },
        ]
        for (index, command) in commands.enumerated() {
            #expect("command \(index)") { try command() } throws: { error in
                error as? EventLogError == .readOnly(path: ledger.location?.directory ?? "")
            }
        }
        #expect(try ledger.maintenance.verifyLog().events == sample.head().rawValue)
        #expect(try ledger.maintenance.checkViews() == nil)
        #expect(difference(before, try PublicAnswers(of: ledger)) == nil)
    }

    /// What is taken away or spoilt while the ledger is closed.
    static let losses: [(name: String, spoil: @Sendable (LedgerLocation) throws -> Void)] = [
        ("no views", { try FileManager.default.removeItem(atPath: $0.viewsDirectory) }),
        (
            "no views and no text",
            { location in
                try FileManager.default.removeItem(atPath: location.viewsDirectory)
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: location.searchPath + suffix)
                }
            }
        ),
        (
            "no text",
            { location in
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: location.searchPath + suffix)
                }
            }
        ),
        (
            "views that are no database",
            { location in
                for name in try FileManager.default.contentsOfDirectory(atPath: location.viewsDirectory) {
                    let path = "\(location.viewsDirectory)/\(name)"
                    if name.hasSuffix(".sqlite") {
                        try Data(repeating: 7, count: 40_000).write(to: URL(filePath: path))
                    } else if !name.hasSuffix(".lock") {
                        try FileManager.default.removeItem(atPath: path)
                    }
                }
            }
        ),
    ]

    @Test(arguments: 0..<losses.count, [LogAccess.readWrite, .readOnly])
    func `gives the same answers when what can be rebuilt is gone`(index: Int, access: LogAccess) throws {
        let sample = try Self.sample()
        try sample.mark("subject:one", adding: [.flagged])
        let before = try PublicAnswers(of: sample.ledger)
        try sample.whileClosed(access: access, Self.losses[index].spoil)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil, "\(Self.losses[index].name)")
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        if access == .readWrite {
            try sample.importing([SampleMail("three")], account: Self.account)
            #expect(try sample.subjects("*") == ["one", "three", "two"])
        }
    }

    @Test func `throws views away that come from another course of the log`() throws {
        let sample = try Self.sample()
        let before = try PublicAnswers(of: sample.ledger)
        var log = Data()
        try sample.whileClosed { log = try Data(contentsOf: URL(filePath: $0.logPath)) }
        try sample.mark("subject:one", adding: [.flagged])
        try sample.whileClosed { try log.write(to: URL(filePath: $0.logPath)) }
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        // As many events as the lost course had, but others.
        try sample.mark("subject:two", adding: [.flagged])
        #expect(try sample.subjects("is:flagged") == ["two"])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `is rebuilt into new files, and the old ones go`() throws {
        let sample = try Self.sample()
        let location = try #require(sample.location)
        let before = try PublicAnswers(of: sample.ledger)
        func databases() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: location.viewsDirectory).filter {
                $0.hasSuffix(".sqlite") && !$0.hasPrefix("building")
            }
        }
        let old = try databases()
        try sample.ledger.maintenance.rebuild()
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
        let new = try databases()
        #expect(old.count == 1 && new.count == 1 && old != new)
        let generation = try sample.ledger.stores.register.latestGeneration()
        #expect(throws: EventLogError.cancelled) { try sample.ledger.maintenance.rebuild { _, _, _ in false } }
        #expect(try sample.ledger.stores.register.latestGeneration() == generation)
        #expect(try databases() == new)
        #expect(difference(before, try PublicAnswers(of: sample.ledger)) == nil)
    }

    @Test func `belongs to its owner only`() throws {
        let sample = try Self.sample()
        let location = try #require(sample.location)
        func mode(_ path: String) throws -> Int {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }
        #expect(try mode(location.directory) == 0o700)
        let names = try FileManager.default.subpathsOfDirectory(atPath: location.directory)
        #expect(names.contains("log.sqlite") && names.contains("content.sqlite") && names.contains("search.sqlite"))
        for name in names { #expect(try mode("\(location.directory)/\(name)") & 0o077 == 0, "\(name)") }
    }

    @Test func `is not made over another one, nor in a folder that holds something`() throws {
        let sample = try Self.sample()
        let location = try #require(sample.location)
        #expect(throws: EventLogError.alreadyExists(path: location.directory)) { try Ledger.create(at: location) }
        try sample.scratch.write("full/letter.txt", "dear all")
        let full = LedgerLocation(sample.scratch.path + "/full")
        #expect(throws: LedgerError.directoryNotEmpty(path: full.directory)) { try Ledger.create(at: full) }
        #expect(throws: EventLogError.notALedger(path: full.directory)) {
            try Ledger.open(at: full, access: .readWrite)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: full.directory) == ["letter.txt"])
    }

    @Test func `is not made of the mail of one that lost its log, and over a restore that was killed without its mail`()
        throws
    {
        let sample = try Self.sample()
        let location = try #require(sample.location)
        let old = LedgerLocation(sample.scratch.path + "/old")
        try FileManager.default.createDirectory(atPath: old.directory, withIntermediateDirectories: true)
        try sample.whileClosed { _ in
            try FileManager.default.copyItem(
                atPath: "\(location.directory)/content.sqlite", toPath: "\(old.directory)/content.sqlite")
        }
        #expect(throws: LedgerError.directoryNotEmpty(path: old.directory)) { try Ledger.create(at: old) }
        // A log that was begun.
        try sample.scratch.write("old/log.sqlite-new-1", "")
        let ledger = try Ledger.create(at: old)
        #expect(try ledger.content.stats().count == 0)
        #expect(!FileManager.default.fileExists(atPath: old.directory + "/log.sqlite-new-1"))
    }
}
