import EventLog
import Hashing
import MIME
import Mail
import Projections
import TestSupport
import Testing

@testable import MailLedger

/// What an import makes of headers and separators, as lists, queries and `show` have it.
@Suite struct `The reading of headers` {
    private static let account = "ada@example.org"

    private static func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(account)
        return sample
    }

    // MARK: Separators

    @Test(arguments: [
        ("From 1@xxx Mon Feb 23 01:30:23 +0000 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 2008 +0200", "2008-02-22T23:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 +0200 2008", "2008-02-22T23:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 +02:00 2008", "2008-02-22T23:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 EST 2008", "2008-02-23T06:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 2008 PDT", "2008-02-23T08:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 UT 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 Z 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 gmt 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 -0000 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 MESZ 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 MET DST 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 2008", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb  3 01:30 2008", "2008-02-03T01:30:00Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 2008 remote from host", "2008-02-23T01:30:23Z"),
        ("From 1@xxx Mon Feb 23 01:30:23 EDT 2008 remote from host", "2008-02-23T05:30:23Z"),
        ("From 1@xxx Mon, 23 Feb 2008 01:30:23 -0500", "2008-02-23T06:30:23Z"),
        ("From 1@xxx 2008-02-23T01:30:23Z Feb 2008", "2008-02-23T01:30:23Z"),
    ])
    func `the separator of an mbox says when mail was received, whatever its zone`(
        _ separator: String, _ time: String
    ) throws {
        let sample = try Self.sample()
        let path = try sample.scratch.write(
            "all.mbox", "\(separator)\nSubject: one\n\nText\n\n\(separator)\nSubject: two\n\nText\n")
        try sample.importing(path, account: Self.account)
        let expected = try #require(Timestamp(iso8601: time))
        let rows = try sample.messages()
        #expect(rows.map(\.receivedAt) == [expected, expected])
        #expect(rows.map(\.shownDate) == [expected, expected], "mail without a date stands where it was received")
    }

    @Test func `a separator of random words and zones is read as Date fields are, or not at all`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let sample = try Self.sample()
        var text = ""
        var expected: [String: Timestamp] = [:]
        for number in 0..<200 {
            let minutes = Int.random(in: -840...840, using: &random)
            let (hours, more) = abs(minutes).quotientAndRemainder(dividingBy: 60)
            let padded: Int = 10_000 + hours * 100 + more
            let digits = String(String(padded).dropFirst())
            let zone = (minutes < 0 ? "-" : "+") + digits
            let year = Int.random(in: 1990...2030, using: &random)
            let rest = Bool.random(using: &random) ? "\(zone) \(year)" : "\(year) \(zone)"
            text += "From \(number)@xxx Thu Aug 22 12:36:23 \(rest)\nSubject: n\(number)\n\nText\n\n"
            let noon = try #require(Timestamp(iso8601: "\(year)-08-22T12:36:23Z"))
            expected["n\(number)"] = Timestamp(microseconds: noon.microseconds - Int64(minutes) * 60_000_000)
        }
        try sample.importing(sample.scratch.write("takeout.mbox", text), account: Self.account)
        let rows = try sample.messages()
        #expect(rows.count == 200)
        for row in rows { #expect(row.receivedAt == expected[row.subject ?? ""], "\(row.subject ?? "")") }
    }
}
