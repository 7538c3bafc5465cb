internal import MailLedger

/// Proposes how a query may go on: fields, and the values of a field.
struct QueryCompleter {
    let names: (NameKind, _ prefix: String) -> [Candidate]

    /// Returns queries that begin with what is typed and go on by one term.
    func candidates(for text: String) -> [Candidate] {
        let start = startOfLastTerm(in: text)
        let head = String(text[..<start])
        var term = text[start...]
        let sign = term.hasPrefix("-") ? "-" : ""
        term = term.dropFirst(sign.count)
        guard let colon = term.firstIndex(of: ":") else {
            return terms(beginning: String(term), isNegated: !sign.isEmpty).map { candidate in
                Candidate(head + sign + candidate.word, candidate.summary, isOpen: candidate.isOpen)
            }
        }
        let name = String(term[..<colon])
        guard let field = QueryField.allCases.first(where: { ([$0.name] + $0.aliases).contains(name.lowercased()) })
        else { return [] }
        let typed = String(term[term.index(after: colon)...].filter { $0 != "\"" })
        return values(of: field, beginning: typed).map { candidate in
            Candidate(
                "\(head)\(sign)\(name):\(Self.quoted(candidate.word))", candidate.summary, isOpen: candidate.isOpen)
        }
    }

    /// A term begins behind white space or a parenthesis outside of quotes.
    private func startOfLastTerm(in text: String) -> String.Index {
        var start = text.startIndex
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if !isQuoted, text[index].isWhitespace || text[index] == "(" { start = text.index(after: index) }
        }
        return start
    }

    private func terms(beginning word: String, isNegated: Bool) -> [Candidate] {
        let wanted = word.lowercased()
        let fields = QueryField.allCases.flatMap { field in
            // An alias is offered to those who know it already.
            ([field.name] + (wanted.isEmpty ? [] : field.aliases)).map {
                Candidate($0 + ":", field.summary, isOpen: true)
            }
        }
        return fields.filter { $0.word.hasPrefix(wanted) }
    }

    private func values(of field: QueryField, beginning word: String) -> [Candidate] {
        switch field {
        case .folder: return names(.folder, word)
        case .account: return names(.account, word)
        case .label: return names(.label, word)
        case .tag:
            let labels = names(.label, word)
            let states = Self.listed(field.values.map { ($0, "") }, beginning: word)
            return labels + states.filter { state in !labels.contains { $0.word == state.word } }
        case .id, .thread: return names(.message, word)
        case .answer: return names(.answer, word)
        case .score:
            return Self.listed([(">70", "above"), ("50..80", "between"), ("..30", "up to")], beginning: word)
        case .query: return names(.savedQuery, word)
        case .date, .received: return Self.listed(Self.dates, beginning: word)
        case .size:
            return Self.listed([("100k..", "or more"), ("1M..", "or more"), ("10M..", "or more")], beginning: word)
        default: return Self.listed(field.values.map { ($0, "") }, beginning: word)
        }
    }

    private static let dates = [
        ("today", ""), ("yesterday", ""), ("1w..", "the last seven days"), ("1m..", "the last month"),
        ("1y..", "the last year"),
    ]

    private static func listed(_ words: [(String, String)], beginning word: String) -> [Candidate] {
        words.filter { $0.0.hasPrefix(word.lowercased()) }.map { Candidate($0.0, $0.1) }
    }

    /// A value as the language wants it: in quotes where it would end too early.
    private static func quoted(_ value: String) -> String {
        let ends = value.contains { $0.isWhitespace || "\"()".contains($0) }
        return ends ? "\"\(value.replacing("\"", with: "\"\""))\"" : value
    }
}
