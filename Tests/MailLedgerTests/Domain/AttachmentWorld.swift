import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import Testing

/// A ledger with one message that has one attachment of so many bytes.
final class AttachmentWorld {
    static let account = "ada@example.org"
    let sample: SampleLedger
    let content: [UInt8]
    let text: String
    var ledger: Ledger { sample.ledger }

    init(
        _ place: Place = .memory, size: Int, type: String = "application/octet-stream", name: String = "tide.bin"
    ) throws {
        sample = try SampleLedger(place)
        content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        text = Self.message("one", content: content, type: type, name: name)
        try sample.addAccount(Self.account)
        try sample.scratch.write("mail/one.eml", text)
        try sample.importing(sample.scratch.path + "/mail", account: Self.account)
    }

    static func message(_ id: String, content: [UInt8], type: String, name: String) -> String {
        let base64 = Data(content).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        return """
            From: Ada <ada@example.org>
            Subject: \(id)
            Date: Mon, 5 Feb 2024 12:00:00 +0000
            Message-ID: <\(id)@example.org>
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            See the file.
            --b
            Content-Type: \(type)
            Content-Disposition: attachment; filename="\(name)"
            Content-Transfer-Encoding: base64

            \(base64)
            --b--

            """
    }

    func messages() throws -> [MessageRow] { try sample.messages() }
    func row() throws -> MessageRow { try #require(try messages().first) }
    func id() throws -> String { try row().id.description }
    func digest() throws -> SHA256Digest { SHA256Hasher.digest(of: Array(text.utf8)) }

    func attachments() throws -> [AttachmentRow] {
        let stream = try row().stream
        return try ledger.read { try $0.attachments(of: stream) }
    }

    func checks() throws -> [AttachmentCheck] {
        var checks: [AttachmentCheck] = []
        try ledger.maintenance.verifyAttachments { check in
            checks.append(check)
            return true
        }
        return checks
    }
}
