/// SORT and THREAD (RFC 5256 section 5, RFC 5267).
extension CommandParser {
    mutating func sort(isByUID: Bool) throws(Stop) -> SortRequest {
        let results = try searchResults()
        let criteria = try list { (parser) throws(Stop) in try parser.sortCriterion() }
        try lexer.space()
        let charset = try lexer.charset()
        try lexer.space()
        return SortRequest(
            isByUID: isByUID, results: results, criteria: criteria, charset: charset, key: try searchKeys())
    }

    private mutating func sortCriterion() throws(Stop) -> SortRequest.Criterion {
        let isReversed = lexer.take(word: "REVERSE")
        if isReversed { try lexer.space() }
        guard let key = SortRequest.Key(rawValue: lexer.word()) else { throw .bad("Unknown sort key") }
        return SortRequest.Criterion(key, isReversed: isReversed)
    }

    mutating func thread(isByUID: Bool) throws(Stop) -> ThreadRequest {
        let algorithm = String(decoding: try lexer.atom().utf8.map(\.upperCased), as: UTF8.self)
        try lexer.space()
        let charset = try lexer.charset()
        try lexer.space()
        return ThreadRequest(isByUID: isByUID, algorithm: algorithm, charset: charset, key: try searchKeys())
    }
}
