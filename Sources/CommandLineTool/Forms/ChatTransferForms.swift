internal import EventLog
internal import MailLedger

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
