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
    /// The rule stands in the log as the operation's reason, before that of the context, and in each event.
    ///
    /// - Parameter leavingHeld: Whether mail that a hold covers is passed over; else it is refused as a whole.
    /// - Throws: ``DomainError`` for an account or a folder that is not there, or a negative count.
    public func prune(
        _ rule: Retention, account: String? = nil, folder: String? = nil, context: OperationContext,
        dryRun: Bool = false, leavingHeld: Bool = false
    ) throws -> PruneOutcome {
        if case .newest(let count) = rule, count < 0 {
            throw DomainError.invalid(field: "keep", reason: "a number that is not negative is needed")
        }
        return try prune(context, because: rule.description, dryRun, leavingHeld) { reader in
            try reader.places(account: account, folder: folder).map { account, folder in
                PlacedRule(rule, account: account, folder: folder)
            }
        }
    }

    /// Deletes what accounts and folders do not keep by the rules of their own (`keep_newest`, `keep_for`).
    ///
    /// The nearest rule counts: a folder's is for the folder and those below it that have none of their own, and the
    /// account's for what lies in none of these. So a message that lies in two such folders stays in the one whose rule
    /// keeps it. How long ago a period began is reckoned on the calendar in UTC from the environment's clock, and stands
    /// in each event. As ``prune(_:account:folder:context:dryRun:leavingHeld:)`` otherwise.
    ///
    /// - Parameter folder: A folder whose rule alone is to be followed.
    /// - Returns: A place for each rule; none where nobody has one.
    public func prune(
        account: String? = nil, folder: String? = nil, context: OperationContext, dryRun: Bool = false,
        leavingHeld: Bool = false
    ) throws -> PruneOutcome {
        func rules(_ reader: LedgerReader) throws -> [PlacedRule] {
            let places = try reader.places(account: account, folder: folder)
            return try places.flatMap { account, folder in
                try PlacedRule.stored(of: account, reader.folders(of: account.stream), at: environment.log.now)
                    .filter { folder == nil || $0.folder?.id == folder?.id }
            }
        }
        // Most accounts keep all: no lock is taken for them.
        let found = try read(rules)
        guard !found.isEmpty else { return PruneOutcome(places: [], receipt: nil) }
        return try prune(context, because: Self.words(of: found), dryRun, leavingHeld, by: rules)
    }

    /// Keeps the newest messages of an account by date, and deletes the others.
    ///
    /// - Returns: How many were deleted; 0 where there are no more than are kept.
    @discardableResult
    public func deleteOldest(account: String, keepCount: Int, context: OperationContext) throws -> Int {
        try prune(.newest(keepCount), account: account, context: context).pruned
    }

    /// Each rule that bounds something, once, and of many the first ones.
    private static func words(of rules: [PlacedRule]) -> String {
        var words: [String] = []
        for rule in rules where rule.isBound && !words.contains(rule.words) { words.append(rule.words) }
        if words.count > 3 { words[2...] = ["and \(words.count - 2) more rules"] }
        return words.joined(separator: "; ")
    }

    private func prune(
        _ context: OperationContext, because reason: String, _ dryRun: Bool, _ leavingHeld: Bool,
        by rules: (LedgerReader) throws -> [PlacedRule]
    ) throws -> PruneOutcome {
        func plan(_ reader: LedgerReader) throws -> Pruning {
            var pruning = Pruning(leavesHeld: leavingHeld)
            for rule in try rules(reader) { try pruning.take(rule, reader) }
            return pruning
        }
        if dryRun {
            let pruning = try read { reader in
                let pruning = try plan(reader)
                _ = try guarding(
                    pruning.events(reader), reader, CommandCall(context, overridesHolds: overridesHolds))
                return pruning
            }
            return PruneOutcome(places: pruning.places, receipt: nil)
        }
        var context = context
        context.reason = context.reason.map { "\(reason): \($0)" } ?? reason
        var places: [PrunedPlace] = []
        let receipt = try change(context) { reader in
            let pruning = try plan(reader)
            places = pruning.places
            return try pruning.events(reader)
        }
        return PruneOutcome(places: places, receipt: receipt)
    }
}

/// What rules take, gathered over the places where they count.
private struct Pruning {
    let leavesHeld: Bool
    private(set) var places: [PrunedPlace] = []
    /// The oldest of the first rule first.
    private var order: [StreamID] = []
    private var takings: [StreamID: [PruneMessages.Taking]] = [:]

    init(leavesHeld: Bool) {
        self.leavesHeld = leavesHeld
    }

    mutating func take(_ rule: PlacedRule, _ reader: LedgerReader) throws {
        let query = MessagesQuery(on: reader.connection)
        var taken = try rule.taken(query)
        if leavesHeld, !taken.isEmpty {
            let held = try HoldGuard(reader).covered(among: Set(taken.map(\.message)))
            taken.removeAll { held.contains($0.message) }
        }
        for (message, pruningRule) in taken {
            if takings[message] == nil { order.append(message) }
            takings[message, default: []].append(PruneMessages.Taking(folders: rule.folders, rule: pruningRule))
        }
        places.append(
            PrunedPlace(
                account: rule.account.address, folder: rule.folder?.path, rule: rule.words,
                messages: try query.count(in: rule.place), pruned: taken.count))
    }

    func events(_ reader: LedgerReader) throws -> [ProposedEvent] {
        let states = try MessageStates(on: reader.connection)
        let command = PruneMessages(live: Set(try reader.folders().map(\.id)))
        return try order.flatMap { stream in
            try states.state(of: stream).map { command.decide($0, takings[stream, default: []]) } ?? []
        }
    }
}

extension LedgerReader {
    /// The accounts that are asked for, each with the folder of that name where one is named.
    fileprivate func places(account: String?, folder: String?) throws -> [(AccountRow, FolderRow?)] {
        let accounts = try account.map { [try self.account($0)] } ?? self.accounts()
        guard let folder else { return accounts.map { ($0, nil) } }
        var places: [(AccountRow, FolderRow?)] = []
        for row in accounts {
            do {
                places.append((row, try self.folder(folder, in: row.stream)))
            } catch DomainError.notFound where account == nil {
                continue
            }
        }
        guard !places.isEmpty else { throw DomainError.notFound(kind: "folder", name: folder) }
        return places
    }
}
