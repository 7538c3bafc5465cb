internal import EventLog
internal import Mail

extension Ledger {
    /// Finds where a moment lies in the log.
    ///
    /// - Throws: ``MomentError`` for a moment beyond the head or in the future; ``DomainError/notFound(kind:name:)`` for an
    ///   operation that is not there.
    /// - Complexity: O(1); O(transactions) for a time, since the clock may have run backwards.
    public func resolve(_ moment: Moment) throws -> ResolvedMoment {
        let head = try store.head()
        switch moment.anchor {
        case .now:
            return try resolved(head.transaction, head.transaction, moment)
        case .position(let position):
            guard position <= head.position else { throw MomentError.beyondHead(asked: position, head: head.position) }
            guard let transaction = try store.transaction(holding: position) else { return ResolvedMoment(end: nil) }
            let isWithin = position != transaction.lastPosition && !moment.isBefore
            return try resolved(
                transaction.number, transaction.number, moment,
                remark: isWithin ? .withinTransaction(asked: position) : nil)
        case .time(let time):
            guard time <= environment.log.now() else { throw MomentError.future(time) }
            guard let found = try store.lastTransaction(recordedBy: time) else { return ResolvedMoment(end: nil) }
            let number = found.transaction.number
            return try resolved(
                number, number, moment,
                remark: found.laterTimesBefore > 0 ? .clockRanBackwards(laterTimes: found.laterTimesBefore) : nil)
        case .transaction(let number):
            guard number <= head.transaction else {
                throw MomentError.noTransaction(number, last: head.transaction)
            }
            return try resolved(number, number, moment)
        case .operation(let prefix):
            let transactions = try store.transactions(of: operation(withPrefix: prefix))
            return try resolved(transactions.first?.number ?? 0, transactions.last?.number ?? 0, moment)
        }
    }

    private func resolved(
        _ first: Int64, _ last: Int64, _ moment: Moment, remark: ResolvedMoment.Remark? = nil
    ) throws -> ResolvedMoment {
        let number = moment.isBefore ? first - 1 : last
        return ResolvedMoment(end: number > 0 ? try store.transaction(number) : nil, remark: remark)
    }

    /// Lends the read models as they were at a moment.
    ///
    /// ```swift
    /// let then = try ledger.read(at: Moment(.transaction(41))) { try $0.unreadCount() }
    /// ```
    ///
    /// What is asked there for words needs ``prepareSearch(for:)`` before only to find text that nobody has indexed yet.
    /// - Throws: What ``resolve(_:)`` throws; ``LedgerError/insideUnitOfWork`` within a unit of work.
    /// - Complexity: The first question at a moment builds its read models from the nearest earlier ones that are kept.
    public func read<Output>(at moment: Moment, _ body: (LedgerReader) throws -> Output) throws -> Output {
        try standing(at: moment) { try read(body) }
    }

    /// Does what asks this ledger as of a moment; nil is where it stands anyway.
    func standing<Output>(at moment: Moment?, _ body: () throws -> Output) throws -> Output {
        guard let moment else { return try body() }
        let before = past
        defer { past = before }
        try travel(to: moment)
        return try body()
    }

    /// Answers every question from now on as of a moment, and refuses every change; nil comes back to the present.
    ///
    /// Verification only reads all of the log, as it is now; what was erased since is not there in any past.
    @discardableResult
    public func travel(to moment: Moment?) throws -> ResolvedMoment? {
        guard unit == nil else { throw LedgerError.insideUnitOfWork }
        guard let moment else {
            past = nil
            return nil
        }
        let resolved = try resolve(moment)
        if past?.moment.position != resolved.position { past = try PastReading(of: self, at: resolved) }
        return resolved
    }

    /// The moment that questions are answered of; nil in the present.
    public var moment: ResolvedMoment? { past?.moment }
}
