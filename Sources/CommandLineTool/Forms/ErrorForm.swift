struct ErrorForm: Encodable {
    let code: String
    let message: String
    let details: [String: String]

    enum CodingKeys: CodingKey { case code, message, details }

    // A dictionary has another order in each process; its keys are written in theirs.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        var fields = container.nestedContainer(keyedBy: NamedKey.self, forKey: .details)
        for (name, value) in details.sorted(by: { $0.key < $1.key }) {
            try fields.encode(value, forKey: NamedKey(stringValue: name))
        }
    }

    private struct NamedKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
