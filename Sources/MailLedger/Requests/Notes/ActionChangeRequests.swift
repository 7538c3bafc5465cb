internal import EventLog
public import Notes
internal import Projections

/// Adds an action to a note or to a message.
public struct AddActionRequest: LedgerWork {
    public static let name = "add-action"
    public typealias Answer = Made<ActionForm>
    public var kind: ActionKind
    /// The title of the note that it is of, or the first digits of its id.
    public var note: String?
    /// The first digits of the id of the message that it is about, where it is of no note.
    public var message: String?
    public var fields: RequestedAction

    public init(kind: ActionKind, note: String? = nil, message: String? = nil, fields: RequestedAction) {
        self.kind = kind
        self.note = note
        self.message = message
        self.fields = fields
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let fields = fields.command.applied(to: ActionFields(title: fields.title ?? ""))
        let added = try ledger.addAction(
            AddAction(kind, fields), on: holder(in: ledger), context: call.context, dryRun: call.isDryRun)
        guard !call.isDryRun else { return .looked(changed: 1) }
        let row = try ledger.read { try $0.action(added.id.description) }
        return CommandResult(.done(ActionForm(row)), operation: added.receipt?.operation)
    }

    private func holder(in ledger: Ledger) throws -> ActionHolder {
        switch (note, message) {
        case (let note?, nil): .note(try ledger.read { try $0.note(note).id })
        case (nil, let message?): .message(try ledger.messageID(message))
        default: throw DomainError.invalid(field: "note", reason: "is one place and message another; say one")
        }
    }
}

/// Changes what an action says.
public struct ChangeActionRequest: LedgerWork {
    public static let name = "change-action"
    public typealias Answer = SettingsChangeForm
    /// Its title, or the first digits of its id.
    public var action: String
    public var changes: RequestedAction

    public init(action: String, changes: RequestedAction) {
        self.action = action
        self.changes = changes
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.changeAction(action, changes.command, context: call.context, dryRun: call.isDryRun), from: ledger,
            in: call)
    }
}

/// Takes an action on.
public struct AcceptActionRequest: LedgerWork {
    public static let name = "accept-action"
    public typealias Answer = SettingsChangeForm
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.advanceAction(action, .accept, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Does what an action says: writes a draft or a calendar file, or marks it as done.
public struct ExecuteActionRequest: LedgerWork {
    public static let name = "execute-action"
    public typealias Answer = SettingsChangeForm
    public var action: String
    /// Who did it, as somebody names it.
    public var service: String?
    /// Whose draft it becomes.
    public var account: String?

    public init(action: String, service: String? = nil, account: String? = nil) {
        self.action = action
        self.service = service
        self.account = account
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let executed = try ledger.executeAction(
            action, service: service, account: account, context: call.context, dryRun: call.isDryRun)
        return try CommandResult(executed.outcome, from: ledger, in: call)
    }
}

/// Notes that an action failed, and why; it may be tried again.
public struct FailActionRequest: LedgerWork {
    public static let name = "fail-action"
    public typealias Answer = SettingsChangeForm
    public var action: String
    public var error: String

    public init(action: String, error: String) {
        self.action = action
        self.error = error
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.advanceAction(action, .fail(error), context: call.context, dryRun: call.isDryRun), from: ledger,
            in: call)
    }
}

/// Gives an action up.
public struct CancelActionRequest: LedgerWork {
    public static let name = "cancel-action"
    public typealias Answer = SettingsChangeForm
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        try CommandResult(
            ledger.advanceAction(action, .cancel, context: call.context, dryRun: call.isDryRun), from: ledger, in: call)
    }
}

/// Ends an action.
public struct DeleteActionRequest: LedgerWork {
    public static let name = "delete-action"
    public typealias Answer = OutcomeForm
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        CommandResult(
            of: 1, try ledger.deleteAction(action, context: call.context, dryRun: call.isDryRun), in: call)
    }
}
