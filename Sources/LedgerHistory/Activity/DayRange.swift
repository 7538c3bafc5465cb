internal import CivilTime
package import LedgerKernel
internal import Mail
internal import Projections
internal import QueryLanguage

/// Days in UTC that two texts name, as queries have dates.
package struct DayRange {
    static let length: Int64 = 86_400_000_000

    /// Nil where nothing is said.
    let first: Int64?
    let last: Int64?

    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for what is no date, and where the second is before the first.
    package init(from: String?, to: String?, in reader: LedgerReader) throws {
        var context = reader.environment.queryContext
        context.offset = { _ in 0 }
        first = try from.map { try Bounds.span($0, of: "from", in: context).lowerBound.floored(by: Self.length) }
        last = try to.map { try (Bounds.span($0, of: "to", in: context).upperBound - 1).floored(by: Self.length) }
        if let first, let last, last < first {
            throw DomainError.invalid(field: "to", reason: "\"\(to ?? "")\" is before \"\(from ?? "")\"")
        }
    }

    /// A day as `2026-02-11`.
    package static func text(_ day: Int64) -> String {
        String(Timestamp(microseconds: day * length).iso8601.prefix { $0 != "T" })
    }
}
