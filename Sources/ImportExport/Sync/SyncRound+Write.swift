internal import CivilTime
internal import Content
internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections
internal import SQLiteDatabase

/// A change that was written to the Maildir and has to be recorded.
struct WrittenCopy {
    let step: SyncStep
    /// The flags that were in the name before.
    let oldFlags: String
    /// The name and the flags now; nil if the file was removed.
    let new: (source: String, flags: String)?
    /// Whether the file is a new one: what was known of an earlier one does not count.
    var isNew = false
}

/// The messages that a file shows: the last one is not taken from a message that is in some folder.
private struct ShownMessages {
    private var shown: Set<StreamID> = []

    init(_ steps: [SyncStep]) {
        for step in steps where step.file.map({ !MessageCopy.isHidden(flags: $0.flags) }) ?? false { insert(step) }
    }

    /// Whether a file may be taken from its message.
    func maySpare(_ step: SyncStep) -> Bool { !step.row.isMessageShown || shown.contains(step.row.messageStream) }

    mutating func insert(_ step: SyncStep) {
        if !step.held.isDeleted, !step.held.isHidden { shown.insert(step.row.messageStream) }
    }
}

/// Writing to the Maildir what changed here.
extension SyncRound {
    /// - Parameter all: All copies, also those that stay as they are.
    mutating func write(_ steps: [SyncStep], beside all: [SyncStep], to tree: inout MaildirTree) throws {
        let changed = steps.filter { mayWrite($0) && ($0.merge.writing != nil || expunges($0)) }
        // A file goes once another one of its message is there.
        let written = changed.filter { !takesAway($0) } + changed.filter(takesAway)
        var shown = ShownMessages(all)
        if options.dryRun { return try rehearse(written, &shown, on: tree) }
        var done: [WrittenCopy] = []
        var startedAt = MonotonicClock.microseconds
        var contents = ContentsAhead(written.filter(\.delivers).map(\.row.raw), of: ledger.content)
        for step in written {
            guard goesOn() else { break }
            guard maySpare(step, shown), isOwnFile(of: step, in: tree) else { continue }
            do {
                if let copy = try write(step, &contents, to: &tree) {
                    shown.insert(step)
                    done.append(copy)
                    report.count(writing: step, expunging: expunges(step))
                }
            } catch let failure as WriteFailure {
                report.unwritten.append(.init(source: step.name, reason: "\(failure.path): \(failure.reason)"))
            }
            let elapsed = MonotonicClock.microseconds - startedAt
            if done.count >= BatchLimits.messages || elapsed >= BatchLimits.duration {
                try record(done, in: &tree)
                done = []
                startedAt = MonotonicClock.microseconds
            }
        }
        try record(done, in: &tree)
    }

    /// Counts what would be written.
    private mutating func rehearse(
        _ steps: [SyncStep], _ shown: inout ShownMessages, on tree: MaildirTree
    ) throws {
        var hasPlace: [String: Bool] = [:]
        for step in steps {
            guard maySpare(step, shown), isOwnFile(of: step, in: tree) else { continue }
            if let folder = step.merge.writing?.folder, !expunges(step) {
                if hasPlace[folder] == nil {
                    hasPlace[folder] =
                        switch try place(for: folder, in: tree) {
                        case .there: true
                        case .missing(let names): tree.canName(names)
                        }
                }
                guard hasPlace[folder] == true else {
                    cannotName(folder, step)
                    continue
                }
            }
            shown.insert(step)
            report.count(writing: step, expunging: expunges(step))
        }
    }

    /// Whether a step marks a file for the trash, or removes it.
    private func takesAway(_ step: SyncStep) -> Bool {
        if expunges(step) { return true }
        guard case .change(let flags, _)? = step.merge.writing else { return false }
        return MessageCopy.isHidden(flags: flags)
            && step.file.map { !MessageCopy.isHidden(flags: $0.flags) } ?? false
    }

    // A name may lie. Flags can be set again, but what goes, or goes elsewhere, has to be the message.
    private mutating func isOwnFile(of step: SyncStep, in tree: MaildirTree) -> Bool {
        guard let file = step.file, takesAway(step) || step.merge.writing?.folder != nil else { return true }
        return hasBytes(of: step, file, in: tree)
    }

    private mutating func maySpare(_ step: SyncStep, _ shown: ShownMessages) -> Bool {
        let goes = takesAway(step)
        let movesFile = step.file != nil && step.merge.writing?.folder != nil
        guard !step.hasTwin || !goes && !movesFile else {
            // Once it is elsewhere, its twin would be taken for it: for a deletion taken back, or for one more copy.
            report.unwritten.append(
                .init(
                    source: step.name,
                    reason: "another file of its folder has the same name and the same bytes, so it is not moved, "
                        + "marked T or removed; remove one of the two"))
            return false
        }
        guard goes, !shown.maySpare(step) else { return true }
        report.unwritten.append(.init(source: step.name, reason: "it is the last file of a message that is elsewhere"))
        return false
    }

    /// Records, without writing, the changes that a stopped sync had written.
    mutating func acknowledge(_ steps: [SyncStep], in tree: inout MaildirTree) throws {
        guard !options.dryRun else { return }
        let written = steps.filter { $0.merge.writing == .acknowledge }
        for file in written.compactMap(\.file) { tree.expectUnsynced(file) }
        try record(written.compactMap(acknowledged), in: &tree)
    }

    // Changes there are not adopted, so nothing is written that would override them.
    private func mayWrite(_ step: SyncStep) -> Bool {
        options.direction == .both || step.merge.pull.isEmpty
    }

    private func acknowledged(_ step: SyncStep) -> WrittenCopy? {
        step.file.map {
            WrittenCopy(step: step, oldFlags: seenFlags(step, $0), new: ($0.source, $0.flags))
        }
    }

    /// The flags that the log has for the file by now.
    private func seenFlags(_ step: SyncStep, _ file: MaildirTree.File) -> String {
        step.merge.pull.flags?.new ?? step.base?.flags ?? file.flags
    }

    private mutating func record(_ copies: [WrittenCopy], in tree: inout MaildirTree) throws {
        guard !copies.isEmpty else { return }
        hasChanged = true
        try tree.syncNames()
        _ = try ledger.writing.change(context) { reader in
            var recorder = try SyncRecorder(account: account, folder: options.folder, reader: reader, ledger: ledger)
            for copy in copies { _ = try recorder.write(copy) }
            return recorder.events
        }
    }

    /// Writes one copy; nil if another program was faster or the Maildir cannot hold it.
    private mutating func write(
        _ step: SyncStep, _ contents: inout ContentsAhead, to tree: inout MaildirTree
    ) throws -> WrittenCopy? {
        if let file = step.file, expunges(step) {
            try tree.remove(file)
            return WrittenCopy(step: step, oldFlags: file.flags, new: nil)
        }
        switch step.merge.writing {
        case nil: return nil
        case .acknowledge: return acknowledged(step)
        case .change(let flags, let folder):
            guard let file = step.file else { return nil }
            var target: MaildirTree.Folder?
            if let folder {
                target = try madePlace(for: folder, in: &tree)
                guard target != nil else {
                    cannotName(folder, step)
                    return nil
                }
            }
            switch try tree.rename(file, into: target, flags: flags, otherwise: unusedName(step)) {
            case .gone:
                isOvertaken = true
                return nil
            case .done(let now):
                return WrittenCopy(step: step, oldFlags: seenFlags(step, file), new: (now.source, now.flags))
            case .leadsElsewhere(let letters):
                // The file that it leads to stays; the message becomes a file of its own.
                guard let target, let now = try deliver(step, letters, into: target, &contents, to: &tree) else {
                    return nil
                }
                do {
                    try tree.remove(file)
                } catch {
                    // Nothing records the new one, so it must not stay beside the link.
                    try? tree.remove(now)
                    throw error
                }
                return WrittenCopy(step: step, oldFlags: seenFlags(step, file), new: (now.source, now.flags))
            }
        case .deliver(let flags, let folder):
            guard let target = try madePlace(for: folder, in: &tree) else {
                cannotName(folder, step)
                return nil
            }
            return try deliver(step, flags, into: target, &contents, to: &tree).map { file in
                WrittenCopy(step: step, oldFlags: step.row.flags, new: (file.source, file.flags), isNew: true)
            }
        }
    }

    /// Writes the bytes of a copy to a new file; nil if they are not there.
    private mutating func deliver(
        _ step: SyncStep, _ flags: String, into folder: MaildirTree.Folder, _ contents: inout ContentsAhead,
        to tree: inout MaildirTree
    ) throws -> MaildirTree.File? {
        let received = try ledger.read { reader in
            try reader.connection.first(
                "SELECT received FROM message WHERE id = \(bind: step.row.messageStream.rawValue)"
            ) { try $0.next(Int64.self) } ?? 0
        }
        let content: StoredContent
        do {
            content = try contents.read(step.row.raw)
        } catch let error as ContentError {
            report.unwritten.append(.init(source: step.name, reason: error.description))
            return nil
        }
        return try tree.deliver(into: folder, as: unusedName(step), flags: flags, received: received) { output in
            try content.forEachPiece { try output.write($0) }
        }
    }

    private mutating func cannotName(_ folder: String, _ step: SyncStep) {
        report.unwritten.append(
            .init(source: step.name, reason: "the Maildir has no way to name the folder \(folder)"))
    }

    private func unusedName(_ step: SyncStep) -> String {
        // A name that was given back must not mean another copy: the clock makes names unique.
        let now = ledger.environment.log.now().microseconds
        return MaildirUniqueName.made(
            received: now, id: step.row.message.description, copy: step.row.number
        ) + "-\(now % 1_000_000)"
    }

    /// The place in the Maildir for a folder of the ledger.
    private enum FolderPlace {
        case there(MaildirTree.Folder)
        /// There is none yet; the names under which one would be made.
        case missing([String])
    }

    /// Finds the place in the Maildir for a folder of the ledger, and makes one if there is none; nil if it cannot.
    private func madePlace(for folder: String, in tree: inout MaildirTree) throws -> MaildirTree.Folder? {
        switch try place(for: folder, in: tree) {
        case .there(let place): place
        case .missing(let names): try tree.makeFolder(names)
        }
    }

    private func place(for folder: String, in tree: MaildirTree) throws -> FolderPlace {
        let folders = try ledger.read { reader in
            try FoundFolders(of: account, top: options.folder, reader: reader, newID: ledger.writing.newID)
        }
        let names = folder.split(separator: "/").map(String.init)
        let fitting = tree.folders.filter { folders.path(of: $0.names) == folder }
        if let found = fitting.first(where: { $0.names == names }) ?? fitting.first {
            return .there(found)
        }
        return .missing(folder == folders.topPath && tree.folders.contains { $0.names.isEmpty } ? [] : names)
    }
}

extension SyncReport {
    fileprivate mutating func count(writing step: SyncStep, expunging: Bool) {
        let (message, source) = (step.row.message, step.file?.source ?? step.row.source)
        if expunging { return actions.append(.init(.push, .remove, message, source, "")) }
        switch step.merge.writing {
        case nil, .acknowledge: break
        case .deliver(let flags, let folder):
            count(keptBy: step)
            actions.append(.init(.push, .restore, message, source, flags.isEmpty ? folder : "\(folder) \(flags)"))
        case .change(let flags, let folder):
            let old = step.file?.flags ?? ""
            if let folder { actions.append(.init(.push, .move, message, source, folder)) }
            if MessageCopy.isHidden(flags: flags), !MessageCopy.isHidden(flags: old) {
                actions.append(.init(.push, .delete, message, source, ""))
            } else if flags != old {
                actions.append(.init(.push, .flags, message, source, "\(old) → \(flags)"))
            }
        }
    }
}

extension CopyMerge.Writing {
    /// The folder into which the file goes; nil if it stays.
    fileprivate var folder: String? {
        switch self {
        case .acknowledge: nil
        case .change(_, let folder): folder
        case .deliver(_, let folder): folder
        }
    }
}

extension SyncStep {
    /// What a report calls the copy: its file, or its message where that has none yet.
    var name: String { row.source.isEmpty ? "message \(row.message)" : row.source }

    /// Whether a copy's bytes are written.
    fileprivate var delivers: Bool {
        if case .deliver = merge.writing { true } else { false }
    }
}
