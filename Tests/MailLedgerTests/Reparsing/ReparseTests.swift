import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A reparse` {
    private static let account = "ada@example.org"

    /// Three messages, of which the second follows the first, and the third has a group in its To field.
    private func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        var first = SampleMail("first")
        first.subject = "Tides"
        var second = SampleMail("second")
        second.references = ["first@example.org"]
        try sample.importing([first, second], account: Self.account)
        try sample.scratch.write(
            "mail/third.eml",
            """
            From: Ada <ada@example.org>
            To: Rowing Club: grace@example.org;
            Subject: Oars
            Message-ID: <third@example.org>

            Cast off at six.

            """)
        try sample.importing("\(sample.scratch.path)/mail/third.eml", account: Self.account)
        return sample
    }

    private func digests(_ sample: SampleLedger) throws -> [String] {
        try sample.ledger.maintenance.readModelHealth(withDigests: true).filter { $0.name != "search" }
            .map { "\($0.name) \($0.digest.map(\.description) ?? "")" }
    }

    private func forget(_ query: String = "*", in sample: SampleLedger) throws {
        try OlderReadings.record(of: sample.messages(query), in: sample.ledger) { reading in
            reading.headers.subject = "=?before?="
            reading.headers.references = []
            reading.headers.to = reading.headers.to.filter { !$0.address.isEmpty }
        }
    }

    private func reparse(
        _ sample: SampleLedger, dryRun: Bool = false,
        progress: @escaping LedgerMaintenance.ReparseProgress = { _ in true }
    ) throws -> (report: ReparseReport, messages: [ReparsedMessage]) {
        var messages: [ReparsedMessage] = []
        let report = try sample.ledger.maintenance.reparse(
            context: sample.ledger.context(command: "reparse"), dryRun: dryRun, progress: progress
        ) { messages.append($0) }
        return (report, messages)
    }

    private func parserFinding(_ sample: SampleLedger) throws -> String {
        try #require(try sample.ledger.maintenance.examine().first { $0.subject == "parser" }).detail { _ in "" }
    }

    @Test func `names the messages that today's parser reads otherwise, what differs and why, and leaves them`() throws
    {
        let sample = try sample()
        #expect(try reparse(sample, dryRun: true).report.total == 0)
        try forget(in: sample)
        let head = try sample.head()
        let (report, messages) = try reparse(sample, dryRun: true)
        #expect(try sample.head() == head)
        #expect(report.total == 3 && report.read == 3 && report.changed == 3 && report.operation == nil)
        #expect(messages.map(\.subject) == ["Tides", "second", "Oars"])
        #expect(messages.map(\.parts) == [[.subject], [.subject, .thread], [.subject, .addresses]])
        #expect(messages.allSatisfy { $0.parser.old == 1 && $0.parser.new == LedgerMaintenance.parserVersion })
        #expect(messages[2].changes.map(\.field) == ["subject", "to"])
        #expect(try parserFinding(sample).hasPrefix("3 messages were read by an older version of the parser (1 < "))
    }

    @Test(arguments: Place.allCases)
    func `is recorded, followed by lists and threads, not seen before it, and undone`(place: Place) throws {
        let sample = try sample(place)
        let asRead = try PublicAnswers(of: sample.ledger)
        // Those of threads count how often each message became another email, and those of activity each change.
        func rows(but left: [String]) throws -> [String] {
            try digests(sample).filter { row in
                !(left + ["changes ", "threads ", "activity "]).contains { row.hasPrefix($0) }
            }
        }
        let rowsAsRead = try rows(but: ["messages "])
        try forget(in: sample)
        #expect(try sample.ledger.read { try $0.threads().count } == 3)
        let before = try PublicAnswers(of: sample.ledger)
        let (rowsBefore, moment) = (try rows(but: []), try sample.head())

        let (report, _) = try reparse(sample)
        #expect(report.changed == 3 && report.operation != nil)
        #expect(try PublicAnswers(of: sample.ledger).difference(from: asRead) == nil)
        #expect(try rows(but: ["messages "]) == rowsAsRead)
        #expect(try sample.ledger.read { try $0.threads().map(\.messageCount).sorted() } == [1, 2])
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        #expect(try parserFinding(sample).hasPrefix("all messages were read by today's version"))
        #expect(try reparse(sample).report.total == 0)

        try sample.stand(at: Moment(.position(moment)))
        #expect(try PublicAnswers(of: sample.ledger).difference(from: before) == nil)
        try sample.stand(at: nil)

        let (plan, _) = try sample.ledger.undo(.latest)
        #expect(plan.obstacles.isEmpty)
        #expect(try PublicAnswers(of: sample.ledger).difference(from: before) == nil)
        #expect(try rows(but: []) == rowsBefore)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        #expect(try reparse(sample).report.changed == 3)
    }

    @Test func `shows the header that was read last`() throws {
        let sample = try sample()
        let id = try #require(try sample.messages("subject:oars").first).id
        try forget("subject:oars", in: sample)
        func recipients() throws -> [String] {
            try sample.ledger.read { try $0.show(id.description).headers.to.map(\.shownText) }
        }
        #expect(try recipients() == ["grace@example.org"])
        _ = try reparse(sample)
        #expect(try recipients() == ["Rowing Club", "grace@example.org"])
    }

    @Test func `that was stopped goes on where it was`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        try sample.importing((0..<230).map { SampleMail("m\($0)") }, account: Self.account)
        try forget(in: sample)
        let (stopped, first) = try reparse(sample) { $0.read < 100 }
        #expect(stopped.wasStopped && stopped.read == 100 && first.count == 100)
        try sample.reopen()
        let (report, rest) = try reparse(sample)
        #expect(report.total == 130 && report.read == 130 && rest.count == 130)
        #expect(Set((first + rest).map(\.id)).count == 230)
        let operations = try sample.ledger.operations(limit: 2)
        #expect(
            operations.map(\.effects.text)
                == [
                    "reparsed 130 messages, reparsed 1 account: \(Self.account)",
                    "reparsed 100 messages, reparsed 1 account: \(Self.account)",
                ])
        #expect(try sample.subjects("subject:before").isEmpty)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `passes over what it reads no otherwise, and does not read it again`() throws {
        let sample = try sample()
        // Reads the same but for the version, as an import of its day would have recorded it.
        try OlderReadings.record(of: sample.messages(), in: sample.ledger) { _ in }
        let (report, messages) = try reparse(sample)
        #expect(report.total == 3 && report.read == 3 && messages.isEmpty && report.operation != nil)
        #expect(try parserFinding(sample).hasPrefix("all messages were read by today's version"))
        let head = try sample.head()
        #expect(try reparse(sample).report.read == 0)
        #expect(try sample.head() == head)
    }

    @Test func `leaves attachments as they are whose numbers a program has noted`() throws {
        let sample = try sample()
        try OlderReadings.record(of: sample.messages("subject:oars"), in: sample.ledger) {
            $0.attachments = [
                AttachmentSummary(
                    part: "1", fileName: "before.pdf", mimeType: "application/pdf", size: 1, isInline: false,
                    contentID: nil)
            ]
        }
        let message = try #require(try sample.messages("subject:oars").first)
        _ = try sample.ledger.perform(
            ChangeTransferRequest(message: message.id.description, attachment: 1, status: .uploading), Call())
        #expect(try reparse(sample).messages.isEmpty)
        #expect(try sample.ledger.read { try $0.attachments(of: message.stream).map(\.fileName) } == ["before.pdf"])
    }

    @Test func `says of a message without bytes that it stays`() throws {
        let sample = try sample()
        let message = try #require(try sample.messages("subject:oars").first)
        try forget(in: sample)
        var bytes: [UInt8] = []
        try sample.ledger.content.read(message.content).forEachPiece { bytes += $0 }
        try sample.ledger.content.remove([message.content])
        var (report, messages) = try reparse(sample)
        #expect(report.unreadable == [message.id] && messages.count == 2)
        // As from a backup: it is read as soon as it can be.
        _ = try sample.ledger.content.batch { try $0.put(bytes: bytes) }
        (report, messages) = try reparse(sample)
        #expect(report.unreadable.isEmpty && messages.map(\.id) == [message.id])
        (report, messages) = try reparse(sample)
        #expect(report.total == 0 && messages.isEmpty)
    }

    @Test func `waits for a content store that is gone`() throws {
        let sample = try sample(.disk)
        try forget(in: sample)
        let head = try sample.head()
        try sample.whileClosed { location in
            try FileManager.default.moveItem(
                atPath: location.directory + "/content.sqlite", toPath: sample.scratch.path + "/kept")
        }
        #expect(throws: ContentError.self) { try reparse(sample) }
        #expect(try sample.head() == head)
        try sample.whileClosed { location in
            try FileManager.default.moveItem(
                atPath: sample.scratch.path + "/kept", toPath: location.directory + "/content.sqlite")
        }
        #expect(try reparse(sample).messages.count == 3)
    }

    @Test func `counts for who asks for all mail of a person`() throws {
        let sample = try sample()
        func found() throws -> Int {
            let exporter = PersonalDataExporter(of: sample.ledger, address: "zoe@example.net", dryRun: true)
            return try exporter.run(to: "\(sample.scratch.path)/answer") { _ in [] }.messages
        }
        #expect(try found() == 0)
        try OlderReadings.record(of: sample.messages("subject:oars"), in: sample.ledger) {
            $0.headers.cc = [EmailAddress(address: "Zoe@example.net")]
        }
        #expect(try found() == 1)
        // What the log once said of a person is theirs still.
        _ = try reparse(sample)
        #expect(try found() == 1)
    }

    @Test func `is erased with its message`() throws {
        let sample = try sample()
        try OlderReadings.record(of: sample.messages(), in: sample.ledger) { $0.headers.messageID = "old@example.org" }
        _ = try reparse(sample)
        let message = try #require(try sample.messages("subject:oars").first)
        _ = try sample.ledger.erase(
            .message(prefix: message.id.description),
            context: sample.ledger.context(command: "erase", reason: "request"))
        var shown = 0
        try sample.ledger.store.forEach(EventSelection(stream: message.stream), decodedBy: sample.ledger.catalogue) {
            if case .event(let event) = $0.content, event is MessageReparsed { shown += 1 }
            return true
        }
        #expect(shown == 0)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        #expect(try sample.subjects("*") == ["Tides", "second"])
    }
}
