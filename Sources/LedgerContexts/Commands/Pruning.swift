internal import EventLog
package import LedgerKernel
internal import Mail
internal import Projections
package import QueryLanguage
internal import SQLiteDatabase

extension LedgerMail {
    /// Follows the stored rules of an account and its folders at the end of an import; mail that a hold covers stays.
    ///
    /// - Returns: How many messages went.
    package func pruneByStoredRules(of account: String, _ call: CommandCall) throws -> Int {
        // Most accounts keep all: no lock is taken for them.
        guard try hasStoredRules(account) else { return 0 }
        var pruned = 0
        _ = try ledger.writing.change(call) { reader in
            let pruning = try Pruning(byStoredRulesOf: account, folder: nil, leavingHeld: true, reader)
            pruned = pruning.pruned
            return try pruning.proposal(reader, call)
        }
        return pruned
    }

    /// Whether an account or one of its folders has a rule of its own.
    package func hasStoredRules(_ account: String) throws -> Bool {
        try ledger.read { try !$0.storedRules(account: account, folder: nil).isEmpty }
    }

    /// Counts the messages that ``pruneByStoredRules(of:_:)`` will take, once an import has left some mail as foreseen.
    package func countPruned(
        byStoredRulesOf account: String, foreseeing foresee: (LedgerReader) throws -> [ForeseenMessage]
    ) throws -> Int {
        try ledger.read { reader in
            try Pruning(
                byStoredRulesOf: account, folder: nil, leavingHeld: true, foreseeing: foresee(reader), reader
            ).pruned
        }
    }
}

/// The messages that rules of retention remove, gathered by the places in which they count.
///
/// Each account is counted by itself, and an account below its limit loses nothing. Dates are those that lists show.
/// With a folder, only messages directly in it count; a message that is in another folder, too, leaves this one and
/// stays there.
package struct Pruning {
    private let leavesHeld: Bool
    package private(set) var places: [PrunedPlace] = []
    /// Messages that count as they will be.
    private let foreseen: [ForeseenMessage]
    /// The rules in words.
    private let reason: String
    /// The oldest of the first rule first.
    private var order: [StreamID] = []
    private var scopes: [StreamID: [PruneMessages.Scope]] = [:]

    /// Follows one rule.
    ///
    /// - Throws: ``DomainError`` for an account or a folder that is not there, or a negative count.
    package init(by rule: Retention, account: String?, folder: String?, _ reader: LedgerReader) throws {
        if case .newest(let count) = rule, count < 0 {
            throw DomainError.invalid(field: "keep", reason: "a number that is not negative is needed")
        }
        let rules = try reader.places(account: account, folder: folder).map { account, folder in
            RetentionScope(rule, account: account, folder: folder)
        }
        try self.init(rules, because: rule.description, leavesHeld: false, reader)
    }

    /// Applies the own rules of accounts and folders (`keep_newest`, `keep_for`).
    ///
    /// The nearest rule counts: a folder's for the folder and those below it without their own, and the account's for
    /// all other folders. So a message in two such folders stays in the one whose rule keeps it. The start of a period
    /// is computed on the calendar in UTC from the environment's clock, and recorded in each event.
    ///
    /// - Parameters:
    ///   - folder: A folder whose rule alone is applied.
    ///   - leavingHeld: Whether to skip mail under a hold; otherwise it is refused as a whole.
    ///   - foreseen: Messages of the one account that count as they will be, to count only.
    package init(
        byStoredRulesOf account: String?, folder: String?, leavingHeld: Bool,
        foreseeing foreseen: [ForeseenMessage] = [], _ reader: LedgerReader
    ) throws {
        let rules = try reader.storedRules(account: account, folder: folder)
        try self.init(
            rules, because: Self.words(of: rules), leavesHeld: leavingHeld, foreseeing: foreseen, reader)
    }

    private init(
        _ rules: [RetentionScope], because reason: String, leavesHeld: Bool,
        foreseeing foreseen: [ForeseenMessage] = [], _ reader: LedgerReader
    ) throws {
        self.leavesHeld = leavesHeld
        self.reason = reason
        self.foreseen = foreseen
        for rule in rules { try take(rule, reader) }
    }

    /// The number of messages that go; one in two places counts in both.
    package var pruned: Int { places.reduce(0) { $0 + $1.pruned } }

    /// Each rule that bounds something, once, and of many the first ones.
    private static func words(of rules: [RetentionScope]) -> String {
        var words: [String] = []
        for rule in rules where rule.isBound && !words.contains(rule.words) { words.append(rule.words) }
        if words.count > 3 { words[2...] = ["and \(words.count - 2) more rules"] }
        return words.joined(separator: "; ")
    }

    private mutating func take(_ rule: RetentionScope, _ reader: LedgerReader) throws {
        let query = MessagesQuery(on: reader.connection)
        var taken = try rule.taken(query, foreseeing: foreseen)
        if leavesHeld, !taken.isEmpty {
            let held = try HoldGuard(reader).covered(among: Set(taken.map(\.message)))
                .union(foreseen.filter(\.isHeld).map(\.message.stream))
            taken.removeAll { held.contains($0.message) }
        }
        for (message, pruningRule) in taken {
            if scopes[message] == nil { order.append(message) }
            scopes[message, default: []].append(PruneMessages.Scope(folders: rule.folders, rule: pruningRule))
        }
        places.append(
            PrunedPlace(
                account: rule.account.address, folder: rule.folder?.path, rule: rule.words,
                messages: try query.count(in: rule.place), pruned: taken.count))
    }

    /// The events that take the messages away; the rule comes before the reason that is given.
    package func proposal(_ reader: LedgerReader, _ call: CommandCall) throws -> Proposal {
        Proposal(try events(reader), reason: call.reason.map { "\(reason): \($0)" } ?? reason)
    }

    private func events(_ reader: LedgerReader) throws -> [ProposedEvent] {
        let states = try MessageStates(on: reader.connection)
        let command = PruneMessages(live: Set(try reader.folders().map(\.id)))
        return try order.flatMap { stream in
            try states.state(of: stream).map { command.decide($0, scopes[stream, default: []]) } ?? []
        }
    }
}

extension LedgerReader {
    /// The rules of accounts and their folders, or of one folder; none if there are no rules.
    func storedRules(account: String?, folder: String?) throws -> [RetentionScope] {
        try places(account: account, folder: folder).flatMap { account, folder in
            try RetentionScope.stored(of: account, folders(of: account.stream), at: environment.log.now)
                .filter { folder == nil || $0.folder?.id == folder?.id }
        }
    }

    /// The requested accounts, each with its folder of the given name, if any.
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
