import CivilTime
import EventLog
import Foundation
import JSONCoding
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Docs/Events.md` {
    private static let page = Result { try DocumentationPage("Docs/Events.md") }
    private static let events = Result { try DocumentationPage("Docs/Reference/Events.md") }

    private static func shapes() throws -> DocumentedShapes {
        DocumentedShapes([try page.get(), try events.get()])
    }

    @Test func `names every event type and every key, and no other`() throws {
        let shapes = try Self.shapes()
        var sightings = DocumentedShapes.Sightings()
        for event in try SampleEvents.all() + SampleEvents.bare() + Self.withSparseParts() {
            let payload = try JSONBytesEncoder().encode(event)
            shapes.check(try JSONSample(payload), as: "\(type(of: event).type)", into: &sightings)
        }
        for header in try headers() { shapes.check(header, as: "header", into: &sightings) }
        #expect(sightings.faults.isEmpty)
        #expect(shapes.unseen(sightings).isEmpty)

        let catalogue = Contexts.builtIn.catalogue.types.map(\.description)
        #expect(Set(try SampleEvents.all().map { "\(type(of: $0).type)" }) == Set(catalogue))
        let titles = try Self.events.get().sections.map(\.title).filter { EventType($0) != nil }
        #expect(titles.sorted() == catalogue.sorted())
        let older = try #require(Self.page.get().section("Versions")).rows.dropFirst().map { $0[0] }
        #expect(older.sorted() == Contexts.builtIn.catalogue.olderTypes.map(\.description).sorted())
    }

    /// Events whose parts have every field left out that may be.
    private static func withSparseParts() throws -> [any Event] {
        let server = try MailServer(host: "mail.example.org", port: 993, security: .tls)
        let side = ConflictDetected.Side(folder: "INBOX", flags: nil)
        return [
            AccountCreated(
                id: SampleEvents.account, settings: AccountSettings(address: "ada@example.org", imap: server)),
            MessageAdded(
                id: SampleEvents.message, account: SampleEvents.account, copy: SampleEvents.copy,
                headers: MessageHeaders(), attachments: [], snippet: "", keywords: [], receivedAt: .epoch,
                identity: .of(""), size: 0, parser: 1, external: ExternalIDs()),
            ConflictDetected(
                message: SampleEvents.message, copy: 1, field: .folder, base: side, here: side, there: side),
        ]
    }

    /// Headers with a reason, a cause and an idempotency key, and without them.
    private func headers() throws -> [JSONSample] {
        let ledger = try Ledger.inMemory()
        let account = try ledger.addAccount(
            AddAccount(address: "ada@example.org"), context: ledger.context(command: "account add", reason: "a new job")
        )
        _ = try ledger.undo(.latest)
        let skipped = FileSkipped(account: account.id, source: "a", reason: "empty", detail: nil)
        let event = ProposedEvent(
            skipped, target: .any(.existing(account.stream)), account: .stream(.existing(account.stream)))
        let context = ledger.context(command: "import")
        _ = try ledger.store.append(ProposedTransaction([event], context: context, idempotencyKey: "a"))
        var headers: [JSONSample] = []
        try ledger.store.forEachTransaction(from: 1, isBackward: false) { transaction in
            headers.append(try JSONSample(try #require(transaction.header)))
            return true
        }
        return headers
    }

    @Test func `describes what a real import writes`() throws {
        let sample = try DocumentedLedger()
        let shapes = try Self.shapes()
        var sightings = DocumentedShapes.Sightings()
        var count = 0
        try sample.ledger.store.forEach(EventSelection()) { event in
            count += 1
            shapes.check(try JSONSample(try #require(event.payload)), as: "\(event.type)", into: &sightings)
            return true
        }
        #expect(count > 70)
        #expect(sightings.faults.isEmpty)
    }

    @Test func `names every column of the log's tables with its type`() throws {
        let sample = try DocumentedLedger()
        let log = try Connection(path: sample.location.logPath, mode: .readOnly)
        let documented = try Self.page.get().tables()
        let existing = try log.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { try $0.next(String.self) }
        #expect(Set(documented.keys) == Set(existing))
        for (table, columns) in documented { try expectColumns(columns, of: table, on: log) }
    }

    @Test(.enabled("sqlite3, openssl or python3 is absent") { areInstalled("sqlite3", "openssl", "python3") })
    func `has an example that an outsider can repeat`() throws {
        let page = try Self.page.get()
        let script = try #require(page.section("A worked example")?.code("sh").first)
        let sample = try DocumentedLedger()
        let program = try #require(mailledgerProgram())
        let output = try shell(
            "PATH=\(program.folder):$PATH\n" + script, environment: ["MAILLEDGER": sample.location.directory])
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n")
        try #require(lines.count == 8)
        for pair in stride(from: 0, to: 8, by: 2) {
            #expect(lines[pair] == lines[pair + 1] && lines[pair].utf8.count == 64)
        }
    }
}
