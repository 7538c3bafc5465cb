public import CivilTime
internal import EventLog
internal import Mail
public import Projections

extension Bounds {
    /// Reads two dates in the form of queries: the bounds begin with the first date and end with the second, in µs
    /// since 1970.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` that names the end and says what to write.
    public init(since first: String?, until last: String?, in context: QueryContext) throws {
        self.init(
            from: try first.map { try Self.span($0, of: "since", in: context).lowerBound },
            to: try last.map { try Self.span($0, of: "until", in: context).upperBound })
        if let lower, let upper, lower >= upper {
            throw DomainError.invalid(field: "until", reason: "\"\(last ?? "")\" is before \"\(first ?? "")\"")
        }
    }

    /// All of the time that a date names at an end of a range, in µs.
    package static func span(_ text: String, of field: String, in context: QueryContext) throws -> Range<Int64> {
        do {
            return try QueryDate(context: context).end(of: text)
        } catch {
            throw DomainError.invalid(
                field: field, reason: error.message + (error.hint.map { "; \($0)" } ?? ""))
        }
    }
}

extension Timestamp {
    /// Reads a date in the form of queries: the time at which that year, day or minute begins.
    ///
    /// - Parameter option: The name of the option, for the error.
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` that says what to write.
    public init(beginning text: String, option: String, in context: QueryContext) throws {
        self.init(microseconds: try Bounds.span(text, of: option, in: context).lowerBound)
    }
}
