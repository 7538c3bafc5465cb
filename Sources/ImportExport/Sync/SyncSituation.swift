internal import Cryptography
internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections
internal import SQLiteDatabase

/// A copy that is known, its file, and what brings them to agree.
struct SyncStep {
    let row: SyncedCopyRow
    let held: HeldCopy
    /// The last known state of the file; nil if it was gone.
    let base: SeenCopy?
    /// Nil if there is none.
    let file: MaildirTree.File?
    /// The present state of the file.
    let there: SeenCopy?
    let merge: CopyMerge
    /// Whether another file has its name and its bytes.
    let hasTwin: Bool
}

/// The relation of a Maildir and the ledger at one moment.
struct SyncSituation {
    let matching: FileMatching
    let digests: [Int: SHA256Digest]
    private(set) var steps: [SyncStep] = []
    /// Whether a file that is new brings back a message that was deleted: not while the deletion is still on its way to the
    /// other copies.
    private(set) var revives: (MessageState) -> Bool = { _ in false }

    init(
        rows: [SyncedCopyRow], tree: MaildirTree, matching: FileMatching, digests: [Int: SHA256Digest],
        recognised: [RecognisedCopy], revived: Set<StreamID>, reader: LedgerReader, folders: FoundFolders,
        maildir: String, direction: SyncOptions.Direction
    ) throws {
        let unrecorded = Dictionary(grouping: recognised, by: \.stream).mapValues { $0.map(\.change) }
        self.matching = matching
        self.digests = digests
        let paths = Dictionary(
            try reader.folders(includingDeleted: true).map { ($0.stream, $0.path) }
        ) { first, _ in first }
        var placePaths: [[Substring]: String] = [:]
        func folder(of source: String) -> String {
            let names = source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            if let path = placePaths[Array(names)] { return path }
            let path = folders.path(of: names.map(String.init))
            placePaths[Array(names)] = path
            return path
        }
        var present: Set<String> = []
        for (index, row) in rows.enumerated() {
            let file = matching.files[index].map { tree.files[$0] }
            if let file, !file.isTrashed { present.insert("\(row.message) \(row.number)") }
            var held = HeldCopy(folder: paths[row.folder] ?? "")
            held.isDeleted = !row.isMessageLive || !row.isFolderLive
            held.isDeletedWithFolder = !row.isFolderLive
            held.isEnded = !row.isMessageLive
            held.isHidden = MessageCopy.isHidden(flags: row.flags)
            if row.source.isEmpty, file == nil, held.isDeleted || held.isHidden { continue }
            var seen: (source: String, flags: String)? = (row.source, row.flags)
            var isBack = false
            if row.source.isEmpty, let file {
                // A sync wrote it, and was stopped before it recorded that. Other flags are somebody's change since.
                let isAsWritten = file.flags == row.keywordFlags
                (seen, isBack) = ((isAsWritten ? file.source : "", row.keywordFlags), true)
            } else if Self.needsRecord(row, held, file) {
                let record = try CopyRecord.record(
                    ofCopy: row.number, in: row.messageStream, behind: unrecorded[row.messageStream] ?? [], reader)
                seen = record?.seen
                held.marks = record?.marks ?? [:]
                held.wroteTrash = (record?.hasOwnTrash ?? false) && !revived.contains(row.messageStream)
                held.isShownAgain = record?.isShownAgain ?? false
                if let record, record.isGone, file != nil {
                    (seen, isBack) = ((record.source, record.flags), true)
                }
            }
            // The only file by which a message is seen has its flags; of several, each keeps what was changed there.
            if row.others == 0 || row.source.isEmpty {
                let flags = seen?.flags ?? ""
                held.marks = [:]
                for letter in "DFPRS" where row.keywordFlags.contains(letter) != flags.contains(letter) {
                    held.marks[letter] = row.keywordFlags.contains(letter)
                }
            }
            let there = file.map {
                SeenCopy(folder: folders.path(of: $0.folder), source: $0.source, flags: $0.flags)
            }
            var base = seen.map { SeenCopy(folder: folder(of: $0.source), source: $0.source, flags: $0.flags) }
            // If a message was written again, its folder is the desired one.
            if isBack, let there { base?.folder = there.folder }
            var merge = CopyMerge(base: base, here: held, there: there)
            if isBack, merge.isEmpty { merge.writing = .acknowledge }
            let hasTwin = matching.files[index].map { matching.twinned.contains($0) } ?? false
            steps.append(
                SyncStep(
                    row: row, held: held, base: base, file: file, there: there, merge: merge, hasTwin: hasTwin))
        }
        restoreOtherCopies(isTaken: direction != .push)
        removeFurtherCopies()
        revives = { message in
            let synced = message.copies.filter { $0.maildir == maildir }
            if synced.isEmpty { return message.copies.isEmpty }
            return synced.allSatisfy { !present.contains("\(message.id) \($0.number)") }
        }
    }

    // A deletion that is taken back at one file is taken back for the message, so its other files lose their T, too, or
    // are written again. If that is not taken over now, they stay as they are until it is.
    private mutating func restoreOtherCopies(isTaken: Bool) {
        let restored = Set(steps.filter(\.merge.pull.isRestored).map(\.row.messageStream))
        guard !restored.isEmpty else { return }
        for (index, step) in steps.enumerated()
        where restored.contains(step.row.messageStream) && !step.merge.pull.isRestored && step.held.isDeleted
            && !step.held.isDeletedWithFolder
        {
            var held = step.held
            held.isDeleted = false
            var merge = CopyMerge(base: step.base, here: held, there: step.there)
            if !isTaken { merge = CopyMerge(pull: step.merge.pull) }
            if merge.isEmpty, step.merge.writing == .acknowledge { merge.writing = .acknowledge }
            steps[index] = SyncStep(
                row: step.row, held: isTaken ? held : step.held, base: step.base, file: step.file, there: step.there,
                merge: merge, hasTwin: step.hasTwin)
        }
    }

    // One file is enough for a message in a folder: what a command filed there beside it needs none.
    private mutating func removeFurtherCopies() {
        struct Place: Hashable {
            let message: StreamID
            let folder: String
        }
        func place(_ step: SyncStep) -> Place { Place(message: step.row.messageStream, folder: step.held.folder) }
        var taken = Set(steps.filter { $0.file != nil && !$0.held.isHidden && !$0.held.isDeleted }.map(place))
        steps.removeAll { $0.row.source.isEmpty && $0.file == nil && !taken.insert(place($0)).inserted }
    }

    /// Whether the read models alone cannot show the last known state and the later marks.
    private static func needsRecord(_ row: SyncedCopyRow, _ held: HeldCopy, _ file: MaildirTree.File?) -> Bool {
        guard let file else { return true }
        if held.isDeleted || file.isTrashed != held.isHidden { return true }
        return row.others > 0 && row.keywordFlags != MessageCopy.flags(row.flags, hidden: false)
    }
}
