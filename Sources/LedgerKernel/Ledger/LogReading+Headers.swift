public import EventLog
internal import Mail

extension LogReading {
    /// Returns the operation whose id has a prefix.
    public func operation(withPrefix prefix: String) throws -> OperationID {
        let found = try operations(withPrefix: prefix.lowercased(), limit: 10)
        guard !prefix.isEmpty, let first = found.first else {
            throw DomainError.notFound(kind: "operation", name: prefix)
        }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "operation", name: prefix, count: found.count) }
        return first
    }

    /// Returns who made the transaction of an event, when and why; nil once that is erased, or if there is none.
    public func header(ofEvent position: Position) throws -> TransactionHeader? {
        let selection = EventSelection(after: Position(position.rawValue - 1), through: position)
        guard let event = try events(selection).first else { return nil }
        return try transaction(event.transaction)?.openedHeader()
    }
}

extension StoredTransaction {
    /// Returns the transaction's header; nil once that is erased.
    public func openedHeader() throws -> TransactionHeader? {
        try openHeader(as: TransactionHeader.self)
    }
}
