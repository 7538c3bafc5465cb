internal import Content
internal import Cryptography
internal import DiskFiles
package import EventLog
internal import MIME
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// Keeps the full-text index in step with the log; like the views it is disposable, and it has its own position.
package final class SearchIndex {
    /// The version of the index's tables, and of the way in which text is extracted from messages and folded.
    package static let version = 6_000_000 + 1_000 * MessageParser.version + SearchFold.version

    let file: SearchFile?
    let ledger: LedgerID
    private let canWrite: Bool
    /// The connection that writes the index: its own, or the one of the views if all is in memory.
    private var writer: Writer?
    var isInMemory: Bool { opened == nil }
    /// The file that the connections have open; another process may have replaced it.
    private var opened: FileIdentity?
    /// The connection that reads the index beside the views.
    private weak var views: Connection?
    private var isAttached = false
    /// Whether the file is no longer used, because the disk has no room for the missing part of the index.
    private var keepsInMemory = false

    /// The index is needed beside views that it is not attached to yet, within a transaction, where SQLite cannot
    /// attach it.
    struct NotAttached: Error {}

    typealias Writer = (connection: Connection, schema: SQL)

    /// - Parameter file: Nil keeps the index in memory, beside the views.
    init(file: SearchFile?, ledger: LedgerID, canWrite: Bool) {
        self.file = file
        self.ledger = ledger
        self.canWrite = canWrite
    }

    // MARK: Opening

    /// Takes a new connection of the views, so that the index can be read beside them once words are searched.
    ///
    /// Opening a file takes as long as all the rest of a short question. A file that cannot be brought up to the views
    /// is opened at once, because that decides how the views are opened.
    func prepare(_ connection: Connection) throws {
        views = connection
        isAttached = false
        if file == nil || !canWrite || keepsInMemory { try attach(to: connection) }
    }

    /// Stops using the file: the index is built in memory beside the views that are opened next.
    func moveToMemory() {
        keepsInMemory = true
        (writer, opened, isAttached) = (nil, nil, false)
    }

    /// Makes the index readable beside the views, unless it already is.
    ///
    /// - Throws: ``NotAttached`` within a transaction.
    func attachIfNeeded() throws {
        guard !isAttached, let views else { return }
        guard !views.isInTransaction else { throw NotAttached() }
        try attach(to: views)
    }

    /// Makes the index readable as the schema `search` of a connection.
    private func attach(to connection: Connection) throws {
        guard let file, !keepsInMemory, try open(file, for: connection) else {
            // Read-only views refuse this, and are built in memory instead.
            try connection.run("ATTACH ':memory:' AS search")
            try SearchSchema.create(on: connection, in: "search", ledger: ledger.description)
            writer = (connection, "search")
            opened = nil
            isAttached = true
            return
        }
        isAttached = true
    }

    /// Opens the file, or replaces it if it is missing, damaged, or of another version or ledger.
    private func open(_ file: SearchFile, for views: Connection) throws -> Bool {
        guard canWrite else {
            guard let connection = try usable(file, .readOnly) else { return false }
            // A read-only index cannot catch up. The number of a message is the position of its first event.
            let indexed = try connection.first("SELECT position FROM state") { try $0.next(Int64.self) } ?? 0
            let needed =
                (try? views.first("SELECT ifnull(max(id), 0) FROM message") { try $0.next(Int64.self) }) ?? .max
            guard indexed >= needed else { return false }
            try attach(file, to: views)
            opened = file.identity
            return true
        }
        return try file.withNameLocked {
            var usable = try usable(file, .readWrite)
            if usable == nil {
                guard try file.makeEmpty(for: ledger) else { return false }
                try file.replace(by: file.emptyPath)
                usable = try Connection(path: file.path, mode: .readWrite, on: file.files)
            }
            guard let usable else { return false }
            writer = (usable, "main")
            opened = file.identity
            try attach(file, to: views)
            return true
        }
    }

    private func attach(_ file: SearchFile, to views: Connection) throws {
        // Read-only: otherwise every transaction of the views would lock the index, too
        // (sqlite.org/lang_transaction.html).
        try views.attachStanding(file.path, as: "search")
        // Reads once, so that the journal is opened by its name while nobody can replace it.
        _ = try views.first("SELECT position FROM search.state") { try $0.next(Int64.self) }
    }

    /// Reopens the file after another process has replaced it.
    private func reopenIfReplaced() throws {
        // An index that is not attached is opened by its name when it is needed.
        guard isAttached, let file, canWrite, let opened, opened != file.identity, let views else { return }
        // A question in progress keeps the file that it began with.
        guard !views.isInTransaction else { return }
        try views.run("DETACH search")
        isAttached = false
        try attach(to: views)
    }

    /// Opens the file; nil if there is none, or if it is damaged or of another version or ledger.
    ///
    /// - Throws: Refusals by the system: they say nothing about the file, which must not be replaced for them.
    private func usable(_ file: SearchFile, _ mode: Connection.Mode) throws -> Connection? {
        guard file.identity != nil else { return nil }
        do {
            let connection = try Connection.standing(at: file.path, mode: mode, on: file.files)
            return try isFitting(connection) ? connection : nil
        } catch let error as SQLiteError where !error.isOfSystem && !error.isBusy && !error.isInterrupted {
            return nil
        }
    }

    /// Whether an index is of this version and ledger.
    func isFitting(_ connection: Connection) throws -> Bool {
        let state = try connection.first("SELECT version, ledger FROM state") {
            try ($0.next(Int64.self), $0.next(String.self))
        }
        return state.map { $0 == (Int64(Self.version), ledger.description) } ?? false
    }

    /// The position of the index that this process writes to; nil if it writes to none.
    func position() throws -> Position? {
        try writer.map(position)
    }

    /// The position of the index, wherever it is; nil if no usable one exists.
    package func storedPosition() throws -> Position? {
        if let writer { return try position(writer) }
        guard let file, let connection = try usable(file, .readOnly) else { return nil }
        return try position((connection, "main"))
    }

    func position(_ writer: Writer) throws -> Position {
        try writer.connection.first("SELECT position FROM \(writer.schema).state") { try $0.next(Position.self) }
            ?? .start
    }

    // MARK: Indexing

    /// Indexes the messages in the log beyond its position; a damaged file is replaced by a new one.
    ///
    /// Without the content store nothing is indexed, so that no text is missing when the store is back.
    ///
    /// - Parameter known: Text that the caller has read already, by content, so that it is not read again.
    func catchUp(
        with store: any LogStore, catalogue: EventCatalogue, content: ContentStore,
        known: [SHA256Digest: IndexedText] = [:]
    ) throws {
        try attachIfNeeded()
        try reopenIfReplaced()
        guard let writer else { return }
        do {
            // An index that is up to date does not access the content store, so that it stays closed.
            guard try !isAtHead(writer, store), !content.isStandIn else { return }
            try advance(writer, with: store, catalogue: catalogue, content: content, known: known)
        } catch let error as SQLiteError where error.isCorrupt && !isInMemory {
            try rebuild(store: store, catalogue: catalogue, content: content)
        }
    }

    private func advance(
        _ writer: Writer, with store: any LogStore, catalogue: EventCatalogue, content: ContentStore,
        known: [SHA256Digest: IndexedText] = [:]
    ) throws {
        try writer.connection.run("PRAGMA \(writer.schema).synchronous = NORMAL")
        // On the views' connection only the index is locked, so that readers do not wait for each other.
        let kind: Transaction.Kind = isInMemory ? .deferred : .immediate
        if try !isOfLog(writer, store) {
            try writer.connection.transaction(kind) {
                if try !isOfLog(writer, store) { try clear(writer) }
            }
        }
        while try position(writer) < store.head().position {
            let reopenings = store.reopenings
            do {
                try writer.connection.transaction(kind) {
                    try indexBatch(writer, store, catalogue, content, known: known)
                    // The texts may be of the log before, and the leaf of the one that took its place.
                    guard store.reopenings == reopenings else { throw OpenedAgain() }
                }
            } catch is OpenedAgain {
                return try advance(writer, with: store, catalogue: catalogue, content: content, known: known)
            }
        }
    }

    /// The log was opened again while a batch of it was indexed, which is undone.
    private struct OpenedAgain: Error {}

    private func isAtHead(_ writer: Writer, _ store: any LogStore) throws -> Bool {
        try position(writer) == store.head().position && isOfLog(writer, store)
    }

    private static let batchSize = 2_000

    private func indexBatch(
        _ writer: Writer, _ store: any LogStore, _ catalogue: EventCatalogue, _ content: ContentStore,
        known: [SHA256Digest: IndexedText] = [:]
    ) throws {
        let start = try position(writer)
        var last = start
        var count = 0
        let selection = EventSelection(after: start, through: try store.head().position)
        try inHundreds({ lend in
            try store.forEach(selection) { stored in
                var goesOn = true
                for arrival in try Arrival.all(in: stored, of: store, catalogue) {
                    count += 1
                    goesOn = try lend(arrival) && goesOn
                }
                last = stored.position
                return goesOn && count < Self.batchSize
            }
        }) { arrivals in
            try index(arrivals, writer, content, known: known)
            return true
        }
        try setPosition(last, writer, store)
    }

    /// Indexes arrivals, reading their contents together.
    func index(
        _ arrivals: [Arrival], _ writer: Writer, _ content: ContentStore, known: [SHA256Digest: IndexedText] = [:]
    ) throws {
        let unread = try arrivals.map(\.raw).filter { try known[$0] == nil && document(of: $0, writer) == nil }
        var contents = ContentsAhead(unread, of: content)
        for arrival in arrivals {
            try index(arrival, writer) { arrival in
                try known[arrival.raw]
                    ?? IndexedText(of: arrival.raw, added: arrival.added) { try contents.read($0) }
            }
        }
    }

    /// Indexes texts that were read ahead; false if there are no more.
    private func indexBatch(
        _ writer: Writer, _ store: any LogStore, _ ahead: TextsAhead, _ content: ContentStore
    ) throws -> Bool {
        var last: Position?
        var count = 0
        while count < Self.batchSize, let step = try ahead.next() {
            for (arrival, text) in step.arrivals {
                try index(arrival, writer) { arrival in
                    try text ?? IndexedText(of: arrival.raw, added: arrival.added, by: content.read)
                }
            }
            count += step.arrivals.count
            last = step.position
        }
        guard let last else { return false }
        try setPosition(last, writer, store)
        return true
    }

    func setPosition(_ position: Position, _ writer: Writer, _ store: any LogStore) throws {
        let leaf = try store.recordedLeaf(at: position)?.bytes
        try writer.connection.run(
            "UPDATE \(writer.schema).state SET position = \(bind: position.rawValue), leaf = \(bind: leaf)")
    }

    /// The bytes of a message that an event added.
    struct Arrival: Sendable {
        let raw: SHA256Digest
        /// The event with the header; nil if only the bytes have it.
        let added: MessageAdded?
        let message: Int64
        let position: Int64

        /// The arrivals in an event, by today's shapes.
        static func all(
            in stored: StoredEvent, of log: any LogReading, _ catalogue: EventCatalogue
        ) throws -> [Arrival] {
            guard stored.type.name == MessageAdded.type.name || stored.type.name == MessageBodyLoaded.type.name else {
                return []
            }
            return try log.contents(of: stored, by: catalogue).compactMap { content in
                guard case .event(let event) = content else { return nil }
                return Arrival(event, in: stored)
            }
        }

        private init?(_ event: any Event, in stored: StoredEvent) {
            switch event {
            case let added as MessageAdded: (raw, self.added) = (added.copy.raw, added)
            case let loaded as MessageBodyLoaded: (raw, added) = (loaded.raw.new, nil)
            default: return nil
            }
            message = stored.stream.rawValue
            position = stored.position.rawValue
        }
    }

    func index(
        _ arrival: Arrival, _ writer: Writer, _ text: (Arrival) throws -> IndexedText
    ) throws {
        let id = arrival.position
        let digest = arrival.raw.bytes
        if let existing = try document(of: arrival.raw, writer) {
            return try alias(arrival, to: existing, writer)
        }
        // A message whose body came later is found by the document of the body; the texts of its header are still
        // right.
        if id != arrival.message { try alias(arrival, to: id, writer) }
        let text = try text(arrival)
        try writer.connection.run("INSERT INTO \(writer.schema).document VALUES (\(bind: id), \(bind: digest))")
        try writer.connection.run(
            """
            INSERT INTO \(writer.schema).text (rowid, sender, recipients, cc, bcc, subject, body, attachments)
            VALUES (\(bind: id), \(bind: text.sender), \(bind: text.recipients), \(bind: text.cc), \(bind: text.bcc),
                \(bind: text.subject), \(bind: text.body), \(bind: text.attachments))
            """)
        try writer.connection.run(
            """
            INSERT INTO \(writer.schema).part (rowid, sender, recipients, cc, bcc, subject)
            VALUES (\(bind: id), \(bind: HeaderPart.text(text.sender)), \(bind: HeaderPart.text(text.recipients)),
                \(bind: HeaderPart.text(text.cc)), \(bind: HeaderPart.text(text.bcc)), \(bind: HeaderPart.text(text.subject)))
            """)
    }

    private func document(of digest: SHA256Digest, _ writer: Writer) throws -> Int64? {
        try writer.connection.first(
            """
            SELECT id FROM \(writer.schema).document
            WHERE substr(digest, 1, 8) = \(bind: Array(digest.bytes.prefix(8))) AND digest = \(bind: digest.bytes)
            """
        ) { try $0.next(Int64.self) }
    }

    private func alias(_ arrival: Arrival, to document: Int64, _ writer: Writer) throws {
        try writer.connection.run(
            """
            INSERT OR IGNORE INTO \(writer.schema).alias
            VALUES (\(bind: document), \(bind: arrival.message), \(bind: arrival.position))
            """)
    }

    // An index of a log that diverged (an older copy was restored) is emptied and rebuilt.
    func isOfLog(_ writer: Writer, _ store: any LogStore) throws -> Bool {
        let position = try position(writer)
        guard position > .start else { return true }
        let leaf = try writer.connection.first("SELECT leaf FROM \(writer.schema).state") { try $0.next([UInt8].self) }
        return try store.recordedLeaf(at: position)?.bytes == leaf
    }

    private func clear(_ writer: Writer) throws {
        try writer.connection.run("INSERT INTO \(writer.schema).text (text) VALUES ('delete-all')")
        try writer.connection.run("DELETE FROM \(writer.schema).part")
        try writer.connection.run("DELETE FROM \(writer.schema).document")
        try writer.connection.run("DELETE FROM \(writer.schema).alias")
        try writer.connection.run("UPDATE \(writer.schema).state SET position = 0, leaf = NULL")
    }

    /// Indexes all content again, into a new file that then replaces the old one.
    ///
    /// Others use the old file until then. Of two simultaneous rebuilds the second uses the result of the first. It
    /// continues a rebuild that was stopped or killed.
    ///
    /// - Parameters:
    ///   - readingAhead: Makes a reader of the log behind a position on another thread; nil if none is available.
    ///   - progress: Called with the position reached and the log's head after each batch; false stops with
    ///     ``EventLogError/cancelled``.
    func rebuild(
        store: any LogStore, catalogue: EventCatalogue, content: ContentStore,
        readingAhead: (Position) -> TextsAhead? = { _ in nil }, progress: Views.Progress = { _, _ in true }
    ) throws {
        guard !content.isStandIn else { return }
        try attachIfNeeded()
        guard let writer else { return }
        guard let file, !isInMemory else {
            try writer.connection.transaction(.deferred) { try clear(writer) }
            return try advance(writer, with: store, catalogue: catalogue, content: content)
        }
        let before = opened
        try file.withBuildLocked {
            if file.identity == before {
                let isOfLog = { try self.isFitting($0) && self.isOfLog(($0, "main"), store) }
                try file.build(for: ledger, if: isOfLog) { connection in
                    let ahead = readingAhead(try position((connection, "main")))
                    while try position((connection, "main")) < store.head().position {
                        try connection.transaction(.immediate) {
                            let writer = (connection, "main" as SQL)
                            if let ahead, try indexBatch(writer, store, ahead, content) { return }
                            // Messages that came since are read here.
                            try indexBatch(writer, store, catalogue, content)
                        }
                        guard try progress(position((connection, "main")), store.head().position) else {
                            throw EventLogError.cancelled
                        }
                    }
                }
                try file.withNameLocked { try file.replace(by: file.newPath) }
            }
        }
        try reopenIfReplaced()
        if let writer = self.writer {
            try advance(writer, with: store, catalogue: catalogue, content: content)
        }
    }

    // MARK: Erasing

    /// Keeps every build of the index out while the closure runs.
    package func keepingBuildsOut<Output>(_ body: () throws -> Output) throws -> Output {
        guard let file, canWrite else { return try body() }
        return try file.withBuildLocked(body)
    }

    /// Replaces the file by an index without text; the next question for words fills it.
    ///
    /// Removing texts one by one would leave them in FTS5's older segments (<https://www.sqlite.org/fts5.html>, section
    /// 6.5). An index in memory goes with the views beside it.
    package func discard() throws -> Bool {
        guard let file, canWrite, file.identity != nil else { return true }
        try file.withBuildLocked {
            file.removeUnfinished()
            try file.withNameLocked {
                guard try file.makeEmpty(for: ledger) else {
                    throw EventLogError.readOnly(path: file.path)
                }
                try file.replace(by: file.emptyPath)
            }
        }
        // Views that were opened since have not attached it yet, and will attach the new one.
        if isAttached { try reopenIfReplaced() }
        return true
    }
}
