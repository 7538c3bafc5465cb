internal import Mail
package import SQLite

/// How an expression asks whether a message is in a folder, has a keyword or has words.
package enum MembershipTest: Hashable, Sendable {
    /// Gathers the messages of the folder first: for one that is small beside the mailbox, and for counting.
    case gathered
    /// Asks for each message in turn: for the newest few of a large folder, found while walking the messages by date.
    case probed
    /// The same, and for words too: for those that many messages have.
    case probedForWords
    /// Gathers only what has the words among the latest messages, or the earliest: where these hold the page.
    case gatheredWithin(MessageWindow)
    /// Gathers only what has the words among messages with such numbers: where no others are asked about.
    case gatheredAmong(MessageNumbers)
}

extension ResolvedFilter {
    /// Compiles to a boolean expression over a row of the table `message`, never NULL, so that NOT is its contrary.
    ///
    /// It may stand beside any operator. It does not ask whether the message lives: that is the query's own condition. Copies that ended count only where all
    /// messages that ever were are asked for.
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

/// A piece of SQL, with what it takes to put it into a larger one.
///
/// SQLite 3.40 parses with a stack of 100 entries and allows expressions 1,000 operators deep (<https://www.sqlite.org/limits.html>).
/// So the deepest piece comes first, where an open parenthesis is all that waits on the stack, and long lists become balanced trees.
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

    /// Makes one full-text expression of those that stand side by side: one walk through the index instead of many.
    private static func merged(_ parts: [ResolvedFilter], _ shape: Shape) -> [ResolvedFilter] {
        var texts: [String] = []
        var others: [ResolvedFilter] = []
        for part in parts {
            if case .fullText(let text) = part { texts.append(text) } else { others.append(part) }
        }
        guard texts.count > 1 else { return parts }
        return [.fullText(texts.joined(separator: shape == .and ? " AND " : " OR "))] + others
    }

    /// Joins the two shallowest until one is left, as Huffman's tree is built: no piece sinks deeper than it must.
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
    // The lists cannot come here: an expression takes them apart first.
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
        case .plain(let filter): filter.condition(membership)
        }
    }

    private static func text(_ words: String, _ membership: MembershipTest) -> SQL {
        // One by one, for aliases are few where this is asked.
        let probedAliases: SQL = """
            SELECT message FROM search.alias WHERE since <= (SELECT position FROM main.checkpoint) AND EXISTS \
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
            return """
                message.id IN (SELECT rowid FROM search.text WHERE text MATCH \(bind: words) UNION ALL \
                SELECT message FROM search.alias WHERE since <= (SELECT position FROM main.checkpoint) AND document IN \
                (SELECT rowid FROM search.text WHERE text MATCH \(bind: words)))
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

    /// One placeholder for any number of ids, so that the text of the statement stays one of few.
    private static func set(_ ids: [Int64]) -> SQL {
        if let id = ids.first, ids.count == 1 { return "= \(bind: id)" }
        return "IN (\(SQL.rows(ids)))"
    }

    /// The date that is shown. Lists walk by the time that messages are sorted by, which is no later, and earlier only of those
    /// dated ahead: so the range is looked for in its order, from the earliest of these that are dated in it.
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

    /// NULL lies in no range, even an open one.
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
