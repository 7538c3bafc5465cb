import Content
import Cryptography
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Where an export goes, what stands in its way, and what is left when it fails.
@Suite struct `An export` {
    static let account = "ada@example.org"

    private func world(_ place: Place = .memory, messages: Int = 3) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        try sample.importing((0..<messages).map { SampleMail("mail\($0)") }, account: Self.account)
        return sample
    }

    @discardableResult
    private func export(
        _ sample: SampleLedger, _ format: MailboxFormat, to target: ExportTarget, overwriting: Bool = false,
        dryRun: Bool = false, progress: @escaping MailboxExporter.Progress = { _, _ in true }
    ) throws -> ExportReport {
        try MailboxExporter(
            of: sample.ledger, options: ExportOptions(format: format, overwriting: overwriting, dryRun: dryRun),
            progress: progress
        ).run(to: target)
    }

    private func entries(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    @Test(arguments: [MailboxFormat.maildirPlusPlus, .nestedMaildirs, .eml, .mboxrd])
    func `into a folder that holds something is refused, and nothing is touched`(format: MailboxFormat) throws {
        let sample = try world()
        let path = "\(sample.scratch.path)/out"
        try sample.scratch.write("out/mine", "mine")
        #expect(throws: DomainError.conflict("\(path) is not empty", hint: .nameNewFolderOrAdd)) {
            try export(sample, format, to: .folder(path))
        }
        #expect(entries(path) == ["mine"])
        try export(sample, format, to: .folder(path), overwriting: true)
        #expect(try String(contentsOfFile: path + "/mine", encoding: .utf8) == "mine")
        #expect(filesBelow(path).count > 1 && !entries(path).contains(".mailledger-export"))
    }

    @Test(arguments: [MailboxFormat.maildirPlusPlus, .nestedMaildirs, .eml, .mboxrd])
    func `of folders that the query names has the copies that are there, and no others`(format: MailboxFormat) throws {
        let sample = try world(messages: 2)
        try sample.addFolder("Work", to: Self.account)
        _ = try sample.ledger.perform(FileMessagesRequest(filter: "subject:mail0", folder: "Work"))
        func copies(_ query: String, _ name: String) throws -> [String] {
            let report = try MailboxExporter(
                of: sample.ledger, matching: sample.filter(query), options: ExportOptions(format: format)
            ).run(to: .folder("\(sample.scratch.path)/\(name)"))
            #expect(report.copies == report.folders.map(\.copies).reduce(0, +))
            return report.folders.map { "\($0.folder) \($0.copies)" }.sorted()
        }
        #expect(try copies("*", "all") == ["INBOX 2", "Work 1"])
        #expect(try copies("in:Work", "named") == ["Work 1"])
        #expect(try copies("subject:mail0 (in:Work or in:Work)", "twice") == ["Work 1"])
        #expect(try copies("in:Work or subject:mail1", "either") == ["INBOX 2", "Work 1"])
        #expect(try copies("subject:mail0 not in:Archive", "without") == ["INBOX 1", "Work 1"])
        let file = "\(sample.scratch.path)/one.mbox"
        let one = try MailboxExporter(
            of: sample.ledger, matching: sample.filter("in:Work"), options: ExportOptions(format: .mboxrd)
        ).run(to: .file(file))
        #expect(one.copies == 1)
        try sample.delete("subject:mail0")
        #expect(try copies("in:Work is:deleted", "gone") == ["Work 1"])
    }

    @Test func `into the same Maildir again changes flags, doubles nothing and leaves other mail`() throws {
        let sample = try world()
        let path = "\(sample.scratch.path)/out"
        try export(sample, .maildirPlusPlus, to: .folder(path))
        let before = filesBelow(path)
        try sample.scratch.write("out/new/1.other.host", "From: x@example.org\n\n")
        try sample.mark("subject:mail1", adding: [.seen, .flagged])
        try sample.importing([SampleMail("late")], account: Self.account)
        try export(sample, .maildirPlusPlus, to: .folder(path), overwriting: true)
        let after = filesBelow(path)
        #expect(before.count == 3 && after.count == 5 && after.contains("new/1.other.host"))
        #expect(after.filter { $0.hasSuffix(":2,FS") }.count == 1)
    }

    @Test func `into a file that is there is refused, unless it is to be replaced`() throws {
        let sample = try world()
        let path = try sample.scratch.write("all.mbox", "mine")
        #expect(throws: DomainError.self) { try export(sample, .mboxrd, to: .file(path)) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try export(sample, .mboxrd, to: .file(path), overwriting: true)
        #expect(try digests(below: path).count == 3)
        #expect(permissions(of: path) == 0o600)
        #expect(throws: DomainError.self) { try export(sample, .mboxrd, to: .file(sample.scratch.path)) }
        #expect(throws: DomainError.self) { try export(sample, .eml, to: .folder(path)) }
        #expect(entries(sample.scratch.path) == ["all.mbox", "mail"])
    }

    @Test(arguments: [MailboxFormat.maildirPlusPlus, .nestedMaildirs, .eml, .mboxrd])
    func `that is stopped leaves nothing, and one that was killed is cleared away`(format: MailboxFormat) throws {
        let sample = try world()
        let path = "\(sample.scratch.path)/out"
        let target: ExportTarget = format == .mboxrd ? .file(path) : .folder(path)
        #expect(throws: EventLogError.self) { try export(sample, format, to: target) { done, _ in done < 2 } }
        #expect(entries(sample.scratch.path) == ["mail"])

        if case .folder = target {
            try sample.scratch.write("out/.mailledger-export/Work/cur/half", "half")
        } else {
            try sample.scratch.write(".out.mailledger-export", "half")
        }
        try export(sample, format, to: target)
        #expect(!filesBelow(sample.scratch.path).contains { $0.hasSuffix("half") || $0.contains("mailledger-export") })
        #expect(try digests(below: path).count == 3)
    }

    @Test func `to a full disk says how far it came`() throws {
        let sample = try world()
        #expect {
            try export(sample, .mboxrd, to: .file("/dev/full"))
        } throws: { error in
            guard case LedgerError.io("/dev/full", let reason) = error else { return false }
            return reason.contains("No space left on device, after 3 of 3 copies")
        }
        #expect {
            try export(sample, .eml, to: .folder("\(sample.scratch.path)/no/such/folder"))
        } throws: { error in
            if case LedgerError.io = error { true } else { false }
        }
    }

    @Test func `names each copy whose content is missing or damaged, and writes the rest`() throws {
        let sample = try world(.disk, messages: 4)
        let rows = try sample.messages()
        try sample.whileClosed { location in
            let connection = try Connection(path: location.directory + "/content.sqlite", mode: .readWrite)
            let (gone, spoilt) = (rows[0].content.bytes, rows[1].content.bytes)
            try connection.run("DELETE FROM content WHERE digest = \(bind: gone)")
            try connection.run("UPDATE content SET data = x'00' WHERE digest = \(bind: spoilt)")
        }
        for format in [MailboxFormat.maildirPlusPlus, .eml, .mboxrd] {
            let path = "\(sample.scratch.path)/out-\(format)"
            let report = try export(sample, format, to: format == .mboxrd ? .file(path + ".mbox") : .folder(path))
            #expect(report.messages == 4 && report.copies == 2 && report.isPartial)
            #expect(
                Set(report.leftOut.map { "\($0.message) \($0.reason.code)" }) == [
                    "\(rows[0].id) content-missing", "\(rows[1].id) content-damaged",
                ])
            #expect(try digests(below: format == .mboxrd ? path + ".mbox" : path).count == 2)
        }
        #expect(try export(sample, .eml, to: .folder("/nowhere"), dryRun: true).leftOut.count == 1)
    }

    @Test func `that is only counted writes nothing`() throws {
        let sample = try world()
        let path = "\(sample.scratch.path)/out"
        for format in [MailboxFormat.maildirPlusPlus, .eml, .mboxrd] {
            let report = try export(sample, format, to: .folder(path), dryRun: true)
            #expect(report.copies == 3 && report.folders.map(\.copies) == [3])
        }
        #expect(entries(sample.scratch.path) == ["mail"])
    }

    @Test func `of several accounts has a folder for each, that an import takes apart again`() throws {
        let sample = try world()
        try sample.addAccount("bob@example.org")
        try sample.importing([SampleMail("bobs")], account: "bob@example.org", folder: "Archive")
        let path = "\(sample.scratch.path)/out"
        try export(sample, .maildirPlusPlus, to: .folder(path))
        #expect(entries(path) == ["ada@example.org", "bob@example.org"])
        #expect(entries(path + "/bob@example.org") == [".Archive", "cur", "new", "tmp"])
        #expect(try digests(below: path + "/ada@example.org").count == 3)
        #expect(try digests(below: path + "/bob@example.org").count == 1)
    }

    @Test func `of folders with names that no disk takes loses none of them`() throws {
        let sample = try world()
        let names = ["tmp", "cur", ".hidden", "a.b", "a_b", "INBOX/Sub", "Entwürfe", "Work/mail.mbox", "📬"]
        for name in names + ["Work"].filter({ !names.contains($0) }).reversed() where !name.contains("/") {
            try sample.addFolder(name, to: Self.account)
        }
        for name in names where name.contains("/") { try sample.addFolder(name, to: Self.account) }
        for (number, name) in names.enumerated() {
            try sample.importing([SampleMail("in\(number)")], account: Self.account, folder: name)
        }
        for (format, lost) in [
            (MailboxFormat.maildirPlusPlus, [".hidden", "Work/mail.mbox", "a.b"]),
            (.nestedMaildirs, [".hidden", "Work/mail.mbox", "cur", "tmp"]),
            (.eml, [".hidden", "Work/mail.mbox", "cur", "tmp"]),
            (.mboxrd, [".hidden", "Work/mail.mbox", "cur", "tmp"]),
        ] {
            let path = "\(sample.scratch.path)/out-\(format)"
            let report = try export(sample, format, to: .folder(path))
            #expect(report.renamed.map(\.folder) == lost, "\(format)")
            let second = try SampleLedger()
            try second.addAccount(Self.account)
            #expect(try second.importing(path, account: Self.account).added == 12)
            let found = Set(try second.messages().flatMap(\.folders))
            #expect(found.count == names.count + 1 && found.isSuperset(of: Set(names).subtracting(lost)), "\(format)")
        }
    }

    @Test func `leaves out of an mbox what nobody could tell from the message before it`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.scratch.write("mail/cur/1.a.host:2,", "no header at all\n")
        try sample.scratch.write("mail/cur/2.a.host:2,", "Subject: fine\n\nbody\n")
        try sample.importing("\(sample.scratch.path)/mail", account: Self.account)
        let path = "\(sample.scratch.path)/all.mbox"
        let report = try export(sample, .mboxrd, to: .file(path))
        #expect(report.copies == 1 && report.leftOut.map(\.reason) == [.notSeparable])
        #expect(try digests(below: path).count == 1)
    }
}
