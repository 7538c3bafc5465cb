package import SQLite

/// How the first page of a folder tree, a label, a thread or a search is found.
extension MessagesQuery {
    /// Chooses between gathering all that a filter takes and walking the messages by date until a page is full.
    ///
    /// To gather costs as many steps as there are matches; to walk, the page times all messages over the matches. They are
    /// equal at the root of page times messages, and the sooner one never takes more steps than that. Of two things that
    /// are each in many messages there may be none that have both: then all are gathered.
    ///
    /// Before that the page of words that are not rare is looked for among the latest messages, or the earliest: that costs the
    /// same in a mailbox of any size, where messages were recorded about in the order of their dates.
    ///
    /// - Parameter condition: Compiles the filter as a membership test has it.
    package func membership(
        for filter: ResolvedFilter, page: Int, order: ListOrder, _ condition: (MembershipTest) throws -> SQL
    ) throws -> MembershipTest {
        guard let part = filter.membership else { return .gathered }
        let messages = try countOfMessages()
        // A page that is large beside the mailbox is no matter of the latest.
        if case .fullText(let words) = part, page < Int(messages) / 8 {
            // To gather fewer costs less than to look through the latest for a page of them.
            let few = Self.costOfWindow * page
            guard let span = try span(of: few, with: words, order) else { return .gathered }
            if try count("SELECT 1 FROM search.alias", upTo: Self.fewAliases) < Self.fewAliases {
                let window = try window(
                    page: page, order: order, startingWith: span * Int64(page) / Int64(few),
                    hits: { try count($0.documents(with: words), upTo: $1) },
                    found: { window in
                        let live: SQL = "message WHERE \(Self.live) AND \(try condition(.gatheredWithin(window)))"
                        return try count("SELECT 1 FROM \(live)", upTo: page)
                    })
                if let window { return .gatheredWithin(window) }
            }
        }
        return try walkingOrGathering(part, page: page, messages: messages)
    }

    /// Chooses likewise for a page of threads: `gathered` begins with the messages, the others walk the threads by date.
    ///
    /// Threads have no window: one is as late as its latest message, and it may be an early one that the filter takes. To gather
    /// the numbers of what has words costs little, as the messages themselves are not read: so a walk asks for words one by
    /// one only where most messages have them.
    package func membershipOfThreads(for filter: ResolvedFilter, page: Int) throws -> MembershipTest {
        guard let part = filter.membership else { return .probed }
        // However many messages it has, it is one.
        if case .thread = part { return .gathered }
        let messages = try countOfMessages()
        let few = Int((messages * Double(page)).squareRoot())
        guard try count(part, upTo: few) >= few else { return .gathered }
        guard part.isText else { return .probed }
        let many = Int((messages * Double(page) * Self.costOfWords * Self.numbersForOneMessage).squareRoot())
        return try isFrequent(part, many) ? .probedForWords : .probed
    }

    private func walkingOrGathering(_ part: ResolvedFilter, page: Int, messages: Double) throws -> MembershipTest {
        let bound = Int((messages * Double(page) * (part.isText ? Self.costOfWords : 1)).squareRoot())
        if part.isText { return try isFrequent(part, bound) ? .probedForWords : .gathered }
        return try count(part, upTo: bound) >= bound ? .probed : .gathered
    }

    /// Whether so many messages have words that they are asked for one by one.
    private func isFrequent(_ words: ResolvedFilter, _ bound: Int) throws -> Bool {
        // Messages whose text another one brought are asked for one by one, whatever the page.
        try count(words, upTo: bound) >= bound
            && count("SELECT 1 FROM search.alias", upTo: Self.fewAliases) < Self.fewAliases
    }

    /// Between which numbers so many documents with words lie, at the end of the mailbox where a list begins; nil where there are
    /// fewer.
    private func span(of count: Int, with words: String, _ order: ListOrder) throws -> Int64? {
        let found = try connection.first(
            """
            SELECT count(*), max(number) - min(number) + 1 FROM (SELECT rowid AS number FROM search.text
                WHERE text MATCH \(bind: words) ORDER BY rowid \(order.direction) LIMIT \(bind: count)) AS counted
            """
        ) { (count: Int($0.integer(0)), span: $0.optionalInteger(1)) }
        guard let found, found.count == count else { return nil }
        return found.span
    }

    private func countOfMessages() throws -> Double {
        try connection.first("SELECT total(total) FROM account_count") { $0.real(0) } ?? 0
    }

    /// To ask the full text for one message costs so many times what one more match costs when all are gathered: it looks the
    /// words up in each of its segments.
    private static let costOfWords = 50.0
    /// So many numbers are gathered from the full text in the time that one message is read in.
    private static let numbersForOneMessage = 8.0

    /// To find the window of a page costs what it costs to gather so many pages.
    private static let costOfWindow = 4
    /// Fewer messages whose text another one brought are asked for one by one.
    private static let fewAliases = 50

    private func count(_ part: ResolvedFilter, upTo bound: Int) throws -> Int {
        switch part {
        case .keyword(let name): return try count("SELECT 1 FROM keyword WHERE name = \(bind: name)", upTo: bound)
        case .thread(let thread):
            return try count("SELECT 1 FROM thread_member WHERE thread = \(bind: thread)", upTo: bound)
        case .hasLabel:
            return try count("SELECT 1 FROM keyword WHERE name < '$' OR name >= '%'", upTo: bound)
        case .fullText(let words):
            return try count("SELECT 1 FROM search.text WHERE text MATCH \(bind: words)", upTo: bound)
        case .folders(let folders):
            var found = 0
            for folder in folders where found < bound {
                found += try count("SELECT 1 FROM copy WHERE folder = \(bind: folder) AND is_live", upTo: bound)
            }
            return found
        default: return 0
        }
    }

    private func count(_ rows: SQL, upTo bound: Int) throws -> Int {
        try connection.first("SELECT count(*) FROM (\(rows) LIMIT \(bind: bound)) AS counted") { Int($0.integer(0)) }
            ?? 0
    }
}

extension ResolvedFilter {
    fileprivate var isText: Bool {
        if case .fullText = self { true } else { false }
    }

    /// The one folder tree, label, thread or text that is asked for, beside states and accounts; nil where there is none or more.
    fileprivate var membership: ResolvedFilter? {
        let parts = if case .and(let parts) = self { parts } else { [self] }
        var words: [String] = []
        var memberships: [ResolvedFilter] = []
        for part in parts {
            switch part {
            case .all, .state, .accounts: continue
            case .fullText(let expression): words.append(expression)
            case .keyword, .hasLabel, .folders, .thread: memberships.append(part)
            default: return nil
            }
        }
        if !words.isEmpty { memberships.append(.fullText(words.joined(separator: " AND "))) }
        return memberships.count == 1 ? memberships[0] : nil
    }
}
