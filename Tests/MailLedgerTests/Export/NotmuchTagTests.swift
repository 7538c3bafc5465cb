import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Tags of notmuch` {
    static let account = "mara@example.org"

    private func world() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing("\(projectRoot)/Samples/maildir", account: Self.account)
        return sample
    }

    private func dump(_ sample: SampleLedger, query: String = "*") throws -> [String] {
        let path = "\(sample.scratch.path)/tags"
        _ = try sample.ledger.exchange.exportNotmuchTags(sample.filter(query), to: .file(path), overwriting: true)
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func apply(_ sample: SampleLedger, _ lines: String..., dryRun: Bool = false) throws -> TagImport {
        let path = try sample.scratch.write("dump", lines.joined(separator: "\n") + "\n")
        return try sample.ledger.exchange.importNotmuchTags(
            path, account: Self.account, context: sample.ledger.context(command: "import tags"), dryRun: dryRun)
    }

    private func keywords(_ sample: SampleLedger, _ id: String) throws -> [String] {
        try sample.messages("mid:\(id)").first?.keywords ?? []
    }

    // MARK: In

    @Test func `become keywords and labels by one operation, which undo takes back`() throws {
        let sample = try world()
        let before = try dump(sample)
        let head = try sample.head()
        let lines = [
            "+unread +flagged +inbox -- id:survey-40117@shaving.example.com",
            "+replied +todo -- id:inv-2026-023@paper.example.com",
        ]
        let planned = try apply(sample, lines[0], lines[1], dryRun: true)
        #expect(planned.changed == 2 && planned.receipt == nil)
        #expect(try sample.head() == head)
        let report = try apply(sample, lines[0], lines[1])
        #expect(report.matched == 2 && report.changed == 2 && !report.isPartial)
        #expect(try keywords(sample, "survey-40117@shaving.example.com") == ["$flagged", "inbox"])
        #expect(try keywords(sample, "inv-2026-023@paper.example.com") == ["$answered", "$seen", "todo"])
        #expect(try apply(sample, lines[0], lines[1]).changed == 0)
        _ = try sample.ledger.undo(.latest, partially: false, reason: nil)
        #expect(try dump(sample) == before)
    }

    @Test func `replace labels, and leave keywords that notmuch has no tag for`() throws {
        let sample = try world()
        let id = "survey-40117@shaving.example.com"
        try sample.mark("mid:\(id)", adding: [Keyword("$junk"), Keyword("old"), .draft])
        _ = try apply(sample, "+new -- id:\(id)")
        #expect(try keywords(sample, id) == ["$junk", "$seen", "new"])
    }

    @Test func `that have no place here, and ids of no message, are named`() throws {
        let sample = try world()
        let id = "survey-40117@shaving.example.com"
        let report = try apply(
            sample, "#notmuch-dump batch-tag:3 config,properties,tags", "#@ key value", "#= \(id) key=value",
            "+to%20do +Work +a%28 -- id:\(id)", "+x -- id:nobody@example.org")
        #expect(report.unknown == ["nobody@example.org"] && report.unusable == ["a("] && report.isPartial)
        #expect(report.respelled.isEmpty)
        #expect(try keywords(sample, id) == ["$seen", "to do", "Work"])
        let again = try apply(sample, "+WORK +to%20do -- id:\(id)", "+WORK -- id:inv-2026-023@paper.example.com")
        #expect(again.respelled.map { "\($0.tag) \($0.label)" } == ["WORK Work"] && again.changed == 1)
        #expect(try keywords(sample, "inv-2026-023@paper.example.com") == ["$seen", "Work"])
        #expect(try dump(sample, query: "mid:\(id)").contains { $0.hasPrefix("+Work +") && $0.contains("to%20do") })
    }

    @Test func `of a file that is no dump change nothing`() throws {
        let sample = try world()
        let head = try sample.head()
        #expect(throws: DomainError.self) { try apply(sample, "+a -- id:survey-40117@shaving.example.com", "nonsense") }
        #expect(try sample.head() == head)
        #expect(throws: LedgerError.self) {
            try sample.ledger.exchange.importNotmuchTags(
                "/nowhere", account: Self.account, context: sample.ledger.context(command: "import tags"))
        }
    }

    @Test func `tell what tag:inbox finds, and mail that came later lies in the INBOX or not`() throws {
        let sample = try world()
        let all = try sample.messages("tag:inbox").count
        #expect(try all > 2 && all == sample.messages("in:INBOX").count)
        // Archived in notmuch: it has no tag, and still lies in the INBOX.
        let first = try #require(try sample.messages("in:INBOX").first { $0.messageID != nil }?.messageID)
        _ = try apply(sample, "+todo -- id:\(first)")
        #expect(try sample.messages("tag:inbox").isEmpty && sample.messages("in:INBOX").count == all)
        _ = try sample.ledger.undo(.latest)
        #expect(try sample.messages("tag:inbox").count == all)
        _ = try apply(sample, "+inbox -- id:\(first)")
        #expect(try sample.messages("tag:inbox").map(\.messageID) == [first])
        #expect(try sample.messages("not tag:inbox in:INBOX").count == all - 1)
        try sample.importing([SampleMail("later")], account: Self.account)
        #expect(try sample.subjects("tag:inbox subject:later") == ["later"])
        #expect(try dump(sample, query: "subject:later").last?.contains("+inbox") == true)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    // MARK: Out

    @Test func `tell the INBOX and attachments, until labels tell them`() throws {
        let sample = try world()
        #expect(
            try dump(sample, query: "mid:inv-2026-023@paper.example.com") == [
                "#notmuch-dump batch-tag:3 tags", "+attachment +inbox +unread -- id:inv-2026-023@paper.example.com",
            ])
        _ = try apply(sample, "+inbox -- id:survey-40117@shaving.example.com")
        let lines = try dump(sample)
        #expect(lines.filter { $0.contains("+inbox ") } == ["+inbox -- id:survey-40117@shaving.example.com"])
        #expect(lines.contains { $0.contains("+attachment") })
    }

    @Test func `of several messages with one id are one line, and of a message without an id none`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        var (one, other, nameless) = (SampleMail("one"), SampleMail("other"), SampleMail("nameless"))
        other.messageID = one.messageID
        nameless.messageID = nil
        one.subject = "first"
        try sample.importing([one, other, nameless], account: Self.account)
        try sample.mark("subject:first", adding: [.seen, Keyword("x")])
        let path = "\(sample.scratch.path)/tags"
        let export = try sample.ledger.exchange.exportNotmuchTags(.all, to: .file(path))
        #expect(try export.withoutID == sample.messages("subject:nameless").map(\.id))
        #expect(export.messages == 1)
        #expect(try dump(sample).last == "+inbox +x -- id:one@example.org")
    }

    // MARK: The real one

    /// Tags here and there after: dump of notmuch, import here, all tags lost there, export here, restore there.
    @Test(.enabled("notmuch is not installed") { areInstalled("notmuch") })
    func `come from notmuch and go back to it with nothing lost`() throws {
        let sample = try world()
        let folder = sample.scratch.path
        func notmuch(_ script: String) throws -> String {
            let output = try shell(script, environment: ["NOTMUCH_CONFIG": "\(folder)/config"], directory: folder)
            try #require(output.status == 0, "\(script): \(output.text)")
            return output.text
        }
        _ = try notmuch(
            """
            cp -R '\(projectRoot)/Samples/maildir' mail
            printf '[database]\\npath=\(folder)/mail\\n[user]\\nname=Mara\\nprimary_email=\(Self.account)\\n[new]\\ntags=unread;inbox\\n[maildir]\\nsynchronize_flags=true\\n' > config
            notmuch new --quiet
            notmuch tag +todo +'taxes/2024' -- subject:invoice
            notmuch tag -inbox -unread -- subject:razor
            notmuch tag +flagged +replied +passed -- from:peter
            notmuch tag +'schön' -- subject:cabin
            notmuch dump --output=before
            """)
        let report = try sample.ledger.exchange.importNotmuchTags(
            "\(folder)/before", account: Self.account, context: sample.ledger.context(command: "import tags"))
        #expect(report.unknown.isEmpty && report.unusable.isEmpty && report.respelled.isEmpty)
        #expect(try sample.subjects("label:todo").count == Int(try notmuch("notmuch count tag:todo").dropLast()))
        for query in ["tag:inbox", "tag:inbox and tag:unread", "not tag:inbox", "tag:unread", "tag:passed"] {
            let theirs = try notmuch("notmuch count '\(query)'").dropLast()
            #expect(try sample.messages(query).count == Int(theirs), "\(query)")
        }
        #expect(
            try sample.subjects("is:unread").count
                == Int(try notmuch("notmuch count tag:unread and not tag:draft").dropLast()))

        _ = try sample.ledger.exchange.exportNotmuchTags(.all, to: .file("\(folder)/exported"))
        let after = try notmuch(
            """
            notmuch tag --remove-all +lost -- '*'
            notmuch restore --input=exported
            notmuch dump --include=tags | sort > after
            notmuch restore --input=before
            notmuch dump --include=tags | sort > expected
            wc -l < after
            diff expected after
            """)
        // The header and 31 messages, of which one lies in two folders.
        #expect(Int(after.dropLast()) == 32)
    }
}
