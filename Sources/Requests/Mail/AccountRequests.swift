internal import EventLog
public import LedgerKernel
public import Mail
internal import Projections

/// Adds an account with the folders that every account has.
public struct AddAccountRequest: LedgerCommand {
    public static let name = "add-account"
    public typealias Answer = Made<AccountForm>
    public var account: AddAccount

    public init(account: AddAccount) {
        self.account = account
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let events = try account.decide(
            existing: reader.accounts(includingDeleted: true).map(\.state), newID: reader.environment.newID)
        return .made(events) { AccountForm(try $0.account(account.address)) }
    }
}

/// Changes settings of an account; values that are already set are not recorded.
public struct ChangeAccountRequest: LedgerCommand {
    public static let name = "change-account"
    public typealias Answer = SettingsChangeForm
    public var account: String
    public var changes: ChangeAccount

    public init(account: String, changes: ChangeAccount) {
        self.account = account
        self.changes = changes
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(
            try changes.decide(
                reader.account(account).state, existing: reader.accounts(includingDeleted: true).map(\.state)))
    }
}

/// Deletes an account with all that it contains, by one event.
public struct DeleteAccountRequest: LedgerCommand {
    public static let name = "delete-account"
    public typealias Answer = AccountDeletionForm
    public var account: String
    /// The treatment of what it contains; nil for ``DeletePolicy/cascade``.
    public var policy: DeletePolicy?

    public init(account: String, policy: DeletePolicy? = nil) {
        self.account = account
        self.policy = policy
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let account = try reader.account(account)
        let holdings = try AccountsQuery(on: reader.connection).holdings(of: account.stream)
        let events = try DeleteAccount(policy: policy).decide(
            account.state, messages: holdings.messages, conversations: holdings.conversations)
        let told = OutcomeForm.Told(subject: account.address, holds: try reader.holdsInTheWay(of: events))
        return Decision(events) { done in
            let outcome = OutcomeForm(
                matched: holdings.messages, changed: 1, operation: done.receipt?.operation.description,
                isDryRun: done.isDryRun, told: told)
            return AccountDeletionForm(outcome: outcome, holdings: holdings)
        }
    }
}
