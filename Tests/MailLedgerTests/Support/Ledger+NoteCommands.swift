import EventLog
import MailLedger
import Notes
import Outbox
import Projections
import WireModels

/// The requests that change notes and actions, for tests that have the field's own values.
extension Ledger {
    @discardableResult
    func addNote(_ note: AddNote, context: OperationContext) throws -> NoteID {
        let fields = note.fields
        let form = try made(
            AddNoteRequest(
                title: fields.title, transcript: fields.transcript, summary: fields.summary, duration: fields.duration,
                folder: fields.folder?.description, tags: fields.tags.map(\.text), isPinned: fields.isPinned,
                isAIProcessed: fields.isAIProcessed, links: note.links.map(RequestedLink.init(_:))),
            context)
        let id = try read { try $0.note(form.id).id }
        if fields.isArchived {
            var change = ChangeNote()
            change.isArchived = true
            try changeNote(id.description, change, context: self.context(command: "note archive"))
        }
        return id
    }

    func changeNote(_ name: String, _ change: ChangeNote, context: OperationContext) throws {
        let folder: FieldUpdate<String> =
            switch change.filing {
            case nil: .keep
            case .unfiled?: .clear
            case .folder(let folder)?: .set(folder.description)
            }
        let changes = RequestedNoteChanges(
            title: change.title, transcript: change.transcript, summary: change.summary, duration: change.duration,
            folder: folder, tags: change.tags?.map(\.text), addingTags: change.addingTags.map(\.text),
            removingTags: change.removingTags.map(\.text), isPinned: change.isPinned, isArchived: change.isArchived,
            isAIProcessed: change.isAIProcessed)
        _ = try perform(ChangeNoteRequest(note: name, changes: changes), Call(context))
    }

    func linkNote(_ name: String, _ links: LinkNote, context: OperationContext) throws {
        let command = LinkNoteRequest(
            note: name, adding: links.adding.map(RequestedLink.init(_:)),
            removing: links.removing.map(RequestedLink.init(_:)))
        _ = try perform(command, Call(context))
    }

    func deleteNote(_ name: String, context: OperationContext) throws {
        _ = try perform(DeleteNoteRequest(note: name), Call(context))
    }

    @discardableResult
    func addAction(_ action: AddAction, on holder: ActionHolder, context: OperationContext) throws -> ActionID {
        let form = try made(
            AddActionRequest(
                kind: action.kind, note: holder.note?.description, message: holder.message?.description,
                fields: RequestedAction(action.fields)),
            context)
        return try read { try $0.action(form.id).id }
    }

    func changeAction(_ name: String, _ changes: RequestedAction, context: OperationContext) throws {
        _ = try perform(ChangeActionRequest(action: name, changes: changes), Call(context))
    }

    func acceptAction(_ name: String, context: OperationContext) throws {
        _ = try perform(AcceptActionRequest(action: name), Call(context))
    }

    func failAction(_ name: String, _ error: String, context: OperationContext) throws {
        _ = try perform(FailActionRequest(action: name, error: error), Call(context))
    }

    func cancelAction(_ name: String, context: OperationContext) throws {
        _ = try perform(CancelActionRequest(action: name), Call(context))
    }

    func deleteAction(_ name: String, context: OperationContext) throws {
        _ = try perform(DeleteActionRequest(action: name), Call(context))
    }

    /// Performs a command that is answered by a thing.
    func made<Command: LedgerWork, Thing>(
        _ command: Command, _ context: OperationContext? = nil
    ) throws -> Thing where Command.Answer == Made<Thing> {
        guard case .done(let thing)? = try perform(command, context.map(Call.init(_:)) ?? Call()).answer else {
            throw DomainError.conflict("nothing was made")
        }
        return thing
    }
}

/// The requests that note what became of things on their way.
extension Ledger {
    @discardableResult
    func mark(
        inOutbox name: String, _ mark: MarkInOutbox, expecting expected: Int? = nil, context: OperationContext
    ) throws -> (receipt: Receipt?, changed: Bool) {
        let (status, error, version): (OutboxStatus, String?, Int?) =
            switch mark {
            case .pending: (.pending, nil, nil)
            case .synced: (.synced, nil, nil)
            case .failed(let reason): (.failed, reason, nil)
            case .conflict(let server): (.conflict, nil, server)
            }
        let done = try perform(
            MarkInOutboxRequest(
                thing: name, status: status, error: error, serverVersion: version, expectedVersion: expected),
            Call(context))
        let head = try store.head()
        let receipt = done.operation.map {
            Receipt(
                transaction: head.transaction, operation: $0, firstPosition: head.position, eventCount: 1,
                isRepeat: false)
        }
        return (receipt, done.answer?.changed == 1)
    }

    func markSync(
        of id: UniqueID, _ status: SyncStatus, error: String? = nil, serverVersion: Int? = nil,
        context: OperationContext
    ) throws {
        _ = try perform(MarkSync(id: id, status: status, error: error, serverVersion: serverVersion), Call(context))
    }
}

extension Call {
    fileprivate init(_ context: OperationContext) {
        self.init(actor: context.actor, reason: context.reason, command: context.command)
    }
}

extension RequestedLink {
    fileprivate init(_ link: NoteLink) {
        self.init(message: link.message.description, scope: link.scope)
    }
}

extension RequestedAction {
    fileprivate init(_ fields: ActionFields) {
        self.init(
            title: fields.title, priority: fields.priority, description: fields.description,
            scheduledDate: fields.scheduledDate.map(WireTime.init(_:)),
            scheduledEndDate: fields.scheduledEndDate.map { .set(WireTime($0)) } ?? .keep, location: fields.location,
            attendees: fields.attendees, emailTo: fields.emailTo, emailSubject: fields.emailSubject,
            emailBody: fields.emailBody, externalID: fields.externalID, externalService: fields.externalService,
            externalURL: fields.externalURL)
    }
}
