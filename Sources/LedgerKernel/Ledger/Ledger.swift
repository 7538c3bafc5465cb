internal import CivilTime
public import Content
public import DiskFiles
public import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// A mail ledger: the log of every change, and the read models that follow from it.
///
/// ```swift
/// let ledger = try Ledger.open(at: LedgerLocation("/home/ada/ledger"), access: .readWrite)
/// let rows = try ledger.read { try $0.messages(matching: .keyword("$flagged"), limit: 20) }
/// ```
///
/// One thread at a time uses it; any number of processes share a ledger.
public final class Ledger {
    /// The place of its log and contents, which other threads open again.
    let place: any LedgerPlace
    /// The folder of the ledger, or of this node's files of one on a server; nil in memory.
    public var location: LedgerLocation? { place.folder }
    /// The disk of the ledger and of its imports; this system's disk for a ledger in memory.
    public var files: any Files { location?.files ?? KernelFiles.shared }
    public let environment: LedgerEnvironment
    public let store: any LogStore
    /// The register of the read models' live generation.
    let register: any ViewsRegister
    public let content: ContentStore
    /// The contexts of the log that this program knows.
    let contexts: Contexts
    public var catalogue: EventCatalogue { contexts.catalogue }
    let search: SearchIndex
    public let canWrite: Bool
    let views: Views
    /// The program's own read models; like the full text they are always at the present, even when reading an earlier
    /// moment.
    let added: [AddedProjection]
    let keys: SigningKeys
    let cursorStore: any CursorStore
    let locks: any LedgerLocks
    let uploads: UploadFolder

    /// The most events that the read models, or the full text, apply while other writers wait.
    var eventsUnderLock: Int64 = 2_000

    /// The log as questions and commands see it: within a unit of work it includes the events of its commands.
    var log: any LogReading { unit?.log ?? store }

    /// Who asks: the accounts that questions and commands reach, and whether questions may read the history.
    package var audience = Audience()

    /// Called with the progress of a build of the views; false stops it.
    public var onRebuild: Views.Progress = { _, _ in true }
    /// Called with the reason why the existing views cannot be used, before they are rebuilt.
    public var onUnusableViews: (_ reason: String) -> Void {
        get { views.onUnusable }
        set { views.onUnusable = newValue }
    }
    /// Whether views behind the log answered the last read, because another process was updating them.
    public var lastReadWasBehind: Bool { viewsAreBehind || searchIsBehind }
    private var viewsAreBehind = false
    var searchIsBehind = false
    /// The commands that are being decided as one; nil outside a unit of work.
    var unit: UnitOfWork?
    /// Stores the content that the next decision names, under its lock (``store(_:before:)``).
    var contentOfDecision: (() throws -> Void)?
    /// Whether opening the ledger resumed an interrupted erasure.
    var hasResumedErasure = false
    /// The key that a ledger on disk has in a file.
    var erasureKeyInMemory: ErasureKey?
    /// The past moment that it represents; nil for the present.
    let past: PastReading?
    /// The present ledger whose views it may read; nil for the present itself.
    private let present: Ledger?

    /// The time that a reader waits for a process that updates the views, in milliseconds, before it answers from their
    /// old state.
    private static let readerPatience: Int32 = 250
    private static let writerPatience: Int32 = 10_000

    /// Opens the ledger at a place; it does not check whether the place may be trusted
    /// (``open(at:access:environment:adding:)`` does).
    ///
    /// - Throws: What ``LogPlace/open(_:environment:)`` throws.
    init(at place: some LedgerPlace, canWrite: Bool, environment: LedgerEnvironment, contexts: Contexts) throws {
        let log = try place.log.open(canWrite ? .readWrite : .readOnly, environment: environment.log)
        let (files, folder) = (place.disk, place.readModels)
        self.place = place
        self.environment = environment
        store = log.store
        register = log.views
        content = place.contents(beside: log.store, canWrite ? .readWrite : .readOnly)
        self.contexts = contexts
        let search = SearchIndex(file: folder?.search, ledger: log.store.identity.id, canWrite: canWrite)
        self.search = search
        self.canWrite = canWrite
        let added = contexts.readModels.map { type in
            AddedProjection(
                type, of: log.store, directory: folder?.added, on: files, catalogue: contexts.catalogue,
                canWrite: canWrite)
        }
        self.added = added
        keys = SigningKeys(folder: place.folder?.keysDirectory, on: files, passphrase: environment.passphrase)
        cursorStore = place.cursors
        locks = place.locks
        uploads = UploadFolder(path: place.folder?.uploadsDirectory, on: files)
        views = Views(
            of: log, directory: folder?.views, on: files, projections: contexts.projections,
            catalogue: contexts.catalogue, canWrite: canWrite,
            prepare: { connection in
                try search.prepare(connection)
                for projection in added { try projection.attach(to: connection) }
            })
        past = nil
        present = nil
    }

    /// A ledger as of a past moment.
    init(_ present: Ledger, at past: PastReading) {
        place = present.place
        environment = present.environment
        store = present.store
        register = present.register
        content = present.content
        contexts = present.contexts
        search = present.search
        canWrite = present.canWrite
        added = present.added
        keys = present.keys
        cursorStore = present.cursorStore
        locks = present.locks
        uploads = present.uploads
        views = present.views
        erasureKeyInMemory = present.erasureKeyInMemory
        self.past = past
        self.present = present.present ?? present
        onRebuild = present.onRebuild
        audience = present.audience
    }

    deinit {
        // The index's writer closes after its readers: the last connection removes the journal.
        if present == nil { views.letGo() }
    }

    // MARK: Reading

    /// Lends the read models as of one position: as near to the log's head as possible, or of the ledger's moment
    /// (``at(_:)``).
    ///
    /// If the read models turn out to be damaged, it rebuilds them and calls `body` a second time. It also does so if
    /// `body` reads a filter with words, after updating the full text (``LedgerReader/filter(_:)``).
    public func read<Output>(_ body: (LedgerReader) throws -> Output) throws -> Output {
        do {
            return try read(.behind, body)
        } catch is FullTextBehind {
            try prepareFullText()
            return try read(.ready, body)
        }
    }

    private func read<Output>(_ fullText: FullText, _ body: (LedgerReader) throws -> Output) throws -> Output {
        do {
            return try readOnce(fullText, body)
        } catch is SearchIndex.NotAttached {
            try stores.openSearch()
            return try read(fullText, body)
        } catch is PastReading.NotLive {
            return try read(fullText, body)
        } catch is ViewsError where unit == nil {
            letGoOfForeignViews()
            return try read(fullText, body)
        } catch let error as SQLiteError where error.isCorrupt && canWrite && unit == nil {
            if let past, past.discard() { return try readOnce(fullText, body) }
            guard try views.replaceDamaged(progress: onRebuild) else { throw error }
            return try readOnce(fullText, body)
        }
    }

    /// Closes read models after the log turned out to be another one; the next use opens them again, or builds others.
    ///
    /// The full text compares itself with the log whenever it catches up.
    func letGoOfForeignViews() {
        views.letGoOfForeign()
        for projection in added { projection.letGo() }
    }

    /// Moves the read models into memory, and updates them to the log there: the disk has no room for the missing part.
    func moveToMemory() throws {
        search.moveToMemory()
        try views.moveToMemory(progress: onRebuild)
    }

    private func readOnce<Output>(_ fullText: FullText, _ body: (LedgerReader) throws -> Output) throws -> Output {
        // Within a unit of work the views show what its commands did so far.
        if let unit { return try lend(stores.reader(of: unit.projector, fullText), to: body) }
        for projection in added { try projection.catchUp(progress: onRebuild) }
        if let past, !past.isLive {
            viewsAreBehind = false
            let projector = try past.projector(progress: onRebuild)
            return try projector.connection.transaction(.deferred) {
                try lend(stores.reader(of: projector, fullText, search: past.search), to: body)
            }
        }
        let projector: Projector
        do {
            projector = try currentViews()
        } catch let error as SQLiteError where error.meansNoRoom && canWrite && !views.areInMemory {
            try moveToMemory()
            projector = try currentViews()
        }
        projector.connection.setTimeout(Self.readerPatience)
        defer { projector.connection.setTimeout(Self.writerPatience) }
        return try projector.connection.transaction(.deferred) {
            let reader = try stores.reader(of: projector, fullText)
            try past?.requireLive(at: reader.position)
            return try environment.timed(.answer) { try lend(reader, to: body) }
        }
    }

    private func lend<Output>(_ reader: LedgerReader, to body: (LedgerReader) throws -> Output) throws -> Output {
        defer { reader.loan.end() }
        environment.onQuestion?(reader.connection.interrupter)
        return try reader.within(reach, body)
    }

    /// Returns the views as near to the log's head as possible, and records if they are behind it.
    private func currentViews() throws -> Projector {
        let projector = try views.current(progress: onRebuild)
        projector.connection.setTimeout(Self.readerPatience)
        defer { projector.connection.setTimeout(Self.writerPatience) }
        viewsAreBehind = try environment.timed(.views) {
            try
                !(canWrite || views.areInMemory
                ? projector.catchUpUnlessBusy(with: store) : projector.isAtHead(of: store))
        }
        // The log has just said how much was erased.
        return try place.forgetErased(in: self) ? currentViews() : projector
    }

    /// The read models of earlier moments.
    var pastViews: PastViews {
        PastViews(
            of: store, viewsDirectory: location?.viewsDirectory, on: files, projections: contexts.projections,
            catalogue: catalogue, canWrite: canWrite)
    }

    /// Applies the log's events to read models, or those of a unit of work.
    func catchUp(_ projector: Projector, with log: (any LogReading)? = nil) throws {
        do {
            try projector.catchUp(with: log ?? store)
        } catch let error as SQLiteError where error.isBusy {
            throw EventLogError.busy(holder: nil)
        }
    }

    /// Returns the context of a command: a new operation by this environment's actor.
    public func context(command: String, reason: String? = nil, cause: String? = nil) -> OperationContext {
        environment.context(command: command, reason: reason, cause: cause)
    }
}
