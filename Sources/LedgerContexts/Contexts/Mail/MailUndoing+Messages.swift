internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Projections

extension MailUndoing {
    mutating func undoMessageEvent(_ event: any Event) throws {
        guard let id = Self.message(of: event), let message = try state(of: id) else { return }
        switch event {
        case let added as MessageAdded:
            // Its copy goes, and the message with its last one: what another import found stays, and a new import may
            // bring it back.
            if let copy = message.copies.first(where: { $0.number == added.copy.number }),
                Self.isWritten(added.copy, copy)
            {
                keep(message.event(copy.leaving(id)), of: message)
            } else {
                remove(copy: added.copy.number, keywords: nil, of: message)
            }
        case is MessageRestored:
            for event in DeleteMessages().decide([message]) { keep(event, of: message) }
        case is MessageDeleted:
            guard message.isDeleted else { return }
            guard message.copies.isEmpty || message.copies.contains(where: { folders[$0.folder]?.isDeleted == false })
            else {
                return try hinder(
                    "the folder that message \(id) was in is deleted",
                    byEndOf: message.copies.first.flatMap { folders[$0.folder] })
            }
            keep(message.event(MessageRestored(message: id)), of: message)
            if message.copies.isEmpty { try bringBackGoneCopies(of: message.id) }
            showStruckOut(message.copies, of: message)
        case let marked as MessageMarked:
            try undo(marked.keywords, of: message)
        case let moved as MessageMoved:
            try undo(moved, of: message)
        case let copied as MessageCopied:
            try undo(copied, of: message)
        case let removed as CopyRemoved:
            // Another undo brought it back.
            guard !message.copies.contains(where: { $0.number == removed.copy.number }) else { return }
            guard folders[removed.copy.folder]?.isDeleted == false else {
                return try hinder(
                    "the folder that message \(id) was in is deleted", byEndOf: folders[removed.copy.folder])
            }
            let keywords = removed.keywords.flatMap { message.undoing($0) }
            keep(message.event(MessageCopied(message: id, copy: removed.copy, keywords: keywords)), of: message)
        case let changed as CopyChanged:
            try undo(changed, of: message)
        case let reparsed as MessageReparsed:
            try undo(reparsed, of: message)
        // Bytes that came are not sent back.
        case is MessageBodyLoaded: break
        case let linked as MessageLinked:
            try undo(linked, of: message)
        default: break
        }
    }

    private mutating func undo(_ change: KeywordChange, of message: MessageState) throws {
        guard let keywords = change.takenBack(from: message.keywords) else {
            return hinder("message \(message.id) has been marked otherwise since", by: message.stream)
        }
        let taken = KeywordChange(from: message.keywords, to: keywords)
        keep(message.event(MessageMarked(message: message.id, keywords: taken)), of: message)
    }

    private mutating func undo(_ moved: MessageMoved, of message: MessageState) throws {
        var moves: [MessageMoved.Move] = []
        for move in moved.copies {
            let copy = message.copies.first { $0.number == move.copy }
            guard copy?.folder == move.folder.new else {
                return hinder("message \(message.id) has been moved again since", by: message.stream)
            }
            guard let folder = folders[move.folder.old], !folder.isDeleted else {
                return try hinder(
                    "the folder that message \(message.id) came from is deleted", byEndOf: folders[move.folder.old])
            }
            moves.append(MessageMoved.Move(copy: move.copy, folder: move.folder.inverse))
        }
        keep(message.event(MessageMoved(message: message.id, copies: moves)), of: message)
        movedBack = (message.id, current?.transaction ?? 0, Set(moves.map(\.copy)))
        // One that a mail reader took out of a folder, and left in another. What a T of a file hides was hidden before.
        let numbers = Set(moves.map(\.copy))
        let copies = message.copies.filter { numbers.contains($0.number) }
        if try areStruckOut(copies, of: message) { showStruckOut(copies, of: message) }
    }

    private mutating func remove(copy number: Int, keywords change: Change<KeywordSet>?, of message: MessageState) {
        guard let copy = message.copies.first(where: { $0.number == number }) else { return }
        let keywords = change.flatMap { message.undoing($0) }
        keep(message.event(CopyRemoved(message: message.id, copy: copy, keywords: keywords)), of: message)
    }

    // A sync may have written the file of a copy that a command made: without the copy the next one would bring it in again.
    private mutating func undo(_ copied: MessageCopied, of message: MessageState) throws {
        guard let copy = message.copies.first(where: { $0.number == copied.copy.number }) else { return }
        if Self.isWritten(copied.copy, copy) { return keep(message.event(copy.leaving(message.id)), of: message) }
        guard copied.copy.source.isEmpty else {
            return remove(copy: copied.copy.number, keywords: copied.keywords, of: message)
        }
        if MessageCopy.isHidden(flags: copy.flags) { return }
        let others = message.copies.filter { $0.number != copy.number && !MessageCopy.isHidden(flags: $0.flags) }
        guard others.contains(where: { folders[$0.folder]?.isDeleted == false }) else {
            let obstacle = "message \(message.id) has been taken off its other folders since"
            if let other = others.first { return try hinder(obstacle, byEndOf: folders[other.folder]) }
            return hinder(obstacle, by: message.stream, in: [ChangedField.folders])
        }
        keep(message.event(copy.leaving(message.id)), of: message)
    }

    /// Whether a copy that a mail reader made has been written to a Maildir since.
    private static func isWritten(_ made: MessageCopy, _ now: MessageCopy) -> Bool {
        made.cameFromReader && now.isSynced && !now.isHidden
    }

    private mutating func undo(_ changed: CopyChanged, of message: MessageState) throws {
        guard let copy = message.copies.first(where: { $0.number == changed.copy }) else {
            return hinder(
                "a copy of message \(message.id) has gone since", by: message.stream, in: [ChangedField.copy])
        }
        if copy.maildir == nil { undo(changed, of: copy, message) } else { try undoSynced(changed, of: copy, message) }
    }

    // A T that was seen hides the copy: to show it again its flags have to go back too.
    private mutating func undo(_ changed: CopyChanged, of copy: MessageCopy, _ message: MessageState) {
        let keywords = changed.keywords.map { message.undoing($0) }
        let isShownAgain = changed.isHidden.map { $0.old == MessageCopy.isHidden(flags: copy.flags) } ?? false
        if isShownAgain, changed.flags == nil, changed.keywords == nil, changed.source == nil { return }
        let isAsRecorded =
            (changed.flags.map { MessageCopy.flags($0.new, hidden: changed.isHidden?.new) == copy.flags } ?? true)
            && (changed.isHidden.map { $0.new == MessageCopy.isHidden(flags: copy.flags) } ?? true)
        guard isAsRecorded, keywords.map({ $0 != nil }) ?? true else {
            return hinder(
                "message \(message.id) has been marked otherwise since", by: message.stream,
                in: [ChangedField.keywords, ChangedField.flags, ChangedField.isHidden])
        }
        let inverse = CopyChanged(
            message: message.id, copy: copy.number, source: changed.source?.inverse, flags: changed.flags?.inverse,
            keywords: keywords ?? nil, isHidden: changed.isHidden?.inverse)
        keep(message.event(inverse), of: message)
    }

    // The recorded state of a synced file stays, so that the next sync can see what to write back. The message's
    // keywords are reset, and so is whether the copy is shown.
    private mutating func undoSynced(
        _ changed: CopyChanged, of copy: MessageCopy, _ message: MessageState
    ) throws {
        let hidden = changed.hidden
        let isAsBefore = hidden.map { $0.old == copy.isHidden } ?? false
        let isStillHidden = hidden.map { $0.new == copy.isHidden } ?? true
        let keywords = changed.keywords.map { message.undoing($0) }
        guard isAsBefore || isStillHidden, keywords.map({ $0 != nil }) ?? true else {
            return hinder(
                "message \(message.id) has been marked otherwise since", by: message.stream,
                in: [ChangedField.keywords, ChangedField.isHidden])
        }
        if let change = keywords ?? nil {
            let taken = KeywordChange(from: change.old, to: change.new)
            keep(message.event(MessageMarked(message: message.id, keywords: taken)), of: message)
        }
        // A mail reader that took it out of a folder showed it in another one: it comes back as it is there.
        let cameBack =
            movedBack.map {
                ($0.message, $0.transaction) == (message.id, current?.transaction) && $0.copies.contains(copy.number)
            }
            ?? false
        guard let hidden, hidden.old != hidden.new, !isAsBefore, !cameBack, let message = try state(of: message.id)
        else { return }
        let inverse = CopyChanged(message: message.id, copy: copy.number, isHidden: hidden.inverse)
        keep(message.event(inverse), of: message)
    }

    // A deletion was carried to a Maildir, and the files went: the message comes back where its copies were.
    private mutating func bringBackGoneCopies(of id: MessageID) throws {
        guard let stream = try state(of: id)?.stream else { return }
        var gone: [MessageCopy] = []
        try forEachEvent(of: stream) { event in
            switch event {
            case is MessageDeleted: gone = []
            case let removed as CopyRemoved where removed.isGone == true: gone.append(removed.copy)
            case let copied as MessageCopied: gone.removeAll { $0.number == copied.copy.number }
            default: break
            }
        }
        for copy in gone where folders[copy.folder]?.isDeleted == false {
            guard let message = try state(of: id) else { return }
            keep(message.event(MessageCopied(message: id, copy: copy.shown, keywords: nil)), of: message)
        }
    }

    private func forEachEvent(of stream: StreamID, _ body: (any Event) -> Void) throws {
        try reader.store.forEach(
            EventSelection(through: reader.position, stream: stream), decodedBy: reader.catalogue
        ) { recorded in
            if case .event(let event) = recorded.content { body(event) }
            return true
        }
    }

    /// Whether a mail reader, and not the flags of a file, hides each of the copies.
    private func areStruckOut(_ copies: [MessageCopy], of message: MessageState) throws -> Bool {
        guard copies.allSatisfy({ MessageCopy.isHidden(flags: $0.flags) }) else { return false }
        var struckOut: Set<Int> = []
        try forEachEvent(of: message.stream) { event in
            switch event {
            case let changed as CopyChanged where changed.isHidden?.new == true: struckOut.insert(changed.copy)
            case let changed as CopyChanged where changed.isHidden?.new == false: struckOut.remove(changed.copy)
            case let copied as MessageCopied: struckOut.remove(copied.copy.number)
            default: break
            }
        }
        return struckOut.isSuperset(of: copies.map(\.number))
    }

    // A mail reader strikes a message out before it takes it away: one that stayed so would end with the reader's next look.
    private mutating func showStruckOut(_ copies: [MessageCopy], of message: MessageState) {
        guard copies.allSatisfy({ MessageCopy.isHidden(flags: $0.flags) }) else { return }
        for copy in copies { keep(message.event(copy.hiding(false, of: message.id)), of: message) }
    }

    private mutating func undo(_ linked: MessageLinked, of message: MessageState) throws {
        let now = try reader.externalIDs(of: message.stream)
        func isStill(_ change: Change<String?>?, _ value: String?) -> Bool { change.map { $0.new == value } ?? true }
        guard isStill(linked.id, now.id), isStill(linked.thread, now.thread), isStill(linked.draft, now.draft) else {
            return hinder("message \(message.id) has other names on its server since", by: message.stream)
        }
        let inverse = MessageLinked(
            message: message.id, id: linked.id?.inverse, thread: linked.thread?.inverse, draft: linked.draft?.inverse)
        keep(message.event(inverse), of: message)
    }

    mutating func undo(_ marked: ThreadMarked) throws {
        guard let message = try state(of: marked.message) else { return }
        let thread = try reader.thread(of: message.stream)
        var stale: [String] = []
        func compare(_ change: Change<Bool>?, _ value: Bool?, _ name: String) {
            if let change, let value, change.new != value { stale.append(name) }
        }
        compare(marked.isPinned, thread?.isPinned, "is_pinned")
        compare(marked.isMuted, thread?.isMuted, "is_muted")
        compare(marked.isArchived, thread?.isArchived, "is_archived")
        guard stale.isEmpty else {
            let obstacle = "the thread of message \(message.id) has been changed since"
            // New mail takes a thread out of the archive, without a mark.
            if stale == ["is_archived"], let thread,
                let arrival = try ThreadsQuery(on: reader.connection).arrival(behindArchivingOf: thread.stream)
            {
                return hinder(obstacle, by: arrival, in: [ChangedField.end])
            }
            return hinder(obstacle, by: message.stream, in: stale)
        }
        let inverse = ThreadMarked(
            message: marked.message, isPinned: marked.isPinned?.inverse, isMuted: marked.isMuted?.inverse,
            isArchived: marked.isArchived?.inverse)
        keep(message.event(inverse), of: message)
    }

    private static func message(of event: any Event) -> MessageID? {
        switch event {
        case let event as MessageAdded: event.id
        case let event as MessageBodyLoaded: event.message
        case let event as MessageReparsed: event.message
        case let event as MessageLinked: event.message
        case let event as MessageCopied: event.message
        case let event as CopyChanged: event.message
        case let event as CopyRemoved: event.message
        case let event as MessageMarked: event.message
        case let event as MessageMoved: event.message
        case let event as MessageDeleted: event.message
        case let event as MessageRestored: event.message
        default: nil
        }
    }
}

extension MessageState {
    /// The change that takes back what another one added and removed; nil when that does not hold any more.
    fileprivate func undoing(_ change: Change<KeywordSet>) -> Change<KeywordSet>? {
        KeywordChange(from: change.old, to: change.new).takenBack(from: keywords).map {
            Change(old: keywords, new: $0)
        }
    }
}
