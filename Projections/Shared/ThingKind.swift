package import EventLog
package import SQLite

/// A kind of thing that has a stream, an id and a name: what differences, changes and histories tell of.
package struct ThingKind: Sendable {
    /// In the words of the table `changes`: `account`, `folder`, `message`, …
    package let name: String
    /// Whether it has no events of its own: it follows from other things, and all that it goes through is announced.
    package let isDerived: Bool
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

    /// The id of the thing whose stream stands in a column, as an expression.
    func uuid(ofStream column: SQL) -> SQL {
        "(SELECT \(uuid) FROM \(source) WHERE \(stream) = \(column))"
    }
}

extension AllProjections {
    /// Every kind of thing, what holds others first.
    package static let things = [
        ThingKind(
            Entity.account, from: "account", stream: "account.id", uuid: "account.uuid", title: "account.address",
            account: "account.id"),
        ThingKind(
            Entity.folder, from: "folder", stream: "folder.id", uuid: "folder.uuid", title: "folder.name",
            account: "folder.account"),
        ThingKind(
            Entity.message, from: "message", stream: "message.id", uuid: "message.uuid", title: "message.subject",
            account: "message.account"),
        // A thread has the id and the name of its first message, also when another thread has taken it in.
        ThingKind(
            Entity.thread, from: "message", stream: "message.id", uuid: "message.uuid", title: "message.subject",
            account: "message.account", isDerived: true),
        ThingKind(
            Entity.note, from: "note", stream: "note.id", uuid: "note.uuid", title: "note.title", account: nil),
        ThingKind(
            Entity.action, from: "action", stream: "action.id", uuid: "action.uuid", title: "action.title", account: nil
        ),
        ThingKind(
            Entity.hold, from: "hold", stream: "hold.id", uuid: "hold.uuid", title: "hold.name",
            account: "hold.account_stream"),
        ThingKind(
            Entity.erasure, from: "erasure", stream: "erasure.stream", uuid: "erasure.uuid", title: "erasure.kind",
            account: "erasure.account"),
        ThingKind(
            Entity.conversation, from: "conversation", stream: "conversation.id", uuid: "conversation.uuid",
            title: "ifnull(conversation.display_name, conversation.name)", account: "conversation.account"),
        // How far a thing has come to its server has the id of the thing.
        ThingKind(
            Entity.outbox, from: "outbox_state", stream: "outbox_state.stream", uuid: "outbox_state.uuid",
            title: "outbox_state.entity", account: "outbox_state.account"),
        ThingKind(
            Entity.profile, from: "profile", stream: "profile.id", uuid: "profile.uuid", title: "profile.email",
            account: nil),
        ThingKind(
            Entity.answer, from: "answer", stream: "answer.id", uuid: "answer.uuid", title: "answer.question_pattern",
            account: nil),
    ]
}
