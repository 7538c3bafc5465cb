import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import Testing

/// A hold by words reads the mail, whatever the search index says.
@Suite struct `A hold by words` {
    private static let account = "ada@example.org"

    /// A ledger with mail of which one is held, and a search index without any word.
    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        try sample.importing(
            [
                SampleMail("one", body: "about a R\u{E9}sum\u{E9}\n"), SampleMail("two", body: "nothing\n"),
            ], account: Self.account)
        try hold("resume", sample)
        _ = try sample.subjects("nothing")
        try sample.whileClosed { location in
            let connection = try Connection(path: location.searchPath, mode: .readWrite)
            try connection.run("INSERT INTO text (text) VALUES ('delete-all')")
        }
        #expect(try sample.subjects("resume").isEmpty)
        return sample
    }

    private func hold(_ query: String, _ sample: SampleLedger) throws {
        let context = sample.ledger.context(command: "hold add", reason: "letter")
        _ = try sample.ledger.addHold("case 7", on: .query(query), context: context)
    }

    @Test func `names no saved query, and says why`() throws {
        let sample = try SampleLedger()
        let request = AddHoldRequest(hold: "case", kind: .query, target: "subject:x or query:lit")
        let refusal = #expect(throws: QueryError.self) {
            try sample.ledger.perform(request, Call(reason: "letter"))
        }
        #expect(refusal?.message == "a hold names no saved query, because its meaning could change")
        #expect(refusal?.hint == "write the query that \"lit\" stands for")
    }

    static let ways: [(name: String, take: @Sendable (SampleLedger, OperationContext) throws -> Void)] = [
        ("delete", { sample, _ in try sample.delete("subject:one or is:unread") }),
        ("delete all", { sample, _ in try sample.delete("*") }),
        ("prune", { sample, context in _ = try sample.ledger.prune(.newest(0), context: context) }),
        ("rehearse", { sample, context in _ = try sample.ledger.prune(.newest(0), context: context, dryRun: true) }),
        (
            "delete the folder",
            { sample, context in _ = try sample.ledger.deleteFolder("Work", in: account, context: context) }
        ),
        ("delete the account", { sample, _ in try sample.deleteAccount(account) }),
        (
            "undo the import",
            { sample, _ in
                let operation = try sample.ledger.operations(limit: 100).first { $0.command == "import" }
                _ = try sample.ledger.undo(.operation(prefix: operation?.operation.description ?? ""))
            }
        ),
        (
            "erase",
            { sample, context in
                let id = try sample.messages("*").last?.id.description ?? ""
                _ = try sample.ledger.erase(.message(prefix: id), context: context)
            }
        ),
    ]

    @Test(arguments: ways.indices)
    func `is not passed by a changed index`(way: Int) throws {
        let sample = try sample()
        let (name, take) = Self.ways[way]
        if name == "delete the folder" {
            try sample.addFolder("Work", to: Self.account)
            try sample.move("*", to: "Work")
        }
        let context = sample.ledger.context(command: "test")
        #expect(throws: DomainError.self, "\(name)") { try take(sample, context) }
        #expect(try sample.messages("*").count == 2)
    }

    @Test func `lets go what it does not cover, and says what it was overruled for`() throws {
        let sample = try sample()
        let two = try sample.messages("*").first { $0.subject == "two" }
        try sample.delete("id:\(try #require(two).id)")
        #expect(try sample.messages("*").map(\.subject) == ["one"])
        let context = sample.ledger.context(command: "delete", reason: "by order")
        _ = try sample.ledger.request(
            DeleteMessagesRequest(filter: .of(.all)), context, overridesHolds: true)
        // The message's end, and that of the hold's word.
        #expect(try sample.ledger.operations(limit: 1).first?.events == 2)
        #expect(try sample.messages("*").isEmpty)
    }

    @Test func `holds mail whose content is gone or changed, for nobody knows its words`() throws {
        let sample = try sample()
        try sample.whileClosed { location in
            let connection = try Connection(path: location.directory + "/content.sqlite", mode: .readWrite)
            try connection.run("DELETE FROM content")
        }
        for row in try sample.messages("*") {
            #expect(throws: DomainError.self) { try sample.delete("id:\(row.id)") }
        }
        #expect(throws: DomainError.self) { try sample.delete("*") }
    }

    @Test(
        arguments: [
            ("not resume", ["two"]), ("resume not subject:one", []), ("subject:one", ["one"]),
            ("from:ada nothing", ["two"]), ("in:INBOX (resume or nothing)", ["one", "two"]), ("in:Archive resume", []),
            ("\"a resume\"", ["one"]), ("resum*", ["one"]), ("subject:two or resume", ["one", "two"]), ("absent", []),
        ] as [(String, [String])])
    func `covers what the query would find in a right index`(query: String, held: [String]) throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.importing(
            [SampleMail("one", body: "about a R\u{E9}sum\u{E9}\n"), SampleMail("two", body: "nothing\n")],
            account: Self.account)
        #expect(try sample.subjects(query) == held)
        try hold(query, sample)
        for row in try sample.messages("*") {
            let isHeld = held.contains(row.subject ?? "")
            do {
                try sample.delete("id:\(row.id)")
                #expect(!isHeld, "\(row.subject ?? "") by \(query)")
            } catch is DomainError {
                #expect(isHeld, "\(row.subject ?? "") by \(query)")
            }
        }
    }
}
