import CivilTime
import Cryptography
import EventLog
import MIME
import Mail
import Projections
import TestSupport
import Testing

import MailLedger

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

    // MARK: Groups

    @Test func `a group is shown and found by its name, beside its members`() throws {
        let sample = try Self.sample()
        var club = SampleMail("club")
        club.to = "Rowing Club: Peter <peter@example.net>, eva@example.net;"
        club.headers = ["Cc: Committee:;", "Cc: Guests: gast@example.net;"]
        var hidden = SampleMail("hidden")
        (hidden.from, hidden.to) = ("Board: bob@example.org;", "undisclosed-recipients:;")
        var named = SampleMail("named")
        (named.from, named.to) = ("Bob Smith of Nowhere", "x..y@example.net")
        try sample.importing([club, hidden, named], account: Self.account)

        for (query, subjects) in [
            ("to:rowing", ["club"]), ("to:\"rowing club\"", ["club"]), ("to:peter", ["club"]),
            ("to:undisclosed", ["hidden"]),
            ("cc:committee", ["club"]), ("to:guests", ["club"]), ("from:board", ["hidden"]),
            ("from:nowhere", ["named"]),
            ("to:x..y@example.net", ["named"]), ("contact:board", ["hidden"]),
        ] {
            #expect(try sample.subjects(query) == subjects, "\(query)")
        }
        let rows = try Dictionary(uniqueKeysWithValues: sample.messages().map { ($0.subject ?? "", $0) })
        let shown = try sample.ledger.show(#require(rows["club"]).id.description)
        #expect(shown.headers.to.map(\.displayName) == ["Rowing Club", "Peter", "eva@example.net"])
        #expect(shown.headers.to.map(\.address) == ["", "peter@example.net", "eva@example.net"])
        #expect(shown.headers.cc.map(\.displayName) == ["Committee", "Guests", "gast@example.net"])
        #expect(rows["hidden"]?.from?.address == "bob@example.org", "the author is who has an address")
        #expect(rows["hidden"]?.to.map(\.displayName) == ["undisclosed-recipients"])
        #expect(rows["named"]?.from?.displayName.contains("Nowhere") == true)
    }

    @Test func `two authors who say a name alone are two`() {
        let names = [EmailAddress(name: "Bob", address: ""), EmailAddress(name: "Eve", address: "")]
        #expect(Set(names).count == 2 && names[0] != names[1])
        #expect(names[0] == EmailAddress(name: "Bob", address: ""))
        #expect(names[0].formatted == "Bob:;")
    }

    // MARK: Older versions

    @Test func `doctor counts the messages that an older parser read, and calls that no fault`() throws {
        let sample = try SampleLedger()
        let account = try sample.addAccount(Self.account)
        func finding() throws -> Finding {
            try #require(try sample.ledger.maintenance.examine().first { $0.subject == "parser" })
        }
        #expect(try finding().isHealthy)
        try sample.importing([SampleMail("one"), SampleMail("two")], account: Self.account)
        #expect(try finding().detail.contains("all messages were read by today's version"))

        // Recorded as older programs did.
        _ = try sample.ledger.writing.change(sample.ledger.context(command: "import")) { reader in
            let folder = try reader.folder("INBOX", in: account.stream)
            return [1, 2, 2].enumerated().map { number, version in
                let digest = SHA256Digest.of("\(number)")
                let copy = MessageCopy(number: 1, folder: folder.id, source: "\(number)", raw: digest, flags: "")
                let added = MessageAdded(
                    id: MessageID(sample.ledger.writing.newID()), account: account.id, copy: copy,
                    headers: MessageHeaders(),
                    attachments: [], snippet: "",
                    keywords: [], receivedAt: .epoch, identity: digest, size: 1, parser: version)
                return ProposedEvent(added, target: .noStream, account: .stream(.existing(account.stream)))
            }
        }
        let old = try finding()
        #expect(old.isHealthy)
        #expect(
            old.detail.hasPrefix(
                "3 messages were read by an older version of the parser (1 to 2 < \(MessageParser.version))"))
    }
}
