internal import EventLog
public import Mail

/// Adds an account with the folders that every account has.
public struct AddAccountRequest: LedgerWork {
    public static let name = "add-account"
    public typealias Answer = Made<AccountForm>
    public var account: AddAccount

    public init(account: AddAccount) {
        self.account = account
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        guard !call.isDryRun else {
            _ = try ledger.planAccount(account)
            return .looked(changed: 1)
        }
        let row = try ledger.addAccount(account, context: call.context)
        return CommandResult(.done(AccountForm(row)), operation: call.context.operation)
    }
}

/// Changes settings of an account.
public struct ChangeAccountRequest: LedgerWork {
    public static let name = "change-account"
    public typealias Answer = SettingsChangeForm
    public var account: String
    public var changes: ChangeAccount

    public init(account: String, changes: ChangeAccount) {
        self.account = account
        self.changes = changes
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.changeAccount(account, changes, context: call.context, dryRun: call.isDryRun), from: ledger, in: call
        )
    }
}

/// Ends an account with all that it holds.
public struct DeleteAccountRequest: LedgerWork {
    public static let name = "delete-account"
    public typealias Answer = OutcomeForm
    public var account: String

    public init(account: String) {
        self.account = account
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let plan = try ledger.planAccountDeletion(account)
        if call.isDryRun, !call.overridesHolds { try plan.holds.refuse() }
        let receipt = call.isDryRun ? nil : try ledger.deleteAccount(account, context: call.context)
        let form = OutcomeForm(
            matched: plan.messages, changed: 1, operation: receipt?.operation.description, isDryRun: call.isDryRun)
        return CommandResult(form, operation: receipt?.operation)
    }
}
