public import EventLog
internal import Mail
public import Notes
internal import Projections

extension Ledger {
    /// Adds an action to a note or to a message.
    ///
    /// - Returns: Its id, which means nothing in a dry run.
    @discardableResult
    public func addAction(
        _ command: AddAction, on holder: ActionHolder, context: OperationContext, dryRun: Bool = false
    ) throws -> (id: ActionID, receipt: Receipt?) {
        let id = newID()
        let receipt = try change(context, dryRun: dryRun) { reader in
            try reader.requireLive(holder)
            try command.fields.requireAddresses()
            return try command.decide(on: holder) { id }
        }
        return (ActionID(id), receipt)
    }

    /// Changes what the action says whose id begins so.
    @discardableResult
    public func changeAction(
        _ prefix: String, _ command: ChangeAction, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            let action = try reader.action(prefix).state
            try command.applied(to: action.fields).requireAddresses()
            return try command.decide(action)
        }
    }

    /// Leads an action to another stage, but for executing it, which makes something: ``executeAction(_:service:context:dryRun:)``.
    @discardableResult
    public func advanceAction(
        _ prefix: String, _ command: AdvanceAction, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { try command.decide($0.action(prefix).state) }
    }

    /// Ends an action.
    @discardableResult
    public func deleteAction(_ prefix: String, context: OperationContext, dryRun: Bool = false) throws -> Receipt? {
        try change(context, dryRun: dryRun) { try DeleteAction().decide($0.action(prefix).state) }
    }
}

extension LedgerReader {
    fileprivate func requireLive(_ holder: ActionHolder) throws {
        switch holder {
        case .note(let id): _ = try note(id.description)
        case .message(let id): _ = try requireMessage(id)
        }
    }
}

extension ActionFields {
    /// The addresses of whom an e-mail goes to.
    var recipients: [EmailAddress] { emailTo.map { AddressList(parsing: $0).addresses } ?? [] }

    /// Refuses an `email_to` that is no list of addresses.
    func requireAddresses() throws {
        guard let emailTo, !emailTo.isEmpty else { return }
        let list = AddressList(parsing: emailTo)
        guard list.addresses.isEmpty || !list.malformed.isEmpty else { return }
        throw DomainError.invalid(field: "email_to", reason: "it is no address, as in ada@example.org")
    }
}
