import CivilTime
import EventLog
import Mail
import MailLedger
import MailLedgerTesting
import Projections
import TestSupport
import Testing

/// Lists and retention, where the sender of a mail says when it was.
@Suite struct `Forged dates` {
    private static let ada = "ada@example.org"
    private static let day: Int64 = 86_400_000_000

    private let clock = TestClock()

    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger(environment: .testing(clock: clock))
        try sample.addAccount(Self.ada)
        return sample
    }

    private func keepNewest(_ count: Int, _ sample: SampleLedger) throws {
        var change = ChangeAccount()
        change.keepNewest = count
        _ = try sample.ledger.changeAccount(Self.ada, change, context: sample.ledger.context(command: "account set"))
    }

    private func prune(_ sample: SampleLedger) throws {
        _ = try sample.ledger.prune(account: Self.ada, context: sample.ledger.context(command: "prune"))
    }

    /// Saves a message as its server hands it over.
    private func save(
        _ subject: String, dated date: Timestamp?, received: Timestamp? = nil, _ sample: SampleLedger
    ) throws {
        let account = try sample.ledger.read { try $0.account(Self.ada).id }
        var lines = ["From: eve@example.com", "Subject: \(subject)"]
        if let date { lines.append("Date: \(MessageDate.text(date))") }
        let message = IncomingMessage(
            account: account, bytes: Array((lines.joined(separator: "\n") + "\n\nbody\n").utf8), receivedAt: received)
        try sample.ledger.mail.save([message], context: sample.ledger.context(command: "save"))
    }

    private func subjects(_ sample: SampleLedger, _ query: String = "*") throws -> [String] {
        try sample.messages(query).compactMap(\.subject)
    }

    @Test func `spam dated 2100 pushes out no real mail, neither when it comes nor later`() throws {
        let sample = try sample()
        try keepNewest(20, sample)
        let far = try #require(Timestamp(iso8601: "2100-01-01T00:00:00Z"))
        for number in 0..<20 { try save("spam \(number)", dated: far, sample) }
        clock.advance(by: .seconds(3 * 86_400))
        for number in 0..<20 {
            try save("real \(number)", dated: clock.now, sample)
            clock.advance(by: .seconds(60))
            try prune(sample)
            #expect(try subjects(sample).first == "real \(number)")
        }
        #expect(try subjects(sample) == (0..<20).reversed().map { "real \($0)" })
        #expect(try sample.ledger.read { try $0.threads(limit: 50).map(\.subject) }.count == 20)
    }

    @Test func `the date that is shown and asked for is the header's`() throws {
        let sample = try sample()
        let far = try #require(Timestamp(iso8601: "2100-01-01T00:00:00Z"))
        try save("forged", dated: far, sample)
        try save("honest", dated: clock.now, sample)
        try save("without", dated: nil, received: far, sample)
        let rows = try sample.messages("*")
        // A receipt after the recording is none.
        #expect(rows.map(\.subject) == ["forged", "without", "honest"])
        #expect(rows.map(\.shownDate) == [far, far, clock.now])
        #expect(rows.map { $0.sortDate.microseconds - clock.now.microseconds } == [Self.day, 0, 0])
        #expect(try subjects(sample, "date:2100") == ["forged", "without"])
        #expect(try subjects(sample, "date:2090..") == ["forged", "without"])
        #expect(try subjects(sample, "not date:2090..") == ["honest"])
        #expect(try subjects(sample, "date:..2050") == ["honest"])
        #expect(try subjects(sample, "date:2024-01-01") == ["honest"])
        #expect(try subjects(sample, "date:2024-01-02") == [])
    }

    @Test func `a date before the receipt counts, and a receipt before there was mail is none`() throws {
        let sample = try sample()
        let early = try #require(Timestamp(iso8601: "2003-05-06T07:08:09Z"))
        try save("old", dated: early, sample)
        try save("dummy separator", dated: early, received: Timestamp(microseconds: 0), sample)
        #expect(try sample.messages("*").map(\.sortDate) == [early, early])
    }

    @Test(arguments: 1...3)
    func `the mail that was received last stays, whatever others are dated`(run: Int) throws {
        var random = SeededGenerator()
        let sample = try sample()
        let kept = Int.random(in: 2...5, using: &random)
        try keepNewest(kept, sample)
        var received: [(subject: String, isReal: Bool, at: Int64)] = []
        for number in 0..<40 {
            clock.advance(by: .seconds(Int64.random(in: 1...100_000, using: &random)))
            let isReal = Bool.random(using: &random)
            let now = clock.now
            if isReal {
                try save("\(number)", dated: now, sample)
            } else {
                let ahead = [0, 1, Self.day, 2 * Self.day, 1_000 * Self.day, 40_000 * Self.day].randomElement(
                    using: &random)
                let date = Timestamp(microseconds: now.microseconds + (ahead ?? 0))
                // What a file says of its receipt is the attacker's, too.
                let told = [nil, date].randomElement(using: &random) ?? nil
                let header = Bool.random(using: &random) ? date : nil
                try save("\(number)", dated: header, received: told, sample)
            }
            received.append(("\(number)", isReal, now.microseconds))
            try prune(sample)
            let left = Set(try subjects(sample))
            for mail in received where mail.isReal {
                let rivals = received.count { $0.at > mail.at - Self.day - 1_000_000 }
                #expect(left.contains(mail.subject) || rivals > kept, "\(mail.subject) of \(left)")
            }
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }
}

/// The `Date` field of a test's message (RFC 5322, section 3.3), in whole seconds.
private enum MessageDate {
    static func text(_ time: Timestamp) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = time.iso8601.split(whereSeparator: { "-T.Z".contains($0) })
        let month = Int(parts[1]).map { months[$0 - 1] } ?? ""
        return "\(parts[2]) \(month) \(parts[0]) \(parts[3]) +0000"
    }
}
