public import EventLog
internal import Mail
internal import Projections
internal import SQLite

extension Ledger {
    /// Deletes what is older than a rule keeps, in one transaction with an event for each message; undo brings it back.
    ///
    /// Each account is counted for itself, and nothing goes where it has no more than is kept. Dates are those that lists
    /// show. With a folder, only what lies right in it counts; what lies in another folder too is taken out of this one
    /// and stays there.
    ///
    /// The rule stands in the log as the operation's reason, before that of the context.
    ///
    /// - Parameter leavingHeld: Whether mail that a hold covers is passed over; else it is refused as a whole.
    /// - Throws: ``MailError`` for an account or a folder that is not there, or a negative count.
    public func prune(
        _ rule: Retention, account: String? = nil, folder: String? = nil, context: OperationContext,
        dryRun: Bool = false, leavingHeld: Bool = false
    ) throws -> PruneOutcome {
        if case .newest(let count) = rule, count < 0 {
            throw MailError.invalid(field: "keep", reason: "a number that is not negative is needed")
        }
        var places: [PrunedPlace] = []
        func decide(_ reader: LedgerReader) throws -> [ProposedEvent] {
            places = []
            var events: [ProposedEvent] = []
            for place in try reader.places(account: account, folder: folder) {
                let decided = try reader.prune(rule, in: place, leavingHeld: leavingHeld)
                let pruned = Set(decided.map(\.message)).count
                events += decided.map(\.event)
                places.append(
                    PrunedPlace(
                        account: place.account.address, folder: place.folder?.path,
                        messages: try MessagesQuery(on: reader.connection).count(in: place.scope), pruned: pruned))
            }
            return events
        }
        if dryRun {
            _ = try read { reader in
                try guarding(decide(reader), reader, reason: context.reason, atHead: false)
            }
            return PruneOutcome(places: places, receipt: nil)
        }
        var context = context
        context.reason = context.reason.map { "\(rule): \($0)" } ?? rule.description
        let receipt = try change(context, decide)
        return PruneOutcome(places: places, receipt: receipt)
    }

    /// Keeps the newest messages of an account by date, and deletes the others.
    ///
    /// - Returns: How many were deleted; 0 where there are no more than are kept.
    @discardableResult
    public func deleteOldest(account: String, keepCount: Int, context: OperationContext) throws -> Int {
        try prune(.newest(keepCount), account: account, context: context).pruned
    }
}

/// Where a rule counts.
private struct RetentionPlace {
    let account: AccountRow
    let folder: FolderRow?

    var scope: MessageScope { MessageScope(account: account.stream, folder: folder?.stream) }
}

extension LedgerReader {
    fileprivate func places(account: String?, folder: String?) throws -> [RetentionPlace] {
        let accounts = try account.map { [try self.account($0)] } ?? self.accounts()
        guard let folder else { return accounts.map { RetentionPlace(account: $0, folder: nil) } }
        var places: [RetentionPlace] = []
        for row in accounts {
            do {
                places.append(RetentionPlace(account: row, folder: try self.folder(folder, in: row.stream)))
            } catch MailError.notFound where account == nil {
                continue
            }
        }
        guard !places.isEmpty else { throw MailError.notFound(kind: "folder", name: folder) }
        return places
    }

    fileprivate func prune(
        _ rule: Retention, in place: RetentionPlace, leavingHeld: Bool
    ) throws -> [(message: MessageID, event: ProposedEvent)] {
        let query = MessagesQuery(on: connection)
        var scope = place.scope
        var streams: [StreamID]
        switch rule {
        case .newest(let count):
            streams = try query.streams(in: scope, offset: count)
        case .since(let time):
            scope.before = time
            streams = try query.streams(in: scope)
        }
        guard !streams.isEmpty else { return [] }
        if leavingHeld {
            let held = try HoldGuard(self).covered(among: Set(streams))
            streams.removeAll { held.contains($0) }
        }
        let states = try MessageStates(on: connection)
        let live = Set(try folders(of: place.account.stream).map(\.id))
        // The oldest first, as they came.
        return try streams.reversed().compactMap(states.state).flatMap { message in
            message.pruned(from: place.folder?.id, live: live).map { (message.id, $0) }
        }
    }
}

extension MessageState {
    /// What takes a message out of a folder: its end, or that of its copies there where it can be seen elsewhere too.
    fileprivate func pruned(from folder: FolderID?, live: Set<FolderID>) -> [ProposedEvent] {
        let isElsewhere = copies.contains { copy in
            copy.folder != folder && live.contains(copy.folder) && !MessageCopy.isHidden(flags: copy.flags)
        }
        guard let folder, isElsewhere else { return DeleteMessages().decide([self]) }
        return copies.filter { $0.folder == folder }.map {
            event(CopyRemoved(message: id, copy: $0, keywords: nil))
        }
    }
}
