import EventLog
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

@Suite struct `Ids after an erasure` {
    private func all(_ asked: AskedLedger) throws -> [JSONValue] {
        let emails = try asked.call(
            "Email/query", #"{"accountId": "$A", "sort": [{"property": "receivedAt"}]}"#)["ids"].elements
        let ids = emails.compactMap(\.text).map { "\"\($0)\"" }.joined(separator: ",")
        let list = try asked.call(
            "Email/get",
            #"{"accountId": "$A", "ids": [\#(ids)], "properties": ["threadId", "blobId", "mailboxIds", "keywords"]}"#
        )["list"].elements
        let threads = Set(list.compactMap { $0["threadId"].text }).sorted().map { "\"\($0)\"" }.joined(separator: ",")
        let members = try asked.call("Thread/get", #"{"accountId": "$A", "ids": [\#(threads)]}"#)
        #expect(members["notFound"] == [])
        return list + members["list"].elements
    }

    @Test func `are those of views that are built anew, whatever was there before`() throws {
        var random = SeededGenerator(for: "erasures and ids of JMAP")
        let asked = try AskedLedger(["Samples/rowing"])
        var depth = 0
        for step in 0..<40 {
            try asked.happen(step, &depth, &random)
            guard step % 8 == 7 else { continue }
            let rows = try asked.other.read { try $0.messages() }
            guard let row = rows.randomElement(using: &random) else { continue }
            _ = try asked.other.perform(
                EraseRequest(kind: .message, target: row.id.description, sharedHeaders: true), Call(reason: "asked for")
            )
            // What was recorded before is not taken back over it.
            depth = 0
            let label = "seed \(random.seed) step \(step)"
            let live = try all(asked)
            #expect(try asked.ledger.maintenance.checkViews() == nil, "\(label)")
            let fresh = try Ledger.open(at: asked.location, access: .readWrite, environment: .current())
            try fresh.maintenance.rebuild()
            #expect(try all(asked) == live, "\(label)")
        }
    }
}
