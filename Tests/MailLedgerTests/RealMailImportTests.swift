import Content
import Cryptography
import EventLog
import Mail
import MailLedger
import Mailboxes
import Projections
import TestSupport
import Testing

@Suite(.needsSharedMail) struct `Real mail` {
    static let account = "reader@example.org"

    /// What each set holds when each of its files is named: messages, of which some are there twice.
    @Test(arguments: [
        ("cpython-test-email", 46, 0), ("mail-parser", 53, 1), ("mimekit", 81, 1), ("mu-testdata", 51, 6),
        ("notmuch-corpora", 321, 35),
    ])
    func `is all taken in when each file is named`(set: String, messages: Int, duplicates: Int) throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let files = try RealMail.files(of: set).filter { !$0.hasSuffix("/msg_19.txt") }
        let report = try sample.importing(files, account: Self.account)
        #expect(report.seen == messages && report.skipped.isEmpty)
        #expect(report.existing + report.updated == duplicates)
        let head = try sample.head()
        #expect(try sample.messages().count == report.added)

        let again = try sample.importing(files, account: Self.account)
        #expect(again.added == 0 && again.updated == 0 && again.existing == messages)
        #expect(try sample.head() == head, "a second run appends nothing")
        try expectRawBytes(of: files, in: sample)
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `one file without a header is refused with its reason, and nothing is recorded`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let head = try sample.head()
        let path = "\(try requireSharedMail())/cpython-test-email/msg_19.txt"
        let refusal = MailboxError.refused(SkippedFile(path: path, reason: .notMail, isExpected: false))
        #expect(throws: refusal) { try sample.importing(path, account: Self.account) }
        #expect(try sample.head() == head)
        #expect(refusal.description == "\(path): it does not start with a header field of mail")
    }

    /// What a walk of each set adds, and what it skips without saying so by its name.
    @Test(arguments: [
        ("cpython-test-email", 46, 3, 0), ("mail-parser", 59, 110, 2), ("mimekit", 267, 8, 0),
        ("mu-testdata", 51, 2, 0),
        ("notmuch-corpora", 321, 6, 0),
    ])
    func `is walked, and what is no mail is named once`(set: String, messages: Int, skipped: Int, unexpected: Int)
        throws
    {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let folder = "\(try requireSharedMail())/\(set)"
        let report = try sample.importing(folder, account: Self.account)
        #expect(report.seen == messages)
        #expect(report.skipped.count == skipped && report.skipped.filter { !$0.isExpected }.count == unexpected)
        #expect(report.isPartial == (unexpected > 0))
        let head = try sample.head()
        let again = try sample.importing(folder, account: Self.account)
        #expect(again.added == 0 && again.updated == 0 && again.existing == messages)
        #expect(again.skipped.count == skipped)
        #expect(try sample.head() == head, "a second run appends nothing")
    }

    @Test func `of all sets in one account 43 files are there twice`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let files = try RealMail.sets.flatMap(RealMail.files).filter {
            // The large set has no byte in common with the others.
            !$0.hasSuffix("/msg_19.txt") && !$0.contains("/spamassassin-a/")
        }
        let report = try sample.importing(files, account: Self.account)
        #expect(report.seen == 552 && report.updated == 0 && report.skipped.isEmpty)
        #expect(report.existing == 43)
        #expect(try sample.messages().count == report.added)
    }
}
