internal import EventLog
internal import MailLedger

/// A message that today's parser reads otherwise.
struct ReparsedForm: Encodable {
    let message: ReparsedMessage
    let operation: OperationID?

    enum CodingKeys: CodingKey { case id, account, subject, oldParser, newParser, parts, changes, operation }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(message.id.description, forKey: .id)
        try container.encode(message.account, forKey: .account)
        try container.encode(message.subject, forKey: .subject)
        try container.encode(message.parser.old, forKey: .oldParser)
        try container.encode(message.parser.new, forKey: .newParser)
        try container.encode(message.parts.map(\.rawValue), forKey: .parts)
        try container.encode(
            message.changes.map { HistoryForm.ChangeForm($0, folders: [:]) }, forKey: .changes)
        try container.encode(operation?.description, forKey: .operation)
    }
}
