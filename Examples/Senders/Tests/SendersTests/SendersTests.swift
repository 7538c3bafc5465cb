import Mail
import MailLedger
import MailLedgerTesting
import Senders
import Testing

@Suite struct `Who writes most` {
    private func letter(_ number: Int, from sender: String) -> NewMessage {
        NewMessage(bytes: Array("From: \(sender)\nMessage-ID: <\(number)@example.org>\n\nText.\n".utf8))
    }

    private func most(_ ledger: Ledger) throws -> [SenderRow] {
        try ledger.read { try SendersQuery(on: $0.connection).most(limit: 10) }
    }

    @Test func `is told of the messages that live`() throws {
        let scenario = try Scenario(adding: [SendersProjector.self]).given { ledger in
            let context = ledger.context(command: "test")
            _ = try ledger.addAccount(AddAccount(address: "ada@example.org"), context: context)
            _ = try ledger.save(
                [letter(1, from: "grace@example.org"), letter(2, from: "Grace <GRACE@example.org>"), letter(3, from: "mark@example.org")],
                account: "ada@example.org", context: context)
        }
        #expect(try most(scenario.ledger).map(\.messages) == [2, 1])
        _ = try scenario.ledger.deleteAccount("ada@example.org", context: scenario.ledger.context(command: "test"))
        #expect(try most(scenario.ledger).isEmpty)
    }

    @Test func `keeps the laws of read models`() throws {
        try ProjectionLaws.check(SendersProjector.self, histories: 5, seed: 1)
    }
}
