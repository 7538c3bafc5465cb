public import EventLog
public import JSONCoding
internal import Mail
internal import Projections

/// One change in the life of a thing: when, who, why, and each field's old and new value.
public struct HistoryEntry: Sendable {
    public let position: Position
    public let time: Timestamp
    /// Nil once the transaction's header is erased.
    public let actor: String?
    public let reason: String?
    public let operation: OperationID
    public let command: String?
    public let type: EventType
    public let changes: [FieldChange]
}

/// A field that an event changed.
public struct FieldChange: Sendable, Hashable {
    /// The name of the field; those inside another one are joined to it by a full stop.
    public let field: String
    public let old: JSONValue
    public let new: JSONValue

    /// Whether its values are microseconds since 1970.
    public var isTime: Bool { ["date", "received_at"].contains(field) }
}

extension Ledger {
    /// Returns what happened to the message, the account or the folder with a name, the earliest first.
    ///
    /// Of a message it tells, too, when its account or a folder of its copies ended or came back.
    public func history(of name: String) throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        try forEachHistoryEntry(of: name) { entry in
            entries.append(entry)
            return true
        }
        return entries
    }

    /// Lends those entries one by one, the earliest first; the closure returns false to stop early.
    ///
    /// Held meanwhile are the ends and returns of what holds the thing.
    public func forEachHistoryEntry(of name: String, _ body: (HistoryEntry) throws -> Bool) throws {
        var streams: [(StreamID, isContainer: Bool)] = []
        var position = Position.start
        try read { reader in
            streams = try self.streams(named: name, reader)
            position = reader.position
        }
        var ends: [HistoryEntry] = []
        for (stream, isContainer) in streams where isContainer {
            try forEachEntry(of: stream, endsOnly: true, through: position) { entry in
                ends.append(entry)
                return true
            }
        }
        var pending = ends.sorted { $0.position < $1.position }[...]
        var isFirst = true
        var goesOn = true
        for (stream, isContainer) in streams where !isContainer {
            try forEachEntry(of: stream, endsOnly: false, through: position) { entry in
                // What happened to the holder before the thing was there is none of its history.
                if isFirst { pending = pending.drop { $0.position < entry.position } }
                isFirst = false
                while goesOn, let end = pending.first, end.position < entry.position {
                    goesOn = try body(pending.removeFirst())
                }
                goesOn = try goesOn && body(entry)
                return goesOn
            }
        }
        while goesOn, !pending.isEmpty { goesOn = try body(pending.removeFirst()) }
    }

    // The thing's own stream comes first, then those of what holds it.
    private func streams(named name: String, _ reader: LedgerReader) throws -> [(StreamID, isContainer: Bool)] {
        do {
            let message = try reader.messageStream(name, includingDeleted: true)
            let states = try MessageStates(on: reader.connection)
            guard let state = try states.state(of: message) else { return [(message, false)] }
            let folders = try reader.folders(of: state.accountStream, includingDeleted: true)
            let holders = folders.filter { folder in state.copies.contains { $0.folder == folder.id } }
            return [(message, false), (state.accountStream, true)] + holders.map { ($0.stream, true) }
        } catch MailError.erased {
            // That it was there, and when something happened to it, is all that is left.
            guard let erasure = try ErasuresQuery(on: reader.connection).erasure(withPrefix: name) else {
                throw MailError.notFound(kind: "message", name: name)
            }
            return [(erasure.stream, false)]
        } catch MailError.notFound {
            let accounts = try reader.accounts(includingDeleted: true).filter {
                AddAccount.sameAddress($0.address, name) || $0.id.description == name
            }
            if let account = accounts.first(where: { !$0.isDeleted }) ?? accounts.last {
                return [(account.stream, false)]
            }
            if let folder = try reader.folders(includingDeleted: true).first(where: {
                $0.path == name || $0.accountAddress + "/" + $0.path == name || $0.id.description == name
            }) {
                return [(folder.stream, false), (folder.accountStream, true)]
            }
            throw MailError.notFound(kind: "message, account or folder", name: name)
        }
    }

    private func forEachEntry(
        of stream: StreamID, endsOnly: Bool, through end: Position, _ body: (HistoryEntry) throws -> Bool
    ) throws {
        try store.forEach(EventSelection(through: end, stream: stream)) { event in
            let isEnd = event.type.name.hasSuffix("-deleted") || event.type.name.hasSuffix("-restored")
            guard !endsOnly || isEnd else { return true }
            return try body(try entry(for: event))
        }
    }

    private func entry(for event: StoredEvent) throws -> HistoryEntry {
        guard let transaction = try store.transaction(event.transaction) else {
            throw EventLogError.corrupt("transaction \(event.transaction) is missing")
        }
        let header = try header(of: transaction)
        return HistoryEntry(
            position: event.position, time: transaction.recordedAt, actor: header?.actor, reason: header?.reason,
            operation: transaction.operation, command: header?.command, type: event.type,
            changes: try event.payload.map {
                let payload = try JSONBytesDecoder().decode(JSONValue.self, from: $0)
                return event.type == FileSkipped.type ? FieldChange.skipped(payload) : FieldChange.all(in: payload)
            } ?? [])
    }
}

extension FieldChange {
    /// Finds every field of a payload that has an old and a new value.
    ///
    /// What a first event says of its thing has no old value: it is told as a change from null.
    static func all(in payload: JSONValue) -> [FieldChange] {
        var changes: [FieldChange] = []
        collect(payload, path: [], into: &changes)
        guard changes.isEmpty, case .object(let object) = payload, object["id"] != nil else {
            return changes
        }
        return object.members.flatMap { created($0.key, $0.value) }
    }

    /// Tells of a file that was passed over which one and why.
    static func skipped(_ payload: JSONValue) -> [FieldChange] {
        guard case .object(let object) = payload else { return [] }
        return object.members.filter { $0.key != "account" && $0.value != .null }.map {
            FieldChange(field: $0.key, old: .null, new: $0.value)
        }
    }

    private static func collect(_ value: JSONValue, path: [String], into changes: inout [FieldChange]) {
        switch value {
        case .object(let object):
            if object.keys == ["old", "new"], let old = object["old"], let new = object["new"] {
                changes.append(FieldChange(field: path.joined(separator: "."), old: old, new: new))
            } else {
                for member in object.members { collect(member.value, path: path + [member.key], into: &changes) }
            }
        case .array(let values):
            for value in values { collect(value, path: path, into: &changes) }
        default: break
        }
    }

    private static func created(_ field: String, _ value: JSONValue) -> [FieldChange] {
        switch (field, value) {
        case ("id", _), ("account", _), ("identity", _), ("parser", _), (_, .array([])), (_, .string("")): []
        // Of a message, its header and its parts are shown by `show`; here is where it went and what it weighed.
        case ("headers", .object(let object)):
            object.members.filter { ["message_id", "subject", "date"].contains($0.key) }.flatMap {
                created($0.key, $0.value)
            }
        case ("copy", .object(let object)):
            object.members.filter { ["folder", "source", "flags"].contains($0.key) }.flatMap {
                created($0.key, $0.value)
            }
        case (_, .object(let object)):
            object.members.flatMap { created("\(field).\($0.key)", $0.value) }
        case ("attachments", _), ("snippet", _): []
        default: [FieldChange(field: field, old: .null, new: value)]
        }
    }
}
