internal import Domain
internal import EventLog
internal import Mail

extension Ledger {
    /// Finds the position of a moment in the log.
    ///
    /// - Throws: ``MomentError`` for a moment beyond the head or in the future; ``DomainError/notFound(kind:name:)``
    ///   for an unknown operation.
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
            guard reach == .all else {
                guard try read({ try $0.store.transaction(number) }) != nil else {
                    throw DomainError.notFound(kind: "transaction", name: String(number))
                }
                return try resolved(number, number, moment)
            }
            guard number <= head.transaction else {
                throw MomentError.noTransaction(number, last: head.transaction)
            }
            return try resolved(number, number, moment)
        case .operation(let prefix):
            let transactions =
                try reach == .all
                ? store.transactions(of: store.operation(withPrefix: prefix))
                : read { try $0.store.transactions(of: $0.store.operation(withPrefix: prefix)) }
            return try resolved(transactions.first?.number ?? 0, transactions.last?.number ?? 0, moment)
        }
    }

    private func resolved(
        _ first: Int64, _ last: Int64, _ moment: Moment, remark: ResolvedMoment.Remark? = nil
    ) throws -> ResolvedMoment {
        let number = moment.isBefore ? first - 1 : last
        return ResolvedMoment(end: number > 0 ? try store.transaction(number) : nil, remark: remark)
    }

    /// Lends the read models at a moment.
    ///
    /// ```swift
    /// let then = try ledger.read(at: Moment(.transaction(41))) { try $0.unreadCount() }
    /// ```
    ///
    /// - Throws: The errors of ``resolve(_:)``; ``LedgerError/insideUnitOfWork`` within a unit of work.
    /// - Complexity: The first question at a moment builds its read models from the nearest earlier ones that are kept.
    public func read<Output>(at moment: Moment, _ body: (LedgerReader) throws -> Output) throws -> Output {
        try at(moment).read(body)
    }

    /// Returns the ledger at a moment: it answers every question for that moment, and refuses every change.
    ///
    /// This ledger itself stays at its moment. A verification always reads the whole log; data that was erased since is
    /// missing at every past moment.
    ///
    /// - Throws: The errors of ``resolve(_:)``; ``LedgerError/insideUnitOfWork`` within a unit of work.
    public func at(_ moment: Moment) throws -> Ledger {
        guard unit == nil else { throw LedgerError.insideUnitOfWork }
        let resolved = try resolve(moment)
        return Ledger(self, at: try PastReading(of: self, at: resolved))
    }

    /// The moment that it is of; nil for the present.
    public var moment: ResolvedMoment? { past?.moment }
}
