public import SQLite

/// Something that a program brings to a ledger: a read model by itself, or a context of its own with events and read models.
public protocol LedgerAddition: SendableMetatype {}

/// A read model: tables that are a function of the log's events, and nothing else.
///
/// It reads only the event, its own tables and those of the projections that it stands after.
/// Applying is a pure function of the tables and the event: no clock, no random number, no other file.
public protocol Projection: AnyObject, LedgerAddition {
    /// The name, in lower case; it stands in the views' own list of projections.
    static var name: String { get }
    /// Counts the changes of its tables and its rules: views built by another version are built anew.
    static var version: Int { get }
    /// The projections whose tables and announcements it reads; they are applied before it.
    static var after: [String] { get }

    /// The types of event that it takes in; it is shown no other.
    ///
    /// Nil, as it is by itself, where it goes by what others announced: it is shown every event then.
    static var events: [any Event.Type]? { get }

    /// Creates its tables and public views.
    static func createTables(on connection: Connection) throws
    /// Creates the indexes that only queries need, last in a rebuild.
    static func createIndexes(on connection: Connection) throws

    /// Prepares its statements on a database that has its tables.
    init(on connection: Connection) throws

    /// Looks at what is there before any projection takes an event in; most have nothing to look at.
    func prepare(for event: RecordedEvent) throws

    /// Takes one event into its tables, and announces each row that it changed.
    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws

    /// The types of event before which it looks at what is there; none by itself.
    static var prepared: [any Event.Type] { get }

    /// Whether its things refer to others, and change when those end or come back.
    static var follows: Bool { get }

    /// Takes in that an event ended other things or brought them back, and announces what that changed.
    ///
    /// It is called behind ``apply(_:announcing:)`` where projections before it announced such a thing, or told a detail: so it
    /// costs other events nothing.
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
