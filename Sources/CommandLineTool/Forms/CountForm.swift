/// How many a query finds.
struct CountForm: Encodable {
    let query: String
    /// What was counted.
    let output: String
    let count: Int
}
