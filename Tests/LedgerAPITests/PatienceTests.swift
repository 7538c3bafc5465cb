import Access
import EventLog
import Foundation
import LedgerAPI
import MailLedger
import TestSupport
import Testing

@Suite struct `A question of a past moment` {
    private func answer(_ served: ServedLedger, _ body: String) throws -> String {
        String(decoding: try served.ledger.respond(to: Array(body.utf8)).json, as: UTF8.self) + "\n"
    }

    private func body(_ moment: String) -> String { #"{"query": "list-folders", "at": "\#(moment)"}"# }

    @Test func `is answered with how far it is, until it can be answered, where nobody has the patience to wait`()
        throws
    {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        let first = try served.request(body("tx:2"), token, ["Ledger-Patience": "0"])
        #expect(first.status == 202 && first.fields["retry-after"] == "1")
        #expect(first.text.contains(#/^{"state":"building","position":[0-9]+,"of":[0-9]+}\n$/#), "\(first.text)")
        var last = first
        for _ in 0..<20_000 where last.status == 202 {
            last = try served.request(body("tx:2"), token, ["Ledger-Patience": "0"])
        }
        let direct = try answer(served, body("tx:2"))
        #expect(last.status == 200 && last.text == direct)
        // Now it stands; and the present is always there.
        #expect(try served.request(body("tx:2"), token, ["Ledger-Patience": "0"]).status == 200)
        #expect(try served.request(body("now"), token, ["Ledger-Patience": "0"]).status == 200)
    }

    @Test func `of JMAP is built beside the readers, too`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        let first = try served.ask("GET", "/jmap/at/tx:2/session", token, ["Ledger-Patience": "0"])
        #expect(first.status == 202, "\(first.text)")
        let patient = try served.ask("GET", "/jmap/at/tx:2/session", token)
        #expect(patient.status == 200 && patient.text.contains(#""isReadOnly":true"#), "\(patient.text)")
    }

    @Test func `is waited for by others, and is the same`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        let patient = try served.request(body("tx:2"), token)
        let direct = try answer(served, body("tx:2"))
        #expect(patient.status == 200 && patient.text == direct)
    }

    @Test func `comes, also where one caller compares two moments`() throws {
        let served = try ServedLedger()
        let token = try served.token("t", .read, .audit)
        var waiting: Set = ["tx:2", "tx:3"]
        for _ in 0..<20_000 where !waiting.isEmpty {
            for moment in waiting {
                let answer = try served.request(body(moment), token, ["Ledger-Patience": "0"])
                #expect([200, 202].contains(answer.status))
                if answer.status == 200 { waiting.remove(moment) }
            }
        }
        #expect(waiting.isEmpty)
    }

    @Test func `is refused where there is no such moment, or no right to see it`() throws {
        let served = try ServedLedger()
        let (reader, auditor) = (try served.token("r", .read), try served.token("a", .read, .audit))
        #expect(try served.request(body("tx:2"), reader, ["Ledger-Patience": "0"]).status == 403)
        for moment in ["tx:9999", "nonsense", "999999"] {
            let (hasty, patient) = (
                try served.request(body(moment), auditor, ["Ledger-Patience": "0"]),
                try served.request(body(moment), auditor)
            )
            #expect(hasty.status >= 400 && hasty.status < 500 && hasty.body == patient.body, "\(hasty.text)")
        }
    }
}

@Suite struct `Moments that are waited for` {
    private static let second: Int64 = 1_000_000
    private let early = Position(10)
    private let late = Position(90)

    @Test func `are built in their order, each once`() {
        var wants = MomentWants()
        wants.add(late, by: "a", at: 0)
        wants.add(late, by: "b", at: 0)
        wants.add(early, by: "c", at: 0)
        #expect(wants.next(at: 1) == late)
        wants.remove(late)
        #expect(wants.next(at: 1) == early)
        wants.remove(early)
        #expect(wants.next(at: 1) == nil)
    }

    @Test func `are given up within a second when their caller asks for another one`() {
        var wants = MomentWants()
        wants.add(late, by: "a", at: 0)
        wants.add(early, by: "a", at: 5)
        #expect(wants.contains(late, at: Self.second))
        #expect(!wants.contains(late, at: Self.second + 5) && wants.contains(early, at: Self.second + 5))
        #expect(wants.next(at: Self.second + 5) == early)
    }

    @Test func `stay while their caller asks for both, and while another one waits`() {
        var wants = MomentWants()
        wants.add(late, by: "a", at: 0)
        wants.add(early, by: "a", at: 1)
        wants.add(late, by: "a", at: 2)
        #expect(wants.contains(late, at: 2 * Self.second) && wants.contains(early, at: 2 * Self.second))
        wants = MomentWants()
        wants.add(late, by: "a", at: 0)
        wants.add(late, by: "b", at: 0)
        wants.add(early, by: "a", at: 1)
        #expect(wants.contains(late, at: 2 * Self.second))
    }

    @Test func `are given up when their caller is gone, and are bounded`() {
        var wants = MomentWants()
        wants.add(late, by: "a", at: 0)
        #expect(wants.contains(late, at: MomentWants.patience - 1) && !wants.contains(late, at: MomentWants.patience))
        for number in 0..<2_000 { wants.add(Position(Int64(number)), by: "\(number)", at: 0) }
        #expect(!wants.contains(Position(1_500), at: 1))
    }
}
