import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `A ledger as of the past` {
    private static let account = "ada@example.org"

    /// Two messages come in, one is deleted, the account goes: what was there before each.
    private static func sample(_ place: Place = .disk) throws -> (SampleLedger, moments: [Moment]) {
        let sample = try SampleLedger(place)
        var moments: [Moment] = []
        func mark() throws { moments.append(Moment(.position(try sample.head()))) }
        try sample.addAccount(account)
        try mark()
        try sample.importing(
            [SampleMail("one", body: "kernel\n"), SampleMail("two", body: "walrus\n")], account: account)
        try mark()
        try sample.mark("subject:one", adding: [.flagged])
        try sample.delete("subject:two")
        try mark()
        try sample.deleteAccount(account)
        try mark()
        return (sample, moments)
    }

    @Test(arguments: Place.allCases)
    func `shows what was there, in lists, texts, history and search`(place: Place) throws {
        let (sample, moments) = try Self.sample(place)
        let subjects = try moments.map { moment in
            try sample.stand(at: moment)
            return try sample.subjects("*")
        }
        #expect(subjects == [[], ["one", "two"], ["one"], []])
        try sample.stand(at: moments[1])
        #expect(try sample.subjects("walrus") == ["two"])
        #expect(try sample.subjects("is:flagged").isEmpty)
        let id = try #require(try sample.messages("subject:two").first).id.description
        let shown = try sample.ledger.show(id)
        #expect(shown.text?.hasPrefix("walrus") == true && shown.history.count == 1 && shown.row.folders == ["INBOX"])
        #expect(try sample.ledger.conversation(with: id).tree.messages.count == 1)
        try sample.stand(at: moments[2])
        #expect(try sample.subjects("walrus").isEmpty)
        #expect(try sample.subjects("kernel is:flagged") == ["one"])
        #expect(throws: DomainError.self) { try sample.ledger.show(id) }
        try sample.stand(at: nil)
        #expect(try sample.subjects("*").isEmpty)
        #expect(try sample.ledger.read(at: moments[1]) { try $0.countMessages() } == 2)
        #expect(sample.ledger.moment == nil)
        #expect(try sample.ledger.read { try $0.accounts().isEmpty })
    }

    @Test(arguments: Place.allCases)
    func `has the log and the histories of then`(place: Place) throws {
        var generator = SeededGenerator(for: "the log of then")
        var commands = try RandomCommands(place, seed: generator.next())
        var told: [(moment: Moment, log: [OperationRow], histories: [[FieldChange]], of: [String])] = []
        for _ in 0..<12 {
            try commands.run(steps: 1, label: "seed \(generator.seed)")
            let names = try commands.sample.ledger.read { try $0.messages().prefix(3).map(\.id.description) }
            told.append(
                (
                    Moment(.position(try commands.sample.head())),
                    try commands.sample.ledger.operations(limit: nil, unfolds: true),
                    try names.map { try commands.sample.ledger.history(of: $0).flatMap(\.changes) }, names
                ))
        }
        for (moment, log, histories, names) in told {
            try commands.sample.stand(at: moment)
            #expect(
                try commands.sample.ledger.operations(limit: nil, unfolds: true) == log,
                "seed \(generator.seed) at \(moment)")
            #expect(try names.map { try commands.sample.ledger.history(of: $0).flatMap(\.changes) } == histories)
            #expect(
                try commands.sample.ledger.operations(limit: 2, offset: 1)
                    == Array(commands.sample.ledger.operations(limit: 3).dropFirst()))
        }
        try commands.sample.stand(at: nil)
    }

    @Test func `has of an operation what it had done by then`() throws {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        let context = sample.ledger.context(command: "import")
        var moments: [Moment] = []
        for name in ["one", "two"] {
            let path = try sample.scratch.write("mail/\(name).eml", SampleMail(name).text)
            _ = try Importer(
                into: sample.ledger, account: Self.account, options: ImportOptions(folder: "INBOX"), context: context
            ).run([path])
            moments.append(Moment(.position(try sample.head())))
        }
        for (moment, count) in zip(moments, 1...) {
            try sample.stand(at: moment)
            let row = try #require(try sample.ledger.operations(limit: 1).first)
            #expect(row.operation == context.operation && row.transactions == count && row.events == count)
        }
    }

    @Test func `finds the words that a message had then, and not those that came with its body`() throws {
        let sample = try SampleLedger(.disk)
        for address in [Self.account, "grace@example.org"] { try sample.addAccount(address) }
        let letter = Letter("tide").with { $0.body = "walrus\n" }
        // The text is in the index already when the second message gets its body.
        try sample.save([letter], account: "grace@example.org")
        var header = try letter.message(to: sample.ledger.read { try $0.account(Self.account).id })
        header.bytes = Array(letter.header.utf8)
        header.lacksBody = true
        let context = sample.ledger.context(command: "save")
        let message = try sample.ledger.mail.save([header], context: context).ids[0]
        let before = try sample.head()
        try #require(try sample.ledger.mail.loadBody(of: message, letter.bytes, context: context).changed == 1)
        #expect(try sample.subjects("walrus account:\(Self.account)") == ["tide"])
        try sample.stand(at: Moment(.position(before)))
        #expect(try sample.subjects("walrus account:\(Self.account)").isEmpty)
        #expect(try sample.subjects("walrus") == ["tide"])
        #expect(try sample.subjects("subject:tide account:\(Self.account)") == ["tide"])
    }

    @Test func `refuses every change`() throws {
        let (sample, moments) = try Self.sample()
        let head = try sample.head()
        for moment in [moments[1], .now] {
            let position = try #require(try sample.stand(at: moment)).position
            let context = sample.ledger.context(command: "test")
            let commands: [() throws -> Void] = [
                { _ = try sample.mark("*", adding: [.seen]) }, { _ = try sample.delete("*") },
                { _ = try sample.addAccount("grace@example.org") }, { _ = try sample.deleteAccount(Self.account) },
                { _ = try sample.importing([SampleMail("three")], account: Self.account) },
                { _ = try sample.ledger.undo(.latest) }, { try sample.ledger.maintenance.rebuild() },
                { _ = try sample.ledger.transaction(context) { _ in } },
            ]
            for (index, command) in commands.enumerated() {
                #expect("command \(index)") { try command() } throws: { error in
                    error as? LedgerError == .inThePast(position) || error is DomainError
                }
            }
        }
        #expect(try sample.head() == head)
    }

    @Test func `stays where it is while others append`() throws {
        let (sample, _) = try Self.sample()
        try sample.stand(at: .now)
        #expect(try sample.ledger.read { try $0.accounts().isEmpty })
        let other = try Ledger.open(at: try #require(sample.location), access: .readWrite)
        _ = try other.undo(.latest)
        #expect(try other.read { try $0.accounts().count } == 1)
        #expect(try sample.ledger.read { try $0.accounts().isEmpty })
        #expect(try sample.subjects("kernel").isEmpty)
        try sample.stand(at: nil)
        #expect(try sample.subjects("kernel") == ["one"])
    }

    @Test func `within a unit of work cannot be asked for`() throws {
        let (sample, moments) = try Self.sample()
        let ledger = sample.ledger
        #expect(throws: LedgerError.insideUnitOfWork) {
            try ledger.transaction(ledger.context(command: "test")) { _ in
                try ledger.read(at: moments[1]) { try $0.countMessages() }
            }
        }
    }

    @Test func `needs no right to write, and leaves nothing behind without it`() throws {
        let (sample, moments) = try Self.sample()
        try sample.stand(at: moments[1])
        let expected = try PublicAnswers(of: sample.ledger)
        for isKept in [true, false] {
            if !isKept {
                try sample.whileClosed(access: .readOnly) { location in
                    try FileManager.default.removeItem(atPath: location.viewsDirectory + "/past")
                    try? FileManager.default.removeItem(atPath: location.searchPath)
                }
            } else {
                try sample.reopen(.readOnly)
            }
            try sample.stand(at: moments[1])
            #expect(difference(expected, try PublicAnswers(of: sample.ledger)) == nil)
            let past = try #require(sample.location).viewsDirectory + "/past"
            #expect(FileManager.default.fileExists(atPath: past) == isKept)
        }
    }

    @Test func `is built anew where its file was damaged`() throws {
        let (sample, moments) = try Self.sample()
        try sample.stand(at: moments[1])
        let expected = try PublicAnswers(of: sample.ledger)
        let file =
            try #require(sample.location).viewsDirectory + "/past/\(try #require(sample.ledger.moment).position).sqlite"
        var bytes = try Data(contentsOf: URL(filePath: file))
        let middle = bytes.count / 2
        for spoilt in [0..<100, 8_192..<bytes.count, middle..<bytes.count] {
            try sample.whileClosed { _ in
                bytes = try Data(contentsOf: URL(filePath: file))
                bytes.replaceSubrange(spoilt, with: [UInt8](repeating: 0x5a, count: spoilt.count))
                try bytes.write(to: URL(filePath: file))
            }
            try sample.stand(at: moments[1])
            #expect(difference(expected, try PublicAnswers(of: sample.ledger)) == nil)
        }
    }
}
