internal import Access
internal import EventLog
internal import HTTPServing
internal import JSONCoding
internal import MailLedger

extension Admitted {
    /// Answers of a moment: here where its read models stand, else where no reader is kept from its work while they are built.
    ///
    /// Who has no patience is answered how far they are.
    func answer(
        at moment: String?, as name: String?, _ ledger: Ledger,
        _ body: @escaping @Sendable (Ledger) throws -> HTTPResponse
    ) throws {
        guard let moment, let position = try handler.positionToBuild(for: moment, ledger) else {
            return finish(try body(ledger), as: name)
        }
        let waiter = caller.session.map { "\($0)" } ?? caller.name
        if request.fields["ledger-patience"] == "0", let progress = handler.moments.want(position, by: waiter) {
            let json = try JSONBytesEncoder().encode(progress) + [0x0A]
            return finish(
                HTTPResponse(202, [("Content-Type", "application/json"), ("Retry-After", "1")], .bytes(json)), as: name)
        }
        let isTaken = handler.past.submit { ledger in
            caller.enter(ledger)
            do {
                finish(try body(ledger), as: name)
            } catch {
                fail(error, as: name)
            }
        }
        if !isTaken { throw APIFailure.busy }
    }

    /// Answers with bytes of mail, as of the moment behind the `?` where one stands there.
    func download(_ ledger: Ledger, _ body: @escaping @Sendable (Ledger) throws -> HTTPResponse) throws {
        try caller.require(.read)
        let moment = request.parameter("at")
        if moment != nil { try caller.require(.audit) }
        try answer(at: moment, as: nil, ledger) { ledger in
            let context = ledger.environment.queryContext
            return try body(moment.map { try ledger.at(Moment(parsing: $0, in: context)) } ?? ledger)
        }
    }
}

extension APIHandler {
    /// Returns the position of a moment whose read models have to be built first; nil where they stand.
    func positionToBuild(for moment: String, _ ledger: Ledger) throws -> Position? {
        let position = try PastMoments(of: ledger).position(of: moment)
        return try moments.isReady(position, in: ledger) ? nil : position
    }
}
