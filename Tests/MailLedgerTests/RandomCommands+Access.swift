import Access
import MailLedger
import Projections
import TestSupport

/// Tokens, drawn by lot. An undo does not bring them back, so tests that compare the two leave them out.
extension RandomCommands {
    mutating func keepTokens() throws {
        let ledger = sample.ledger
        let name = "t\(Int.random(in: 0..<4, using: &generator))"
        let known = try ledger.read { try $0.tokens() }.contains { $0.settings.name == name }
        if !known {
            _ = try ledger.perform(IssueTokenRequest(name: name, actor: "ada", scopes: [.read]))
        } else if chance(50) {
            _ = try ledger.perform(
                ChangeTokenRequest(name: name, changes: ChangeToken(scopes: chance(50) ? [.read] : [.read, .audit])))
        } else {
            _ = try ledger.perform(RevokeTokenRequest(name: name))
        }
    }
}
