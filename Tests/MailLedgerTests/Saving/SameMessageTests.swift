import Content
import Cryptography
import EventLog
import MIME
import Mail
import Mailboxes
import Projections
import TestSupport
import Testing

@testable import ImportExport
@testable import LedgerContexts
import MailLedger

/// Which mail counts as one message, and which does not although whoever wrote it would have it so.
@Suite struct `The same message` {
    private static let account = "ada@example.org"

    /// Makes mail of few pieces, so that many of it have one identity: what the identity leaves out stands where a reader
    /// still reads the header, and behind.
    private struct Attacker {
        var random: SeededGenerator

        private static let endings = [
            "", "no field at all\n", ">From here\n", "\u{1}\n", ": \n", "X Y\n", "caf\u{e9}: a\n", "\r\r\n", "\t\n",
            String(repeating: "n", count: 1_000) + ": long\n", String(repeating: "n", count: 990) + ": less long\n",
        ]
        private static let dropped = [
            "Status: RO\n", "Status: pay 100\n", "Status: pay 999\n", "X-Keywords: \n pay 7\n", "X-UID: 1\r\n",
            "status:\n", "X-Status: A\n\t folded\n", "", "",
        ]
        private static let kept = [
            "Content-Disposition: attachment;\n filename=a.pdf\n", "To: b@example.org\n",
            "X-Long-Name-Of-A-Field: a\n Status: b\n", "Subject: two\n", "",
        ]

        mutating func mail() -> [UInt8] {
            func pick(_ pieces: [String]) -> String { pieces.randomElement(using: &random) ?? "" }
            var text = Bool.random(using: &random) ? "From: a@example.org\n" : "From a@b Thu\nFrom: a@example.org\n"
            text += pick(Self.dropped) + "Subject: order\n" + pick(Self.dropped) + pick(Self.kept) + pick(Self.dropped)
            text += pick(Self.endings) + pick(Self.dropped) + pick(Self.kept) + pick(Self.dropped) + "\nbody\n"
            if Bool.random(using: &random) {
                text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
            }
            return Array(text.utf8)
        }
    }

    /// What a reader shows of a message, however its lines end.
    private struct Shown: Hashable {
        let headers: MessageHeaders
        let text: String
        let attachments: [String]

        init(_ bytes: [UInt8]) throws {
            let parser = MessageParser()
            let parsed = try parser.parse(.bytes(bytes))
            headers = MessageHeaders(parsed)
            text = parsed.text.replacing("\r\n", with: "\n")
            attachments = try parsed.attachments.map(AttachmentSummary.init).map { attachment in
                var content: [UInt8] = []
                try parser.decodePart(number: attachment.part, of: MessageSource.bytes(bytes)) { content += $0 }
                while content.last == UInt8(ascii: "\n") || content.last == UInt8(ascii: "\r") { content.removeLast() }
                let text = String(decoding: content, as: UTF8.self).replacing("\r\n", with: "\n")
                return "\(attachment.part) \(attachment.fileName ?? "") \(attachment.mimeType): \(text)"
            }
        }
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
    func `is what a reader cannot tell from it`(seed: UInt64) throws {
        var attacker = Attacker(random: SeededGenerator(seed: seed))
        var shown: [SHA256Digest: Shown] = [:]
        var readings: [SHA256Digest: Set<SHA256Digest>] = [:]
        for _ in 0..<2_000 {
            let bytes = attacker.mail()
            let digests = MessageDigests(of: bytes)
            let now = try Shown(bytes)
            if let before = shown.updateValue(now, forKey: digests.reading) {
                #expect(before == now, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            }
            readings[digests.identity, default: []].insert(digests.reading)
        }
        #expect(readings.values.contains { $0.count > 1 }, "seed \(seed): no identity was shared")
    }

    @Test func `of a large header is told by what the limit cuts off`() throws {
        func mail(_ filler: Int, dropped: Int) -> [UInt8] {
            Array(
                ("Status: " + String(repeating: "s", count: dropped) + "\nX-A: " + String(repeating: "a", count: filler)
                    + "\nSubject: late\nFrom: a@example.org\n\nbody\n").utf8)
        }
        let (whole, cut) = (mail(1 << 19, dropped: 0), mail(1 << 19, dropped: 1 << 20))
        #expect(try Shown(whole) != Shown(cut))
        #expect(MessageDigests(of: whole).identity == MessageDigests(of: cut).identity)
        #expect(MessageDigests(of: whole).reading != MessageDigests(of: cut).reading)
        let separator = Array(("From " + String(repeating: "s", count: 2 << 20) + "\n").utf8)
        let plain = mail(1, dropped: 1)
        #expect(MessageDigests(of: plain).identity == MessageDigests(of: separator + plain).identity)
        #expect(MessageDigests(of: plain).reading != MessageDigests(of: separator + plain).reading)
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 3])
    func `is recorded once, and all that reads otherwise is recorded, named, erased and kept on its own`(
        seed: UInt64
    ) throws {
        var attacker = Attacker(random: SeededGenerator(seed: seed))
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let mails = (0..<60).map { _ in attacker.mail() }
        let paths = try mails.enumerated().map { try sample.scratch.write("mail/\($0).eml", $1) }
        let readings = Set(mails.map { MessageDigests(of: $0).reading })
        let identities = Set(mails.map { MessageDigests(of: $0).identity })
        let context = sample.ledger.context(command: "import")
        func run(_ paths: [String], dryRun: Bool = false) throws -> ImportReport {
            try Importer(
                into: sample.ledger, account: Self.account, options: ImportOptions(dryRun: dryRun), context: context
            ).run(paths)
        }
        // In two imports, so that the second one meets what the first one stored.
        let cut = Int.random(in: 0...paths.count, using: &attacker.random)
        let dry = try run(paths, dryRun: true)
        var added = 0
        var otherwise: [String] = []
        for part in [paths[..<cut], paths[cut...]] where !part.isEmpty {
            let report = try run(Array(part))
            added += report.added
            otherwise += report.readingOtherwise
        }
        #expect(added == readings.count && dry.added == added, "seed \(seed)")
        #expect(otherwise.count == readings.count - identities.count, "seed \(seed)")
        #expect(dry.readingOtherwise.count == otherwise.count, "seed \(seed)")
        #expect(try run(paths).added == 0, "seed \(seed)")
        #expect(try sample.ledger.mail.mixedMessages().isEmpty, "seed \(seed)")

        let rows = try sample.messages()
        let erased = try #require(rows.randomElement(using: &attacker.random))
        let gone = MessageDigests(of: try bytes(of: erased, sample.ledger)).reading
        _ = try sample.ledger.erase(
            .message(prefix: erased.id.description), context: sample.ledger.context(command: "erase", reason: "test"))
        let again = try run(paths)
        #expect(
            again.added == 0 && again.erased == mails.count { MessageDigests(of: $0).reading == gone }, "seed \(seed)")
        // Of others, nothing was blocked: they come back to an account that has none of them.
        try sample.addAccount("grace@example.org")
        let elsewhere = try Importer(
            into: sample.ledger, account: "grace@example.org", options: ImportOptions(), context: context
        ).run(paths)
        #expect(elsewhere.added == readings.count - 1, "seed \(seed)")
    }

    private func bytes(of row: MessageRow, _ ledger: Ledger) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try ledger.content.read(row.content).forEachPiece { bytes += $0 }
        return bytes
    }

    private func saving(_ text: String, to account: AccountRow, in ledger: Ledger, id: String? = nil) throws {
        _ = try ledger.mail.save(
            [
                IncomingMessage(
                    account: account.id, bytes: Array(text.utf8), external: ExternalIDs(id: id), source: nil)
            ], context: ledger.context(command: "save"))
    }

    private static let order = "From: b@example.org\nSubject: order\nno field\nX-UID: pay 100\n\nbody\n"
    private static let forged = "From: b@example.org\nSubject: order\nno field\nX-UID: pay 999\n\nbody\n"

    @Test func `is told for what a program saves, too`() throws {
        let sample = try SampleLedger()
        let account = try sample.addAccount(Self.account)
        try saving(Self.order, to: account, in: sample.ledger)
        try saving(Self.forged, to: account, in: sample.ledger, id: "17")
        try saving(Self.order, to: account, in: sample.ledger)
        #expect(try sample.messages().count == 2)
        #expect(throws: DomainError.self) { try saving(Self.order, to: account, in: sample.ledger, id: "17") }
    }

    /// Records a second mail as a copy of the first, as versions did that went by the identity alone.
    private func mixed() throws -> (SampleLedger, MessageRow) {
        let sample = try SampleLedger()
        let account = try sample.addAccount(Self.account)
        try sample.importing([try sample.scratch.write("mail/a.eml", Array(Self.order.utf8))], account: Self.account)
        let row = try #require(try sample.messages().first)
        let bytes = Array(Self.forged.utf8)
        let digests = MessageDigests(of: bytes)
        try sample.ledger.content.batch { try $0.put(bytes: bytes, digest: digests.raw) }
        _ = try sample.ledger.writing.change(sample.ledger.context(command: "import")) { reader in
            let folder = try reader.folder("INBOX", in: account.stream)
            let state = try #require(try MessageStates(on: reader.connection).state(of: row.stream))
            return (2...3).map { number in
                ProposedEvent(
                    MessageCopied(
                        message: row.id,
                        copy: MessageCopy(
                            number: number, folder: folder.id, source: "b\(number).eml", raw: digests.raw, flags: "S"),
                        keywords: nil), target: .any(.existing(state.stream)),
                    account: .stream(.existing(state.accountStream)))
            }
        }
        return (sample, row)
    }

    @Test func `is split from another one that it was taken for, and an undo takes that back`() throws {
        let (sample, row) = try mixed()
        let ledger = sample.ledger
        #expect(try sample.subjects("999").isEmpty)
        #expect(
            try ledger.mail.mixedMessages() == [
                MixedMessage(message: row.id, subject: "order", sources: ["b2.eml", "b3.eml"])
            ])
        #expect(try ledger.maintenance.examine().contains { $0.subject == "messages" && !$0.isHealthy })
        let outcome = try ledger.mail.splitMixedMessages(context: ledger.context(command: "doctor"))
        #expect(outcome.made == 1 && outcome.receipt != nil)
        #expect(try ledger.mail.mixedMessages().isEmpty)
        #expect(try sample.messages().count == 2)
        #expect(try sample.subjects("999") == ["order"])
        #expect(try !ledger.maintenance.examine().contains { $0.subject == "messages" })
        #expect(try ledger.mail.splitMixedMessages(context: ledger.context(command: "doctor")).receipt == nil)
        #expect(try ledger.maintenance.checkViews() == nil)
        // What is imported again is known for what it is now.
        let path = try sample.scratch.write("mail/b2.eml", Array(Self.forged.utf8))
        #expect(try sample.importing([path], account: Self.account).added == 0)
        #expect(try ledger.mail.mixedMessages().isEmpty)
        _ = try ledger.undo(.operation(prefix: try #require(outcome.receipt).operation.description))
        #expect(try sample.messages().count == 1)
        #expect(try ledger.mail.mixedMessages().count == 1)
        #expect(try ledger.maintenance.checkViews() == nil)
    }

    @Test func `is erased with all that it was taken for`() throws {
        let (sample, row) = try mixed()
        let context = sample.ledger.context(command: "erase", reason: "test")
        _ = try sample.ledger.erase(.message(prefix: row.id.description), context: context)
        let path = try sample.scratch.write("mail/c.eml", Array(Self.forged.utf8))
        let report = try sample.importing(
            [path, try sample.scratch.write("mail/d.eml", Array(Self.order.utf8))], account: Self.account)
        #expect(report.erased == 2 && report.added == 0)
    }
}
