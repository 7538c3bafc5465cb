public import Projections

extension MessageFilter {
    /// Reads a query; an empty one is every message.
    ///
    /// ```swift
    /// let filter = try MessageFilter(query: "from:ada is:unread date:3m..", in: .current())
    /// ```
    ///
    /// The filter is ``canonical``. Folders, accounts and ids are not looked up here.
    /// - Throws: ``QueryError`` with the place of the fault.
    /// - Complexity: O(*n*) in the length of the query.
    public init(query: String, in context: QueryContext) throws(QueryError) {
        var parser = QueryParser(query, context)
        self = try parser.parse()
    }

    /// Reads a query that is to be saved under a name, as one that contains that name would have it read.
    ///
    /// - Throws: ``QueryError``, also if it leads back to the name.
    package init(query: String, savedAs name: String, in context: QueryContext) throws(QueryError) {
        var parser = QueryParser(query, context, expanding: [name], level: 1, terms: 0)
        self = try parser.parse()
    }
}
