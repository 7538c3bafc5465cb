/// SEARCH (RFC 9051 section 6.4.4) and its keys.
extension CommandParser {
    mutating func search(isByUID: Bool) throws(Stop) -> SearchRequest {
        let results = try searchResults()
        var charset: String?
        if lexer.take(word: "CHARSET") {
            try lexer.space()
            charset = try lexer.charset()
            try lexer.space()
        }
        return SearchRequest(isByUID: isByUID, results: results, charset: charset, key: try searchKeys())
    }

    /// `RETURN (…)` and the space behind it (RFC 4731, RFC 5182); nil where there is none.
    mutating func searchResults() throws(Stop) -> [SearchRequest.Result]? {
        guard lexer.take(word: "RETURN") else { return nil }
        try lexer.space()
        let results = try list(allowsEmpty: true) { (parser) throws(Stop) -> SearchRequest.Result in
            switch parser.lexer.word() {
            case "MIN": return .min
            case "MAX": return .max
            case "ALL": return .all
            case "COUNT": return .count
            case "SAVE": return .save
            default: throw .bad("Unknown result option")
            }
        }
        try lexer.space()
        return results
    }

    /// Where a key is: within how many lists, and within how many NOTs and ORs that alternate.
    struct SearchDepth {
        var lists = 0
        var operators = 0

        var inList: SearchDepth { SearchDepth(lists: lists + 1, operators: operators) }
        var inOperator: SearchDepth { SearchDepth(lists: lists, operators: operators + 1) }
    }

    /// One key or more, all of which a message must satisfy.
    mutating func searchKeys(_ depth: SearchDepth = SearchDepth()) throws(Stop) -> SearchKey {
        var keys: [SearchKey] = []
        repeat {
            keys.append(try searchKey(depth))
        } while lexer.takeSeparator()
        return keys.count == 1 ? keys[0] : .and(keys)
    }

    private mutating func searchKey(_ depth: SearchDepth) throws(Stop) -> SearchKey {
        try term()
        guard depth.lists <= self.depth, depth.operators <= self.depth else {
            throw .bad("The search is nested too deeply")
        }
        if lexer.take("(") {
            let keys = try searchKeys(depth.inList)
            try lexer.expect(")")
            return keys
        }
        if lexer.isAt("*") || lexer.isAt("$") || lexer.peek?.isDigit == true {
            return .numbers(try lexer.sequenceSet())
        }
        let name = lexer.word()
        switch name {
        case "NOT": return try negation(depth)
        case "OR": return try alternatives(depth)
        default: break
        }
        if let key = Self.simpleKeys[name] { return key }
        guard Self.keysWithArguments.contains(name) else { throw .bad("Unknown search key") }
        try lexer.space()
        return try keyWithArgument(name)
    }

    /// NOT NOT is read in a loop, and two of them are none: else a line of them would be a tower of calls.
    private mutating func negation(_ depth: SearchDepth) throws(Stop) -> SearchKey {
        var isNegated = true
        try lexer.space()
        while lexer.take(word: "NOT") {
            try term()
            isNegated.toggle()
            try lexer.space()
        }
        let key = try searchKey(depth.inOperator)
        return isNegated ? .not(key) : key
    }

    /// The operands of OR and of those within it, as a tree of least depth.
    ///
    /// Clients write a hundred alternatives as a chain, and its evaluation should not need a hundred nested calls.
    private mutating func alternatives(_ depth: SearchDepth) throws(Stop) -> SearchKey {
        var operands: [SearchKey] = []
        var missing = 2
        while missing > 0 {
            try lexer.space()
            if lexer.take(word: "OR") {
                try term()
                missing += 1
            } else {
                operands.append(try searchKey(depth.inOperator))
                missing -= 1
            }
        }
        return Self.balanced(operands[...])
    }

    private static func balanced(_ operands: ArraySlice<SearchKey>) -> SearchKey {
        guard operands.count > 1 else { return operands.first ?? .and([]) }
        let middle = operands.startIndex + operands.count / 2
        return .or(balanced(operands[..<middle]), balanced(operands[middle...]))
    }

    /// The keys of one word (RFC 3501 section 6.4.4).
    private static let simpleKeys: [String: SearchKey] = [
        "ALL": .and([]), "OLD": .not(.flag(.recent)), "RECENT": .flag(.recent),
        "NEW": .and([.flag(.recent), .not(.flag(.seen))]),
        "ANSWERED": .flag(.answered), "DELETED": .flag(.deleted), "DRAFT": .flag(.draft), "FLAGGED": .flag(.flagged),
        "SEEN": .flag(.seen),
        "UNANSWERED": .not(.flag(.answered)), "UNDELETED": .not(.flag(.deleted)), "UNDRAFT": .not(.flag(.draft)),
        "UNFLAGGED": .not(.flag(.flagged)), "UNSEEN": .not(.flag(.seen)), "SAVEDATESUPPORTED": .savedDateSupported,
    ]

    private static let keysWithArguments: Set<String> = [
        "BCC", "CC", "FROM", "SUBJECT", "TO", "BODY", "TEXT", "HEADER", "KEYWORD", "UNKEYWORD", "BEFORE", "ON", "SINCE",
        "SENTBEFORE", "SENTON", "SENTSINCE", "SAVEDBEFORE", "SAVEDON", "SAVEDSINCE", "LARGER", "SMALLER", "YOUNGER",
        "OLDER", "UID", "MODSEQ", "EMAILID", "THREADID",
    ]

    private mutating func keyWithArgument(_ name: String) throws(Stop) -> SearchKey {
        switch name {
        case "BCC": return .field(.bcc, try lexer.astring())
        case "CC": return .field(.cc, try lexer.astring())
        case "FROM": return .field(.from, try lexer.astring())
        case "SUBJECT": return .field(.subject, try lexer.astring())
        case "TO": return .field(.to, try lexer.astring())
        case "BODY": return .body(try lexer.astring())
        case "TEXT": return .text(try lexer.astring())
        case "HEADER":
            let field = String(decoding: try lexer.astring(), as: UTF8.self)
            try lexer.space()
            return .header(name: field, try lexer.astring())
        case "KEYWORD": return .flag(.keyword(try lexer.atom()))
        case "UNKEYWORD": return .not(.flag(.keyword(try lexer.atom())))
        case "LARGER": return .larger(try lexer.number(in: 0...Lexer.greatest))
        case "SMALLER": return .smaller(try lexer.number(in: 0...Lexer.greatest))
        case "YOUNGER": return .younger(seconds: UInt64(try lexer.positive()))
        case "OLDER": return .older(seconds: UInt64(try lexer.positive()))
        case "UID": return .uids(try lexer.sequenceSet())
        case "MODSEQ": return try modSeq()
        case "EMAILID": return .emailID(try lexer.objectID())
        case "THREADID": return .threadID(try lexer.objectID())
        default: return try dateKey(name)
        }
    }

    private mutating func dateKey(_ name: String) throws(Stop) -> SearchKey {
        let day = try lexer.searchDay()
        switch name {
        case "BEFORE": return .date(.internalDate, .before, day)
        case "ON": return .date(.internalDate, .on, day)
        case "SINCE": return .date(.internalDate, .since, day)
        case "SENTBEFORE": return .date(.sent, .before, day)
        case "SENTON": return .date(.sent, .on, day)
        case "SENTSINCE": return .date(.sent, .since, day)
        case "SAVEDBEFORE": return .date(.saved, .before, day)
        case "SAVEDON": return .date(.saved, .on, day)
        case "SAVEDSINCE": return .date(.saved, .since, day)
        default: throw .bad("Unknown search key")
        }
    }

    /// RFC 7162 section 3.1.5. The entry may be disregarded where all flags of a message share one mod-sequence.
    private mutating func modSeq() throws(Stop) -> SearchKey {
        if lexer.isAt("\"") {
            let entry = String(decoding: try lexer.quoted().map(\.upperCased), as: UTF8.self)
            guard entry.hasPrefix("/FLAGS/"), entry.utf8.count > 7 else { throw .bad("Unknown entry of MODSEQ") }
            try lexer.space()
            guard ["PRIV", "SHARED", "ALL"].contains(lexer.word()) else { throw .bad("Unknown entry type") }
            try lexer.space()
        }
        return .modSeq(try lexer.number(in: 0...Lexer.greatest))
    }
}
