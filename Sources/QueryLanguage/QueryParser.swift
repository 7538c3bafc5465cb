import Domain
import Projections

/// Reads a query by recursive descent, straight from its characters; ``QueryHelp/grammar`` is what it reads.
struct QueryParser {
    private let query: String
    private let scalars: [Unicode.Scalar]
    let context: QueryContext
    private var position = 0
    var terms: Int
    /// The nesting level of the current term.
    private(set) var level: Int
    /// The saved queries that contain this text, the outermost first.
    let expanding: [String]
    /// Whether the fault that was thrown names the saved query that it is in.
    var hasNamedFault = false
    /// The places of bare words that may be ids, as offsets into the UTF-8.
    private(set) var wordsLikeIDs: [Range<Int>] = []
    /// The names of saved queries and the field before them, as offsets into the UTF-8, each with what stands for it.
    private(set) var savedParts: [(range: Range<Int>, text: String)] = []

    /// Parentheses, negations and saved queries inside each other.
    static let maximumDepth = 40
    static let maximumTerms = 2_000
    static let maximumLength = 100_000

    init(_ query: String, _ context: QueryContext) {
        self.init(query, context, expanding: [], level: 0, terms: 0)
    }

    init(_ query: String, _ context: QueryContext, expanding: [String], level: Int, terms: Int) {
        self.query = query
        scalars = Array(query.unicodeScalars)
        self.context = context
        self.expanding = expanding
        self.level = level
        self.terms = terms
    }

    mutating func parse() throws(QueryError) -> MessageFilter {
        guard scalars.count <= Self.maximumLength else {
            throw error(
                "a query of more than \(Self.maximumLength) characters", Self.maximumLength..<Self.maximumLength + 1)
        }
        if let fault = scalars.firstIndex(where: \.isRefusedInQueries) {
            throw error("a control character (\(Self.codePoint(scalars[fault])))", fault..<fault + 1)
        }
        skipSpace()
        guard position < scalars.count else { return .all }
        let filter = try disjunction(of: nil, depth: level)
        guard position == scalars.count else {
            throw error("a closing parenthesis without an opening one", position..<position + 1)
        }
        return filter.canonical
    }

    // MARK: Operators

    private enum Operator: String {
        case and, or, not
    }

    /// Terms joined by `or`; stops at the end or before a closing parenthesis.
    private mutating func disjunction(of field: QueryField?, depth: Int) throws(QueryError) -> MessageFilter {
        var alternatives = [try conjunction(of: field, depth: depth)]
        while let word = nextOperator(), word.kind == .or {
            position = word.range.upperBound
            try requireOperand(after: word.range, "or")
            alternatives.append(try conjunction(of: field, depth: depth))
        }
        return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
    }

    /// Terms joined by `and` or by nothing; stops at `or` too.
    private mutating func conjunction(of field: QueryField?, depth: Int) throws(QueryError) -> MessageFilter {
        var parts: [MessageFilter] = []
        while true {
            skipSpace()
            guard position < scalars.count, scalars[position] != ")" else { break }
            if let word = nextOperator(), word.kind != .not {
                guard !parts.isEmpty else {
                    throw error(
                        "\"\(word.kind)\" has nothing before it", word.range, hint: "quote it to search for the word")
                }
                guard word.kind == .and else { break }
                position = word.range.upperBound
                try requireOperand(after: word.range, "and")
            }
            parts.append(try operand(of: field, depth: depth))
        }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func requireOperand(after range: Range<Int>, _ name: String) throws(QueryError) {
        skipSpace()
        let isMissing = position == scalars.count || scalars[position] == ")"
        guard !isMissing else {
            throw error("\"\(name)\" has nothing after it", range, hint: "quote it to search for the word")
        }
        if let next = nextOperator(), next.kind != .not {
            throw error("\"\(next.kind)\" follows \"\(name)\"", next.range, hint: "quote it to search for the word")
        }
    }

    /// Reads ahead: an operator is a bare word of its own.
    private func nextOperator() -> (kind: Operator, range: Range<Int>)? {
        var end = position
        while end < scalars.count, end - position < 4, scalars[end].isASCII, scalars[end].properties.isAlphabetic {
            end += 1
        }
        guard end == scalars.count || isBoundary(end) else { return nil }
        guard let kind = Operator(rawValue: text(position..<end).lowercased()) else { return nil }
        return (kind, position..<end)
    }

    // MARK: Operands

    /// One term, negated or not; the position is on its first character.
    private mutating func operand(of field: QueryField?, depth: Int) throws(QueryError) -> MessageFilter {
        guard depth <= Self.maximumDepth else {
            throw error("nested more than \(Self.maximumDepth) deep", position..<position + 1)
        }
        level = depth
        if let word = nextOperator(), word.kind == .not {
            position = word.range.upperBound
            try requireOperand(after: word.range, "not")
            return .not(try operand(of: field, depth: depth + 1))
        }
        let start = position
        switch scalars[position] {
        case "-":
            position += 1
            guard position < scalars.count, !scalars[position].properties.isWhitespace, scalars[position] != ")" else {
                throw error(
                    "\"-\" has nothing to negate", start..<position, hint: "quote it, or write it next to a term")
            }
            if let word = nextOperator(), word.kind != .not {
                throw error(
                    "\"-\" negates the operator \"\(word.kind)\"", start..<word.range.upperBound,
                    hint: "quote the word to search for it")
            }
            return .not(try operand(of: field, depth: depth + 1))
        case "(":
            return try group(of: field, depth: depth)
        case "\"":
            return try term(field, try phrase())
        default:
            let word = bareWord()
            if let field { return try listedTerm(field, word) }
            return try namedTerm(word, depth: depth)
        }
    }

    private mutating func group(of field: QueryField?, depth: Int) throws(QueryError) -> MessageFilter {
        let open = position
        position += 1
        skipSpace()
        guard position < scalars.count else { throw error("a parenthesis that is not closed", open..<open + 1) }
        guard scalars[position] != ")" else { throw error("nothing between the parentheses", open..<position + 1) }
        let filter = try disjunction(of: field, depth: depth + 1)
        guard position < scalars.count else { throw error("a parenthesis that is not closed", open..<open + 1) }
        position += 1
        try requireBoundary(after: "a closing parenthesis")
        return filter
    }

    /// A word that may begin with the name of a field.
    private mutating func namedTerm(_ word: Range<Int>, depth: Int) throws(QueryError) -> MessageFilter {
        guard scalars[word.lowerBound] != ":" else {
            throw error(
                "a \":\" without a field before it", word.lowerBound..<word.lowerBound + 1,
                hint: "quote it to search for it")
        }
        guard let colon = nameEnd(word) else {
            try requireSeparation(after: word)
            if TypedQuery.isLikeID(scalars[word]) { wordsLikeIDs.append(offsets(of: word)) }
            return try term(nil, Value(bare: word, in: self))
        }
        let name = word.lowerBound..<colon
        guard let field = QueryField(named: text(name)) else {
            let hint = Spelling.nearest(to: text(name), among: QueryField.names.map(\.name)).map {
                "did you mean \"\($0)\"?"
            }
            throw error(
                "unknown field \(QueryFault.shown(text(name)))", name,
                hint: ForeignField.hint(for: text(name)) ?? hint ?? "quote the word to search for it as it is",
                advice: ForeignField.advice(for: text(name)))
        }
        if field == .query { savedParts.append((range: offsets(of: word.lowerBound..<colon + 1), text: "")) }
        if colon + 1 < word.upperBound {
            let value = colon + 1..<word.upperBound
            try requireSeparation(after: word)
            try refuseOperatorSign(field, value)
            return try term(field, Value(bare: value, in: self))
        }
        if position < scalars.count, scalars[position] == "\"" { return try term(field, try phrase()) }
        if position < scalars.count, scalars[position] == "(" { return try group(of: field, depth: depth) }
        throw error("\"\(field.name):\" has no value", word, hint: "write the value right after the colon")
    }

    /// A word in the list of a field.
    private mutating func listedTerm(_ field: QueryField, _ word: Range<Int>) throws(QueryError) -> MessageFilter {
        try requireSeparation(after: word)
        try refuseOperatorSign(field, word)
        return try term(field, Value(bare: word, in: self))
    }

    private func refuseOperatorSign(_ field: QueryField, _ value: Range<Int>) throws(QueryError) {
        if scalars[value.lowerBound] == "-" {
            throw error(
                "a value that begins with \"-\"", value, hint: "write -\(field.name):… to negate it, or quote the value"
            )
        }
        if let colon = nameEnd(value), let inner = QueryField(named: text(value.lowerBound..<colon)) {
            throw error(
                "the field \"\(inner.name)\" inside of \"\(field.name)\"", value.lowerBound..<colon,
                hint: "quote the value if it is meant so")
        }
    }

    /// The place of the colon in a word that begins with a letter, letters, digits, `-` or `_`, and then a colon.
    private func nameEnd(_ word: Range<Int>) -> Int? {
        guard let colon = word.first(where: { scalars[$0] == ":" }), colon > word.lowerBound else { return nil }
        let name = scalars[word.lowerBound..<colon]
        let isName = name.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
        }
        return isName && scalars[word.lowerBound].properties.isAlphabetic ? colon : nil
    }

    // MARK: Characters

    private mutating func skipSpace() {
        while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
    }

    private func isBoundary(_ index: Int) -> Bool {
        scalars[index].properties.isWhitespace || scalars[index] == "(" || scalars[index] == ")"
    }

    private mutating func bareWord() -> Range<Int> {
        let start = position
        while position < scalars.count, !isBoundary(position), scalars[position] != "\"" { position += 1 }
        return start..<position
    }

    /// Refuses `foo(bar)` and `foo"bar"`, which would otherwise quietly be two terms.
    private func requireSeparation(after word: Range<Int>) throws(QueryError) {
        guard word.upperBound < scalars.count else { return }
        switch scalars[word.upperBound] {
        case "(":
            throw error(
                "a parenthesis right after a word", word.upperBound..<word.upperBound + 1,
                hint: "put a space before it, or quote the whole word")
        case "\"":
            throw error(
                "a quote in the middle of a word", word.upperBound..<word.upperBound + 1,
                hint: "quote the whole word, with \"\" for a quote in it")
        default: return
        }
    }

    private func requireBoundary(after what: String) throws(QueryError) {
        guard position < scalars.count, !scalars[position].properties.isWhitespace, scalars[position] != ")" else {
            return
        }
        throw error(
            "\(what) needs a space after it", position..<position + 1,
            hint: what == "a closing quote" ? "quote the whole of what belongs together" : nil)
    }

    /// Reads from a quote to the next one that is not doubled.
    private mutating func phrase() throws(QueryError) -> Value {
        let open = position
        var content = String.UnicodeScalarView()
        position += 1
        while true {
            guard position < scalars.count else { throw error("a quote that is not closed", open..<open + 1) }
            let scalar = scalars[position]
            position += 1
            if scalar == "\"" {
                guard position < scalars.count, scalars[position] == "\"" else { break }
                position += 1
            }
            content.append(scalar)
        }
        let isPrefix = position < scalars.count && scalars[position] == "*"
        if isPrefix { position += 1 }
        try requireBoundary(after: "a closing quote")
        return Value(text: String(content), isQuoted: true, isPrefix: isPrefix, range: open..<position)
    }

    private func text(_ range: Range<Int>) -> String {
        var text = ""
        for scalar in scalars[range] { text.unicodeScalars.append(scalar) }
        return text
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private func error(
        _ message: String, _ range: Range<Int>, hint: String? = nil, advice: Hint? = nil
    ) -> QueryError {
        QueryError(query: query, message: message, hint: hint, advice: advice, range: offsets(of: range))
    }

    private func offsets(of range: Range<Int>) -> Range<Int> {
        func offset(_ index: Int) -> Int { scalars[..<min(index, scalars.count)].reduce(0) { $0 + UTF8.width($1) } }
        return offset(range.lowerBound)..<offset(range.upperBound)
    }

    // MARK: Values

    struct Value {
        let text: String
        let isQuoted: Bool
        /// Whether a `*` follows.
        let isPrefix: Bool
        /// The value in the query, with its quotes and its `*`.
        let range: Range<Int>

        fileprivate init(text: String, isQuoted: Bool, isPrefix: Bool, range: Range<Int>) {
            self.text = text
            self.isQuoted = isQuoted
            self.isPrefix = isPrefix
            self.range = range
        }

        fileprivate init(bare range: Range<Int>, in parser: QueryParser) {
            let isPrefix = parser.scalars[range.upperBound - 1] == "*"
            let text = parser.text(range.lowerBound..<range.upperBound - (isPrefix ? 1 : 0))
            self.init(text: text, isQuoted: false, isPrefix: isPrefix, range: range)
        }
    }

    private mutating func term(_ field: QueryField?, _ value: Value) throws(QueryError) -> MessageFilter {
        terms += 1
        guard terms <= Self.maximumTerms else { throw error("more than \(Self.maximumTerms) terms", value.range) }
        return try read(field, value)
    }

    private mutating func read(_ field: QueryField?, _ value: Value) throws(QueryError) -> MessageFilter {
        do {
            let term = QueryTerm(field: field, value: value, context: context)
            guard field == .query else { return try term.filter() }
            let filter = try savedQuery(term.name())
            if expanding.isEmpty {
                let text = "(" + filter.explanation(in: context) + ")"
                savedParts.append((range: offsets(of: value.range), text: text))
            }
            return filter
        } catch {
            // A part counts from the value's first character, which in quotes is not the range's.
            let range = error.part.map { part in
                value.isQuoted
                    ? value.range : value.range.lowerBound + part.lowerBound..<value.range.lowerBound + part.upperBound
            }
            throw self.error(error.message, range ?? value.range, hint: error.hint, advice: error.advice)
        }
    }
}
