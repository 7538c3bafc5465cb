public import EventLog
internal import JSONCoding
internal import Mail

extension Ledger {
    /// Names what is to be undone.
    public enum UndoTarget: Sendable, Hashable {
        /// The latest operation that is no undo and has not been undone.
        case latest
        /// The operation whose id begins so.
        case operation(prefix: String)
        /// One transaction by its number.
        case transaction(Int64)
    }

    /// Works out what undoing would do, without doing it.
    public func planUndo(_ target: UndoTarget) throws -> UndoPlan {
        guard target == .latest else {
            let target = try resolve(target)
            return try read { reader in try plan(target, reader) }
        }
        // Of an operation that left nothing to take back, such as an import that skipped all, the one before it is meant.
        var empty: Set<OperationID> = []
        while let operation = try latestUndoable(except: empty) {
            let plan = try planUndo(.operation(prefix: operation.description))
            if plan.count > 0 || !plan.obstacles.isEmpty { return plan }
            empty.insert(operation)
        }
        throw MailError.notFound(kind: "operation", name: "to undo")
    }

    /// Undoes by compensating events, in one transaction.
    ///
    /// - Throws: ``MailError/conflict(_:)`` when later changes stand in the way, unless `partially`.
    public func undo(
        _ target: UndoTarget, partially: Bool = false, reason: String? = nil
    ) throws -> (plan: UndoPlan, receipt: Receipt?) {
        var plan = try planUndo(target)
        // What is the latest may change between the plan and the deed: it is settled once.
        let settled = target == .latest ? .operation(prefix: plan.operation.description) : try resolve(target)
        let context = context(command: "undo", reason: reason, cause: Cancellations.cause(settled, plan.operation))
        let receipt = try change(context) { reader in
            plan = try self.plan(settled, reader)
            if let obstacle = plan.obstacles.first, !partially {
                let more = plan.obstacles.count > 1 ? ", and \(plan.obstacles.count - 1) more" : ""
                throw MailError.conflict("\(obstacle)\(more)")
            }
            return plan.events
        }
        return (plan, receipt)
    }

    private func plan(_ target: UndoTarget, _ reader: LedgerReader) throws -> UndoPlan {
        let transactions = try transactions(of: target)
        guard let first = transactions.first else { throw MailError.notFound(kind: "operation", name: "to undo") }
        var pending = transactions
        let cancelled = try cancellations(since: first)
        if case .operation = target { pending.removeAll { cancelled.hasAlone($0) } }
        var planner = try UndoPlanner(
            reader: reader, transactions: pending, createdAccounts: accountsCreated(in: pending))
        for transaction in pending.reversed() {
            var selection = EventSelection(of: transaction)
            selection.isBackward = true
            try store.forEach(selection, decodedBy: catalogue) { recorded in
                try planner.undo(recorded)
                return true
            }
        }
        // Of what is undone already every change stands in its own way.
        let isUndoneAlready = planner.events.isEmpty && transactions.allSatisfy { cancelled.has($0) }
        return UndoPlan(
            operation: first.operation, command: try header(of: first)?.command ?? "erased",
            obstacles: isUndoneAlready ? [] : planner.obstacles, isUndoneAlready: isUndoneAlready,
            events: planner.events)
    }

    private func accountsCreated(in transactions: [StoredTransaction]) throws -> Set<AccountID> {
        var accounts: Set<AccountID> = []
        for transaction in transactions {
            var selection = EventSelection(of: transaction)
            selection.typeName = AccountCreated.type.name
            try store.forEach(selection, decodedBy: catalogue) { recorded in
                if case .event(let event) = recorded.content, let created = event as? AccountCreated {
                    accounts.insert(created.id)
                }
                return true
            }
        }
        return accounts
    }

    private func resolve(_ target: UndoTarget) throws -> UndoTarget {
        guard case .operation(let prefix) = target else { return target }
        return .operation(prefix: try operation(withPrefix: prefix).description)
    }

    private func transactions(of target: UndoTarget) throws -> [StoredTransaction] {
        switch target {
        case .latest: []
        case .operation(let id): try OperationID(id).map(store.transactions(of:)) ?? []
        case .transaction(let number):
            [try store.transaction(number) ?? { throw MailError.notFound(kind: "transaction", name: String(number)) }()]
        }
    }

    private func latestUndoable(except passed: Set<OperationID>) throws -> OperationID? {
        var cancelled = Cancellations()
        var found: OperationID?
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            guard !passed.contains(transaction.operation), !cancelled.has(transaction) else { return true }
            guard !cancelled.take(try header(of: transaction)) else { return true }
            found = transaction.operation
            return false
        }
        return found
    }

    private func cancellations(since first: StoredTransaction) throws -> Cancellations {
        var cancelled = Cancellations()
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            if !cancelled.has(transaction) { cancelled.take(try header(of: transaction)) }
            return transaction.number > first.number
        }
        return cancelled
    }

    /// Returns the operation whose id begins so.
    public func operation(withPrefix prefix: String) throws -> OperationID {
        let found = try store.operations(withPrefix: prefix.lowercased(), limit: 10)
        guard !prefix.isEmpty, let first = found.first else {
            throw MailError.notFound(kind: "operation", name: prefix)
        }
        guard found.count == 1 else { throw MailError.ambiguous(kind: "operation", name: prefix, count: found.count) }
        return first
    }

    /// Returns what a transaction says of itself; nil once that is erased.
    public func header(of transaction: StoredTransaction) throws -> TransactionHeader? {
        try transaction.header.map { try JSONBytesDecoder().decode(TransactionHeader.self, from: $0) }
    }
}

/// What later undos took back, gathered from the latest transaction on: an undo that was itself undone cancels nothing.
private struct Cancellations {
    private var operations: Set<String> = []
    private var transactions: Set<Int64> = []

    private static let operationPrefix = "undo:"
    private static let transactionPrefix = "undo:tx:"

    /// What an undo says of its cause.
    static func cause(_ target: Ledger.UndoTarget, _ operation: OperationID) -> String {
        if case .transaction(let number) = target { return "\(transactionPrefix)\(number)" }
        return "\(operationPrefix)\(operation)"
    }

    func has(_ transaction: StoredTransaction) -> Bool {
        operations.contains(transaction.operation.description) || transactions.contains(transaction.number)
    }

    /// Whether the transaction was taken back by itself, and not with its operation.
    func hasAlone(_ transaction: StoredTransaction) -> Bool { transactions.contains(transaction.number) }

    /// Notes what a transaction took back; false when it is no undo.
    @discardableResult
    mutating func take(_ header: TransactionHeader?) -> Bool {
        guard let cause = header?.cause, cause.hasPrefix(Self.operationPrefix) else { return false }
        if let number = Int64(cause.dropFirst(Self.transactionPrefix.count)), cause.hasPrefix(Self.transactionPrefix) {
            transactions.insert(number)
        } else {
            operations.insert(String(cause.dropFirst(Self.operationPrefix.count)))
        }
        return true
    }
}
