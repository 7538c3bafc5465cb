public import Assist
internal import SQLiteDatabase

/// A test of the claims about a message; nil accepts any claim of the kind.
public enum ClaimTest: Hashable, Sendable, Codable {
    case category(MessageCategory?)
    case sentiment(Sentiment?)
    /// An opportunity score in these bounds.
    case score(Bounds)
    /// The canned answer whose id has this prefix.
    case answer(prefix: String?)
}

extension ClaimTest {
    /// The condition over a row of the table `classification`.
    var sql: SQL {
        switch self {
        case .category(let category?): "category = \(bind: category.rawValue)"
        case .category(nil): "category IS NOT NULL"
        case .sentiment(let sentiment?): "sentiment = \(bind: sentiment.rawValue)"
        case .sentiment(nil): "sentiment IS NOT NULL"
        case .score(let bounds): ResolvedFilter.range("opportunity_score", bounds)
        case .answer(let prefix?):
            // A prefix that is none of an id is on no message.
            UUIDRange(prefix: prefix).map { "answer BETWEEN \(bind: $0.first) AND \(bind: $0.last)" } ?? "0"
        case .answer(nil): "answer IS NOT NULL"
        }
    }
}
