internal import Mail
package import SQLiteDatabase

/// The way in which an expression tests whether a message is in a folder, has a keyword or has words.
package enum MembershipTest: Hashable, Sendable {
    /// Gathers the messages of the folder first: for a small folder, and for counting.
    case gathered
    /// Tests each message in turn: for the newest few of a large folder, found while walking the messages by date.
    case probed
    /// The same, and for words, too: for words that many messages have.
    case probedForWords
    /// Gathers only matches of the words among the latest messages, or the earliest, if these contain the page.
    case gatheredWithin(MessageWindow)
    /// Gathers only matches of the words among messages with these numbers, if no others matter.
    case gatheredAmong(MessageNumbers)
}

extension ResolvedFilter {
    /// Compiles to a boolean expression over a row of the table `message`, never NULL, so that NOT negates it.
    ///
    /// It is safe beside any operator. It does not test whether the message is live: that is the query's own condition.
    /// Ended copies count only if the query covers all messages that ever existed.
    /// - Complexity: O(*n* log *n*) in the count of terms.
    package func sql(_ membership: MembershipTest = .gathered) -> SQL {
        let expression = Expression(self, isNegated: false, membership)
        let sql: SQL = expression.shape == .leaf ? expression.sql : "(\(expression.sql))"
        if case .gatheredWithin(let window) = membership {
            return "(\(sql) AND \(window.isBeforeEdge("message.sort_date")))"
        }
        return sql
    }
}

extension ResolvedFilter {
    /// The full-text expression that says all of the filter; nil if it has other conditions.
    package var words: String? {
        let merged =
            switch self {
            case .and(let parts): Expression.merged(parts, .and)
            case .or(let parts): Expression.merged(parts, .or)
            default: [self]
            }
        return if case .fullText(let text) = merged.first, merged.count == 1 { text } else { nil }
    }
}

/// A piece of SQL, with the facts that are needed to put it into a larger one.
///
/// SQLite 3.40 parses with a stack of 100 entries and allows expressions 1,000 operators deep
/// (<https://www.sqlite.org/limits.html>). So the deepest piece comes first, where only an open parenthesis waits on
/// the stack, and long lists become balanced trees.
private struct Expression {
    enum Shape { case leaf, and, or }

    var sql: SQL
    var shape: Shape
    var depth: Int

    init(_ filter: ResolvedFilter, isNegated: Bool, _ membership: MembershipTest) {
        switch filter {
        case .and(let parts): self.init(parts, isNegated ? .or : .and, isNegated: isNegated, membership)
        case .or(let parts): self.init(parts, isNegated ? .and : .or, isNegated: isNegated, membership)
        case .not(let inner): self.init(inner, isNegated: !isNegated, membership)
        default:
            let sql = filter.leaf(membership)
            self.init(sql: isNegated ? "NOT (\(sql))" : sql, shape: .leaf, depth: 1)
        }
    }

    private init(sql: SQL, shape: Shape, depth: Int) {
        self.sql = sql
        self.shape = shape
        self.depth = depth
    }

    private init(_ parts: [ResolvedFilter], _ shape: Shape, isNegated: Bool, _ membership: MembershipTest) {
        let parts = isNegated ? parts : Self.merged(parts, shape)
        let pieces = parts.map { Expression($0, isNegated: isNegated, membership) }
        if let first = pieces.first, pieces.count == 1 {
            self = first
        } else if pieces.isEmpty {
            self.init(sql: shape == .and ? "1" : "0", shape: .leaf, depth: 1)
        } else {
            self = Self.balanced(pieces, shape)
        }
    }

    /// Merges adjacent full-text expressions into one: one walk through the index instead of many.
    fileprivate static func merged(_ parts: [ResolvedFilter], _ shape: Shape) -> [ResolvedFilter] {
        var texts: [String] = []
        var others: [ResolvedFilter] = []
        for part in parts {
            if case .fullText(let text) = part { texts.append(text) } else { others.append(part) }
        }
        guard texts.count > 1 else { return parts }
        return [.fullText(texts.joined(separator: shape == .and ? " AND " : " OR "))] + others
    }

    /// Joins the two shallowest pieces until one is left, as Huffman's tree is built, so that no piece is deeper than
    /// necessary.
    private static func balanced(_ pieces: [Expression], _ shape: Shape) -> Expression {
        if pieces.count <= 16, pieces.allSatisfy({ $0.depth <= 2 }) {
            let sql = pieces.map { $0.operand(of: shape, isFirst: false) }.joined(separator: separator(shape))
            return Expression(sql: sql, shape: shape, depth: 16)
        }
        var waiting = pieces.sorted { $0.depth < $1.depth }[...]
        var made: [Expression] = []
        var nextMade = 0
        func shallowest() -> Expression {
            if nextMade < made.count, waiting.first.map({ made[nextMade].depth < $0.depth }) ?? true {
                nextMade += 1
                return made[nextMade - 1]
            }
            return waiting.removeFirst()
        }
        for _ in 1..<pieces.count {
            let shallow = shallowest()
            let deep = shallowest()
            let sql =
                deep.operand(of: shape, isFirst: true) + separator(shape) + shallow.operand(of: shape, isFirst: false)
            made.append(Expression(sql: sql, shape: shape, depth: deep.depth + 1))
        }
        return made[made.count - 1]
    }

    private static func separator(_ shape: Shape) -> SQL {
        shape == .and ? " AND " : " OR "
    }

    /// AND binds tighter than OR, and both group from the left.
    private func operand(of outer: Shape, isFirst: Bool) -> SQL {
        switch (shape, outer) {
        case (.leaf, _), (.and, .or): sql
        case (.and, .and) where isFirst, (.or, .or) where isFirst: sql
        default: "(\(sql))"
        }
    }
}

extension ResolvedFilter {
    // Lists never arrive here: an expression takes them apart first.
    fileprivate func leaf(_ membership: MembershipTest) -> SQL {
        switch self {
        case .all, .and, .or, .not: "1"
        case .fullText(let expression): Self.text(expression, membership)
        case .part(let part): part.sql
        case .hasToldTags:
            """
            EXISTS (SELECT 1 FROM told_tags WHERE told_tags.account = message.account AND message.id <= told_tags.through)
            """
        case .folders(let folders): Self.copy(in: Self.set(folders), membership)
        case .lastFolders(let folders): Self.lastCopy(in: Self.set(folders), membership)
        case .movedTo(let folders): Self.moved(to: Self.set(folders), membership)
        case .accounts(let accounts): "message.account \(Self.set(accounts))"
        case .message(let row): "message.id = \(bind: row)"
        case .messages(let rows): "message.id \(Self.set(rows))"
        case .thread(let thread): Self.thread(thread, membership)
        case .behind(let message, let order): Self.behind(message, order, membership)
        case .plain(let filter): filter.condition(membership)
        }
    }

    private static func text(_ words: String, _ membership: MembershipTest) -> SQL {
        // One by one, because this case has few aliases.
        let probedAliases: SQL = """
            SELECT message FROM search.alias WHERE since <= (SELECT position FROM checkpoint) AND EXISTS \
            (SELECT 1 FROM search.text WHERE text MATCH \(bind: words) AND rowid = alias.document)
            """
        switch membership {
        case .probedForWords:
            return """
                (EXISTS (SELECT 1 FROM search.text WHERE text MATCH \(bind: words) AND rowid = message.id) OR message.id IN \
                (\(probedAliases)))
                """
        case .gatheredWithin(let window):
            return text(words, .gatheredAmong(window.numbers))
        case .gatheredAmong(let numbers):
            return "message.id IN (\(numbers.documents(with: words)) UNION ALL \(probedAliases))"
        case .gathered, .probed:
            // Without aliases, SQLite would gather the matches of a common word once more for nothing.
            return """
                message.id IN (SELECT rowid FROM search.text WHERE text MATCH \(bind: words) UNION ALL \
                SELECT message FROM search.alias WHERE since <= (SELECT position FROM checkpoint) AND document IN \
                (SELECT rowid FROM search.text WHERE text MATCH \(bind: words) AND EXISTS (SELECT 1 FROM search.alias)))
                """
        }
    }

    private static func copy(in folders: SQL, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered:
            "message.id IN (SELECT message FROM copy WHERE folder \(folders) AND is_live = 1)"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong:
            """
            EXISTS (SELECT 1 FROM copy WHERE copy.message = message.id AND copy.folder \(folders) AND copy.is_live = 1)
            """
        }
    }

    private static func lastCopy(in folders: SQL, _ membership: MembershipTest) -> SQL {
        let isLast: SQL = """
            EXISTS (SELECT 1 FROM copy
                WHERE copy.message = message.id AND copy.folder \(folders) AND \(MessageRange.isLastCopy))
            """
        switch membership {
        case .gathered: return "(message.id IN (SELECT message FROM copy WHERE folder \(folders)) AND \(isLast))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong: return isLast
        }
    }

    private static func moved(to folders: SQL, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered:
            "message.id IN (SELECT message FROM moved WHERE folder \(folders))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong:
            "EXISTS (SELECT 1 FROM moved WHERE moved.folder \(folders) AND moved.message = message.id)"
        }
    }

    private static func thread(_ thread: Int64, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered:
            "message.id IN (SELECT message FROM thread_member WHERE thread = \(bind: thread))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong:
            "(SELECT thread FROM thread_member WHERE thread_member.message = message.id) IS \(bind: thread)"
        }
    }

    private static func behind(_ message: DatedMessage, _ order: ListOrder, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered, .probed, .probedForWords: order.isBehind(message, date: "message.sort_date", id: "message.id")
        // Nothing is walked by date there: see the edge of a window.
        case .gatheredWithin, .gatheredAmong: order.isBehind(message, date: "+message.sort_date", id: "message.id")
        }
    }

    static func keyword(where condition: SQL, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered:
            "message.id IN (SELECT message FROM keyword WHERE \(condition))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong:
            "EXISTS (SELECT 1 FROM keyword WHERE keyword.message = message.id AND \(condition))"
        }
    }

    static func claim(_ test: ClaimTest, _ membership: MembershipTest) -> SQL {
        switch membership {
        case .gathered:
            "message.id IN (SELECT message FROM classification WHERE \(test.sql))"
        case .probed, .probedForWords, .gatheredWithin, .gatheredAmong:
            "EXISTS (SELECT 1 FROM classification WHERE classification.message = message.id AND \(test.sql))"
        }
    }

    /// Uses one placeholder for any number of ids, so that the statement has only a few different texts.
    private static func set(_ ids: [Int64]) -> SQL {
        if let id = ids.first, ids.count == 1 { return "= \(bind: id)" }
        return "IN (\(SQL.rows(ids)))"
    }

    /// Tests the displayed date, using the order of sort times in which lists walk.
    ///
    /// The sort time is never later than the displayed date, and is earlier only if the message is dated ahead. So the
    /// range starts at the earliest sort time of the messages dated ahead into it.
    static func dated(_ bounds: Bounds) -> SQL {
        let shown: SQL = "ifnull(message.date, message.received)"
        let isDated = range(shown, bounds)
        let until: SQL = bounds.upper.map { " AND message.sort_date < \(bind: $0)" } ?? ""
        guard let lower = bounds.lower else { return "(\(isDated)\(until))" }
        let ahead: SQL = """
            (SELECT min(ahead.sort_date) FROM message AS ahead INDEXED BY message_dated_ahead
                WHERE ifnull(ahead.date, ahead.received) > ahead.sort_date
                    AND \(range("ifnull(ahead.date, ahead.received)", bounds)))
            """
        return "(\(isDated)\(until) AND message.sort_date >= min(\(bind: lower), ifnull(\(ahead), \(bind: lower))))"
    }

    /// NULL is in no range, even an unlimited one.
    static func range(_ column: SQL, _ bounds: Bounds) -> SQL {
        switch (bounds.lower, bounds.upper) {
        case (nil, nil): "\(column) IS NOT NULL"
        case (let lower?, nil): "(\(column) IS NOT NULL AND \(column) >= \(bind: lower))"
        case (nil, let upper?): "(\(column) IS NOT NULL AND \(column) < \(bind: upper))"
        case (let lower?, let upper?):
            "(\(column) IS NOT NULL AND \(column) >= \(bind: lower) AND \(column) < \(bind: upper))"
        }
    }
}
