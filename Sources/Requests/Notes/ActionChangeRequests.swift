internal import EventLog
internal import LedgerContexts
public import LedgerKernel
public import Notes
internal import Projections

/// Adds an action to a note or to a message.
public struct AddActionRequest: LedgerCommand {
    public static let name = "add-action"
    public typealias Answer = Made<ActionForm>
    public var kind: ActionKind
    /// The title of the note that it is of, or the first digits of its id.
    public var note: String?
    /// The first digits of the id of its message, if it belongs to no note.
    public var message: String?
    public var fields: RequestedAction

    public init(kind: ActionKind, note: String? = nil, message: String? = nil, fields: RequestedAction) {
        self.kind = kind
        self.note = note
        self.message = message
        self.fields = fields
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let id = ActionID(reader.environment.newID())
        let command = AddAction(kind, fields.command.applied(to: ActionFields(title: fields.title ?? "")))
        return .made(try command.decide(as: id, on: holder(in: reader))) { ActionForm(try $0.action(id.description)) }
    }

    private func holder(in reader: LedgerReader) throws -> ActionHolder {
        switch (note, message) {
        case (let note?, nil): .note(try reader.note(note).id)
        case (nil, let message?): .message(try reader.messageID(message))
        case (nil, nil): throw DomainError.invalid(field: "note", reason: ValueError.Reason.isMissing.rawValue)
        case (.some, .some):
            throw DomainError.invalid(field: "note", reason: "is one place and message another; say one")
        }
    }
}

/// Changes the fields of an action.
public struct ChangeActionRequest: LedgerCommand {
    public static let name = "change-action"
    public typealias Answer = SettingsChangeForm
    /// Its title, or the first digits of its id.
    public var action: String
    public var changes: RequestedAction

    public init(action: String, changes: RequestedAction) {
        self.action = action
        self.changes = changes
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try changes.command.decide(checkingAddressesOf: reader.action(action).state))
    }
}

/// Takes an action on.
public struct AcceptActionRequest: LedgerCommand {
    public static let name = "accept-action"
    public typealias Answer = SettingsChangeForm
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try AdvanceAction.accept.decide(reader.action(action).state))
    }
}

/// Executes an action: writes a draft or a calendar file, or marks it as done.
public struct ExecuteActionRequest: LedgerWork {
    public static let name = "execute-action"
    public typealias Answer = SettingsChangeForm
    public var action: String
    /// The name of the service that did it.
    public var service: String?
    /// Whose draft it becomes.
    public var account: String?

    public init(action: String, service: String? = nil, account: String? = nil) {
        self.action = action
        self.service = service
        self.account = account
    }

    public func run(on ledger: Ledger, in call: CommandCall) throws -> CommandResult<Answer> {
        let executed = try ledger.notes.executeAction(action, service: service, account: account, call)
        // None of its fields is a folder, so the form needs no paths.
        let form = SettingsChangeForm(executed.outcome, folders: [:], isDryRun: call.isDryRun)
        return CommandResult(form, operation: executed.receipt?.operation)
    }
}

/// Notes that an action failed, and why; it may be tried again.
public struct FailActionRequest: LedgerCommand {
    public static let name = "fail-action"
    public typealias Answer = SettingsChangeForm
    public var action: String
    public var error: String

    public init(action: String, error: String) {
        self.action = action
        self.error = error
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try AdvanceAction.fail(error).decide(reader.action(action).state))
    }
}

/// Gives an action up.
public struct CancelActionRequest: LedgerCommand {
    public static let name = "cancel-action"
    public typealias Answer = SettingsChangeForm
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        .settings(try AdvanceAction.cancel.decide(reader.action(action).state))
    }
}

/// Ends an action.
public struct DeleteActionRequest: LedgerCommand {
    public static let name = "delete-action"
    public typealias Answer = OutcomeForm
    public var action: String
    /// The version that the caller knows; the command is refused where the action has another one.
    public var expectedVersion: Int?

    enum CodingKeys: String, CodingKey {
        case action
        case expectedVersion = "expected_version"
    }

    public init(action: String, expectedVersion: Int? = nil) {
        self.action = action
        self.expectedVersion = expectedVersion
    }

    public func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        let state = try reader.action(action).state
        try reader.require(version: expectedVersion, of: "action", state.id.description, state.stream)
        return .outcome(of: 1, DeleteAction().decide(state))
    }
}

extension AddAction {
    /// Decides on an action with an id, whose recipients all have addresses.
    func decide(as id: ActionID, on holder: ActionHolder) throws -> [ProposedEvent] {
        try fields.requireAddresses()
        return try decide(on: holder) { id.uniqueID }
    }
}

extension ChangeAction {
    /// Decides on a change of an action, whose recipients all have addresses.
    func decide(checkingAddressesOf action: ActionState) throws -> [ProposedEvent] {
        try applied(to: action.fields).requireAddresses()
        return try decide(action)
    }
}
