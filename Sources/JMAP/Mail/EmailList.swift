internal import EventLog
internal import JSONCoding
internal import Mail
internal import MailLedger
internal import Projections
internal import SQLiteDatabase

/// The emails of an account that a filter takes, in an order (RFC 8621 section 4.4).
struct EmailList {
    private let emails: EmailsQuery
    private let condition: SQL
    private let order: SQL
    private let collapsesThreads: Bool
    private let budget: AnswerBudget
    private let account: AccountRow
    private let reader: LedgerReader
    /// What it has all emails of; nil for another filter.
    private let whole: WholeList?
    /// What a place in it depends on.
    let dependence: AccountChangesQuery.Dependence
    /// Whether all words of the mail that it may have are known.
    let isWhole: Bool

    init(_ call: MethodCall, _ arguments: Arguments, _ account: AccountRow, _ reader: LedgerReader) throws {
        emails = try EmailsQuery(on: reader.connection, account: account.stream)
        (self.account, self.reader) = (account, reader)
        let asked = try arguments.object("filter")
        whole = WholeList(asked ?? JSONObject(), call)
        collapsesThreads = try arguments.bool("collapseThreads")
        budget = call.budget
        var filter = EmailFilter(call, emails, reader)
        condition = "(\(try asked.map { try filter.condition($0) } ?? "TRUE"))"
        let sort = try EmailSort(arguments.comparators(), on: reader.connection)
        order = sort.sql
        let parts = [filter.dependence, sort.dependence, collapsesThreads ? .thread : .presence]
        dependence = parts.contains(.thread) ? .thread : parts.contains(.message) ? .message : .presence
        isWhole = try !filter.readsWords || reader.knowsAllWords()
    }

    /// Whether each place of it is that of an email, so that a page is read without those before it.
    var isOfEmails: Bool { !collapsesThreads }

    /// Counts it; of whole mailboxes and accounts, the numbers are kept.
    func count() throws -> Int {
        if let whole, let count = try count(whole) { return count }
        return try collapsesThreads ? emails.countThreads(matching: condition) : emails.count(matching: condition)
    }

    private func count(_ whole: WholeList) throws -> Int? {
        guard !(collapsesThreads && whole.areUnseen) else { return nil }
        let counts = MailboxCountsQuery(on: reader.connection)
        guard let mailbox = whole.mailbox else {
            return collapsesThreads ? nil : try counts.emails(of: account.stream, areUnseen: whole.areUnseen)
        }
        let found = try counts.emails(in: mailbox, of: account.stream, areUnseen: whole.areUnseen)
        guard let (folder, emails) = found else { return 0 }
        return collapsesThreads ? try counts.threads(in: folder) : emails
    }

    /// Counts those of some messages that are in it, and no other part of it.
    func count(among streams: [Int64]) throws -> Int {
        try emails.count(matching: "\(condition) AND message.id IN (\(SQL.rows(streams)))")
    }

    /// Lends a page of the list; where threads are shown as one, it is walked as far as the page's end.
    func page(
        limit: Int, offset: Int, walking walkLimit: Int, orThrow tooLong: MethodError,
        _ body: (EmailsQuery.Place) throws -> Void
    ) throws {
        guard limit > 0 else { return }
        guard collapsesThreads else {
            return try emails.forEach(matching: condition, order: order, limit: limit, offset: offset) { place in
                try body(place)
                return true
            }
        }
        var passed = 0
        try walk(limit: walkLimit, orThrow: tooLong) { place in
            if passed >= offset { try body(place) }
            passed += 1
            return passed - offset < limit
        }
    }

    /// Lends the whole list, of each thread the first message where threads are shown as one.
    ///
    /// - Parameter tooLong: What is thrown where it is longer.
    func walk(
        limit: Int, orThrow tooLong: MethodError, _ body: (EmailsQuery.Place) throws -> Bool
    ) throws {
        var threads: Set<StreamID> = []
        var count = 0
        try emails.forEach(matching: condition, order: order) { place in
            try budget.goOn()
            guard !collapsesThreads || threads.insert(place.thread).inserted else { return true }
            count += 1
            guard count <= limit else { throw tooLong }
            return try body(place)
        }
    }
}

/// All emails of an account or of a mailbox, or those of them without `$seen`.
private struct WholeList {
    private(set) var mailbox: FolderID?
    private(set) var areUnseen = false

    /// - Returns: Nil for a filter that takes others.
    init?(_ filter: JSONObject, _ call: MethodCall) {
        for key in filter.keys {
            guard case .string(let value)? = filter[key] else { return nil }
            switch key {
            case "inMailbox":
                guard let folder = JMAPID.folder(call.resolved(value)) else { return nil }
                mailbox = folder
            case "notKeyword":
                guard EmailFilter.keyword(named: value) == Keyword.seen.key else { return nil }
                areUnseen = true
            default: return nil
            }
        }
    }
}
