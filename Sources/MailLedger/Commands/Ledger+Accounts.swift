public import EventLog
public import Mail
public import Projections

extension Ledger {
    /// Adds an account with the folders that every account has.
    public func addAccount(_ command: AddAccount, context: OperationContext) throws -> AccountRow {
        _ = try change(context) { reader in try decide(command, reader) }
        return try read { try $0.account(command.address) }
    }

    /// Returns the settings that an account would be added with, or refuses it for the reasons that adding would.
    public func planAccount(_ command: AddAccount) throws -> AccountSettings {
        _ = try read { reader in try decide(command, reader) }
        return try command.settings()
    }

    private func decide(_ command: AddAccount, _ reader: LedgerReader) throws -> [ProposedEvent] {
        try command.decide(existing: reader.accounts(includingDeleted: true).map(\.state), newID: newID)
    }

    /// Changes settings of an account; what is so already is not recorded.
    public func changeAccount(
        _ name: String, _ command: ChangeAccount, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            try command.decide(
                reader.account(name).state, existing: reader.accounts(includingDeleted: true).map(\.state))
        }
    }

    /// Looks at what deleting an account would do, without doing it.
    public func planAccountDeletion(_ name: String) throws -> AccountDeletion {
        try read { reader in
            let account = try reader.account(name)
            return AccountDeletion(
                account: account, messages: try reader.countMessages(matching: .account(account.id.description)),
                holds: try holdsInTheWay(of: DeleteAccount().decide(account.state), reader))
        }
    }

    /// Ends an account and all that it holds by one event.
    public func deleteAccount(_ name: String, context: OperationContext) throws -> Receipt? {
        try change(context) { reader in try DeleteAccount().decide(reader.account(name).state) }
    }
}

/// What deleting an account would do.
public struct AccountDeletion: Sendable {
    public let account: AccountRow
    /// How many live messages would end with it.
    public let messages: Int
    /// What keeps it from being deleted, unless it is overridden.
    public let holds: [HoldInTheWay]
}
