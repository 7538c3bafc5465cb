internal import Cryptography
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// What an export wrote, or would write.
struct ExportForm: Encodable {
    let to: String
    let format: String
    let report: ExportReport
    let isDryRun: Bool

    enum CodingKeys: String, CodingKey {
        case to
        case format = "as"
        case messages, copies, bytes, folders, leftOut, renamed, copiesLosingKeywords, copiesGivenLineEnd, isDryRun
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(to, forKey: .to)
        try container.encode(format, forKey: .format)
        try container.encode(report.messages, forKey: .messages)
        try container.encode(report.copies, forKey: .copies)
        try container.encode(report.bytes, forKey: .bytes)
        try container.encode(
            report.folders.map { Folder(account: $0.account, folder: $0.folder, copies: $0.copies) }, forKey: .folders)
        try container.encode(
            report.leftOut.map {
                LeftOut(message: $0.message.description, folder: $0.folder, reason: $0.reason.code)
            }, forKey: .leftOut)
        try container.encode(
            report.renamed.map { Renamed(folder: $0.folder, place: $0.place) }, forKey: .renamed)
        try container.encode(report.copiesLosingKeywords, forKey: .copiesLosingKeywords)
        try container.encode(report.copiesGivenLineEnd, forKey: .copiesGivenLineEnd)
        try container.encode(isDryRun, forKey: .isDryRun)
    }

    private struct Folder: Encodable {
        let account: String
        let folder: String
        let copies: Int
    }

    private struct LeftOut: Encodable {
        let message: String
        let folder: String
        let reason: String
    }

    private struct Renamed: Encodable {
        let folder: String
        let place: String
    }
}

/// A message in a line of its own, with what stands beside the list's keys: its copies.
struct ExportedMessageForm: Encodable {
    let message: LineExporter.Message

    enum CodingKeys: String, CodingKey {
        case copies
    }

    func encode(to encoder: any Encoder) throws {
        try MessageForm(message.row, ending: message.ending).encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(message.copies.map { Copy(row: $0.row, folder: $0.folder) }, forKey: .copies)
    }

    private struct Copy: Encodable {
        let row: CopyRow
        let folder: String

        enum CodingKeys: CodingKey { case folder, source, digest, fromLine }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(folder, forKey: .folder)
            try container.encode(row.source, forKey: .source)
            try container.encode(row.raw.description, forKey: .digest)
            try container.encode(row.fromLine, forKey: .fromLine)
        }
    }
}
