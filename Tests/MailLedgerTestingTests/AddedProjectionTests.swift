import CivilTime
import EventLog
import Foundation
import Mail
import MailLedger
import MailLedgerTesting
import Projections
import SQLiteDatabase
import SendersExample
import TestSupport
import Testing

@Suite struct `A read model that a program adds` {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private var location: LedgerLocation { LedgerLocation(folder.path + "/ledger") }

    private func open(_ access: LogAccess = .readWrite) throws -> Ledger {
        try Ledger.open(at: location, access: access, adding: [SendersProjector.self])
    }

    private func filled(_ ledger: Ledger) throws -> Ledger {
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        try save(["grace", "grace", "edsger"], in: ledger)
        return ledger
    }

    private func save(_ senders: [String], in ledger: Ledger) throws {
        let (account, count) = try ledger.read { (try $0.account("ada@example.org").id, try $0.countMessages()) }
        let messages = senders.enumerated().map { offset, sender in
            let text = "From: \(sender)@example.org\nMessage-ID: <\(count + offset)@example.org>\n\nText.\n"
            return IncomingMessage(
                account: account, bytes: Array(text.utf8), receivedAt: Timestamp(microseconds: 1))
        }
        _ = try ledger.mail.save(messages, context: ledger.context(command: "test"))
    }

    private func senders(of ledger: Ledger) throws -> [String] {
        try ledger.read { try SendersQuery(on: $0.connection).lines() }
    }

    @Test func `answers beside those of the ledger, and follows it`() throws {
        _ = try filled(Ledger.create(at: location))
        let ledger = try open()
        #expect(try senders(of: ledger) == ["grace@example.org 2", "edsger@example.org 1"])
        _ = try ledger.perform(DeleteMessagesRequest(filter: "from:grace"), Call(command: "test"))
        #expect(try senders(of: ledger) == ["edsger@example.org 1"])
        _ = try ledger.perform(UndoRequest())
        try save(["edsger", "edsger"], in: ledger)
        #expect(try senders(of: ledger) == ["edsger@example.org 3", "grace@example.org 2"])
        // The ledger's own are as they were.
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test(arguments: [false, true])
    func `answers as of a moment too`(inMemory: Bool) throws {
        let ledger =
            inMemory ? try Ledger.inMemory(adding: [SendersProjector.self]) : try Ledger.create(at: location)
        _ = try filled(ledger)
        let moment = Moment(.position(try ledger.store.head().position))
        try save(["edsger", "edsger"], in: ledger)
        let asked = inMemory ? ledger : try open()
        let then = try asked.read(at: moment) { try SendersQuery(on: $0.connection).lines() }
        #expect(then == ["grace@example.org 2", "edsger@example.org 1"])
    }

    @Test func `does so in memory`() throws {
        let ledger = try filled(Ledger.inMemory(adding: [SendersProjector.self]))
        #expect(try senders(of: ledger) == ["grace@example.org 2", "edsger@example.org 1"])
        try save(["grace"], in: ledger)
        #expect(try senders(of: ledger) == ["grace@example.org 3", "edsger@example.org 1"])
    }

    @Test func `has a file of its own that only its owner reads, and goes on from its checkpoint`() throws {
        _ = try filled(Ledger.create(at: location))
        _ = try senders(of: open())
        let file = location.addedViewsDirectory + "/senders-1.sqlite"
        #expect(permissions(of: file) == 0o600 && permissions(of: location.addedViewsDirectory) == 0o700)
        // A row that a build from the first event on would not make.
        try Connection(path: file, mode: .readWrite).run(
            "UPDATE sent SET address = 'mark@example.org' WHERE address LIKE 'e%'")
        #expect(try senders(of: open()) == ["grace@example.org 2", "mark@example.org 1"])
    }

    @Test(arguments: ["missing", "damaged", "of another log", "with all the views"])
    func `is built anew where its file is no longer any good`(how: String) throws {
        let ledger = try filled(Ledger.create(at: location))
        _ = try senders(of: open())
        let file = location.addedViewsDirectory + "/senders-1.sqlite"
        switch how {
        case "missing": try FileManager.default.removeItem(atPath: file)
        case "damaged":
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
            try Data(repeating: 7, count: 5_000).write(to: URL(filePath: file))
        case "of another log":
            try Connection(path: file, mode: .readWrite).run("UPDATE checkpoint SET ledger = 'another'")
        default: try FileManager.default.removeItem(atPath: location.viewsDirectory)
        }
        #expect(try senders(of: open()) == ["grace@example.org 2", "edsger@example.org 1"])
        withExtendedLifetime(ledger) {}
    }

    @Test func `is read as it stands where nothing may be written, and built in memory where there is none`() throws {
        let ledger = try filled(Ledger.create(at: location))
        _ = try ledger.read { try $0.countMessages() }
        #expect(try senders(of: open(.readOnly)) == ["grace@example.org 2", "edsger@example.org 1"])
        #expect(!FileManager.default.fileExists(atPath: location.addedViewsDirectory))
        _ = try senders(of: open())
        #expect(try senders(of: open(.readOnly)) == ["grace@example.org 2", "edsger@example.org 1"])
    }

    @Test func `is shared by a container and its readers`() async throws {
        _ = try filled(Ledger.create(at: location))
        let container = try LedgerContainer.open(at: location, adding: [SendersProjector.self])
        let wanted = ["grace@example.org 2", "edsger@example.org 1"]
        #expect(try await container.read { try SendersQuery(on: $0.connection).lines() } == wanted)
        let reader = try await container.makeReader()
        #expect(try await reader.read { try SendersQuery(on: $0.connection).lines() } == wanted)
    }
}

extension SendersQuery {
    /// `address count`, the most messages first.
    fileprivate func lines() throws -> [String] {
        try most(limit: 100).map { "\($0.address) \($0.messages)" }
    }
}
