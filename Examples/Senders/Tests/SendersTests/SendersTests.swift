import Mail
import MailLedger
import MailLedgerTesting
import Senders
import Testing

@Suite struct `Who writes most` {
    private func letter(_ number: Int, from sender: String, to account: AccountID) -> IncomingMessage {
        let text = "From: \(sender)\nMessage-ID: <\(number)@example.org>\n\nText.\n"
        return IncomingMessage(account: account, bytes: Array(text.utf8))
    }

    private func most(_ ledger: Ledger) throws -> [SenderRow] {
        try ledger.read { try SendersQuery(on: $0.connection).most(limit: 10) }
    }

    @Test func `is told of the messages that live`() throws {
        let scenario = try Scenario(adding: [SendersProjector.self]).given { ledger in
            let context = ledger.context(command: "test")
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
            let ada = try ledger.read { try $0.account("ada@example.org").id }
            let senders = ["grace@example.org", "Grace <GRACE@example.org>", "mark@example.org"]
            _ = try ledger.mail.save(
                senders.enumerated().map { letter($0, from: $1, to: ada) }, context: context)
        }
        #expect(try most(scenario.ledger).map(\.messages) == [2, 1])
        _ = try scenario.ledger.perform(DeleteAccountRequest(account: "ada@example.org"))
        #expect(try most(scenario.ledger).isEmpty)
    }

    @Test func `keeps the laws of read models`() throws {
        try ProjectionLaws.check(SendersProjector.self, histories: 5, seed: 1)
    }
}
