import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase

/// Where a ledger is kept.
enum Place: CaseIterable, Sendable {
    case disk
    case memory
}

/// A ledger to be tried, with a folder of mail beside it.
final class SampleLedger {
    let scratch: ScratchFolder
    /// Nil for a ledger in memory.
    let location: LedgerLocation?
    private(set) var ledger: Ledger
    /// The present one while ``ledger`` is that of a moment.
    private var present: Ledger?

    init(_ place: Place = .memory, environment: LedgerEnvironment = .current()) throws {
        scratch = try ScratchFolder()
        switch place {
        case .disk:
            let location = LedgerLocation(scratch.path + "/ledger")
            self.location = location
            ledger = try Ledger.create(at: location, environment: environment)
        case .memory:
            location = nil
            ledger = try Ledger.inMemory(environment: environment)
        }
    }

    /// Has every question answered as of a moment; nil is the present again.
    @discardableResult
    func stand(at moment: Moment?) throws -> ResolvedMoment? {
        let now = present ?? ledger
        present = moment == nil ? nil : now
        ledger = try moment.map { try now.at($0) } ?? now
        return ledger.moment
    }

    /// Closes a ledger on disk and opens it again.
    func reopen(_ access: LogAccess = .readWrite, environment: LedgerEnvironment = .current()) throws {
        guard let location else { return }
        // Nothing of the old one may be open when files are taken away.
        present = nil
        ledger = try Ledger.inMemory()
        ledger = try Ledger.open(at: location, access: access, environment: environment)
    }

    /// Closes a ledger on disk, lets its files be changed, and opens it again.
    func whileClosed(access: LogAccess = .readWrite, _ body: (LedgerLocation) throws -> Void) throws {
        guard let location else { return }
        present = nil
        ledger = try Ledger.inMemory()
        try body(location)
        ledger = try Ledger.open(at: location, access: access)
    }

    // MARK: Commands

    @discardableResult
    func addAccount(_ address: String) throws -> AccountRow {
        try ledger.addAccount(AddAccount(address: address), context: ledger.context(command: "account add"))
    }

    @discardableResult
    func importing(_ paths: String..., account: String, folder: String = "INBOX") throws -> ImportReport {
        try importing(paths, account: account, folder: folder)
    }

    @discardableResult
    func importing(_ paths: [String], account: String, folder: String = "INBOX") throws -> ImportReport {
        let context = ledger.context(command: "import")
        return try Importer(
            into: ledger, account: account, options: ImportOptions(folder: folder), context: context
        ).run(paths)
    }

    /// Imports messages as files of one folder below the scratch folder.
    @discardableResult
    func importing(_ messages: [SampleMail], account: String, folder: String = "INBOX") throws -> ImportReport {
        let paths = try messages.map { try scratch.write("mail/\($0.fileName)", $0.text) }
        return try importing(paths, account: account, folder: folder)
    }

    @discardableResult
    func mark(_ query: String, adding: [Keyword] = [], removing: [Keyword] = []) throws -> MessageOutcome {
        let command = MarkMessages(adding: KeywordSet(adding), removing: KeywordSet(removing))
        return try ledger.mark(filter(query), command, context: ledger.context(command: "mark"))
    }

    @discardableResult
    func move(_ query: String, to folder: String, in account: String? = nil) throws -> MessageOutcome {
        try ledger.move(filter(query), to: folder, in: account, context: ledger.context(command: "move"))
    }

    @discardableResult
    func delete(_ query: String) throws -> MessageOutcome {
        try ledger.delete(filter(query), context: ledger.context(command: "delete"))
    }

    @discardableResult
    func deleteAccount(_ name: String) throws -> Recorded? {
        try ledger.deleteAccount(name, context: ledger.context(command: "account delete"))
    }

    @discardableResult
    func addFolder(_ path: String, to account: String) throws -> FolderRow {
        try ledger.addFolder(
            FolderPath(parsing: path), to: account, context: ledger.context(command: "folder add"))
    }

    // MARK: Questions

    func filter(_ query: String) throws -> MessageFilter {
        try MessageFilter(query: query, in: .current())
    }

    /// The subjects of the messages that a query finds, sorted.
    func subjects(_ query: String) throws -> [String] {
        let filter = try filter(query)
        return try ledger.read { try $0.messages(matching: filter).map { $0.subject ?? "" }.sorted() }
    }

    func messages(_ query: String = "*") throws -> [MessageRow] {
        let filter = try filter(query)
        return try ledger.read { try $0.messages(matching: filter) }
    }

    /// What SQLite runs for a question about the messages that a query finds.
    func statements(
        of query: String, _ ask: (LedgerReader, MessageFilter) throws -> Void
    ) throws -> [StatementRun] {
        let filter = try filter(query)
        return try ledger.read { reader in try reader.connection.tracing { try ask(reader, filter) } }
    }

    func head() throws -> Position { try ledger.store.head().position }
}
