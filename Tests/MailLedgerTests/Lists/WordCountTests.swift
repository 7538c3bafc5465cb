import EventLog
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// Counts of words, which the full text answers nearly alone, beside the lists of the same words.
@Suite struct `A count of words` {
    private static let queries = [
        "body", "shared", "own", "kernel", "subject:m1", "\"body of\"", "shared own", "shared or own", "shar*",
        "walrus",
        "nothing", "body is:unread", "-body",
    ]

    private func expectCounts(of sample: SampleLedger, _ label: String) throws {
        for query in Self.queries {
            let filter = try sample.filter(query)
            let (counted, listed) = try sample.ledger.read {
                (try $0.countMessages(matching: filter), try $0.messages(matching: filter).count)
            }
            #expect(counted == listed, "\(label): \(query)")
        }
    }

    private func expectCounts(ofEach addresses: [String], _ sample: SampleLedger, _ label: String) throws {
        try expectCounts(of: sample, label)
        for address in addresses {
            guard let account = try sample.ledger.read({ try $0.accounts().first { $0.address == address } }) else {
                continue
            }
            sample.ledger.audience.reach = .only([account.id])
            defer { sample.ledger.audience.reach = .all }
            try expectCounts(of: sample, "\(label), \(address) alone")
        }
    }

    @Test(arguments: Place.allCases)
    func `is that of their list after random commands, in some accounts, and as of any moment`(place: Place) throws {
        var generator = SeededGenerator(for: "counts of words")
        for round in 0..<2 {
            var commands = try RandomCommands(place, seed: generator.next())
            let label = "seed \(generator.seed) round \(round)"
            var moments: [Moment] = []
            try commands.run(steps: 18, label: label) { sample in
                try expectCounts(of: sample, label)
                moments.append(Moment(.position(try sample.head())))
            }
            try expectCounts(ofEach: RandomCommands.addresses, commands.sample, label)
            for moment in moments.shuffled(using: &generator).prefix(4) {
                try commands.sample.stand(at: moment)
                try expectCounts(of: commands.sample, "\(label) at \(moment)")
            }
            try commands.sample.stand(at: nil)
        }
    }

    /// Mail of which each third is in both accounts, each third came without its body, and each third is alone.
    private func sample(_ place: Place, of count: Int) throws -> (SampleLedger, moments: [Moment]) {
        let sample = try SampleLedger(place)
        let addresses = ["ada@example.org", "grace@example.org"]
        for address in addresses { try sample.addAccount(address) }
        let grace = try sample.ledger.read { try $0.account("grace@example.org").id }
        let context = sample.ledger.context(command: "save")
        var moments: [Moment] = []
        for number in 0..<count {
            var letter = Letter("m\(number)")
            letter.body = number.isMultiple(of: 2) ? "shared body\n" : "own body of \(number)\n"
            try sample.save([letter], account: addresses[0])
            if number % 3 == 0 { try sample.save([letter], account: addresses[1]) }
            moments.append(Moment(.position(try sample.head())))
            guard number % 3 == 1 else { continue }
            letter.name = "late\(number)"
            letter.messageID = "late\(number)@example.org"
            letter.body = "walrus shared\n"
            var partial = letter.message(to: grace)
            partial.bytes = Array(letter.header.utf8)
            partial.lacksBody = true
            let id = try sample.ledger.mail.save([partial], context: context).ids[0]
            // Words of the header are in the index before those of the body.
            if number < 9 { try expectCounts(of: sample, "before the body") }
            try #require(try sample.ledger.mail.loadBody(of: id, letter.bytes, context: context).changed == 1)
            moments.append(Moment(.position(try sample.head())))
        }
        return (sample, moments)
    }

    /// Few share a text, or many.
    @Test(arguments: Place.allCases, [12, 110])
    func `counts those once that share a text, and none that has ended`(place: Place, count: Int) throws {
        var (sample, moments) = try sample(place, of: count)
        let addresses = ["ada@example.org", "grace@example.org"]
        func expect(_ label: String) throws {
            try expectCounts(ofEach: addresses, sample, label)
            moments.append(Moment(.position(try sample.head())))
        }
        try expect("as they came")
        try sample.delete("subject:m3 account:ada@example.org")
        try expect("the first of two deleted")
        try sample.delete("subject:m4 or subject:m6")
        try expect("some deleted")
        try sample.deleteAccount("grace@example.org")
        try expect("an account deleted")
        _ = try sample.ledger.undo(.latest)
        try expect("and back")
        _ = try sample.ledger.erase(
            .streams(sample.messages("subject:m9 or subject:late1").map(\.stream)),
            context: sample.ledger.context(command: "erase", reason: "a test"))
        try expect("some erased")
        for moment in moments.suffix(6) {
            try sample.stand(at: moment)
            try expectCounts(of: sample, "at \(moment)")
        }
    }

    @Test func `gathers none of them`() throws {
        let (sample, _) = try sample(.disk, of: 12)
        let runs = try sample.statements(of: "body") { reader, filter in _ = try reader.countMessages(matching: filter)
        }
        #expect(runs.contains { $0.text.contains("text MATCH") })
        #expect(!runs.contains { $0.text.contains("IN (SELECT rowid FROM search.text") })
    }
}
