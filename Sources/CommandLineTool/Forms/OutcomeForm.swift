/// What a command that changes things did.
struct OutcomeForm: Encodable {
    let matched: Int
    let changed: Int
    let operation: String?
    let isDryRun: Bool

    enum CodingKeys: String, CodingKey {
        case matched, changed, operation
        case isDryRun = "is_dry_run"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(matched, forKey: .matched)
        try container.encode(changed, forKey: .changed)
        try container.encode(operation, forKey: .operation)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}
