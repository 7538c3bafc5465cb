/// How many a query finds.
package struct CountForm: Encodable {
    package let query: String
    /// What was counted.
    let output: String
    package let count: Int

    package init(query: String, output: String, count: Int) {
        self.query = query
        self.output = output
        self.count = count
    }
}
