internal import CivilTime
internal import Cryptography
internal import EventLog
internal import MailLedger

/// A transaction that was played, and the rows that it moved.
struct ReplayStepForm: Encodable {
    let step: ReplayStep

    init(_ step: ReplayStep) {
        self.step = step
    }

    enum CodingKeys: CodingKey {
        case transaction, firstPosition, lastPosition, operation, time, actor, command, reason, rows
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(step.transaction, forKey: .transaction)
        try container.encode(step.first.rawValue, forKey: .firstPosition)
        try container.encode(step.last.rawValue, forKey: .lastPosition)
        try container.encode(step.operation.description, forKey: .operation)
        try container.encode(step.time.iso8601, forKey: .time)
        try container.encode(step.actor, forKey: .actor)
        try container.encode(step.command, forKey: .command)
        try container.encode(step.reason, forKey: .reason)
        try container.encode(step.rows.map { DifferenceForm($0, folders: step.folderPaths) }, forKey: .rows)
    }
}

/// What a read model holds once the log was played.
struct ReplayedModelForm: Encodable {
    let name: String
    let version: Int?
    let position: Int64
    let rows: Int
    let digest: String

    init(_ model: ReadModelDigest, at position: Position) {
        name = model.name
        version = model.version
        self.position = position.rawValue
        rows = model.rows
        digest = model.digest.hex
    }
}

/// What would differ by other rules.
struct WhatIfForm: Encodable {
    let answer: WhatIf
    let rules: [RulesFile.Given]

    init(_ answer: WhatIf, rules: [RulesFile.Given]) {
        self.answer = answer
        self.rules = rules
    }

    private struct Rule: Encodable {
        let name: String
        let value: String
    }

    private struct Count: Encodable {
        let name: String
        let now: Int
        let otherwise: Int
    }

    enum CodingKeys: CodingKey { case position, rules, counts, models }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(answer.position.rawValue, forKey: .position)
        try container.encode(rules.map { Rule(name: $0.name, value: $0.value) }, forKey: .rules)
        try container.encode(
            answer.counts.map { Count(name: $0.name, now: $0.now, otherwise: $0.otherwise) }, forKey: .counts)
        try container.encode(answer.models.map(MigrationForm.Model.init), forKey: .models)
    }
}
