internal import EventLog
internal import Mail
internal import MailLedger

/// What was written of the tags.
struct TagExportForm: Encodable {
    let to: String
    let export: TagExport
    let isDryRun: Bool

    enum CodingKeys: CodingKey { case to, messages, withoutID, isDryRun }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(to, forKey: .to)
        try container.encode(export.messages, forKey: .messages)
        try container.encode(export.withoutID.map(\.description), forKey: .withoutID)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}

/// What a dump of tags changed.
struct TagImportForm: Encodable {
    let report: TagImport
    let isDryRun: Bool

    enum CodingKeys: CodingKey { case matched, changed, unknown, unusable, respelled, operation, isDryRun }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(report.matched, forKey: .matched)
        try container.encode(report.changed, forKey: .changed)
        try container.encode(report.unknown, forKey: .unknown)
        try container.encode(report.unusable, forKey: .unusable)
        try container.encode(report.respelled.map { Respelled(tag: $0.tag, label: $0.label) }, forKey: .respelled)
        try container.encode(report.receipt?.operation.description, forKey: .operation)
        try container.encode(isDryRun, forKey: .isDryRun)
    }

    private struct Respelled: Encodable {
        let tag: String
        let label: String
    }
}
