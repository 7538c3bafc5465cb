/// What a command that changes things did.
package struct OutcomeForm: Encodable {
    let matched: Int
    let changed: Int
    let operation: String?
    let isDryRun: Bool

    package init(matched: Int, changed: Int, operation: String?, isDryRun: Bool) {
        self.matched = matched
        self.changed = changed
        self.operation = operation
        self.isDryRun = isDryRun
    }

    enum CodingKeys: String, CodingKey {
        case matched, changed, operation
        case isDryRun = "is_dry_run"
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(matched, forKey: .matched)
        try container.encode(changed, forKey: .changed)
        try container.encode(operation, forKey: .operation)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}
