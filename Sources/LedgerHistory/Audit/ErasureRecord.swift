public import Cryptography
package import EventLog
package import LedgerKernel
internal import Mail
internal import Projections

/// An erasure in a form that can be repeated in an older log of the same ledger, which a backup brought back.
public struct ErasureRecord: Codable, Sendable, Hashable {
    /// The kind of the erased thing: `message`, `account`, …
    public let kind: String
    /// Its stream: the position of its first event.
    public let stream: Int64
    /// The Merkle leaf of its first event, which shows whether another log contains the same thing.
    public let leaf: SHA256Digest

    package init(kind: String, stream: Int64, leaf: SHA256Digest) {
        self.kind = kind
        self.stream = stream
        self.leaf = leaf
    }
}

extension ErasureRecord: CustomStringConvertible {
    /// One line, in the form that a witness stores.
    public var description: String { "\(kind) \(stream) \(leaf)" }
}

extension LogReading {
    /// Returns the erasures by events behind a position, in the order of recording; a log without views has them, too.
    ///
    /// If an account was erased as a whole, its record stands for those of its messages.
    /// - Complexity: O(events behind the position), and O(1) if nothing was erased.
    package func erasureRecords(
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
