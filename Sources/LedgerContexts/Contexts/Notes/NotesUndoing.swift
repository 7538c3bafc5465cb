internal import EventLog
internal import LedgerKernel
internal import Notes
internal import Projections

/// Undoes changes of notes and actions.
struct NotesUndoing: ContextUndoing {
    let reader: LedgerReader
    // The states after the events planned so far.
    private var notes: [NoteID: NoteState] = [:]
    private var actions: [ActionID: ActionState] = [:]

    init(reader: LedgerReader) {
        self.reader = reader
    }

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        switch event {
        case let added as NoteAdded: try answer(added.id) { $0.end() }
        case let changed as NoteChanged: try answer(changed.note) { $0.undo(changed) }
        case let linked as NoteLinked: try answer(linked.note) { $0.undo(linked.link) }
        case let unlinked as NoteUnlinked: try answer(unlinked.note) { $0.undo(unlinked.link) }
        case let deleted as NoteDeleted: try answer(deleted.note) { $0.restore() }
        case let restored as NoteRestored: try answer(restored.note) { $0.end() }
        case let added as ActionAdded: try answer(added.id) { $0.end() }
        case let changed as ActionChanged: try answerLive(changed.action) { $0.undo(changed) }
        case let changed as ActionStatusChanged: try answerLive(changed.action) { $0.undo(changed) }
        case let deleted as ActionDeleted: try answer(deleted.action) { $0.restore() }
        case let restored as ActionRestored: try answer(restored.action) { $0.end() }
        default: .events([])
        }
    }

    private func note(_ id: NoteID) throws -> NoteState? {
        try notes[id] ?? NotesQuery(on: reader.connection).state(of: id)
    }

    private mutating func answer(_ id: NoteID, _ body: (inout NoteState) -> UndoAnswer) throws -> UndoAnswer {
        guard var note = try note(id) else { return .events([]) }
        let answer = body(&note)
        notes[id] = note
        return answer
    }

    private mutating func answer(_ id: ActionID, _ body: (inout ActionState) -> UndoAnswer) throws -> UndoAnswer {
        let known = try actions[id] ?? ActionsQuery(on: reader.connection).action(withID: id)?.state
        guard var action = known else { return .events([]) }
        let answer = body(&action)
        actions[id] = action
        return answer
    }

    /// The same for a change that would stay hidden while the action's note is deleted.
    private mutating func answerLive(
        _ id: ActionID, _ body: (inout ActionState) -> UndoAnswer
    ) throws -> UndoAnswer {
        let known = try actions[id] ?? ActionsQuery(on: reader.connection).action(withID: id)?.state
        if case .note(let holder)? = known?.holder, let note = try note(holder), note.isDeleted {
            return .obstacle(
                "the note \(note.fields.title) has been deleted since", changeOf: note.stream,
                fields: [ChangedField.end])
        }
        return try answer(id, body)
    }
}

extension NoteState {
    fileprivate mutating func end() -> UndoAnswer {
        let events = DeleteNote().decide(self)
        isDeleted = true
        return .events(events)
    }

    fileprivate mutating func restore() -> UndoAnswer {
        let events = RestoreNote().decide(self)
        isDeleted = false
        return .events(events)
    }

    fileprivate mutating func undo(_ changed: NoteChanged) -> UndoAnswer {
        guard !isDeleted else { return wasDeleted }
        let (before, stale) = fields.undoing(changed)
        guard stale.isEmpty else {
            return .obstacle(
                "the note \(fields.title) has another \(stale.joined(separator: ", ")) since", changeOf: stream,
                fields: stale)
        }
        let event = self.changed(to: before)
        fields = before
        if let transcript = event?.transcript { transcriptParts = transcript.parts }
        return .events(event.map { [self.event($0)] } ?? [])
    }

    /// Takes a link back that was made, or makes one again that was removed.
    fileprivate mutating func undo(_ change: Change<NoteLink?>) -> UndoAnswer {
        guard !isDeleted else { return wasDeleted }
        if let made = change.new {
            guard links.contains(made) else { return .events([]) }
            links.removeAll { $0 == made }
            return .events([event(NoteUnlinked(note: id, link: made))])
        }
        guard let taken = change.old, !links.contains(taken) else { return .events([]) }
        links.append(taken)
        return .events([event(NoteLinked(note: id, link: taken))])
    }

    private var wasDeleted: UndoAnswer {
        .obstacle(
            "the note \(fields.title) has been deleted since", changeOf: stream, fields: [ChangedField.end])
    }
}

extension ActionState {
    fileprivate mutating func end() -> UndoAnswer {
        let events = DeleteAction().decide(self)
        isDeleted = true
        return .events(events)
    }

    fileprivate mutating func restore() -> UndoAnswer {
        let events = RestoreAction().decide(self)
        isDeleted = false
        return .events(events)
    }

    fileprivate mutating func undo(_ changed: ActionChanged) -> UndoAnswer {
        guard !isDeleted else { return wasDeleted }
        let (before, stale) = fields.undoing(changed)
        guard stale.isEmpty else { return isAnother(stale) }
        let event = ActionChanged(action: id, from: fields, to: before).map(event)
        fields = before
        return .events(event.map { [$0] } ?? [])
    }

    fileprivate mutating func undo(_ changed: ActionStatusChanged) -> UndoAnswer {
        guard !isDeleted else { return wasDeleted }
        let (before, stale) = progress.undoing(changed)
        guard stale.isEmpty else { return isAnother(stale) }
        let event = ActionStatusChanged(action: id, from: progress, to: before).map(event)
        progress = before
        return .events(event.map { [$0] } ?? [])
    }

    private func isAnother(_ stale: [String]) -> UndoAnswer {
        .obstacle(
            "the action \(fields.title) has another \(stale.joined(separator: ", ")) since", changeOf: stream,
            fields: stale)
    }

    private var wasDeleted: UndoAnswer {
        .obstacle(
            "the action \(fields.title) has been deleted since", changeOf: stream, fields: [ChangedField.end])
    }
}
