import CivilTime
import EventLog
import MailLedger
import Projections
import TestSupport
import Testing

/// The time of receipt in the separators of an mbox.
@Suite struct `The separator of an mbox` {
    @Test(arguments: [
        ("From a@x.org Sat Feb 23 01:30:23 2008", "2008-02-23T01:30:23Z"),
        ("From 1234@xxx Sat Feb 23 01:30:23 +0000 2008", "2008-02-23T01:30:23Z"),
        ("From a@x.org Sat Feb 23 01:30:23 2008 +0200", "2008-02-22T23:30:23Z"),
        ("From a@x.org Sat Feb 23 01:30:23 -0130 2008", "2008-02-23T03:00:23Z"),
        ("From a@x.org Sat Feb 23 01:30:23 EST 2008", "2008-02-23T06:30:23Z"),
        ("From a@x.org Sat Feb 23 01:30:23 2008 PDT", "2008-02-23T08:30:23Z"),
        ("From a@x.org Sat Feb 23 01:30:23 CEST 2008", "2008-02-23T01:30:23Z"),
        ("From a@x.org Sat Feb 23 01:30 2008", "2008-02-23T01:30:00Z"),
        ("From a@x.org Sat Feb 23 01:30:23 2008 remote from host", "2008-02-23T01:30:23Z"),
        ("From Jan 2 Sat Feb  3 01:30:23 2008", "2008-02-03T01:30:23Z"),
        ("From - Sat Feb 23 01:30:23 2008", "2008-02-23T01:30:23Z"),
        ("From a@x.org 2008-02-23T01:30:23Z", "2008-02-23T01:30:23Z"),
    ])
    func `tells when a message was received`(_ line: String, _ expected: String) throws {
        let sample = try SampleLedger(.memory)
        try sample.addAccount("ada@example.org")
        // The one that stands first has another.
        let path = try sample.scratch.write(
            "mail/takeout.mbox",
            "From a@x.org Mon Jan  1 00:00:00 2007\nSubject: first\n\nx\n\n\(line)\nSubject: second\n\ny\n")
        try sample.importing(path, account: "ada@example.org")
        let row = try #require(try sample.messages("subject:second").first)
        #expect(row.receivedAt.iso8601 == Timestamp(iso8601: expected)?.iso8601, "\(line)")
        #expect(try sample.messages("*").map(\.subject) == ["second", "first"])
    }

    @Test(arguments: [
        "From a@x.org Sat Feb 31 01:30:23 2008", "From a@x.org Sat Feb 23 25:30:23 2008", "From a@x.org",
        "From a@x.org Sat Feb 23 01:30:23 99999", "From a@x.org Sat Feb 23 01:30:23 +0000",
        "From a@x.org Sat Feb 23 01:30:23 +10000 2008",
    ])
    func `that tells no time leaves the file's`(_ line: String) throws {
        let sample = try SampleLedger(.memory)
        try sample.addAccount("ada@example.org")
        let path = try sample.scratch.write("mail/one.mbox", "\(line)\nSubject: s\n\nx\n")
        try sample.importing(path, account: "ada@example.org")
        #expect(try #require(try sample.messages("*").first).receivedAt.iso8601 > "2008-03")
    }
}
