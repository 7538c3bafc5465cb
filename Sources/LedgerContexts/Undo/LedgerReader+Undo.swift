internal import EventLog
public import LedgerKernel
internal import Mail

extension LedgerReader {
    /// Works out what undoing would do.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:)`` if there is nothing that it names.
    public func planUndo(_ target: UndoTarget) throws -> UndoPlan {
        guard target == .latest else { return try plan(UndoSelection(target, in: self)) }
        // An operation that left nothing to undo, such as an import that skipped all, is skipped.
        var empty: Set<OperationID> = []
        while let operation = try latestUndoable(except: empty) {
            let plan = try planUndo(.operation(prefix: operation.description))
            if plan.count > 0 || !plan.obstacles.isEmpty { return plan }
            empty.insert(operation)
        }
        throw DomainError.notFound(kind: "operation", name: "to undo")
    }

    private func plan(_ selection: UndoSelection) throws -> UndoPlan {
        if let part {
            for transaction in selection.transactions {
                guard try ConfinedLog.holds(transaction, of: part.accounts, part.wholeLog) else { throw BeyondReach() }
            }
        }
        let cancelled = try cancellations(since: selection.first)
        let pending = try selection.pending(cancelled, in: store)
        var planner = try UndoPlanner(reader: self, transactions: pending, cancelled)
        for transaction in pending.reversed() {
            var events = EventSelection(of: transaction)
            events.isBackward = true
            try store.forEach(events, decodedBy: catalogue) { recorded in
                try planner.undo(recorded)
                return true
            }
        }
        // In something that is undone already, every change obstructs itself.
        let isUndoneAlready = planner.events.isEmpty && selection.transactions.allSatisfy { cancelled.has($0) }
        return UndoPlan(
            operations: try operations(of: selection.transactions), obstacles: isUndoneAlready ? [] : planner.obstacles,
            isUndoneAlready: isUndoneAlready, events: planner.events, cause: selection.cause(taking: pending).text)
    }

    /// The operations of transactions, the latest first.
    private func operations(of transactions: [StoredTransaction]) throws -> [UndoPlan.Operation] {
        var seen: Set<OperationID> = []
        return try transactions.reversed().filter { seen.insert($0.operation).inserted }.map {
            UndoPlan.Operation(id: $0.operation, command: try $0.openedHeader()?.command ?? "erased")
        }
    }

    private func latestUndoable(except passed: Set<OperationID>) throws -> OperationID? {
        var cancelled = Cancellations()
        var found: OperationID?
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            guard !passed.contains(transaction.operation), !cancelled.has(transaction) else { return true }
            guard try !cancelled.take(transaction) else { return true }
            found = transaction.operation
            return false
        }
        return found
    }

    private func cancellations(since first: StoredTransaction) throws -> Cancellations {
        var cancelled = Cancellations()
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            try cancelled.pass(transaction)
            return transaction.number > first.number
        }
        return cancelled
    }
}
