public import Domain

/// A query that cannot be read, with the place of the fault.
///
/// ```
/// unknown field "form": did you mean "from"?
/// form:ada is:unread
/// ^~~~
/// ```
public struct QueryError: Error, Hashable, Sendable {
    /// The query as typed.
    public let query: String
    /// The fault, in one line without the query.
    public let message: String
    /// A possible meaning, or what to type instead.
    public let hint: String?
    /// The next question to the ledger, as a fact; a program words it with its own commands.
    public var advice: Hint?
    /// The faulty part, as offsets into the query's UTF-8.
    public let range: Range<Int>

    /// The query on one line and, on the next, a caret under the fault.
    ///
    /// Control and direction characters are replaced, wide characters take two columns, and a long query is cut around the fault.
    public var rendered: String { QueryExcerpt(query, range).text }
}

extension QueryError: CustomStringConvertible {
    /// The message with its hint, in one line.
    public var description: String {
        hint.map { "\(message): \($0)" } ?? message
    }
}
