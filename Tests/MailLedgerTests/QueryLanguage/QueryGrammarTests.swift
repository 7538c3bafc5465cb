import MailLedger
import Projections
import TestSupport
import Testing

/// Makes queries of the grammar that the help shows.
struct QuerySentences {
    let grammar: EBNF
    var random: SeededGenerator
    /// The productions that queries were made of, and the alternatives of their choices.
    private(set) var used: Set<String> = []
    /// The field whose value is being made.
    private var field = QueryField.from

    init(random: SeededGenerator) throws {
        grammar = try EBNF(QueryHelp.grammar)
        self.random = random
    }

    /// The names of fields by the production of their values, as the grammar's comments tell.
    static let namesByProduction: [String: [String]] = {
        var found: [String: [String]] = [:]
        for line in QueryHelp.grammar.split(separator: "\n") where line.hasPrefix("(* ") {
            let words = line.dropFirst(3).dropLast(3).split(separator: " ").map(String.init)
            guard let production = words.first?.dropLast() else { continue }
            found[String(production)] = words.dropFirst().flatMap { $0.split(separator: "=").map(String.init) }
        }
        return found
    }()

    /// The productions whose symbols are set apart by spaces.
    private static let spaced: Set<String> = [
        "query", "or", "and", "not", "term", "list", "listor", "listand", "listnot",
    ]

    mutating func query() -> String { make("query", depth: 0) }

    private mutating func make(_ name: String, depth: Int) -> String {
        used.insert(name)
        if name == "value" { return make(Self.production(of: field), depth: depth + 1) }
        guard let expression = grammar.productions[name] else { return "?\(name)?" }
        if case .special = expression { return special(name) }
        let tokens = expand(expression, in: name, depth: depth + 1).filter { !$0.isEmpty }
        guard Self.spaced.contains(name) else {
            let text = tokens.joined()
            // A phrase without a letter is of the grammar, and finds nothing: it is refused.
            let isPhrase = name == "phrase" && !text.contains { $0.isLetter }
            return isPhrase ? "\"x" + text.dropFirst() : text
        }
        var text = ""
        for token in tokens {
            let isClose = token == ")" || text.isEmpty || text.hasSuffix("(") || text == "-"
            text += (isClose ? "" : " ") + token
        }
        return text
    }

    private static func production(of field: QueryField) -> String {
        namesByProduction.first { $0.value.contains(field.name) }?.key ?? "?"
    }

    private mutating func expand(_ expression: EBNF.Expression, in name: String, depth: Int) -> [String] {
        // Deep sentences end: what may be left out is, and the last choice, a leaf, is taken.
        let isDeep = depth > 20
        switch expression {
        case .sequence(let parts): return parts.flatMap { expand($0, in: name, depth: depth) }
        case .choice(let choices):
            // Or else most terms would be buried in negations.
            let isLeaf = isDeep || name.hasSuffix("not") && Int.random(in: 0..<3, using: &random) > 0
            let index = isLeaf ? choices.count - 1 : Int.random(in: choices.indices, using: &random)
            used.insert("\(name)#\(index)")
            return expand(choices[index], in: name, depth: depth)
        case .optional(let inner):
            return isDeep || Bool.random(using: &random) ? [] : expand(inner, in: name, depth: depth)
        case .repeated(let inner):
            let count = isDeep ? 0 : [0, 0, 1, 2].randomElement(using: &random) ?? 0
            return (0..<count).flatMap { _ in expand(inner, in: name, depth: depth) }
        case .terminal(let text): return [text]
        case .production(let inner): return [make(inner, depth: depth)]
        case .special: return [special(name)]
        }
    }

    private mutating func special(_ name: String) -> String {
        func digits(_ range: ClosedRange<Int>, _ width: Int) -> String {
            let text = String(Int.random(in: range, using: &random))
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        switch name {
        case "name":
            field = QueryField.allCases.randomElement(using: &random) ?? .from
            let name = ([field.name] + field.aliases).randomElement(using: &random) ?? ""
            return Int.random(in: 0..<8, using: &random) == 0 ? name.uppercased() : name
        case "word":
            return ["tax", "foo-bar", "ada@example.org", "12:30", "日本", "Zürich", "a.pdf", "x", "\u{1F951}"]
                .randomElement(using: &random) ?? ""
        case "plain": return ["INBOX", "Work/Tax", "$junk", "a@b.c", "inbox", "日本"].randomElement(using: &random) ?? ""
        case "character": return ["a", "é", " ", "*", "(", ":", "-", "日"].randomElement(using: &random) ?? ""
        case "id": return ["1f3a", "0", "12345678-9abc", "ABC"].randomElement(using: &random) ?? ""
        case "score": return digits(0...100, 1)
        case "saved": return ["work", "todo"].randomElement(using: &random) ?? ""
        case "number": return digits(0...99, 1)
        case "fraction": return digits(0...999, 1)
        case "year": return digits(1...9999, 4)
        case "month": return digits(1...12, 2)
        case "day": return digits(1...28, 2)
        case "hour": return digits(0...23, 2)
        case "minute": return digits(0...59, 2)
        default: return "?\(name)?"
        }
    }

    static let saved = ["work": "label:work or from:office", "todo": "query:work is:unread"]
}

@Suite struct `The grammar of queries` {
    /// Alternatives that a grammar has, as `production#index`.
    private static func alternatives(_ name: String, _ expression: EBNF.Expression) -> [String] {
        switch expression {
        case .choice(let choices):
            choices.indices.map { "\(name)#\($0)" } + choices.flatMap { alternatives(name, $0) }
        case .sequence(let parts): parts.flatMap { alternatives(name, $0) }
        case .optional(let inner), .repeated(let inner): alternatives(name, inner)
        default: []
        }
    }

    @Test func `gives a value to every field, and every word of theirs`() throws {
        let named = QuerySentences.namesByProduction
        #expect(named.values.flatMap { $0 }.sorted() == QueryField.allCases.flatMap { [$0.name] + $0.aliases }.sorted())
        for value in QueryField.state.values + QueryField.has.values {
            #expect(QueryHelp.grammar.contains("\"\(value)\""))
        }
        let grammar = try EBNF(QueryHelp.grammar)
        #expect(Set(named.keys).isSubset(of: grammar.names) && grammar.names.count > 30)
    }

    @Test func `makes queries that are read, of each of its productions`() throws {
        var sentences = try QuerySentences(random: SeededGenerator())
        var context = QueryContext(now: 1_710_504_000_000_000)
        context.savedQueries = { QuerySentences.saved }
        let grammar = sentences.grammar
        let all =
            grammar.names
            + grammar.names.flatMap { name in
                grammar.productions[name].map { Self.alternatives(name, $0) } ?? []
            }
        // The choice of a value is the field's.
        func missed() -> [String] { all.filter { !sentences.used.contains($0) && !$0.hasPrefix("value#") } }
        var (read, made) = (0, 0)
        // Some alternatives stand so deep that 4,000 queries may miss one.
        while made < 4_000 || made < 100_000 && (!made.isMultiple(of: 1_000) || !missed().isEmpty) {
            made += 1
            let query = sentences.query()
            do throws(QueryError) {
                let filter = try MessageFilter(query: query, in: context)
                read += 1
                #expect(try MessageFilter(query: filter.explanation(in: context), in: context) == filter, "\(query)")
            } catch {
                // What no grammar tells: which end of a range comes first.
                let isOfMeaning = error.message == "the range ends before it begins"
                #expect(isOfMeaning, "\(query)\n\(error)\n\(error.rendered)")
            }
        }
        #expect(read > 2_000)
        #expect(missed().isEmpty, "never used: \(missed())")
    }
}
