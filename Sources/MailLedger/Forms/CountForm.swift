/// How many a query finds.
public struct CountForm: Encodable, Sendable {
    public let query: String
    /// What was counted.
    public let output: String
    public let count: Int

    package init(query: String, output: String, count: Int) {
        self.query = query
        self.output = output
        self.count = count
    }
}
