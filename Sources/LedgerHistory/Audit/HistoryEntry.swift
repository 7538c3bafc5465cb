public import CivilTime
public import EventLog
package import JSONCoding
public import LedgerKernel
internal import Mail
public import Projections

/// One change in the life of a thing: when, who, why, and each field's old and new value.
public struct HistoryEntry: Sendable {
    public let position: Position
    public let time: Timestamp
    /// Nil once the transaction's header is erased.
    public let actor: String?
    /// The user and the host that the operating system named; nil once the header is erased.
    public let osUser: String?
    public let host: String?
    public let reason: String?
    public let operation: OperationID
    public let transaction: Int64
    public let command: String?
    /// The cause, as in `undo:<operation>`.
    public let cause: String?
    public let type: EventType
    /// The kind of the thing: `account`, `folder`, `message`, `hold`, …
    public let entity: String
    /// The thing's id; nil once the payload is erased.
    public let id: String?
    /// The thing's stream.
    public let stream: StreamID
    public let changes: [FieldChange]
    /// The things that ended or came back with an account or a folder; nil if there are none, or they were not
    /// requested.
    public internal(set) var cascade: Cascade?
    /// The threads that a message made one of when it came in; empty if that is none, or was not asked for.
    public internal(set) var joined: [JoinedThread] = []
}

/// The things that ended or came back with their account or folder.
public struct Cascade: Sendable, Hashable {
    public let folders: Int
    public let messages: Int
    /// Whether they ended; else they came back.
    public let isEnd: Bool
    /// Each of them, folders first; nil if only the counts were asked for.
    public let members: [CascadeMember]?
}

extension HistoryEntry {
    init(
        _ event: StoredEvent, _ payload: JSONValue?, _ transaction: StoredTransaction, _ header: TransactionHeader?
    ) {
        position = event.position
        time = transaction.recordedAt
        actor = header?.actor
        osUser = header?.osUser
        host = header?.host
        reason = header?.reason
        operation = transaction.operation
        self.transaction = transaction.number
        command = header?.command
        cause = header?.cause
        type = event.type
        stream = event.stream
        let thing = payload.flatMap { Self.thing(of: event.type, in: $0) }
        entity = thing?.entity ?? Self.entity(of: event.type.name)
        id = thing?.id
        changes = payload.map { FieldChange.all(in: $0, of: event.type) } ?? []
    }

    /// The thing of an event; nil if the payload names none.
    ///
    /// An event that may concern things of any kind names the kind.
    package static func thing(of type: EventType, in payload: JSONValue) -> (entity: String, id: String)? {
        guard case .object(let object) = payload else { return nil }
        var entity = entity(of: type.name)
        if case .string(let said)? = object["entity"] { entity = said }
        guard case .string(let id)? = object["id"] ?? object[entity] else {
            return nil
        }
        return (entity, id)
    }

    /// The kind of thing at the beginning of the name: `mail.folder-renamed` is about a folder; without a kind, a
    /// message.
    ///
    /// An event of another program is about the kind in its name: `voice.recording-added` is about a recording.
    static func entity(of type: String) -> String {
        guard type != FileSkipped.type.name else { return "account" }
        let name = type.drop { $0 != "." }.dropFirst()
        if let kind = kinds.first(where: { name.hasPrefix($0 + "-") }) { return kind }
        let isOfThisPackage = Contexts.ownNames.contains(type.prefix { $0 != "." })
        return isOfThisPackage ? "message" : name.lastIndex(of: "-").map { String(name[..<$0]) } ?? String(name)
    }

    package static let kinds = AllProjections.things.filter { !$0.isDerived }.map(\.name)
}

extension EventPlace {
    /// Whether it ended an account or a folder with all that it held, or brought it back.
    var isCascade: Bool {
        [AccountDeleted.type, AccountRestored.type, FolderDeleted.type, FolderRestored.type].contains {
            $0.name == type
        }
    }
}
