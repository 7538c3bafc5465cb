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
    private let memory: JMAPMemory
    /// The mailbox of which it has all emails; nil for another filter.
    private let mailbox: FolderID?
    /// What a place in it depends on.
    let dependence: AccountChangesQuery.Dependence
    /// Whether all words of the mail that it may have are known.
    let isWhole: Bool

    init(_ call: MethodCall, _ arguments: Arguments, _ account: AccountRow, _ reader: LedgerReader) throws {
        emails = try EmailsQuery(on: reader.connection, account: account.stream)
        (self.account, self.reader, memory) = (account, reader, call.memory)
        let asked = try arguments.object("filter")
        mailbox =
            if let asked, asked.keys == ["inMailbox"], case .string(let id)? = asked["inMailbox"] {
                JMAPID.folder(call.resolved(id))
            } else {
                nil
            }
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

    /// Counts it; for a mailbox alone, by the numbers that Mailbox/get has of it.
    func count() throws -> Int {
        if let mailbox {
            let counts = MailboxCountsQuery(on: reader.connection)
            guard let (folder, emails) = try counts.emails(in: mailbox, of: account.stream) else { return 0 }
            return collapsesThreads ? try memory.threads(of: account, reader)[folder]?.threads ?? 0 : emails
        }
        return try collapsesThreads ? emails.countThreads(matching: condition) : emails.count(matching: condition)
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
