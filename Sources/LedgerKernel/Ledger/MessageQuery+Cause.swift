package import Projections
package import QueryLanguage

extension LedgerReader {
    /// Returns the recorded cause of a command: the query that selected its messages, as it was typed; nil if it named
    /// their ids.
    ///
    /// If the text alone is ambiguous, its meaning follows: the days of dates that are relative to today, and all of a
    /// query that names saved ones.
    package func cause(of query: MessageQuery, readAs filter: MessageFilter) throws -> Cause? {
        guard !filter.namesIDsOnly else { return nil }
        let context = environment.queryContext
        var said = filter.dates(in: context)
        if query.text.lowercased().contains("query:") {
            said = [filter.explanation(in: context)]
        } else if !said.isEmpty {
            // Read with another time, it differs only in parts relative to today.
            var later = context
            later.now += 500 * 86_400 * 1_000_000
            let absolute = (try? MessageFilter(query: query.text, in: later))?.dates(in: later) ?? []
            said.removeAll(where: absolute.contains)
        }
        return .query(said.isEmpty ? query.text : "\(query.text) (\(said.joined(separator: ", ")))")
    }
}

extension MessageFilter {
    /// Whether it means messages and threads by their ids alone.
    fileprivate var namesIDsOnly: Bool {
        switch self {
        case .id: true
        case .or(let parts): !parts.isEmpty && parts.allSatisfy(\.namesIDsOnly)
        default: false
        }
    }

    /// The dates in it, each once, in full.
    fileprivate func dates(in context: QueryContext) -> [String] {
        switch self {
        case .and(let parts), .or(let parts):
            parts.reduce(into: []) { dates, part in
                for date in part.dates(in: context) where !dates.contains(date) { dates.append(date) }
            }
        case .not(let inner): inner.dates(in: context)
        default:
            if case .dates? = term?.value {
                [String(explanation(in: context).drop { $0 != ":" }.dropFirst())]
            } else {
                []
            }
        }
    }
}
