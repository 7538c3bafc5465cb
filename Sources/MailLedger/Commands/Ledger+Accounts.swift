public import EventLog
public import Mail
public import Projections

extension Ledger {
    /// Adds an account with the folders that every account has.
    public func addAccount(_ command: AddAccount, context: OperationContext) throws -> AccountRow {
        _ = try change(context) { reader in
            try command.decide(existing: reader.accounts(includingDeleted: true).map(\.state), newID: newID)
        }
        return try read { try $0.account(command.address) }
    }

    /// Ends an account and all that it holds by one event.
    public func deleteAccount(_ name: String, context: OperationContext) throws -> Receipt? {
        try change(context) { reader in try DeleteAccount().decide(reader.account(name).state) }
    }
}
