public import EventLog
public import Notes
internal import Projections

extension Ledger {
    /// Adds a note, alone or on messages and threads.
    ///
    /// - Returns: Its id, which means nothing in a dry run.
    /// - Throws: ``DomainError/invalid(field:reason:)`` for a value that no note may have and for a folder that is no notebook;
    ///   ``DomainError/notFound(kind:name:place:similar:)`` for a folder or a message that does not live.
    @discardableResult
    public func addNote(
        _ command: AddNote, context: OperationContext, dryRun: Bool = false
    ) throws -> (id: NoteID, receipt: Receipt?) {
        let id = newID()
        let receipt = try change(context, dryRun: dryRun) { reader in
            try reader.requireTargets(of: command.links)
            if let folder = command.fields.folder { try reader.requireNotebook(folder) }
            return try command.decide { id }
        }
        return (NoteID(id), receipt)
    }

    /// Changes what the note says whose id begins so, and how it is kept.
    @discardableResult
    public func changeNote(
        _ prefix: String, _ command: ChangeNote, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            if case .folder(let folder)? = command.filing { try reader.requireNotebook(folder) }
            return try command.decide(reader.noteState(prefix))
        }
    }

    /// Puts a note on messages and threads, or takes it off them.
    @discardableResult
    public func linkNote(
        _ prefix: String, _ command: LinkNote, context: OperationContext, dryRun: Bool = false
    ) throws -> SettingOutcome {
        try changeSettings(context, dryRun: dryRun) { reader in
            try reader.requireTargets(of: command.adding)
            return try command.decide(reader.noteState(prefix))
        }
    }

    /// Ends a note, and its actions with it.
    @discardableResult
    public func deleteNote(_ prefix: String, context: OperationContext, dryRun: Bool = false) throws -> Receipt? {
        try change(context, dryRun: dryRun) { try DeleteNote().decide($0.noteState(prefix)) }
    }
}

extension LedgerReader {
    fileprivate func requireTargets(of links: [NoteLink]) throws {
        for link in links { _ = try requireMessage(link.message) }
    }
}
