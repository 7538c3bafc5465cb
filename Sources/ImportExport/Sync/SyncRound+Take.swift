internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections

/// Taking over what changed in the Maildir.
extension SyncRound {
    mutating func take(_ steps: [SyncStep]) throws {
        guard options.direction != .push else { return }
        let taken = steps.filter { !$0.merge.pull.isEmpty }
        if options.dryRun {
            let ends = Set(taken.filter(\.merge.pull.takesAway).map(\.row.messageStream))
            let held = try ledger.read { try HoldGuard($0).covered(among: ends) }
            for step in taken { report.count(pulled: step, isHeld: held.contains(step.row.messageStream)) }
            guard options.direction == .both else { return }
            // The T that a hold does not follow is taken off again.
            for step in taken where step.merge.pull.takesAway && held.contains(step.row.messageStream) {
                guard !step.merge.pull.isGone, step.merge.writing == nil, let file = step.file else { continue }
                let flags = "\(file.flags) → \(MessageCopy.flags(file.flags, hidden: false))"
                report.actions.append(.init(.push, .flags, step.row.message, file.source, flags))
            }
            return
        }
        // Moves and marks first: they keep a message alive whose other copy is gone.
        try record(taken.filter { !$0.merge.pull.isGone }, context)
        try record(taken.filter { $0.merge.pull.isGone }, context.becauseGone(from: path))
    }

    private mutating func record(_ steps: [SyncStep], _ context: OperationContext) throws {
        var rest = steps[...]
        while !rest.isEmpty {
            guard goesOn() else { return }
            let batch = rest.prefix(BatchLimits.messages)
            rest = rest.dropFirst(BatchLimits.messages)
            var recorded: [SyncStep] = []
            var held: Set<StreamID> = []
            _ = try ledger.writing.change(context) { reader in
                var recorder = try SyncRecorder(
                    account: account, folder: options.folder, reader: reader, ledger: ledger)
                recorded = try batch.filter { try recorder.take($0) }
                held = recorder.held
                return recorder.events
            }
            if recorded.count < batch.count { isOvertaken = true }
            if !recorded.isEmpty { hasChanged = true }
            for step in recorded { report.count(pulled: step, isHeld: held.contains(step.row.messageStream)) }
        }
    }
}

extension OperationContext {
    fileprivate func becauseGone(from path: String) -> OperationContext {
        OperationContext(
            operation: operation, command: command, actor: actor, osUser: osUser, host: host, program: program,
            reason: "gone from \(path)" + (reason.map { ": \($0)" } ?? ""), cause: cause)
    }
}

extension CopyMerge.Conflict {
    /// The conflicting values of a side.
    private func words(_ side: Side?) -> String {
        guard let side else { return "gone" }
        let flags = side.flags ?? ""
        return field == .folder || flags.isEmpty ? side.folder : "\(side.folder) \(flags)"
    }

    /// The conflict as a report names it.
    fileprivate func named(of step: SyncStep, standing: SyncConflict.Side) -> SyncConflict {
        SyncConflict(
            message: step.row.message, source: step.row.source, field: field, base: words(base),
            here: isAboutDeletion ? "deleted" : words(here), there: words(there), standing: standing)
    }

    /// The conflict as the log records it.
    fileprivate func event(of message: MessageID, copy: Int) -> ConflictDetected {
        ConflictDetected(message: message, copy: copy, field: field, base: base, here: here, there: there)
    }
}

extension SyncReport {
    fileprivate mutating func count(pulled step: SyncStep, isHeld: Bool) {
        let pull = step.merge.pull
        let isHeld = isHeld && pull.takesAway
        let (message, source) = (step.row.message, step.row.source)
        if pull.isRestored { actions.append(.init(.pull, .restore, message, source, "")) }
        // One that comes back where its file is only leaves the folder that was deleted.
        if let folder = pull.folder, folder != step.held.folder {
            actions.append(.init(.pull, .move, message, source, folder))
        } else if let name = pull.source {
            actions.append(.init(.pull, .rename, message, source, name.new))
        }
        if let flags = pull.flags {
            var action = SyncAction(.pull, .flags, message, source, "\(flags.old) → \(flags.new)")
            action.isHeld = isHeld && !pull.isGone
            actions.append(action)
        }
        if pull.isGone {
            var action = SyncAction(.pull, .remove, message, source, isHeld ? "held: it stays here" : "")
            action.isHeld = isHeld
            actions.append(action)
        }
        if let conflict = step.merge.conflict { conflicts.append(conflict.named(of: step, standing: .there)) }
    }

    /// Counts a file that is written again although it was removed there.
    mutating func count(keptBy step: SyncStep) {
        if let conflict = step.merge.keptConflict { conflicts.append(conflict.named(of: step, standing: .here)) }
    }
}

/// Decides on the events of one transaction, under the writer's lock and against the read models at the head.
struct SyncRecorder {
    private let states: MessageStates
    private var folders: FoundFolders
    private let streams: [FolderID: StreamID]
    /// Messages before and after the events of this transaction.
    private var before: [StreamID: MessageState] = [:]
    private var after: [StreamID: MessageState] = [:]
    private(set) var events: [ProposedEvent] = []
    private let holds: HoldGuard
    /// Messages whose files are gone, or marked for the trash, and that stay because a hold covers them.
    private(set) var held: Set<StreamID> = []

    init(account: AccountRow, folder: String, reader: LedgerReader, ledger: Ledger) throws {
        states = try MessageStates(on: reader.connection)
        holds = try HoldGuard(reader)
        folders = try FoundFolders(of: account, top: folder, reader: reader, newID: ledger.writing.newID)
        streams = Dictionary(
            try reader.folders(of: account.stream, includingDeleted: true).map { ($0.id, $0.stream) }
        ) { first, _ in first }
    }

    /// Returns the message if the copy has not changed since the step was planned.
    private mutating func message(of row: SyncedCopyRow) throws -> MessageState? {
        if before[row.messageStream] == nil {
            guard let state = try states.state(of: row.messageStream) else { return nil }
            before[row.messageStream] = state
            after[row.messageStream] = state
        }
        guard let state = before[row.messageStream], let copy = state.copies.first(where: { $0.number == row.number }),
            copy.source == row.source, copy.flags == row.flags, streams[copy.folder] == row.folder,
            state.isDeleted != row.isMessageLive, state.keywords.maildirFlags == row.keywordFlags
        else { return nil }
        return after[row.messageStream]
    }

    private mutating func append(_ event: any Event, to message: inout MessageState) {
        events.append(message.event(event))
        message = message.applying(event)
        after[message.stream] = message
    }

    /// Records what changed in the Maildir; false if something else changed here meanwhile.
    mutating func take(_ step: SyncStep) throws -> Bool {
        guard var message = try message(of: step.row) else { return false }
        let (number, pull) = (step.row.number, step.merge.pull)
        if pull.takesAway, try holds.covers(message.stream) { held.insert(message.stream) }
        if let conflict = step.merge.conflict {
            append(conflict.event(of: message.id, copy: number), to: &message)
        }
        if pull.isRestored, message.isDeleted { append(MessageRestored(message: message.id), to: &message) }
        if pull.folder != nil, let file = step.file {
            let folder = try folders.folder(for: file.folder, adding: &events)
            if let old = message.copies.first(where: { $0.number == number })?.folder, old != folder {
                let move = MessageMoved.Move(copy: number, folder: Change(old: old, new: folder))
                append(MessageMoved(message: message.id, copies: [move]), to: &message)
            }
        }
        if pull.source != nil || pull.flags != nil {
            append(changed(step, message), to: &message)
        }
        if pull.isGone, let copy = message.copies.first(where: { $0.number == number }) {
            guard !held.contains(message.stream) else {
                // The loss of its file is on record; the copy stays here, and the Maildir is no longer its place.
                append(
                    CopyChanged(
                        message: message.id, copy: number, maildir: Change(old: copy.maildir, new: nil)), to: &message)
                return true
            }
            append(CopyRemoved(message: message.id, copy: copy, keywords: nil, isGone: true), to: &message)
            if message.copies.isEmpty, !message.isDeleted {
                append(MessageDeleted(message: message.id), to: &message)
            }
        }
        return true
    }

    private func changed(_ step: SyncStep, _ message: MessageState) -> CopyChanged {
        let flags = step.merge.pull.flags
        let before = KeywordSet(maildirFlags: flags?.old ?? "")
        let after = KeywordSet(maildirFlags: flags?.new ?? "")
        let keywords = message.keywords.subtracting(before.subtracting(after)).union(after.subtracting(before))
        // A T that was there before, and that an undo or a deletion here made hide nothing, hides nothing now.
        let staysShown =
            flags.map { MessageCopy.isHidden(flags: $0.old) && MessageCopy.isHidden(flags: $0.new) } ?? false
            && !step.held.isHidden || held.contains(message.stream)
        return CopyChanged(
            message: message.id, copy: step.row.number, source: step.merge.pull.source, flags: flags,
            keywords: keywords == message.keywords ? nil : Change(old: message.keywords, new: keywords),
            isHidden: staysShown ? Change(old: false, new: false) : nil)
    }

    /// Records the writing of a sync; false if the copy left the ledger meanwhile.
    mutating func write(_ written: WrittenCopy) throws -> Bool {
        let stream = written.step.row.messageStream
        if after[stream] == nil { after[stream] = try states.state(of: stream) }
        guard var message = after[stream],
            let copy = message.copies.first(where: { $0.number == written.step.row.number })
        else { return false }
        if let conflict = written.step.merge.keptConflict {
            append(conflict.event(of: message.id, copy: copy.number), to: &message)
        }
        guard let new = written.new else {
            append(CopyRemoved(message: message.id, copy: copy, keywords: nil, isGone: true), to: &message)
            return true
        }
        append(
            CopyPushed(
                message: message.id, copy: copy.number,
                source: new.source == copy.source ? nil : Change(old: copy.source, new: new.source),
                flags: written.oldFlags == new.flags && !written.isNew
                    ? nil : Change(old: written.oldFlags, new: new.flags)),
            to: &message)
        return true
    }
}
