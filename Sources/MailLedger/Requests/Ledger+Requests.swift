internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import Mail
internal import WireModels

extension Ledger {
    /// Answers a request that came as JSON, or says in the envelope of errors why not.
    ///
    /// ```swift
    /// let response = ledger.respond(to: body)
    /// try send(response.json)
    /// ```
    public func respond(to json: [UInt8]) -> LedgerResponse {
        do {
            return .answer(try answer(JSONBytesDecoder().decode(LedgerCall.self, from: json)))
        } catch {
            return .refusal(APIErrorResponse(describing: error))
        }
    }

    /// Answers a request with its envelope.
    public func answer(_ call: LedgerCall) throws -> LedgerAnswer {
        switch call {
        case .query(let query, let options): try answer(query, options)
        case .command(let command, let options): try perform(command, options)
        }
    }

    /// Answers a query as of now, or of an earlier moment.
    public func answer(_ query: some LedgerQuery, _ options: QueryOptions = QueryOptions()) throws -> LedgerAnswer {
        guard let at = options.at else { return try answerHere(query) }
        let before = moment
        try travel(to: Moment(parsing: at, in: queryContext()))
        defer { _ = try? travel(to: before.map { Moment(.position($0.position)) }) }
        return try answerHere(query)
    }

    private func answerHere(_ query: some LedgerQuery) throws -> LedgerAnswer {
        let position = try read { $0.position }
        return try LedgerAnswer(position: position, query.answer(from: self))
    }

    /// Performs a command, or tells of an earlier one with the same idempotency key.
    ///
    /// The key is looked up and recorded under the writer's lock: of two processes that send the same command, one does it.
    ///
    /// - Throws: ``DomainError/conflict(_:)`` where another command has the key.
    public func perform(
        _ command: some LedgerCommand, _ options: CommandOptions = CommandOptions()
    ) throws -> LedgerAnswer {
        var context = context(command: type(of: command).name, reason: options.reason)
        if let actor = options.actor { context.actor = actor }
        let (key, overrode) = (requestKey, overridesHolds)
        defer { (requestKey, overridesHolds) = (key, overrode) }
        requestKey = options.idempotencyKey
        if let overrides = options.overridesHolds { overridesHolds = overrides }
        do {
            try requireNewRequest()
            let result = try command.perform(
                on: self, in: CommandCall(context: context, isDryRun: options.isDryRun ?? false))
            return try LedgerAnswer(position: store.head().position, operation: result.operation, result.answer)
        } catch let error as RepeatedRequest {
            guard let transaction = try store.transaction(error.receipt.transaction),
                try header(of: transaction)?.command ?? context.command == context.command
            else { throw DomainError.conflict("another command has this idempotency key; use a key once") }
            return try LedgerAnswer(
                position: store.head().position, operation: error.receipt.operation, isRepeat: true, nil)
        }
    }

    /// Refuses a request whose key is in the log already.
    func requireNewRequest() throws {
        guard let requestKey else { return }
        if let receipt = try store.receipt(forIdempotencyKey: requestKey) { throw RepeatedRequest(receipt: receipt) }
    }

    /// What a query's words mean: the time is that of the ledger's clock.
    func queryContext() -> QueryContext {
        var context = QueryContext.standard()
        context.now = environment.log.now().microseconds
        return context
    }
}

/// An earlier request with the same key did it.
struct RepeatedRequest: Error {
    let receipt: Receipt
}
