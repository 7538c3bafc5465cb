public import EventLog
internal import JSONCoding
internal import Mail

extension Ledger {
    /// Works out what undoing would do, without doing it.
    public func planUndo(_ target: UndoTarget) throws -> UndoPlan { try plan(target).plan }

    /// Plans, and tells at which position of the log the plan is true.
    private func plan(_ target: UndoTarget) throws -> (plan: UndoPlan, position: Position) {
        guard target == .latest else {
            let selection = try UndoSelection(target, in: self)
            return try read { reader in (try plan(selection, reader), reader.position) }
        }
        // Of an operation that left nothing to take back, such as an import that skipped all, the one before it is meant.
        var empty: Set<OperationID> = []
        while let operation = try latestUndoable(except: empty) {
            let planned = try plan(.operation(prefix: operation.description))
            if planned.plan.count > 0 || !planned.plan.obstacles.isEmpty { return planned }
            empty.insert(operation)
        }
        throw DomainError.notFound(kind: "operation", name: "to undo")
    }

    /// Undoes by compensating events, in one transaction.
    ///
    /// - Throws: ``DomainError/conflict(_:)`` when later changes stand in the way, unless `partially`.
    public func undo(
        _ target: UndoTarget, partially: Bool = false, reason: String? = nil
    ) throws -> (plan: UndoPlan, receipt: Receipt?) {
        try undo(target, partially: partially, context: context(command: "undo", reason: reason))
    }

    /// Undoes as ``undo(_:partially:reason:)`` does; what it undoes becomes the context's cause.
    public func undo(
        _ target: UndoTarget, partially: Bool = false, context: OperationContext
    ) throws -> (plan: UndoPlan, receipt: Receipt?) {
        var context = context
        let planned = try plan(target)
        var plan = planned.plan
        // What is the latest may change between the plan and the deed: it is settled once.
        let settled = target == .latest ? .operation(prefix: plan.operation.description) : target
        let selection = try UndoSelection(settled, in: self)
        context.cause = selection.cause.text
        // What a unit of work has not appended yet moves no position.
        let isInUnit = unit != nil
        let receipt = try change(context) { reader in
            // Under the writer's lock, and with nothing appended since, the plan would come out the same.
            if isInUnit || reader.position != planned.position { plan = try self.plan(selection, reader) }
            if let obstacle = plan.obstacles.first, !partially {
                let more = plan.obstacles.count > 1 ? ", and \(plan.obstacles.count - 1) more" : ""
                throw DomainError.conflict("\(obstacle)\(more)")
            }
            return plan.events
        }
        return (plan, receipt)
    }

    private func plan(_ selection: UndoSelection, _ reader: LedgerReader) throws -> UndoPlan {
        let cancelled = try cancellations(since: selection.first)
        let pending = try selection.pending(cancelled, in: self)
        var planner = try UndoPlanner(
            reader: reader, transactions: pending, createdAccounts: accountsCreated(in: pending))
        for transaction in pending.reversed() {
            var events = EventSelection(of: transaction)
            events.isBackward = true
            try store.forEach(events, decodedBy: catalogue) { recorded in
                try planner.undo(recorded)
                return true
            }
        }
        // Of what is undone already every change stands in its own way.
        let isUndoneAlready = planner.events.isEmpty && selection.transactions.allSatisfy { cancelled.has($0) }
        return UndoPlan(
            operations: try operations(of: selection.transactions), obstacles: isUndoneAlready ? [] : planner.obstacles,
            isUndoneAlready: isUndoneAlready, events: planner.events)
    }

    /// The operations of transactions, the latest first.
    private func operations(of transactions: [StoredTransaction]) throws -> [UndoPlan.Operation] {
        var seen: Set<OperationID> = []
        return try transactions.reversed().filter { seen.insert($0.operation).inserted }.map {
            UndoPlan.Operation(id: $0.operation, command: try header(of: $0)?.command ?? "erased")
        }
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

    private func latestUndoable(except passed: Set<OperationID>) throws -> OperationID? {
        var cancelled = Cancellations()
        var found: OperationID?
        try store.forEachTransaction(from: store.head().transaction, isBackward: true) { transaction in
            guard !passed.contains(transaction.operation), !cancelled.has(transaction) else { return true }
            guard try !cancelled.take(header(of: transaction)) else { return true }
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
}
