import CivilTime
import EventLog
import Mail
import MailLedger
import Projections
import Testing
import WireModels

/// Pages of `list-messages` by `after`, beside one list of all.
@Suite struct `A list continued behind a message` {
    private static let own = "ada@example.org"
    private static let other = "bob@example.org"
    private static let count = 240

    /// Twelve messages a second, and some that say that they are from 2037.
    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
        for address in [Self.own, Self.other] { try sample.addAccount(address) }
        try sample.addFolder("Work", to: Self.own)
        for (index, address) in [Self.own, Self.other].enumerated() {
            let letters = (0..<Self.count).filter { $0 % 2 == index }.map { number in
                Letter("n\(number)", day: 1 + number / 12).with {
                    $0.body = "frequent\(number % 40 < 2 ? " scarce" : "")\n"
                    if number % 3 == 0 { $0.keywords = [.seen] }
                    if index == 0, number % 4 == 0 { $0.folder = "Work" }
                }
            }
            try sample.save(letters, account: address)
        }
        try saveAhead(["ahead1", "ahead2", "ahead3"], in: sample)
        try sample.delete("subject:n7 or subject:n8 or subject:n9 or subject:n100 or subject:ahead2")
        return sample
    }

    /// Received on 10 February 2024, so that a list has them among the mail of the day behind it.
    private func saveAhead(_ names: [String], in sample: SampleLedger) throws {
        let (account, folder) = try sample.ledger.read { reader in
            let account = try reader.account(Self.own)
            return (account.id, try reader.folder("INBOX", in: account.stream).id)
        }
        let messages = names.map { name in
            let letter = Letter(name, day: 10).with { $0.body = "frequent scarce\n" }
            var message = letter.message(to: account, folder: folder)
            message.bytes = Array((letter.header.replacing("Feb 2024", with: "Feb 2037") + letter.body).utf8)
            message.receivedAt = Timestamp(microseconds: 1_707_559_200_000_000)
            return message
        }
        _ = try sample.ledger.mail.save(messages, context: sample.ledger.context(command: "save"))
    }

    private func ids(_ sample: SampleLedger, _ query: ListMessages, at moment: Moment? = nil) throws -> [String] {
        func ids(_ rows: Rows<ListedMessageForm>) throws -> [String] {
            try rows.all().compactMap { if case .message(let form) = $0 { form.row.id.description } else { nil } }
        }
        guard let moment else { return try sample.ledger.answer(query) { try ids($0) } }
        return try sample.ledger.answer(query, at: moment) { try ids($0) }
    }

    private func refusal(_ sample: SampleLedger, _ parameters: String) -> APIErrorResponse? {
        let json = #"{"query": "list-messages", "parameters": \#(parameters)}"#
        guard case .refusal(let error) = sample.ledger.respond(to: Array(json.utf8)) else { return nil }
        return error
    }

    @Test func `has the same rows as one list, in either order`() throws {
        let sample = try sample()
        let queries = [
            "*", "in:Work", "account:bob", "is:unread", "account:ada is:unread", "frequent", "scarce", "nothing",
            "frequent is:unread", "in:Work frequent", "subject:n2 or scarce", "is:any", "is:deleted",
            "is:any frequent", "is:any in:Work",
        ]
        for query in queries {
            for order in RequestOrder.allCases {
                let filter = MessageQuery(query)
                let all = try ids(sample, ListMessages(filter: filter, order: order))
                for limit in [7, 50] {
                    var paged: [String] = []
                    while true {
                        let page = try ids(
                            sample, ListMessages(filter: filter, order: order, after: paged.last, limit: limit))
                        paged += page
                        if page.count < limit || paged.count > all.count { break }
                    }
                    #expect(paged == all, "\(query) \(order) \(limit)")
                }
                guard let middle = all.dropFirst(all.count / 2).first else { continue }
                let rest = try ids(sample, ListMessages(filter: filter, order: order, after: middle))
                #expect(rest == Array(all.drop { $0 != middle }.dropFirst()), "\(query) \(order)")
            }
        }
        let all = try sample.messages().map(\.subject)
        let ahead = try #require(all.firstIndex(of: "ahead1"))
        #expect(ahead > 50 && ahead < all.count - 50, "mail dated ahead is within the list")
    }

    @Test func `goes on behind a message that is deleted or is not in it, and at a moment`() throws {
        let sample = try sample()
        let query = ListMessages(limit: 1_000)
        let (before, head) = (try ids(sample, query), try sample.head())
        // The last row of a page within mail of one second.
        let last = before[29]
        let gone = Set(before[25...34])
        try sample.delete(gone.map { "id:\($0)" }.joined(separator: " or "))
        try sample.save([Letter("newest", day: 28), Letter("oldest", day: 1)], account: Self.own)
        let now = try ids(sample, query)
        let next = try ids(sample, ListMessages(after: last, limit: 1_000))
        #expect(next.filter { before.contains($0) } == before[30...].filter { !gone.contains($0) })
        let oldest = try #require(try sample.messages("subject:oldest").first).id.description
        let newest = try #require(try sample.messages("subject:newest").first).id.description
        #expect(next == Array(now.drop { $0 != next[0] }) && next.contains(oldest) && !next.contains(newest))
        let work = try ids(sample, ListMessages(filter: "in:Work"))
        #expect(
            try ids(sample, ListMessages(filter: "in:Work", after: last)) == work.filter { before[30...].contains($0) })

        let moment = Moment(.position(head))
        #expect(try ids(sample, ListMessages(after: last, limit: 1_000), at: moment) == Array(before[30...]))
        #expect(throws: DomainError.notFound(kind: "message", name: newest)) {
            try ids(sample, ListMessages(after: newest), at: moment)
        }
    }

    @Test func `is refused behind a message that is not there`() throws {
        let sample = try sample()
        let erased = try #require(try sample.messages("subject:n5").first)
        _ = try sample.ledger.erase(
            .streams([erased.stream]), context: sample.ledger.context(command: "erase", reason: "a test"))
        let unknown = "00000000-0000-4000-8000-000000000000"
        // The page finds the row before by the name.
        for id in [erased.id.description, unknown] {
            let error = try #require(refusal(sample, #"{"after": "\#(id)"}"#))
            #expect(error.knownCode == .notFound && error.details == ["kind": "message", "name": id], "\(error)")
        }
        let id = try #require(try sample.messages("subject:n6").first).id.description
        let both = refusal(sample, #"{"after": "\#(id)", "offset": 1}"#)
        #expect(both?.knownCode == .validationError && both?.details == ["field": "offset"])
        let listed = refusal(sample, #"{"after": "\#(id)", "filter": "is:erased"}"#)
        #expect(listed?.knownCode == .validationError && listed?.details == ["field": "after"])

        let others = try #require(try sample.messages("account:bob").first).id.description
        sample.ledger.audience.reach = .only([try sample.ledger.read { try $0.account(Self.own).id }])
        defer { sample.ledger.audience.reach = .all }
        let ofOther = try #require(refusal(sample, #"{"after": "\#(others)"}"#))
        let ofNone = try #require(refusal(sample, #"{"after": "\#(unknown)"}"#))
        #expect(ofOther.knownCode == .notFound && ofOther.details == ["kind": "message", "name": others])
        #expect(ofOther.message.replacing(others, with: unknown) == ofNone.message)
        #expect(refusal(sample, #"{"after": "\#(id)"}"#) == nil)
    }
}
