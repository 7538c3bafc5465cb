internal import EventLog
public import Hashing
internal import Mail
internal import Projections

/// An erasure in the form in which another log of the same ledger is held to it: an older one, which a backup brought back.
public struct ErasureRecord: Codable, Sendable, Hashable {
    /// What was erased: `message`, `account`, …
    public let kind: String
    /// Its stream: the position of its first event.
    public let stream: Int64
    /// The Merkle leaf of its first event, by which another log is known to hold the same thing.
    public let leaf: SHA256Digest
}

extension ErasureRecord: CustomStringConvertible {
    /// One line, as a witness has it.
    public var description: String { "\(kind) \(stream) \(leaf)" }
}

extension LogReading {
    /// What the events of this log erased behind a position, in the order of recording; a log without views tells it, too.
    ///
    /// A message of an account that was erased as a whole is told by the account.
    /// - Complexity: O(events behind the position), and O(1) where nothing was erased.
    func erasureRecords(
        after position: Position = .start, by contexts: Contexts
    ) throws -> [ErasureRecord] {
        guard try hasErased() else { return [] }
        var erasing: [(kind: String, event: StoredEvent)] = []
        for type in contexts.erasingTypes {
            erasing += try events(EventSelection(after: position, typeName: type.type.name)).map { (type.kind, $0) }
        }
        let accounts = Set(erasing.filter { $0.kind == AccountErased.kind }.map(\.event.stream))
        return try erasing.sorted { $0.event.position < $1.event.position }.compactMap { kind, event in
            guard accounts.contains(event.stream) || !accounts.contains(event.account) else { return nil }
            guard let leaf = try recordedLeaf(at: Position(event.stream.rawValue)) else {
                throw EventLogError.corrupt("the leaf of event \(event.stream) is missing")
            }
            return ErasureRecord(kind: kind, stream: event.stream.rawValue, leaf: leaf)
        }
    }
}
