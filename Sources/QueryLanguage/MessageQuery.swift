public import Projections

/// The messages of a request: a text in the query language, in which `*` is all.
///
/// A caller that read the text with more knowledge than the ledger, such as saved queries or the ids in a list, passes
/// the filter along. As JSON it is the text.
public struct MessageQuery: Hashable, Sendable {
    public let text: String
    private let filter: MessageFilter?

    public init(_ text: String) {
        self.text = text
        filter = nil
    }

    /// A query that was read already.
    public init(_ text: String, readAs filter: MessageFilter) {
        self.text = text
        self.filter = filter
    }

    /// Returns the filter of the query.
    ///
    /// - Throws: ``QueryError`` with the place of the fault.
    package func read(in context: @autoclosure () -> QueryContext) throws(QueryError) -> MessageFilter {
        if let filter { return filter }
        return try MessageFilter(query: text, in: context())
    }
}

extension MessageQuery: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension MessageQuery: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
