/// The text of a statement with the values for its placeholders.
///
/// Only literals become text, so that no value is read as SQL:
///
/// ```swift
/// try connection.rows("SELECT number FROM mailledger.transaction WHERE ledger = \(ledger)") { try $0.next(Int64.self) }
/// ```
package struct PostgresStatement: Sendable, ExpressibleByStringInterpolation {
    /// The text around the placeholders: one part more than there are values.
    private var parts: [String]
    let values: [PostgresValue]

    package init(stringLiteral text: StaticString) {
        parts = [text.description]
        values = []
    }

    package init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.parts
        values = stringInterpolation.values
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts = [""]
        fileprivate var values: [PostgresValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: StaticString) {
            parts[parts.count - 1] += literal.description
        }

        /// Inserts a placeholder for a value.
        package mutating func appendInterpolation(_ value: PostgresValue) {
            parts.append("")
            values.append(value)
        }

        /// Inserts another fragment with its values.
        package mutating func appendInterpolation(_ fragment: PostgresStatement) {
            parts[parts.count - 1] += fragment.parts[0]
            parts += fragment.parts.dropFirst()
            values += fragment.values
        }
    }

    /// About how many bytes it is on the wire.
    package var size: Int { values.reduce(text.utf8.count) { $0 + 8 + ($1.bytes?.count ?? 0) } }

    /// The text with the placeholders as the server numbers them.
    var text: String {
        parts.dropFirst().enumerated().reduce(parts[0]) { "\($0)$\($1.offset + 1)\($1.element)" }
    }
}

extension Sequence<PostgresStatement> {
    /// Joins conditions that must all hold.
    package func joinedByAnd() -> PostgresStatement {
        reduce("TRUE") { "\($0) AND \($1)" }
    }
}
