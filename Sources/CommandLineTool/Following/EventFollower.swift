internal import EventLog
internal import MailLedger
internal import Processes

/// Hands over what is recorded, transaction by transaction, for the verbs that wait for more.
struct EventFollower {
    let ledger: Ledger
    let selection: RecordedEventSelection
    /// Whether to end where the log ended when the run began.
    let isOnce: Bool

    /// - Parameters:
    ///   - body: Takes a transaction; false ends the loop, and the transaction then counts as not handled.
    ///   - handled: Called with the position up to which every selected event was handled, and the end of what was read.
    func run(
        after start: Position, _ body: (RecordedTransaction) throws -> Bool,
        handled: (Position, LogBookmark) throws -> Void = { _, _ in }
    ) throws {
        // What a command records about a transaction is not waited for.
        let end = isOnce ? try ledger.store.head().position : nil
        var bookmark = LogBookmark(at: start)
        while true {
            let position = bookmark.position
            let page = try bookmark.read(ledger.store) { after in
                let page = try ledger.store.recorded(
                    after: after, through: end, selection, decodedBy: ledger.catalogue)
                return (page, page.position)
            }
            for transaction in page.transactions {
                guard try body(transaction) else { return }
                // Behind the last one stands nothing that is asked for.
                try handled(
                    transaction.position == page.transactions.last?.position ? page.position : transaction.position,
                    bookmark)
            }
            if page.position > position {
                if page.transactions.isEmpty { try handled(page.position, bookmark) }
            } else if isOnce {
                return
            } else {
                Pause.milliseconds(50)
            }
        }
    }

    /// Writes what comes as an answer, each transaction at once.
    func run(after start: Position, writingTo session: Session) throws {
        let writer = EventWriter(session: session, ledger: ledger)
        let list = session.list()
        try run(after: start) { transaction in
            try writer.write(transaction, to: list)
            // Whether somebody still reads is known once it is written.
            session.output.flush()
            return session.output.isOpen
        }
        try session.finish(list)
    }
}
