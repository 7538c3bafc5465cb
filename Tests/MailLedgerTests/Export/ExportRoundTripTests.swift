import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Mailboxes
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `What was exported` {
    static let account = "reader@example.org"

    private func samples() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing(
            ["maildir", "eml", "lists.mbox"].map { "\(projectRoot)/Samples/\($0)" }, account: Self.account)
        return sample
    }

    @discardableResult
    private func export(
        _ sample: SampleLedger, _ format: MailboxFormat, to target: ExportTarget, query: String = "*"
    ) throws -> ExportReport {
        try MailboxExporter(
            of: sample.ledger, matching: sample.filter(query), options: ExportOptions(format: format)
        ).run(to: target)
    }

    /// The digests of all live copies.
    private func copies(_ sample: SampleLedger) throws -> [String] {
        try sample.ledger.read { reader in
            try reader.messages().flatMap { try reader.copies(of: $0).map(\.raw.description) }.sorted()
        }
    }

    /// Exports, imports into a new ledger, and returns both states and what the export said.
    private func roundTrip(
        _ sample: SampleLedger, _ format: MailboxFormat
    ) throws -> (before: MailState, after: MailState, report: ExportReport, imported: ImportReport, path: String) {
        let path = "\(sample.scratch.path)/out-\(UUID().uuidString)"
        let report = try export(sample, format, to: .folder(path))
        let second = try SampleLedger()
        try second.addAccount(Self.account)
        let imported = try second.importing(path, account: Self.account)
        return (try MailState(of: sample.ledger), try MailState(of: second.ledger), report, imported, path)
    }

    // MARK: Samples

    @Test(arguments: [MailboxFormat.maildirPlusPlus, .nestedMaildirs, .eml, .mboxrd])
    func `gives the same bytes and the same mail again, and the ledger is as it was`(format: MailboxFormat) throws {
        let sample = try samples()
        let head = try sample.head()
        let trip = try roundTrip(sample, format)
        #expect(trip.report.messages == 66 && trip.report.copies == 68 && !trip.report.isPartial)
        #expect(trip.imported.skipped.isEmpty)
        let keepsFlags = format == .maildirPlusPlus || format == .nestedMaildirs
        let lost: Set<MailState.Part> = keepsFlags ? [] : [.keywords]
        #expect(trip.after.without(lost).difference(from: trip.before.without(lost)) == nil)
        #expect(try digests(below: trip.path) == copies(sample))
        #expect(try sample.head() == head, "an export appends nothing")
    }

    @Test func `after changes gives the folders, the flags and the threads that there are now`() throws {
        let sample = try samples()
        try sample.addFolder("Archive/Bücher & Zeit", to: Self.account)
        try sample.move("subject:razor", to: "Archive/Bücher & Zeit")
        try sample.mark("in:INBOX", adding: [.seen, .flagged])
        try sample.mark("subject:tide", adding: [.answered, .forwarded, .draft], removing: [.seen])
        try sample.delete("subject:popcorn")
        try sample.mark("subject:cabin", adding: [Keyword("holiday")])
        for format in [MailboxFormat.maildirPlusPlus, .nestedMaildirs] {
            let trip = try roundTrip(sample, format)
            #expect(trip.report.messages == 65 && trip.report.copiesLosingKeywords > 0)
            var before = trip.before
            before.messages = before.messages.mapValues { message in
                MailState.Message(
                    folders: message.folders, keywords: message.keywords.filter { $0 != "holiday" },
                    receivedSecond: message.receivedSecond, copies: message.copies, thread: message.thread)
            }
            #expect(trip.after.difference(from: before) == nil)
        }
    }

    @Test(.requirement(53)) func `as eml is the file that was imported, byte for byte, with all that is known of it`()
        throws
    {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let folder = "\(projectRoot)/Samples/eml"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".eml") }
        try sample.importing(names.map { "\(folder)/\($0)" }, account: Self.account)
        let path = "\(sample.scratch.path)/letters"
        try export(sample, .eml, to: .folder(path))
        let written = try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".eml") }
        let before = try Set(names.map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) })
        #expect(try Set(written.map { try Data(contentsOf: URL(filePath: "\(path)/\($0)")) }) == before)
        #expect(written.count == names.count)
    }

    @Test func `as one mbox has each separator, and every message once`() throws {
        let sample = try samples()
        let path = "\(sample.scratch.path)/all.mbox"
        let report = try export(sample, .mboxrd, to: .file(path))
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let original = try String(contentsOfFile: "\(projectRoot)/Samples/lists.mbox", encoding: .utf8)
        let separators = original.split(separator: "\n").filter { $0.hasPrefix("From ") }
        #expect(separators.count == 20 && separators.allSatisfy { text.contains("\n\($0)\n") || text.hasPrefix($0) })
        #expect(try digests(below: path) == copies(sample) && report.copies == 68)

        let twice = try SampleLedger()
        try twice.addAccount(Self.account)
        let mail = [SampleMail("one"), SampleMail("two")]
        try twice.importing(mail, account: Self.account)
        for folder in ["a", "b"] {
            for message in mail { try twice.scratch.write("\(folder)/Sub/\(message.fileName)", message.text) }
            try twice.importing("\(twice.scratch.path)/\(folder)", account: Self.account)
        }
        let once = try export(twice, .mboxrd, to: .file("\(twice.scratch.path)/once.mbox"))
        #expect(once.copies == 2 && once.messages == 2)
    }

    @Test func `as an mbox leaves out a length that leads beyond the end of its message`() throws {
        var generator = SeededGenerator(for: "lengths in an mbox")
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        for round in 0..<60 {
            let body = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                ["text\n", "From here on\n", ">From there\n", "\n"].randomElement(using: &generator) ?? ""
            }.joined()
            // Those that are right, too: they stay.
            let length = Bool.random(using: &generator) ? body.utf8.count : Int.random(in: 0...2_000, using: &generator)
            try sample.scratch.write(
                "lengths/\(100 + round)",
                "From: a@example.org\nCONTENT-length:\n \(length)\nSubject: s\(round)\n\n\(body)")
        }
        // Without it the file would not begin as a message does.
        try sample.scratch.write("lengths/only", "Content-Length: 99999\n\nno other field\n")
        try sample.importing("\(sample.scratch.path)/lengths", account: Self.account)
        let path = "\(sample.scratch.path)/lengths.mbox"
        try export(sample, .mboxrd, to: .file(path))
        let back = try SampleLedger()
        try back.addAccount(Self.account)
        try back.importing(path, account: Self.account)
        #expect(try Set(back.messages().map(\.subject)) == Set(sample.messages().map(\.subject)))
        #expect(try back.messages().count == 61)
    }

    @Test func `of an mbox that is mboxrd is that mbox`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let original = "\(projectRoot)/Samples/lists.mbox"
        try sample.importing(original, account: Self.account)
        let path = "\(sample.scratch.path)/out.mbox"
        try export(sample, .mboxrd, to: .file(path))
        // The file's own order is not always that of the dates.
        func messages(_ path: String) throws -> [String] {
            "\n\(try String(contentsOfFile: path, encoding: .utf8))\n".components(separatedBy: "\nFrom ").map {
                $0.trimmingCharacters(in: .newlines)
            }.sorted()
        }
        #expect(try messages(path) == messages(original))
        #expect(try Data(contentsOf: URL(filePath: path)).count == Data(contentsOf: URL(filePath: original)).count)
    }

    // MARK: Other people's mail

    @Test(
        .needsSharedMail, arguments: ["cpython-test-email", "mail-parser", "mimekit", "mu-testdata", "notmuch-corpora"])
    func `of real mail is the same bytes and the same mail again`(set: String) throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing("\(requireSharedMail())/\(set)", account: Self.account)
        let headless = try MailState.headless(in: sample.ledger)
        for format in [MailboxFormat.maildirPlusPlus, .eml, .mboxrd] {
            let trip = try roundTrip(sample, format)
            let name = Comment("\(set) \(format)")
            #expect(trip.report.renamed.isEmpty, name)
            let left =
                switch format {
                case .mboxrd: Set(headless.keys)
                case .eml: Set(headless.filter { !$0.value }.keys)
                default: Set<String>()
                }
            #expect(trip.report.leftOut.count == (format == .mboxrd ? left.count : 0), name)
            #expect(trip.imported.skipped.count == (format == .eml ? left.count : 0), name)
            // One message of that set has a Content-Length beyond its end.
            let isExact = trip.report.copiesGivenLineEnd == 0 && !(set == "mu-testdata" && format == .mboxrd)
            #expect(isExact || format == .mboxrd, name)
            var lost: Set<MailState.Part> = isExact ? [] : [.copies]
            if format != .maildirPlusPlus { lost.insert(.keywords) }
            // A separator may tell no time, and is written as it was.
            if format == .mboxrd { lost.insert(.received) }
            #expect(trip.after.without(lost).difference(from: trip.before.without(lost, messages: left)) == nil, name)
            if format == .maildirPlusPlus { #expect(try digests(below: trip.path) == copies(sample), name) }
        }
    }

    // MARK: Any bytes

    @Test func `of random bytes is the same bytes again`() throws {
        var generator = SeededGenerator()
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let words = [
            "From ", ">From ", "\n", "\n\n", "\r\n", "\0", "\u{FF}", "text", "From x Thu Aug 22 12:36:23 2002\n", ">",
            " ",
        ]
        for number in 0..<60 {
            let body = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? ""
            }
            let end = number % 3 == 0 ? "" : "\n"
            let text = "Subject: \(number)\nFrom: a@example.org\n\nx\(body.joined())y\(end)"
            let bytes = number % 7 == 0 ? Array("From me\n".utf8) + Array(text.utf8) : Array(text.utf8)
            let folder = ["cur", "Work/cur", "Work/Deep/cur"][number % 3]
            try sample.scratch.write("mail/\(folder)/\(1_700_000_000 + number).R\(number).host:2,S", bytes)
        }
        try sample.importing("\(sample.scratch.path)/mail", account: Self.account)
        for format in [MailboxFormat.maildirPlusPlus, .nestedMaildirs] {
            let trip = try roundTrip(sample, format)
            #expect(trip.report.copies == 60)
            #expect(trip.after.difference(from: trip.before) == nil)
        }
        let boxes = "\(sample.scratch.path)/boxes"
        let report = try export(sample, .mboxrd, to: .folder(boxes))
        #expect(report.leftOut.isEmpty && report.copiesGivenLineEnd == 20)
        // Those that got a line end differ in that alone.
        var expected: [String] = []
        try sample.ledger.read { reader in
            for row in try reader.messages() {
                guard case .bytes(let bytes) = try sample.ledger.content.read(row.content) else { continue }
                expected.append(SHA256Hasher.digest(of: bytes.last == 0x0A ? bytes : bytes + [0x0A]).description)
            }
        }
        #expect(try digests(below: boxes) == expected.sorted())
    }
}
