struct SavedQueryForm: Encodable {
    let name: String
    let query: String
    /// How it was read; nil for one that cannot be read.
    let explanation: String?
    /// What is wrong with it.
    let fault: String?

    enum CodingKeys: CodingKey { case name, query, explanation, fault }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(query, forKey: .query)
        try container.encode(explanation, forKey: .explanation)
        try container.encode(fault, forKey: .fault)
    }
}
