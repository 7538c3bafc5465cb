/// The number of matches of a query.
public struct CountForm: Encodable, Sendable {
    public let query: String
    /// How the query was read, with every operator written out; nil where something else than a query of mail was asked for.
    public let understood: String?
    /// What was counted.
    public let output: String
    public let count: Int

    package init(query: String, understood: String? = nil, output: String, count: Int) {
        self.query = query
        self.understood = understood
        self.output = output
        self.count = count
    }
}
