public import EventLog
public import JSONCoding
public import SQLiteDatabase

/// A kind of thing with a stream, an id and a name, which differences, changes and histories describe.
public struct ThingKind: Sendable {
    /// Its name in the table `changes`: `account`, `folder`, `message`, …
    public let name: String
    /// Whether it has no events of its own: other things determine it, and all its changes are announced.
    package let isDerived: Bool
    /// The event that makes one; nil for a kind of this package, which the ledger recognises otherwise.
    package let firstEvent: EventType?
    /// The fields that its events name, in the order in which `why` shows them; `is_deleted` is always included.
    package let fields: [String]
    /// The values of fields that the first event left out; null for fields that are not listed.
    package let defaults: [String: JSONValue]
    /// Its public tables.
    package let tables: [PublicTable]
    /// The source of its rows: a table, or joined tables.
    private let source: SQL
    // Columns of those tables.
    private let stream: SQL
    private let uuid: SQL
    private let title: SQL
    /// The stream of its account; nil for a kind without accounts.
    private let account: SQL?
    /// The stream of the thing that it ends with, beside a folder; nil for a kind that ends by itself alone.
    private let holder: SQL?

    init(
        _ name: String, from source: SQL, stream: SQL, uuid: SQL, title: SQL, account: SQL?,
        endsWith holder: SQL? = nil, isDerived: Bool = false
    ) {
        self.name = name
        self.isDerived = isDerived
        self.source = source
        self.stream = stream
        self.uuid = uuid
        self.title = title
        self.account = account
        self.holder = holder
        firstEvent = nil
        (fields, defaults, tables) = ([], [:], [])
    }

    /// A kind of a context that a program adds: an event such as `<context>.<name>-added` begins its stream.
    ///
    /// - Parameters:
    ///   - name: The word after the full stop of its events' names, and the key by which they name the thing.
    ///   - first: The event that makes one, which has its `id`.
    ///   - source: The table, or the joined tables, of the context's projection, including ended things.
    ///   - stream: The column with the stream of the thing, `id` in most.
    ///   - uuid: The column with its id, as 16 bytes.
    ///   - title: The column with the name that people use.
    ///   - account: The column with the stream of its account; nil for a kind without accounts.
    ///   - fields: The fields that its events name, in the order in which `why` shows them.
    ///   - defaults: The values of fields that the first event left out.
    ///   - tables: Its public tables, which contain only live things.
    public init(
        _ name: String, startedBy first: any Event.Type, in source: SQL, stream: SQL, uuid: SQL, title: SQL,
        account: SQL? = nil, fields: [String], defaults: [String: JSONValue] = [:], tables: [PublicTable]
    ) {
        self.name = name
        self.source = source
        self.stream = stream
        self.uuid = uuid
        self.title = title
        self.account = account
        self.fields = fields
        self.defaults = defaults
        self.tables = tables
        firstEvent = first.type
        holder = nil
        isDerived = false
    }

    /// The id, the name and the account by which people know a thing.
    package struct Identity: Sendable {
        package let id: UniqueID
        /// A subject, a name, an address; nil for a thing without one.
        package let title: String?
        /// The stream of its account, or ``StreamID/none``.
        package let account: StreamID
    }

    /// Names a thing; nil if the stream belongs to no thing of this kind.
    package func identity(of thing: StreamID, on connection: Connection) throws -> Identity? {
        try connection.first(
            "SELECT \(uuid), \(title), \(account ?? "0") FROM \(source) WHERE \(stream) = \(bind: thing.rawValue)"
        ) { row in
            let found = try (
                id: row.next(UniqueID?.self), title: row.next(String?.self), account: row.next(StreamID.self)
            )
            return found.id.map { Identity(id: $0, title: found.title, account: found.account) }
        } ?? nil
    }

    /// The stream of the thing with which a thing ends and comes back: the note of an action, …; nil if there is none.
    ///
    /// Messages and folders end with more than one; their histories tell.
    package func holder(of thing: StreamID, on connection: Connection) throws -> StreamID? {
        guard let holder else { return nil }
        return try connection.first(
            "SELECT \(holder) FROM \(source) WHERE \(stream) = \(bind: thing.rawValue)"
        ) { try $0.next(StreamID?.self) } ?? nil
    }

    /// The things of an account, live or not.
    package func streams(of account: StreamID, on connection: Connection) throws -> [StreamID] {
        guard let column = self.account else { return [] }
        return try connection.rows("SELECT \(stream) FROM \(source) WHERE \(column) = \(bind: account.rawValue)") {
            try $0.next()
        }
    }

    /// The things whose id has a prefix, live or not, up to a limit.
    package func streams(
        withPrefix prefix: String, limit: Int = 10, on connection: Connection
    ) throws -> [StreamID] {
        guard let range = UUIDRange(prefix: prefix) else { return [] }
        return try connection.rows(
            """
            SELECT \(stream) FROM \(source) WHERE \(uuid) BETWEEN \(bind: range.first) AND \(bind: range.last)
            LIMIT \(bind: limit)
            """
        ) { try $0.next() }
    }

    /// The things with a name, or if there are none, whose id has it as a prefix, live or not, up to a limit.
    package func streams(named name: String, limit: Int = 10, on connection: Connection) throws -> [StreamID] {
        let rows = NamedRows(source: source, stream: stream, uuid: uuid, title: title, fewestDigits: 4)
        return try connection.streams(named: name, in: rows, limit: limit)
    }

    /// The id of the thing whose stream is in a column, as an expression.
    func uuid(ofStream column: SQL) -> SQL {
        "(SELECT \(uuid) FROM \(source) WHERE \(stream) = \(column))"
    }
}
