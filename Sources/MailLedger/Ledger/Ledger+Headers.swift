internal import JSONCoding
public import EventLog
internal import Mail

extension Ledger {
    /// Returns the operation whose id begins so.
    public func operation(withPrefix prefix: String) throws -> OperationID {
        let found = try store.operations(withPrefix: prefix.lowercased(), limit: 10)
        guard !prefix.isEmpty, let first = found.first else {
            throw DomainError.notFound(kind: "operation", name: prefix)
        }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "operation", name: prefix, count: found.count) }
        return first
    }

    /// Returns what a transaction says of itself; nil once that is erased.
    public func header(of transaction: StoredTransaction) throws -> TransactionHeader? {
        try transaction.header.map { try JSONBytesDecoder().decode(TransactionHeader.self, from: $0) }
    }

    /// Returns who made the transaction of an event, when and why; nil once that is erased, or where there is none.
    public func header(ofEvent position: Position) throws -> TransactionHeader? {
        let selection = EventSelection(after: Position(position.rawValue - 1), through: position)
        guard let event = try store.events(selection).first else { return nil }
        return try store.transaction(event.transaction).flatMap(header(of:))
    }
}
