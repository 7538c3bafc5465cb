internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections
internal import QueryLanguage

/// A rule of retention and where it counts.
struct RetentionScope {
    let account: AccountRow
    /// The folder whose rule it is, or that a command is for; nil for an account.
    let folder: FolderRow?
    let place: RetentionPlace
    /// The folders from which messages are removed; nil for the whole account.
    let folders: Set<FolderID>?
    let origin: PruningRule.Origin
    /// The number of messages that stay, the newest.
    let newest: Int?
    /// Since when messages stay.
    let since: Timestamp?
    /// The period from which that time was computed.
    let period: RetentionPeriod?
    /// The rule in words.
    let words: String

    /// Whether it takes anything at all.
    var isBound: Bool { newest != nil || since != nil }

    /// A rule of a command, for an account, or for messages directly in a folder.
    init(_ rule: Retention, account: AccountRow, folder: FolderRow?) {
        self.account = account
        self.folder = folder
        place = folder.map { .folders([$0.stream]) } ?? .account(account.stream)
        folders = folder.map { [$0.id] }
        origin = .command
        switch rule {
        case .newest(let count): (newest, since) = (count, nil)
        case .since(let time): (newest, since) = (nil, time)
        }
        period = nil
        words = rule.description
    }

    /// A rule of an account or of a folder as it counts at a time.
    private init(
        _ rule: RetentionRule, of account: AccountRow, _ folder: FolderRow?, place: RetentionPlace,
        folders: Set<FolderID>?, at time: Timestamp
    ) {
        self.account = account
        self.folder = folder
        self.place = place
        self.folders = folders
        origin = folder == nil ? .account : .folder
        newest = rule.newest
        since = rule.period?.start(before: time)
        period = rule.period
        words = rule.description
    }

    /// The rules of an account and its folders, the folders' first, in the order of the tree.
    ///
    /// Each folder's rule applies to it and to those below it, down to the next with a rule of its own; the account's
    /// rule applies to all other folders.
    static func stored(
        of account: AccountRow, _ rows: [FolderRow], at time: () -> Timestamp
    ) -> [RetentionScope] {
        let rules = rows.filter { $0.settings.retention != nil }
        guard !rules.isEmpty || account.retention != nil else { return [] }
        let time = time()
        let parents = Dictionary(rows.map { ($0.id, $0.parent) }) { first, _ in first }
        let ruling = Set(rules.map(\.id))
        var covered: [FolderID: [FolderRow]] = [:]
        for row in rows {
            var holder: FolderID? = row.id
            while let id = holder, !ruling.contains(id) { holder = parents[id] ?? nil }
            if let holder { covered[holder, default: []].append(row) }
        }
        var placed = rules.compactMap { row in
            row.settings.retention.map { rule in
                let folders = covered[row.id, default: []]
                return RetentionScope(
                    rule, of: account, row, place: .folders(folders.map(\.stream)), folders: Set(folders.map(\.id)),
                    at: time)
            }
        }
        if let rule = account.retention {
            let place = RetentionPlace.account(account.stream, except: covered.values.joined().map(\.stream).sorted())
            placed.append(RetentionScope(rule, of: account, nil, place: place, folders: nil, at: time))
        }
        return placed
    }

    /// Finds the messages that the rule removes from its place, the oldest first, each with the part of the rule that
    /// applies.
    ///
    /// - Parameter foreseen: Messages that count as they will be.
    func taken(
        _ query: MessagesQuery, foreseeing foreseen: [ForeseenMessage]
    ) throws -> [(message: StreamID, rule: PruningRule)] {
        let (beyond, older) = try ends(query, foreseen)
        // Both are ends of one list: the longer has all that either has.
        let all = beyond.count > older.count ? beyond : older
        return all.reversed().enumerated().map { index, message in
            let isBeyond = index < beyond.count
            let isOlder = index < older.count
            return (
                message.stream,
                PruningRule(
                    origin: origin, folder: folder?.id, keepNewest: isBeyond ? newest : nil,
                    keepFor: isOlder ? period : nil, before: isOlder ? since : nil)
            )
        }
    }
}

extension RetentionScope {
    /// The messages of the place behind the newest ones that stay, and those that are too old; the latest first.
    private func ends(
        _ query: MessagesQuery, _ foreseen: [ForeseenMessage]
    ) throws -> (beyond: [DatedMessage], older: [DatedMessage]) {
        guard !foreseen.isEmpty else {
            return (
                try newest.map { try query.messages(in: place, offset: $0) } ?? [],
                try since.map { try query.messages(in: place, before: $0) } ?? []
            )
        }
        guard isBound else { return ([], []) }
        let known = Set(foreseen.map(\.message.stream))
        let coming = foreseen.filter { $0.lies(in: place) }.map(\.message)
        let all = (try query.messages(in: place).filter { !known.contains($0.stream) } + coming).sorted {
            ($0.date, $0.stream) > ($1.date, $1.stream)
        }
        return (
            newest.map { Array(all.dropFirst($0)) } ?? [], since.map { since in all.filter { $0.date < since } } ?? []
        )
    }
}

extension AccountRow {
    /// The rule of its own by which it is pruned.
    var retention: RetentionRule? { RetentionRule(newest: keepNewest, period: keepFor) }
}

extension RetentionPeriod {
    /// The beginning of the first day that is kept at a time, by the calendar and in UTC; nil if all days are.
    ///
    /// So the seven years before 2026-11-22 begin with 2019-11-22, and those before 29 February with the 28th where there
    /// is no 29th.
    func start(before time: Timestamp) -> Timestamp? {
        let calendar = LocalCalendar { _ in 0 }
        let today = calendar.day(at: time.microseconds.floored(by: 1_000_000))
        let day: CivilDate
        switch self {
        case .forever: return nil
        case .last(let count, .day): day = today.adding(days: -Int64(count))
        case .last(let count, .week): day = today.adding(days: -7 * Int64(count))
        case .last(let count, .month): day = today.adding(months: -Int64(count))
        case .last(let count, .year): day = today.adding(months: -12 * Int64(count))
        }
        return Timestamp(microseconds: calendar.moment(of: day) * 1_000_000)
    }
}
