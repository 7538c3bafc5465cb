public import EventLog
public import LedgerHistory
internal import LedgerKernel
internal import Mail
public import Projections
internal import QueryLanguage
internal import SQLiteDatabase

/// The answers of a ledger by other rules.
public struct WhatIf: Sendable {
    /// A number that people look at, by the ledger's rules and by the others.
    public struct Count: Hashable, Sendable {
        public let name: String
        public let now: Int
        public let otherwise: Int
    }

    /// The position of both.
    public let position: Position
    /// Messages, unread messages and threads of live accounts.
    public let counts: [Count]
    /// Each read model, including those without a difference; tables of mere bookkeeping are left out.
    public let models: [ReadModelDifference]
}

extension LedgerReplay {
    /// Plays the whole log by other rules into read models of its own, and compares them with those by the ledger's rules.
    ///
    /// Nothing is changed. With a number of messages to keep, the oldest of each account beyond it are pruned at the end, as
    /// `prune` would.
    ///
    /// - Parameter limit: How many rows of each read model are shown.
    /// - Complexity: Two builds of the read models, and linear in the rows.
    public func whatIf(
        _ rules: OtherRules, keepingNewest count: Int? = nil, sampling limit: Int,
        progress: Views.Progress = { _, _ in true }
    ) throws -> WhatIf {
        try ledger.audience.requireReachOfAll()
        guard ledger.writing.unit == nil else { throw LedgerError.insideUnitOfWork }
        let position = try ledger.resolve(.now).position
        let own = try ledger.stores.pastViews.open(at: position, isPrivate: true, progress: progress).projector
        let other = try PastViews(
            of: ledger.store, viewsDirectory: nil, on: ledger.files,
            projections: rules.replacing(in: ledger.stores.contexts.projections),
            catalogue: ledger.catalogue, canWrite: false
        ).open(at: position, isPrivate: true, progress: progress).projector
        if let count { try prune(other, keepingNewest: count) }
        let (now, otherwise) = (try Self.counts(own.connection), try Self.counts(other.connection))
        return WhatIf(
            position: position,
            counts: zip(now, otherwise).map { .init(name: $0.name, now: $0.count, otherwise: $1.count) },
            // The tables that all of them share have their positions, and the times of their rows' changes.
            models: try other.differences(from: own, sampling: limit, ignoring: OtherRules.bookkeeping)
                .filter { $0.version != nil })
    }

    /// Prunes on trial: the events reach the read models and never the log.
    private func prune(_ projector: Projector, keepingNewest count: Int) throws {
        let reader = try ledger.stores.reader(of: projector, .behind)
        let pruning = try Pruning(by: .newest(count), account: nil, folder: nil, reader)
        let context = ledger.context(command: "prune")
        let events = try pruning.proposal(reader, CommandCall(context)).events
        guard !events.isEmpty else { return }
        let log = try RehearsedLog(ledger.store, environment: ledger.environment.log)
        try log.append(ProposedTransaction(events, context: context))
        try projector.catchUp(with: log)
    }

    private static func counts(_ connection: Connection) throws -> [(name: String, count: Int)] {
        func count(_ name: String, _ query: SQL) throws -> (String, Int) {
            (name, try connection.first(query) { try $0.next(Int.self) } ?? 0)
        }
        let live: SQL = "JOIN account ON account.id = account_count.account WHERE account.ended IS NULL"
        return [
            try count("messages", "SELECT ifnull(sum(total), 0) FROM account_count \(live)"),
            try count("unread", "SELECT ifnull(sum(unread), 0) FROM account_count \(live)"),
            try count(
                "threads",
                """
                SELECT count(*) FROM thread JOIN account ON account.id = thread.account
                WHERE thread.message_count > 0 AND account.ended IS NULL
                """),
        ]
    }
}
