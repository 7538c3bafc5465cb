public import SQLiteDatabase

/// Something that a program adds to a ledger: a read model by itself, or a context with its own events and read models.
public protocol LedgerAddition: SendableMetatype {}

/// A read model: tables that are a function of the log's events, and nothing else.
///
/// It reads only the event, its own tables and those of the projections that it lists in ``after``. Applying is a pure
/// function of the tables and the event: no clock, no random number, no other file.
public protocol Projection: AnyObject, LedgerAddition {
    /// The name, in lower case, which the views' own list of projections contains.
    static var name: String { get }
    /// The version of its tables and rules: views that another version built are rebuilt.
    static var version: Int { get }
    /// The projections whose tables and announcements it reads; they are applied before it.
    static var after: [String] { get }

    /// The types of event that it applies; it sees no others.
    ///
    /// Nil, the default, shows it every event: for projections that follow the announcements of others.
    static var events: [any Event.Type]? { get }

    /// Creates its tables and public views.
    static func createTables(on connection: Connection) throws
    /// Creates the indexes that only queries need, at the end of a rebuild.
    static func createIndexes(on connection: Connection) throws

    /// Prepares its statements on a database that has its tables.
    init(on connection: Connection) throws

    /// Reads the state before any projection applies an event; most projections need nothing here.
    func prepare(for event: RecordedEvent) throws

    /// Applies one event to its tables, and announces each row that it changed.
    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws

    /// The types of event before which ``prepare(for:)`` is called; none by default.
    static var prepared: [any Event.Type] { get }

    /// Whether its rows refer to things of other projections, and change when those end or come back.
    static var follows: Bool { get }

    /// Reacts to things that an event ended or brought back, and announces the rows that this changed.
    ///
    /// It is called after ``apply(_:announcing:)``, and only if a projection before it announced such a thing or
    /// passed on a detail, so that it costs other events nothing.
    func follow(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws

    /// Takes in who made a transaction, behind the last of its events; most do not care.
    func finish(_ transaction: TransactionOrigin) throws

    /// Writes what it gathered over several events; called before each commit.
    func flush() throws
}

extension Projection {
    public static var after: [String] { [] }
    public static var events: [any Event.Type]? { nil }
    public static var prepared: [any Event.Type] { [] }
    public static var follows: Bool { false }
    public static func createIndexes(on connection: Connection) throws {}
    public func follow(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {}
    public func prepare(for event: RecordedEvent) throws {}
    public func finish(_ transaction: TransactionOrigin) throws {}
    public func flush() throws {}
}
