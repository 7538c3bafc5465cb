internal import EventLog
internal import MailLedger

/// What an import of chats did.
struct ChatImportForm: Encodable {
    let report: ChatImportReport
    let isDryRun: Bool

    enum CodingKeys: CodingKey { case conversations, added, changed, existing, deleted, erased, operation, isDryRun }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(report.conversations, forKey: .conversations)
        try container.encode(report.added, forKey: .added)
        try container.encode(report.changed, forKey: .changed)
        try container.encode(report.existing, forKey: .existing)
        try container.encode(report.deleted, forKey: .deleted)
        try container.encode(report.erased, forKey: .erased)
        try container.encode(report.operation?.description, forKey: .operation)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}

/// What an export of chats wrote.
struct ChatExportForm: Encodable {
    let to: String
    let export: ChatExport
    let isDryRun: Bool

    enum CodingKeys: CodingKey { case to, conversations, messages, leftOut, isDryRun }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(to, forKey: .to)
        try container.encode(export.conversations, forKey: .conversations)
        try container.encode(export.messages, forKey: .messages)
        try container.encode(export.withoutContent, forKey: .leftOut)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}
