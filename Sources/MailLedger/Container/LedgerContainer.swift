public import EventLog
internal import LedgerCare
public import LedgerKernel
internal import Synchronization

/// A ledger that any number of tasks share: it does their work in turn, on a thread of its own.
///
/// ```swift
/// let container = try LedgerContainer.open(at: LedgerLocation("/home/ada/ledger"))
/// let unread = try await container.answer(CountMessages(filter: "is:unread")).count
/// ```
///
/// Tasks that only read and must not wait for a writer make their own container with ``makeReader()``. It returns only
/// plain values; the ledger itself never leaves it.
public actor LedgerContainer {
    private let executor = LedgerExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let ledger: Ledger
    /// The folder that it is kept in; nil for a ledger in memory.
    public nonisolated let location: LedgerLocation?
    public nonisolated let environment: LedgerEnvironment
    /// Whether commands are taken.
    public nonisolated let canWrite: Bool

    /// The watch that notifies its subscribers when the log has grown; made for the first of them, unless the place has one.
    nonisolated let watch: Mutex<(any HeadWatch)?>
    /// The program's additions.
    private let added: [any LedgerAddition.Type]

    private init(_ ledger: sending Ledger, adding added: [any LedgerAddition.Type] = []) {
        self.added = added
        location = ledger.location
        environment = ledger.environment
        canWrite = ledger.canWrite
        watch = Mutex(ledger.stores.place.watch(over: ledger.store.identity.id))
        self.ledger = ledger
    }

    // MARK: Opening

    /// Opens the ledger in a folder; commands are refused where `access` or the folder forbids writing.
    ///
    /// - Parameter additions: Contexts and read models of the program's own, as ``Ledger/open(at:access:environment:adding:)`` takes them.
    public static func open(
        at location: LedgerLocation, access: LogAccess = .readWrite,
        environment: LedgerEnvironment = .current(), adding additions: [any LedgerAddition.Type] = []
    ) throws -> LedgerContainer {
        try open(at: location as any LedgerPlace, access: access, environment: environment, adding: additions)
    }

    /// Opens the ledger in any place.
    package static func open(
        at place: any LedgerPlace, access: LogAccess, environment: LedgerEnvironment,
        adding additions: [any LedgerAddition.Type] = []
    ) throws -> LedgerContainer {
        LedgerContainer(
            try place.open(access, environment: environment, adding: additions), adding: additions)
    }

    /// Makes a ledger in a new or an empty folder.
    public static func create(
        at location: LedgerLocation, environment: LedgerEnvironment = .current()
    ) throws -> LedgerContainer {
        LedgerContainer(try Ledger.create(at: location, environment: environment))
    }

    /// Makes a ledger that lives in memory only, for tests and previews; no file is made.
    public static func inMemory(
        environment: LedgerEnvironment = .current(), adding additions: [any LedgerAddition.Type] = []
    ) throws -> LedgerContainer {
        LedgerContainer(try Ledger.inMemory(environment: environment, adding: additions), adding: additions)
    }

    /// Makes a ledger in memory with an account, a thread of two messages and something of each context, to show of each list.
    public static func preview() throws -> LedgerContainer {
        LedgerContainer(try Ledger.preview())
    }

    /// Opens the ledger once more, for reading only: it waits neither for this container's work nor for writers.
    ///
    /// Each ``read(_:)`` of it answers from one position, while others append. Words are found in it as far as
    /// a writer has indexed them. A ledger in memory has one
    /// connection only: its reader is this container, and takes turns.
    public func makeReader() throws -> LedgerContainer {
        guard location != nil else { return self }
        // A reader uses the views and the index in existing files; it makes none there.
        if canWrite {
            try ledger.read { _ in }
            try ledger.stores.openSearch()
            try ledger.stores.catchUpSearch()
        }
        return try .open(at: ledger.stores.place, access: .readOnly, environment: environment, adding: added)
    }

    // MARK: Work

    /// Answers a query, as ``Ledger/answer(_:at:)`` does.
    public func answer<Query: LedgerQuestion>(_ query: Query, at moment: Moment? = nil) throws -> Query.Answer {
        try ledger.answer(query, at: moment)
    }

    /// Performs a command, as ``Ledger/perform(_:_:)`` does.
    @discardableResult
    public func perform<Work: LedgerWork>(_ work: Work, _ call: Call = Call()) throws -> Envelope<Work.Answer> {
        try ledger.perform(work, call)
    }

    /// Lends the read models at one position.
    public func read<Output: Sendable>(_ body: @Sendable (LedgerReader) throws -> Output) throws -> Output {
        return try ledger.read(body)
    }

    /// Returns where the log ends now.
    public func head() throws -> Position {
        try ledger.store.head().position
    }

    /// Lends the ledger for commands; only the closure's result leaves the container.
    public func perform<Output: Sendable>(_ body: @Sendable (Ledger) throws -> Output) throws -> Output {
        try body(ledger)
    }

    /// Runs commands as one transaction, all or nothing, as ``Ledger/transaction(_:_:)`` does.
    @discardableResult
    public func transaction<Output: Sendable>(
        _ command: String, reason: String? = nil, _ body: @Sendable (Ledger, UnitOfWork) throws -> Output
    ) throws -> UnitOutcome<Output> {
        try ledger.transaction(ledger.context(command: command, reason: reason)) { try body(ledger, $0) }
    }
}
