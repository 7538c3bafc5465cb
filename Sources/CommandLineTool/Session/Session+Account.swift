internal import ArgumentParsing
internal import MailLedger
internal import Projections

extension Session {
    /// The account that a verb works on: the one that is named or set, else the only one of the ledger.
    ///
    /// - Parameter option: How the verb takes one.
    func account(_ name: String?, in ledger: Ledger, as option: String = "--account ADDRESS") throws -> String {
        if let name { return name }
        if let name = try settings.importAccount(flag: nil) {
            _ = try blaming(.importAccount, unless: nil) { try ledger.read { try $0.account(name) } }
            return name
        }
        let accounts = try ledger.read { try $0.accounts() }
        guard let only = accounts.first else {
            throw ValidationError("The ledger has no account yet; 'mailledger account add ADDRESS' adds one")
        }
        guard accounts.count == 1 else {
            throw ValidationError(
                "Say which of the \(accounts.count) accounts: \(option) ('mailledger account list' names them),"
                    + " or once 'mailledger config set import.account ADDRESS'")
        }
        return only.address
    }
}
