public import EventLog
public import JSONCoding
public import SQLite

/// A kind of thing that has a stream, an id and a name: what differences, changes and histories tell of.
public struct ThingKind: Sendable {
    /// In the words of the table `changes`: `account`, `folder`, `message`, …
    public let name: String
    /// Whether it has no events of its own: it follows from other things, and all that it goes through is announced.
    package let isDerived: Bool
    /// The event that makes one; nil for a kind of this package, of which the ledger knows it otherwise.
    package let firstEvent: EventType?
    /// The fields that its events name, as `why` tells of them; `is_deleted` goes without saying.
    package let fields: [String]
    /// What a field is of which the first event said nothing; null where it is not among them.
    package let defaults: [String: JSONValue]
    /// Its public tables.
    package let tables: [PublicTable]
    /// Where its things stand: a table, or tables that are joined.
    private let source: SQL
    // Columns of those tables.
    private let stream: SQL
    private let uuid: SQL
    private let title: SQL
    /// The stream of its account; nil for what is of no account.
    private let account: SQL?

    init(_ name: String, from source: SQL, stream: SQL, uuid: SQL, title: SQL, account: SQL?, isDerived: Bool = false) {
        self.name = name
        self.isDerived = isDerived
        self.source = source
        self.stream = stream
        self.uuid = uuid
        self.title = title
        self.account = account
        firstEvent = nil
        (fields, defaults, tables) = ([], [:], [])
    }

    /// A kind of a context that a program brings: `<context>.<name>-added` or another event of such a name begins its stream.
    ///
    /// - Parameters:
    ///   - name: The word behind the full stop of its events' names, and the key by which they name the thing.
    ///   - first: The event that makes one, which has its `id`.
    ///   - source: The table, or tables that are joined, of the context's projection; ended things stand in it, too.
    ///   - stream: The column with the stream of the thing, `id` in most.
    ///   - uuid: The column with its id, as 16 bytes.
    ///   - title: What people know it by.
    ///   - account: The column with the stream of its account; nil for things of none.
    ///   - fields: The fields that its events name, in the order in which `why` tells of them.
    ///   - defaults: What a field is of which the first event said nothing.
    ///   - tables: Its public tables, which hold what lives.
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
        isDerived = false
    }

    /// What people know a thing by.
    package struct Identity: Sendable {
        package let id: UniqueID
        /// A subject, a name, an address; nil for a thing without one.
        package let title: String?
        /// The stream of its account, or ``StreamID/none``.
        package let account: StreamID
    }

    /// Names a thing; nil where the stream is of no thing of this kind.
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

    /// The things of an account, whether they live or not.
    package func streams(of account: StreamID, on connection: Connection) throws -> [StreamID] {
        guard let column = self.account else { return [] }
        return try connection.rows("SELECT \(stream) FROM \(source) WHERE \(column) = \(bind: account.rawValue)") {
            try $0.next()
        }
    }

    /// The things whose id begins so, whether they live or not, up to a limit.
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

    /// The things that people know by a name, or whose id begins so where there is none, whether they live or not, up to a limit.
    package func streams(named name: String, limit: Int = 10, on connection: Connection) throws -> [StreamID] {
        let titled = try connection.rows(
            "SELECT \(stream) FROM \(source) WHERE \(title) = \(bind: name) LIMIT \(bind: limit)"
        ) { try $0.next(StreamID.self) }
        guard titled.isEmpty, name.count >= 4 else { return titled }
        return try streams(withPrefix: name, limit: limit, on: connection)
    }

    /// The id of the thing whose stream stands in a column, as an expression.
    func uuid(ofStream column: SQL) -> SQL {
        "(SELECT \(uuid) FROM \(source) WHERE \(stream) = \(column))"
    }
}
