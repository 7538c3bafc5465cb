/// The number of matches of a query.
public struct CountForm: Encodable, Sendable {
    public let query: String
    /// The unit of the count.
    public let output: String
    public let count: Int

    package init(query: String, output: String, count: Int) {
        self.query = query
        self.output = output
        self.count = count
    }
}
