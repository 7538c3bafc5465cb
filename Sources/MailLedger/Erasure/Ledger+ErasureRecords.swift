public import EventLog
public import Hashing
internal import Mail
internal import Projections

/// An erasure in the form in which another log of the same ledger is held to it: an older one, which a backup brought back.
public struct ErasureRecord: Codable, Sendable, Hashable {
    /// `message` or `account`.
    public let kind: String
    /// The id that it had.
    public let id: UniqueID
    /// Its stream: the position of its first event.
    public let stream: Int64
    /// The Merkle leaf of its first event, by which another log is known to hold the same thing.
    public let leaf: SHA256Digest
    /// The position of the event that erased it.
    public let position: Int64
    /// When, in microseconds since 1970 UTC.
    public let time: Int64
}

extension Ledger {
    /// Returns what was erased after a position, in the order of recording.
    ///
    /// A backup that is older than the last of them has yet what they took away; ``reapply(_:context:progress:)`` holds a
    /// ledger that it brings back to them.
    public func erasureRecords(after position: Position = .start) throws -> [ErasureRecord] {
        try store.erasureRecords(after: position)
    }

    /// Erases what a newer log of this ledger says was erased, and this one still has.
    ///
    /// Each erasure is made anew, by events of this log. What it never had, or has erased, is passed over, so that the same
    /// records may be given again.
    ///
    /// - Parameter context: Says why; one reason holds for all.
    /// - Returns: What was erased, an outcome for each account and one for the messages beside them.
    public func reapply(
        _ records: [ErasureRecord], context: OperationContext,
        progress: @escaping Views.Progress = { _, _ in true }
    ) throws -> [ErasureOutcome] {
        let pending = try records.filter(stillHas)
        var outcomes: [ErasureOutcome] = []
        for record in pending where record.kind == ErasureRow.Kind.account.rawValue {
            outcomes.append(try erase(.account(record.id.description), context: context, progress: progress))
        }
        let messages = try pending.filter { $0.kind == ErasureRow.Kind.message.rawValue }.filter(stillHas)
        guard !messages.isEmpty else { return outcomes }
        let streams = messages.map { StreamID($0.stream) }
        return outcomes + [try erase(.streams(streams), context: context, progress: progress)]
    }

    private func stillHas(_ record: ErasureRecord) throws -> Bool {
        let first = Position(record.stream)
        guard try store.recordedLeaf(at: first) == record.leaf else { return false }
        let selection = EventSelection(after: Position(record.stream - 1), through: first)
        return try store.events(selection).first?.payload != nil
    }
}

extension SQLiteEventStore {
    /// What the events of this log erased behind a position, in the order of recording; a log without views tells it, too.
    func erasureRecords(after position: Position = .start) throws -> [ErasureRecord] {
        var records: [ErasureRecord] = []
        for name in [MessageErased.type.name, AccountErased.type.name] {
            let selection = EventSelection(after: position, typeName: name)
            try forEach(selection, decodedBy: MailCatalogue.catalogue) { event in
                guard case .event(let content) = event.content else { return true }
                switch content {
                case let erased as MessageErased:
                    records.append(try record(of: .message, erased.message.uniqueID, by: event))
                case let erased as AccountErased:
                    records.append(try record(of: .account, erased.account.uniqueID, by: event))
                default: break
                }
                return true
            }
        }
        return records.sorted { $0.position < $1.position }
    }

    private func record(
        of kind: ErasureRow.Kind, _ id: UniqueID, by event: RecordedEvent
    ) throws -> ErasureRecord {
        guard let leaf = try recordedLeaf(at: Position(event.stream.rawValue)) else {
            throw EventLogError.corrupt("the leaf of event \(event.stream) is missing")
        }
        return ErasureRecord(
            kind: kind.rawValue, id: id, stream: event.stream.rawValue, leaf: leaf, position: event.position.rawValue,
            time: event.recordedAt.microseconds)
    }
}
