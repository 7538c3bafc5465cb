/// The text of a statement with the values for its placeholders.
///
/// Only literals become text: the initialisers take `StaticString`, so a runtime `String` cannot be read as SQL.
/// A runtime value is interpolated as a placeholder, and another fragment as itself:
///
/// ```swift
/// let live: SQL = "ended IS NULL"
/// let rows = try connection.rows("SELECT id FROM message WHERE \(live) AND account = \(bind: account)") { $0.integer(0) }
/// ```
public struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, with a `?` for each value.
    public private(set) var text: String
    /// The values, in the order of their placeholders.
    public private(set) var values: [Value]

    /// Takes a literal unchanged.
    public init(stringLiteral text: StaticString) {
        self.text = text.description
        values = []
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    private init(text: String, values: [Value]) {
        self.text = text
        self.values = values
    }

    /// Collects the literal text, the fragments and the values of an interpolated statement.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values: [Value] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Inserts another fragment with its values.
        public mutating func appendInterpolation(_ fragment: SQL) {
            text += fragment.text
            values += fragment.values
        }

        /// Inserts a placeholder for a value.
        public mutating func appendInterpolation(bind value: some Bindable) {
            text += "?"
            values.append(value.value)
        }

        /// Inserts a placeholder for a value or for NULL.
        public mutating func appendInterpolation<Wrapped: Bindable>(bind value: Wrapped?) {
            text += "?"
            values.append(value.value)
        }
    }

    public static func + (left: SQL, right: SQL) -> SQL {
        SQL(text: left.text + right.text, values: left.values + right.values)
    }

    public static func += (left: inout SQL, right: SQL) {
        left = left + right
    }

    /// The name of a table, column or index, quoted so that nothing in it ends the name
    /// (<https://www.sqlite.org/lang_keywords.html>).
    public static func identifier(_ name: String) -> SQL {
        SQL(
            text: "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"",
            values: [])
    }
}

extension Sequence<SQL> {
    /// Joins fragments with a separator between them.
    public func joined(separator: SQL) -> SQL {
        var result: SQL = ""
        for (index, fragment) in enumerated() {
            result += index == 0 ? fragment : separator + fragment
        }
        return result
    }
}
