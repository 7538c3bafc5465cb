internal import CivilTime
internal import EventLog
internal import Mail

extension Ledger {
    /// Answers a query, as of now or of an earlier moment.
    ///
    /// ```swift
    /// let unread = try ledger.answer(CountMessages(filter: "is:unread")).count
    /// ```
    public func answer<Query: LedgerQuestion>(_ query: Query, at moment: Moment? = nil) throws -> Query.Answer {
        try query.answer(from: moment.map(at) ?? self)
    }

    /// Lends the answer of a query, whose rows are read while the closure runs.
    public func answer<Query: LedgerQuestion, Output>(
        _ query: Query, at moment: Moment? = nil, _ body: (Query.Answer) throws -> Output
    ) throws -> Output {
        try query.lend(from: moment.map(at) ?? self) { answer, _ in try body(answer) }
    }

    /// Answers a list with all its rows.
    public func answer<Query: LedgerQuestion, Row>(
        _ query: Query, at moment: Moment? = nil
    ) throws -> [Row] where Query.Answer == Rows<Row> {
        try answer(query, at: moment) { try $0.all() }
    }

    /// Performs a command, or returns the receipt of an earlier one with the same idempotency key.
    ///
    /// The key is looked up and recorded under the writer's lock: of two processes that send the same command, one does it.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` if another command has the key.
    public func perform<Work: LedgerWork>(_ work: Work, _ call: Call = Call()) throws -> Envelope<Work.Answer> {
        let context = environment.context(of: call, named: Work.name)
        do {
            try writing.requireNew(call.idempotencyKey)
            let result = try carryOut(
                work,
                in: CommandCall(
                    context, isDryRun: call.isDryRun, overridesHolds: call.overridesHolds,
                    idempotencyKey: call.idempotencyKey))
            let position = try Recorded.naming(result.operation) { try log.head().position }
            return Envelope(position: position, operation: result.operation, result.answer)
        } catch let error as RepeatedRequest {
            guard let transaction = try store.transaction(error.receipt.transaction),
                try transaction.openedHeader()?.command ?? context.command == context.command
            else { throw DomainError.conflict("another command has this idempotency key; use a key once") }
            if let own = call.operation.flatMap(RequestMark.init), let other = RequestMark(in: error.receipt.operation),
                own != other
            {
                throw DomainError.conflict(
                    "this idempotency key was used with other parameters, or by another actor; use a key once")
            }
            return Envelope(
                position: try log.head().position, operation: error.receipt.operation, isRepeat: true, nil)
        }
    }

    /// Lends the answer of a query in its envelope.
    func lend<Query: LedgerQuestion, Output>(
        _ query: Query, at moment: String?, _ body: (Envelope<Query.Answer>) throws -> Output
    ) throws -> Output {
        guard showsHistory || moment == nil else { throw DomainError.historyWithheld }
        let ledger = try moment.map { try at(Moment(parsing: $0, in: environment.queryContext)) } ?? self
        return try query.lend(from: ledger) { try body(Envelope(position: $1, $0)) }
    }
}
