import Content
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import Testing

@Suite struct `A damaged ledger` {
    private static let account = "ada@example.org"

    private static func sample(messages: Int = 2) throws -> SampleLedger {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(account)
        try sample.importing(
            (0..<messages).map {
                SampleMail("mail\($0)", body: "kernel word\($0) \(String(repeating: "x\($0) ", count: 40))\n")
            },
            account: account)
        return sample
    }

    /// Overwrites all pages of a closed database but the first few.
    private static func spoil(_ path: String, after pages: Int, pageSize: Int) throws {
        var data = try Data(contentsOf: URL(filePath: path))
        let start = pages * pageSize
        #expect(data.count > start)
        data.replaceSubrange(start..., with: Data(repeating: 0xA5, count: data.count - start))
        try data.write(to: URL(filePath: path))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    private static func checkpoint(_ path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
    }

    private func finding(_ subject: String, _ ledger: Ledger) throws -> Finding {
        try #require(try ledger.maintenance.examine().first { $0.subject == subject })
    }

    // MARK: The log

    @Test func `whose last events are gone is refused, and asked for them only once`() throws {
        let sample = try Self.sample()
        try sample.whileClosed { location in
            let log = try Connection(path: location.logPath, mode: .readWrite)
            try log.runScript(
                """
                DROP TRIGGER events_are_never_deleted;
                DELETE FROM events WHERE position = (SELECT max(position) FROM events);
                """)
            try FileManager.default.removeItem(atPath: location.viewsDirectory)
        }
        #expect(throws: EventLogError.self) { try sample.ledger.read { $0.position } }
    }

    // MARK: The search index

    @Test func `of a log that lost its end heals, and is not called broken`() throws {
        let sample = try Self.sample()
        #expect(try sample.subjects("late").isEmpty)
        let kept = "\(sample.scratch.path)/log-of-before"
        try sample.whileClosed { location in
            try Self.checkpoint(location.logPath)
            try FileManager.default.copyItem(atPath: location.logPath, toPath: kept)
        }
        try sample.importing([SampleMail("late")], account: Self.account)
        #expect(try sample.subjects("late") == ["late"])
        try sample.whileClosed { location in
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: location.logPath + suffix)
            }
            try FileManager.default.copyItem(atPath: kept, toPath: location.logPath)
        }
        let found = try finding("search", sample.ledger)
        #expect(found.isHealthy && found.detail.contains("the next search makes it again"), "\(found)")
        #expect(try sample.subjects("late").isEmpty)
        #expect(try finding("search", sample.ledger).detail == "at the log's head")
    }

    /// Damages everything but the page that says whose index it is.
    private static func spoilIndex(_ location: LedgerLocation) throws {
        try checkpoint(location.searchPath)
        try spoil(location.searchPath, after: 2, pageSize: 8192)
    }

    @Test func `begins anew what a stopped rebuild of the search index left damaged`() throws {
        let sample = try Self.sample(messages: 300)
        var parts: [LedgerMaintenance.RebuildPart] = []
        #expect(throws: EventLogError.cancelled) {
            try sample.ledger.maintenance.rebuild { part, _, _ in
                parts.append(part)
                return part != .search
            }
        }
        #expect(parts.last == .search)
        let left = try #require(sample.location).searchPath + ".new"
        try Self.spoil(left, after: 14, pageSize: 8192)
        // Something to take in, so that what is damaged is looked at.
        try sample.importing([SampleMail("late", body: "kernel zebra\n")], account: Self.account)
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.ledger.messages(withAllWords: "zebra").map(\.subject) == ["late"])
        #expect(try sample.ledger.messages(withAllWords: "word299").map(\.subject) == ["mail299"])
        #expect(try finding("search", sample.ledger).isHealthy)
    }

    @Test func `is told of by the examination of its search index, and a rebuild mends it`() throws {
        let sample = try Self.sample()
        #expect(try finding("search", sample.ledger).isHealthy)
        try sample.whileClosed(Self.spoilIndex)
        #expect(try !finding("search", sample.ledger).isHealthy)
        try sample.ledger.maintenance.rebuild()
        #expect(try finding("search", sample.ledger).isHealthy)
        #expect(try sample.subjects("kernel") == ["mail0", "mail1"])
    }

    @Test(arguments: [false, true])
    func `finds a message whose content is gone or damaged by its header`(isDamaged: Bool) throws {
        let sample = try Self.sample()
        try sample.whileClosed { location in
            let content = try Connection(path: location.directory + "/content.sqlite", mode: .readWrite)
            if isDamaged {
                try content.run("UPDATE content SET data = zeroblob(length(data)) WHERE id = 1")
            } else {
                try content.run("DELETE FROM content WHERE id = 1")
            }
        }
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.subjects("subject:mail0 or kernel") == ["mail0", "mail1"])
        #expect(try sample.subjects("kernel") == ["mail1"])
        #expect(try finding("search", sample.ledger).isHealthy)
    }

    @Test func `gets a new search index when more mail cannot be indexed`() throws {
        let sample = try Self.sample()
        try sample.whileClosed(Self.spoilIndex)
        try sample.importing([SampleMail("late", body: "kernel\n")], account: Self.account)
        #expect(try sample.subjects("kernel") == ["late", "mail0", "mail1"])
        #expect(try finding("search", sample.ledger).isHealthy)
    }

    @Test func `is found in the old index until a rebuild by another process is done, and then in the new one`() throws
    {
        let sample = try Self.sample()
        let location = try #require(sample.location)
        #expect(try sample.subjects("kernel").count == 2)
        let other = try Ledger.open(at: location, access: .readWrite)
        try other.maintenance.rebuild()
        try other.maintenance.rebuild()
        #expect(try sample.subjects("kernel").count == 2)
        try sample.importing([SampleMail("late", body: "kernel\n")], account: Self.account)
        #expect(try sample.subjects("kernel").count == 3)
        try sample.reopen()
        #expect(try sample.subjects("kernel").count == 3)
        #expect(try finding("search", sample.ledger).isHealthy)
    }

    @Test func `is rebuilt by four at once`() async throws {
        let sample = try Self.sample(messages: 30)
        let location = try #require(sample.location)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let ledger = try Ledger.open(at: location, access: .readWrite)
                    try ledger.maintenance.rebuild()
                }
            }
            try await group.waitForAll()
        }
        #expect(try sample.subjects("kernel").count == 30)
        try sample.reopen()
        #expect(try sample.subjects("kernel").count == 30)
        #expect(try finding("search", sample.ledger).isHealthy)
    }

    // MARK: The log

    @Test func `says in the log's own words that the log is damaged`() throws {
        let sample = try Self.sample(messages: 60)
        #expect {
            try sample.whileClosed { location in
                try Self.checkpoint(location.logPath)
                try Self.spoil(location.logPath, after: 3, pageSize: 4096)
            }
            try sample.ledger.store.forEach(EventSelection()) { _ in true }
        } throws: { error in
            if case .corrupt = error as? EventLogError { true } else { false }
        }
    }

    @Test func `keeps the errors of what is done with its events apart`() throws {
        let sample = try Self.sample()
        let other = SQLiteErrorSource()
        #expect(throws: SQLiteError.self) {
            try sample.ledger.store.forEach(EventSelection()) { _ in try other.fail() }
        }
        #expect(throws: SQLiteError.self) { try sample.ledger.store.withWriterLock { _ = try other.fail() } }
    }

    @Test(arguments: ["log", "content"])
    func `is not answered from when a journal cannot be read`(name: String) throws {
        let sample = try Self.sample()
        let location = try #require(sample.location)
        // A journal that cannot be opened, as on a medium without a place for its index; the superuser too is refused.
        try sample.whileClosed(access: .readOnly) { location in
            for name in ["log", "content"] { try Self.checkpoint("\(location.directory)/\(name).sqlite") }
        }
        let copy = sample.scratch.path + "/copy"
        try FileManager.default.copyItem(atPath: location.directory, toPath: copy)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: "\(copy)/\(name).sqlite\(suffix)")
        }
        try FileManager.default.createDirectory(
            atPath: "\(copy)/\(name).sqlite-wal/full", withIntermediateDirectories: true)
        #expect(throws: (any Error).self) {
            // The content store is opened when it is asked for something.
            _ = try Ledger.open(at: LedgerLocation(copy), access: .readOnly).content.stats()
        }
    }

    // MARK: The content store

    static let losses: [@Sendable (String) throws -> Void] = [
        { try FileManager.default.removeItem(atPath: $0) },
        { try Data("no database at all".utf8).write(to: URL(filePath: $0)) },
        { try Data().write(to: URL(filePath: $0)) },
    ]

    @Test(arguments: 0..<losses.count)
    func `without its content store opens, names what is missing, and takes no mail`(index: Int) throws {
        let sample = try Self.sample()
        #expect(try sample.subjects("kernel").count == 2)
        try sample.whileClosed { location in
            let path = location.directory + "/content.sqlite"
            try Self.losses[index](path)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
        let ledger = sample.ledger
        let path = (sample.location?.directory ?? "") + "/content.sqlite"
        #expect(ledger.content.isStandIn)
        #expect(try ledger.read { try $0.folders() }.isEmpty == false)
        #expect(try sample.subjects("kernel").count == 2)
        #expect(try ledger.maintenance.missingContent().count == 2)
        #expect(try !finding("content", ledger).isHealthy)
        let head = try sample.head()
        #expect(throws: ContentError.lost(path: path)) {
            try sample.importing([SampleMail("late")], account: Self.account)
        }
        #expect(try sample.head() == head)
        try sample.mark("subject:mail0", adding: [.flagged])
        #expect(try sample.subjects("is:flagged") == ["mail0"])
        try ledger.maintenance.rebuild()
        #expect(try sample.subjects("kernel").count == 2)
        if index == 0 { #expect(!FileManager.default.fileExists(atPath: path)) }
    }
}

/// A database that refuses what is asked of it.
private struct SQLiteErrorSource {
    func fail() throws -> Bool {
        let connection = try Connection(path: Connection.inMemory, mode: .create)
        return try connection.first("SELECT 1 FROM nothing") { _ in true } ?? false
    }
}
