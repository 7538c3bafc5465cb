import Cryptography
import EventLog
import JSONCoding
import Mail
import MailLedger
import MailLedgerTesting
import Projections
import SQLiteDatabase
import TestSupport
import Testing
import WireModels

/// What somebody gets who reaches one account of two, whatever they ask for and by whatever name.
@Suite struct `A ledger of which some accounts are reached` {
    private static let own = "ada@example.org"
    private static let other = "zoe@zebra.example"

    /// Two accounts with the same events; the words of the second one are those of the caller.
    private func sample(_ place: Place = .memory, words: String = "zebra", seed: UInt64 = 1) throws -> SampleLedger {
        let sample = try SampleLedger(place, environment: .testing(seed: seed))
        try sample.addAccount(Self.own)
        let letters = ["one", "two", "three"].enumerated().map { Letter($1, day: $0 + 1) }
        let parcel = Letter("walrus", day: 4).with {
            $0.headers = ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"]
            $0.body =
                "--b\r\nContent-Type: text/plain\r\n\r\nA picture.\r\n--b\r\nContent-Type: image/png; name=walrus.png\r\nContent-Disposition: attachment\r\n\r\nwalrus\r\n--b--\r\n"
        }
        try sample.save(letters + [parcel], account: Self.own)
        try sample.addAccount("zoe@\(words).example")
        try sample.addFolder("\(words) herd", to: "zoe@\(words).example")
        let others = ["\(words)one", "\(words)two"].enumerated().map { number, name in
            Letter(name, day: number + 1).with { $0.body = "A \(words) in the walrus picture" }
        }
        try sample.save(others, account: "zoe@\(words).example")
        return sample
    }

    private func account(_ sample: SampleLedger, _ address: String) throws -> AccountRow {
        try sample.ledger.read { try $0.account(address) }
    }

    /// All texts that tell of the other account.
    private func secrets(_ sample: SampleLedger) throws -> [String] {
        let stream = try account(sample, Self.other).stream
        return try sample.ledger.read { reader in
            let account = try reader.account(Self.other)
            let folders = try reader.folders(of: stream)
            let messages = try reader.messages(matching: .account(Self.other))
            return ["zebra", account.id.description] + folders.map(\.id.description)
                + messages.flatMap { [$0.id.description, $0.content.description] }
        }
    }

    private func answer(_ sample: SampleLedger, _ json: String) throws -> String {
        switch sample.ledger.respond(to: Array(json.utf8)) {
        case .answer(let bytes): String(decoding: bytes, as: UTF8.self)
        case .refusal(let error): String(decoding: try JSONBytesEncoder().encode(error), as: UTF8.self)
        }
    }

    private func filled(_ json: String, message: String, operation: String, folder: String) -> String {
        json.replacing("PARCEL", with: message).replacing("MESSAGE", with: message)
            .replacing("OPERATION", with: operation).replacing("FOLDER_ID", with: folder)
            .replacing("NOTE_ID", with: message).replacing("ACTION_ID", with: message)
    }

    @Test(arguments: RequestSamples.all, [true, false])
    func `tells nothing of the other ones by any request, and changes none of them`(
        samples: RequestSamples, namesOthers: Bool
    ) throws {
        let sample = try sample()
        // Things of no account, which are not reached either.
        for command in [
            #"{"command": "add-note", "parameters": {"title": "zebra notes"}}"#,
            #"{"command": "add-answer", "parameters": {"category": "Other", "question_pattern": "zebra?", "text": "zebra"}}"#,
            #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["both"]}, "reason": "zebra"}"#,
            #"{"command": "mark-messages", "parameters": {"filter": "subject:zebratwo", "adding": ["zebra"]}}"#,
            #"{"command": "add-hold", "parameters": {"hold": "zebra case", "kind": "query", "target": "subject:zebraone"}, "reason": "asked for"}"#,
        ] { _ = try AnsweredJSON(of: sample.ledger, to: command) }
        let secrets = try secrets(sample)
        let (own, other) = try (account(sample, Self.own), account(sample, Self.other))
        let named = namesOthers ? other : own
        let subject = namesOthers ? "zebraone" : "walrus"
        let message = try #require(try sample.messages("subject:\(subject)").first).id.description
        let folder = try #require(try sample.ledger.read { try $0.folders(of: named.stream) }.first).id.description
        let head = try sample.head()
        let operation = try #require(try sample.ledger.operations(limit: 1).first).operation.description
        sample.ledger.audience.reach = .only([own.id])
        for json in samples.queries + samples.before + samples.commands {
            var json = filled(json, message: message, operation: operation, folder: folder)
            if namesOthers {
                json = json.replacing(Self.own, with: Self.other).replacing("subject:one", with: "subject:zebraone")
                    .replacing("subject:two", with: "subject:zebratwo").replacing("walrus", with: "zebra")
            }
            let text = try answer(sample, json)
            // What a request says itself may be said again.
            for secret in secrets where !json.contains(secret) {
                #expect(!text.contains(secret), "\(json)\n\(text)")
            }
            if namesOthers, text.contains("\"answer\"") {
                #expect(!text.contains("zebraone@"), "\(json)\n\(text)")
            }
        }
        sample.ledger.audience.reach = .all
        for event in try sample.ledger.store.events(EventSelection(after: head)) {
            #expect(event.account == own.stream, "\(event.type)")
        }
    }

    @Test func `answers each query as it would beside any other account`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let ledgers = try ["zebra", "camel"].map { try sample(words: $0, seed: seed) }
        let operation = try #require(try ledgers[0].ledger.store.transaction(2)?.operation.description)
        for json in RequestSamples.everyQuery {
            let answers = try ledgers.map { sample -> String in
                let message = try #require(try sample.messages("subject:walrus").first).id.description
                let own = try account(sample, Self.own)
                let folder = try #require(try sample.ledger.read { try $0.folders(of: own.stream) }.first)
                sample.ledger.audience.reach = .only([own.id])
                defer { sample.ledger.audience.reach = .all }
                return try answer(
                    sample,
                    filled(json, message: message, operation: operation, folder: folder.id.description))
            }
            #expect(answers[0] == answers[1], "\(json), seed \(seed)")
        }
    }

    @Test func `has a decision on each table, and a statement that asks for another is refused`() throws {
        let sample = try sample()
        let tables = try sample.ledger.read { reader in
            try reader.connection.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ) {
                try $0.next(String.self)
            }
        }
        #expect(Set(tables) == Set(ReachedRows.tables.keys).union(ReachedRows.others))
        #expect(Set(ReachedRows.tables.keys).isDisjoint(with: ReachedRows.others))
        sample.ledger.audience.reach = .only([try account(sample, Self.own).id])
        for statement: SQL in [
            "SELECT count(*) FROM recorded_type", "SELECT name FROM main.folder",
            "CREATE TEMP VIEW messages AS SELECT subject FROM main.message",
            "SELECT max(id) FROM main.message",
            "WITH some AS (SELECT * FROM main.message) SELECT count(*) FROM some",
            "UPDATE temp.reached SET id = id", "INSERT INTO temp.reached VALUES (1)",
            "SELECT sql FROM sqlite_schema", "DROP VIEW temp.message",
        ] {
            #expect(throws: BeyondReach.self, "\(statement.text)") {
                try sample.ledger.read { try $0.connection.rows(statement) { _ in } }
            }
        }
        // A view is no table that could be changed.
        #expect(throws: SQLiteError.self) {
            try sample.ledger.read { try $0.connection.rows("DELETE FROM message") { _ in } }
        }
        #expect(try sample.ledger.read { try $0.countMessages() } == 4)
        sample.ledger.audience.reach = .none
        #expect(try sample.ledger.read { try $0.countMessages() } == 0)
        sample.ledger.audience.reach = .all
        #expect(try sample.ledger.read { try $0.countMessages() } == 6)
    }

    @Test func `judges holds by all mail, and names those that cover what is reached`() throws {
        let sample = try sample()
        let hold =
            #"{"command": "add-hold", "parameters": {"hold": "case", "kind": "query", "target": "not account:\#(Self.other)"}, "reason": "asked for"}"#
        _ = try AnsweredJSON(of: sample.ledger, to: hold)
        sample.ledger.audience.reach = .only([try account(sample, Self.own).id])
        let text = try answer(sample, #"{"command": "delete-messages", "parameters": {"filter": "subject:one"}}"#)
        #expect(text.contains("CONFLICT") && text.contains("case"), "\(text)")
    }

    @Test func `has idempotency keys of its own, and learns of no key of others`() throws {
        let sample = try sample()
        func mark(_ filter: String, _ label: String) throws -> AnsweredJSON {
            try AnsweredJSON(
                of: sample.ledger,
                to:
                    #"{"command": "mark-messages", "parameters": {"filter": "\#(filter)", "adding": ["\#(label)"]}, "idempotency_key": "k"}"#
            )
        }
        let (own, other) = (try account(sample, Self.own).id, try account(sample, Self.other).id)
        var operations: Set<OperationID> = []
        for (reach, label) in [
            (AccountReach.all, "a"), (.only([own]), "b"), (.only([other]), "c"), (.only([own, other]), "d"),
        ] {
            sample.ledger.audience.reach = reach
            let first = try mark("*", label)
            let isNew = operations.insert(try #require(first.operation)).inserted
            #expect(isNew && !first.isRepeat, "\(label)")
            let second = try mark("*", label)
            #expect(second.isRepeat && second.operation == first.operation, "\(label)")
            #expect(throws: APIErrorResponse.self, "\(label)") { try mark("subject:one", label) }
        }
        sample.ledger.audience.reach = .all
        #expect(try sample.messages("label:b").count == 4 && sample.messages("label:c").count == 2)
    }

    @Test(arguments: Place.allCases)
    func `takes back what was done there, and nothing that touched another one`(place: Place) throws {
        let sample = try sample(place)
        func perform(_ json: String) throws -> String {
            try #require(try AnsweredJSON(of: sample.ledger, to: json).operation).description
        }
        let alone = try perform(
            #"{"command": "mark-messages", "parameters": {"filter": "subject:one", "adding": ["a"]}}"#)
        let both = try perform(#"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["b"]}}"#)
        let others = try perform(
            #"{"command": "mark-messages", "parameters": {"filter": "subject:zebraone", "adding": ["c"]}}"#)
        let head = try sample.ledger.store.head().transaction
        sample.ledger.audience.reach = .only([try account(sample, Self.own).id])
        for operation in [both, others] {
            let text = try answer(sample, #"{"command": "undo", "parameters": {"operation": "\#(operation)"}}"#)
            #expect(text.contains("INSUFFICIENT_PERMISSIONS") || text.contains("NOT_FOUND"), "\(text)")
        }
        for number in [head, head - 1] {
            let text = try answer(sample, #"{"command": "undo", "parameters": {"transaction": \#(number)}}"#)
            #expect(text.contains("INSUFFICIENT_PERMISSIONS") || text.contains("NOT_FOUND"), "\(text)")
        }
        let undone = try answer(sample, #"{"command": "undo", "parameters": {"operation": "\#(alone)"}}"#)
        #expect(undone.contains("\"answer\""), "\(undone)")
        sample.ledger.audience.reach = .all
        #expect(try sample.messages("label:a").isEmpty && sample.messages("label:b").count == 6)
    }

    @Test func `shows the log with the events of its accounts, and the others as leaves`() throws {
        let sample = try sample()
        _ = try AnsweredJSON(
            of: sample.ledger,
            to: #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["both"]}, "reason": "why"}"#)
        let secrets = try secrets(sample)
        let own = try account(sample, Self.own)
        sample.ledger.audience.reach = .only([own.id])
        let lines = try sample.ledger.exchange.logPage(after: .start).transactions.flatMap(\.lines)
            .map { String(decoding: $0, as: UTF8.self) }
        sample.ledger.audience.reach = .all
        let events = try sample.ledger.store.events(EventSelection())
        let leaves = lines.filter { $0.contains(#""kind":"leaf""#) }
        #expect(leaves.count == events.filter { $0.account != own.stream }.count && leaves.count > 5)
        #expect(lines.filter { $0.contains(#""kind":"event""#) }.count == events.count - leaves.count)
        for line in leaves {
            #expect(line.wholeMatch(of: #/\{"kind":"leaf","position":\d+,"leaf":"[0-9a-f]{64}"\}/#) != nil, "\(line)")
        }
        let all = lines.joined()
        for secret in secrets { #expect(!all.contains(secret), "\(secret)") }
        // Who did it and why is not told of what touched both.
        #expect(!all.contains("why"))
    }
}
