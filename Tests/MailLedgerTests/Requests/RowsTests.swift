import EventLog
import JSONCoding
import MailLedger
import TestSupport
import Testing

/// Lists are lent row by row, and bounded only where they are asked for from outside.
@Suite struct `Rows of a list` {
    private static let account = "ada@example.org"

    private func sample(_ count: Int) throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.save((0..<count).map { Letter("n\($0)", day: 1) }, account: Self.account)
        return sample
    }

    @Test func `they are read within the closure, and not after it`() throws {
        let sample = try sample(3)
        let rows = try sample.ledger.answer(ListMessages()) { rows in
            let all = try rows.all()
            #expect(all.count == 3)
            return rows
        }
        #expect(throws: ReaderClosed.self) { try rows.all() }
        #expect(throws: ReaderClosed.self) { try JSONBytesEncoder().encode(rows) }
        let past = try sample.ledger.answer(ListMessages(), at: Moment(.position(.start))) { $0 }
        #expect(throws: ReaderClosed.self) { try past.forEach { _ in true } }
    }

    @Test func `a closure that wants no more gets no more`() throws {
        let sample = try sample(5)
        var seen = 0
        try sample.ledger.answer(ListMessages()) { rows in
            try rows.forEach { _ in
                seen += 1
                return seen < 2
            }
        }
        #expect(seen == 2)
    }

    @Test func `as JSON they are the array of all`() throws {
        let sample = try sample(4)
        let encoder = JSONBytesEncoder(.answer)
        func check<Query: LedgerQuery, Row>(_ query: Query) throws where Query.Answer == Rows<Row> {
            let lent = try sample.ledger.answer(query) { try encoder.encode($0) }
            let all = try sample.ledger.answer(query) { try encoder.encode($0.all()) }
            #expect(lent == all && lent.count > 2)
        }
        try check(ListMessages(order: .oldest, limit: 3, offset: 1))
        try check(ListThreads())
        try check(ListThreads(splitsBySubject: true))
        try check(ListOperations())
        try check(MailLedger.History(of: Self.account))
        try check(ListChanges(after: 0))
    }

    @Test func `a program gets all, and a request from outside a hundred`() throws {
        let sample = try sample(120)
        #expect(try sample.ledger.answer(ListMessages()).count == 120)
        #expect(try sample.ledger.answer(ListMessages(limit: 5000)).count == 120)
        guard case .answer(let json) = sample.ledger.respond(to: Array(#"{"query": "list-messages"}"#.utf8)) else {
            Issue.record("list-messages is refused")
            return
        }
        let answer = try JSONBytesDecoder().decode(JSONObject.self, from: json)["answer"]
        guard case .array(let rows)? = answer else {
            Issue.record("no list")
            return
        }
        #expect(rows.count == 100)
    }
}
