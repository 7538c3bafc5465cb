internal import CivilTime
internal import Cryptography
internal import EventLog
internal import Mail
internal import MailLedger

/// What an export of a person's mail wrote, or would write.
struct SubjectExportForm: Encodable {
    let report: SubjectReport
    let isDryRun: Bool

    init(_ report: SubjectReport, isDryRun: Bool) {
        self.report = report
        self.isDryRun = isDryRun
    }

    enum CodingKeys: CodingKey {
        case address, ledger, position, root, messages, deleted, files, bytes, changes, erasures, leftOut,
            isDryRun
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(report.address, forKey: .address)
        try container.encode(report.ledger.description, forKey: .ledger)
        try container.encode(report.position.rawValue, forKey: .position)
        try container.encode(report.root.description, forKey: .root)
        try container.encode(report.messages, forKey: .messages)
        try container.encode(report.deleted, forKey: .deleted)
        try container.encode(report.files, forKey: .files)
        try container.encode(report.bytes, forKey: .bytes)
        try container.encode(report.changes, forKey: .changes)
        try container.encode(report.erasures, forKey: .erasures)
        try container.encode(
            report.leftOut.map {
                LeftOut(
                    message: $0.message.description, digest: $0.digest.description, reason: $0.reason.code)
            }, forKey: .leftOut)
        try container.encode(isDryRun, forKey: .isDryRun)
    }

    private struct LeftOut: Encodable {
        let message: String
        let digest: String
        let reason: String
    }
}

/// A message of a person, in a line of its own.
struct SubjectMessageForm: Encodable {
    let message: SubjectMessage
    let folderPaths: [String: String]

    init(_ message: SubjectMessage, folders: [String: String]) {
        self.message = message
        folderPaths = folders
    }

    enum CodingKeys: CodingKey {
        case id, account, messageID, subject, date, receivedAt, from, sender, replyTo, to, cc, bcc, namedIn,
            keywords, folders, isDeleted, size, files, history
    }

    func encode(to encoder: any Encoder) throws {
        let headers = message.headers
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(message.id.description, forKey: .id)
        try container.encode(message.account, forKey: .account)
        try container.encode(headers.messageID, forKey: .messageID)
        try container.encode(headers.subject, forKey: .subject)
        try container.encode(headers.date?.iso8601, forKey: .date)
        try container.encode(message.receivedAt.iso8601, forKey: .receivedAt)
        try container.encode(headers.from.map(AddressForm.init), forKey: .from)
        try container.encode(headers.sender.map(AddressForm.init), forKey: .sender)
        try container.encode(headers.replyTo.map(AddressForm.init), forKey: .replyTo)
        try container.encode(headers.to.map(AddressForm.init), forKey: .to)
        try container.encode(headers.cc.map(AddressForm.init), forKey: .cc)
        try container.encode(headers.bcc.map(AddressForm.init), forKey: .bcc)
        try container.encode(message.places.map(\.rawValue), forKey: .namedIn)
        try container.encode(message.keywords, forKey: .keywords)
        try container.encode(message.folders, forKey: .folders)
        try container.encode(message.isDeleted, forKey: .isDeleted)
        try container.encode(message.size, forKey: .size)
        try container.encode(message.files.map(File.init), forKey: .files)
        try container.encode(message.history.map { HistoryForm($0, folders: folderPaths) }, forKey: .history)
    }

    private struct File: Encodable {
        let path: String?
        let digest: String

        init(_ file: SubjectFile) {
            path = file.path
            digest = file.digest.description
        }
    }
}
