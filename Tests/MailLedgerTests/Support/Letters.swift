import CivilTime
import EventLog
import Mail
import MailLedger
import Projections

/// A message of a test's own that a program got from a server.
struct Letter {
    var name: String
    var subject: String?
    var from: String? = "Ada <ada@example.org>"
    /// The day of February 2024.
    var day = 5
    var time = "10:00:00"
    var references: [String] = []
    var messageID: String?
    var body: String
    var headers: [String] = []
    var folder = "INBOX"
    var keywords: KeywordSet = KeywordSet()
    var external = ExternalIDs()

    init(_ name: String, day: Int = 5, answers: [String] = [], subject: String? = nil) {
        self.name = name
        self.day = day
        self.subject = subject ?? name
        references = answers.map { "\($0)@example.org" }
        messageID = "\(name)@example.org"
        body = "The body of \(name).\n"
    }

    func with(_ change: (inout Letter) -> Void) -> Letter {
        var letter = self
        change(&letter)
        return letter
    }

    /// The lines up to the body.
    var header: String {
        var lines = ["To: Grace <grace@example.org>", "Date: \(day) Feb 2024 \(time) +0000"]
        if let from { lines.append("From: \(from)") }
        if let subject { lines.append("Subject: \(subject)") }
        if let messageID { lines.append("Message-ID: <\(messageID)>") }
        if !references.isEmpty { lines.append("References: " + references.map { "<\($0)>" }.joined(separator: " ")) }
        return (lines + headers).joined(separator: "\n") + "\n\n"
    }

    var bytes: [UInt8] { Array((header + body).utf8) }

    func message(to account: AccountID, folder: FolderID? = nil) -> IncomingMessage {
        IncomingMessage(
            account: account, folder: folder, bytes: bytes, keywords: keywords,
            receivedAt: Timestamp(microseconds: Int64(day)), external: external)
    }
}

extension SampleLedger {
    /// Saves letters in one transaction.
    @discardableResult
    func save(_ letters: [Letter], account: String) throws -> [MessageID] {
        let messages = try ledger.read { reader in
            let account = try reader.account(account)
            return try letters.map {
                $0.message(to: account.id, folder: try reader.folder($0.folder, in: account.stream).id)
            }
        }
        return try ledger.mail.save(messages, context: ledger.context(command: "save")).ids
    }

    func folderID(_ path: String, of account: String) throws -> FolderID {
        try ledger.read { try $0.folder(path, in: $0.account(account).stream).id }
    }
}
