package import SQLiteDatabase

/// The strategies for finding the first page of a folder tree, a label, a thread or a search.
extension MessagesQuery {
    /// Chooses between gathering all matches of a filter and walking the messages by date until a page is full.
    ///
    /// Gathering takes as many steps as there are matches; walking takes the page times all messages over the matches.
    /// They are equal at the root of page times messages, and the cheaper one never takes more steps than that. If two
    /// conditions each match many messages, possibly none matches both: then all are gathered.
    ///
    /// For words that are not rare it first searches the latest messages, or the earliest. That costs the same in a
    /// mailbox of any size, if messages were recorded roughly in the order of their dates.
    ///
    /// - Parameter condition: Compiles the filter with a membership test.
    package func membership(
        for filter: ResolvedFilter, _ range: MessageRange, page: Int, order: ListOrder,
        _ condition: (MembershipTest) throws -> SQL
    ) throws -> MembershipTest {
        guard let part = filter.membership else { return .gathered }
        guard range == .live else { return try walkingOrGathering(part, page: page, messages: countOfEver()) }
        let messages = try countOfMessages()
        if case .fullText(let words) = part {
            let search = try window(of: words, page: page, of: .messages, among: messages, order) { window in
                let live: SQL = "message WHERE \(Self.live) AND \(try condition(.gatheredWithin(window)))"
                return try count("SELECT 1 FROM \(live)", upTo: page)
            }
            switch search {
            case .rareWords: return .gathered
            case .window(let window): return .gatheredWithin(window)
            case .none: break
            }
        }
        return try walkingOrGathering(part, page: page, messages: messages)
    }

    private func walkingOrGathering(_ part: ResolvedFilter, page: Int, messages: Double) throws -> MembershipTest {
        if part.isText {
            return try isFrequent(part, Self.mostGathered(page, of: messages)) ? .probedForWords : .gathered
        }
        let bound = Int((messages * Double(page)).squareRoot())
        return try count(part, upTo: bound) >= bound ? .probed : .gathered
    }

    /// The number of matches of the words up to which all are gathered to find a page; beyond it messages are tested
    /// one by one.
    static func mostGathered(_ page: Int, of messages: Double) -> Int {
        Int((messages * Double(page) * costOfWords).squareRoot())
    }

    /// Whether at least `bound` messages have the words, so that messages are tested one by one.
    func isFrequent(_ words: ResolvedFilter, _ bound: Int) throws -> Bool {
        // Testing one by one includes messages that share another's text, whatever the page.
        try count(words, upTo: bound) >= bound && hasFewAliases()
    }

    func hasFewAliases() throws -> Bool {
        try count("SELECT 1 FROM search.alias", upTo: Self.fewAliases) < Self.fewAliases
    }

    func countOfMessages() throws -> Double {
        try connection.first("SELECT total(total) FROM account_count") { try $0.next() } ?? 0
    }

    private func countOfEver() throws -> Double {
        try connection.first("SELECT count(*) FROM message") { try $0.next() } ?? 0
    }

    /// The cost of testing one message in the full text, compared with one more match when all are gathered.
    ///
    /// A test looks the words up in each segment of the full text.
    static let costOfWords = 50.0
    /// The number of matches that the full text returns in the time of reading one message.
    static let numbersForOneMessage = 8.0

    /// The number of messages that share another's text below which they are tested one by one.
    private static let fewAliases = 50

    func count(_ part: ResolvedFilter, upTo bound: Int) throws -> Int {
        switch part {
        case .plain(.keyword(let name)):
            return try count("SELECT 1 FROM keyword WHERE name = \(bind: name)", upTo: bound)
        case .plain(.changed(let bounds)):
            let rows = ChangedMessages.gathered(where: ResolvedFilter.range("recorded.time", bounds))
            return try count(rows, upTo: bound)
        case .plain(.added(let bounds)):
            return try count(
                ChangedMessages.arrivals(where: ResolvedFilter.range("recorded.time", bounds)), upTo: bound)
        case .plain(.changedBy(let actor)):
            return try count(ChangedMessages.gathered(where: ChangedMessages.isBy(actor)), upTo: bound)
        case .thread(let thread):
            return try count("SELECT 1 FROM thread_member WHERE thread = \(bind: thread)", upTo: bound)
        case .plain(.hasLabel):
            return try count("SELECT 1 FROM keyword WHERE name < '$' OR name >= '%'", upTo: bound)
        case .fullText(let words):
            return try count("SELECT 1 FROM search.text WHERE text MATCH \(bind: words)", upTo: bound)
        case .folders(let folders):
            return try count(in: folders, upTo: bound) { "SELECT 1 FROM copy WHERE folder = \(bind: $0) AND is_live" }
        case .lastFolders(let folders):
            return try count(in: folders, upTo: bound) { "SELECT 1 FROM copy WHERE folder = \(bind: $0)" }
        case .movedTo(let folders):
            return try count(in: folders, upTo: bound) { "SELECT 1 FROM moved WHERE folder = \(bind: $0)" }
        default: return 0
        }
    }

    private func count(in folders: [Int64], upTo bound: Int, _ rows: (Int64) -> SQL) throws -> Int {
        var found = 0
        for folder in folders where found < bound { found += try count(rows(folder), upTo: bound) }
        return found
    }

    func count(_ rows: SQL, upTo bound: Int) throws -> Int {
        try connection.first("SELECT count(*) FROM (\(rows) LIMIT \(bind: bound)) AS counted") { try $0.next() }
            ?? 0
    }
}

extension ResolvedFilter {
    var isText: Bool {
        if case .fullText = self { true } else { false }
    }

    /// Whether it selects only deleted messages, which have indexes of their own.
    package var asksForDeleted: Bool {
        let parts = if case .and(let parts) = self { parts } else { [self] }
        return parts.contains(.plain(.liveness(.deleted)))
    }

    /// The one folder tree, label, thread or text in the filter, beside states and accounts; nil if there is none or
    /// more.
    var membership: ResolvedFilter? {
        let parts = if case .and(let parts) = self { parts } else { [self] }
        var words: [String] = []
        var memberships: [ResolvedFilter] = []
        for part in parts {
            switch part {
            case .all, .plain(.state), .plain(.liveness(.any)), .accounts, .behind: continue
            case .fullText(let expression): words.append(expression)
            case .plain(.keyword), .plain(.hasLabel), .plain(.added), .plain(.changed), .plain(.changedBy), .folders,
                .lastFolders, .movedTo, .thread:
                memberships.append(part)
            default: return nil
            }
        }
        if !words.isEmpty { memberships.append(.fullText(words.joined(separator: " AND "))) }
        return memberships.count == 1 ? memberships[0] : nil
    }
}
