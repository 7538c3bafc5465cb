internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections

extension Retention {
    /// Reads an age such as `7y`, `18m` or `90d`, or a date in the form of queries, and keeps mail that is not older.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` that says what to write.
    public static func since(query text: String, in context: QueryContext) throws -> Retention {
        do {
            let bounds = try QueryDate(context: context).bounds(text)
            if let start = bounds.lower, bounds.upper != nil { return .since(Timestamp(microseconds: start)) }
        } catch {}
        throw DomainError.invalid(
            field: "older-than",
            reason: "\"\(text)\" is no age; write 90d, 18m, 7y, or a date such as 2019-01-31")
    }
}
