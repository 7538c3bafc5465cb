internal import JSONCoding

// Selections of a log that has no index for them: every transaction is read.
extension LogReading {
    func walkTransactions(
        _ selection: TransactionSelection, through number: Int64, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        try forEachTransaction(from: number, isBackward: true) { transaction in
            try !reads(transaction, asSelectedBy: selection) || body(transaction)
        }
    }

    func walkEvents(
        _ selection: TransactionSelection, through end: Position, isBackward: Bool,
        _ body: (StoredEvent) throws -> Bool
    ) throws {
        try forEachTransaction(from: isBackward ? .max : 1, isBackward: isBackward) { transaction in
            guard selection.takesHeader(of: transaction) else { return true }
            var own = EventSelection(of: transaction)
            own.isBackward = isBackward
            for event in try events(own) where event.position <= end && selection.takes(event) {
                guard try body(event) else { return false }
            }
            return true
        }
    }

    /// Returns whether a transaction is selected, by its own fields and by its events.
    func reads(_ transaction: StoredTransaction, asSelectedBy selection: TransactionSelection) throws -> Bool {
        guard selection.takesHeader(of: transaction) else { return false }
        guard selection.account != nil || selection.typeName != nil || selection.typeNames != nil else { return true }
        return try events(EventSelection(of: transaction)).contains(where: selection.takes)
    }
}

extension TransactionSelection {
    /// Whether a transaction is selected by its own fields.
    func takesHeader(of transaction: StoredTransaction) -> Bool {
        guard operation.map({ transaction.operation == $0 }) ?? true,
            recordedFrom.map({ transaction.recordedAt >= $0 }) ?? true,
            recordedBefore.map({ transaction.recordedAt < $0 }) ?? true
        else { return false }
        guard actor != nil || osUser != nil || host != nil || command != nil || needsReason else { return true }
        guard let bytes = transaction.header,
            let header = try? JSONBytesDecoder().decode(TransactionHeader.self, from: bytes)
        else { return false }
        func isAlike(_ wanted: String?, _ said: String) -> Bool {
            wanted.map { $0.utf8.elementsEqual(said.utf8) { $0.lowered == $1.lowered } } ?? true
        }
        return isAlike(actor, header.actor) && isAlike(osUser, header.osUser) && isAlike(host, header.host)
            && command.map { (header.command + " ").hasPrefix($0 + " ") } ?? true
            && (!needsReason || header.reason != nil)
    }

    /// Whether an event is of the account and the types that are selected.
    func takes(_ event: StoredEvent) -> Bool {
        account.map { event.account == $0 } ?? true && typeName.map { event.type.name == $0 } ?? true
            && typeNames.map { $0.contains(event.type.name) } ?? true
    }
}

extension UInt8 {
    /// An ASCII letter as a small one; any other byte as it is.
    fileprivate var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
