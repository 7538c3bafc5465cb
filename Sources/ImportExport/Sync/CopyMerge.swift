internal import EventLog
internal import Mail

/// One side's view of a copy's file: the ledger's folder for its place, its source name, its flags.
struct SeenCopy: Hashable, Sendable {
    var folder: String
    var source: String
    /// Maildir letters, sorted.
    var flags: String

    var isTrashed: Bool { MessageCopy.isHidden(flags: flags) }
    /// Its flags without the `T`.
    fileprivate var shownFlags: String { MessageCopy.flags(flags, hidden: false) }
    fileprivate var side: ConflictDetected.Side { ConflictDetected.Side(folder: folder, flags: flags) }
}

/// The state of a copy in the ledger.
struct HeldCopy: Hashable, Sendable {
    /// The path of its folder.
    var folder: String
    /// The letters that were set or removed here, and are not in the Maildir yet, as far as is known.
    var marks: [Character: Bool] = [:]
    /// Whether the message, or the folder of the copy, was deleted here.
    var isDeleted = false
    /// Whether the folder was.
    var isDeletedWithFolder = false
    /// Whether the message was.
    var isEnded = false
    /// Whether a `T` hides it.
    var isHidden = false
    /// Whether a sync wrote the `T` that its file had last.
    var wroteTrash = false
    /// Whether that `T` was taken back here.
    var isShownAgain = false
}

/// The steps that make a copy and its file agree.
struct CopyMerge: Hashable, Sendable {
    /// The changes to adopt from the Maildir; nil for values that have not changed there.
    struct Pull: Hashable, Sendable {
        /// The source name and the flags that are there now, as the change to record.
        var source: Change<String>?
        var flags: Change<String>?
        /// The folder that the file was moved to.
        var folder: String?
        /// Whether a deletion that had been carried there was taken back there.
        var isRestored = false
        /// Whether the file is gone.
        var isGone = false

        var isEmpty: Bool { self == Pull() }
        /// Whether the message is seen no more by this copy: what a hold prevents.
        var takesAway: Bool { isGone || flags.map { MessageCopy.isHidden(flags: $0.new) } ?? false }
    }

    /// The changes to write to the Maildir.
    enum Writing: Hashable, Sendable {
        /// Give the file these flags, and move it to the folder if one is named.
        case change(flags: String, folder: String?)
        /// Write the message there again, if it was removed before an undo.
        case deliver(flags: String, folder: String)
        /// The file is as it should be already: only the log does not say so. A sync was stopped in between.
        case acknowledge
    }

    struct Conflict: Hashable, Sendable {
        typealias Side = ConflictDetected.Side

        let field: ConflictDetected.Field
        let base: Side
        let here: Side
        /// Nil if there is no file.
        let there: Side?

        /// Whether the copy is deleted here with its folder, and its file shows that it is wanted there.
        var isAboutDeletion: Bool { field == .existence && there != nil }
    }

    var pull = Pull()
    var writing: Writing?
    var conflict: Conflict?
    /// Whether the copy is deleted here once the changes are adopted.
    private(set) var endsDeleted = false

    var isEmpty: Bool { pull.isEmpty && writing == nil }
    /// A conflict that is settled by writing the file again: nothing is taken over.
    var keptConflict: Conflict? { pull.isEmpty ? conflict : nil }

    /// Writes nothing.
    init(pull: Pull) {
        self.pull = pull
    }

    private static let letters: [Character] = ["D", "F", "P", "R", "S"]

    /// Merges both sides' changes since they last agreed.
    ///
    /// Each flag is merged by itself: with two values, a flag that was changed on both sides has the same value on
    /// both. If both changes cannot be applied, the Maildir's value wins, and the conflict records the ledger's. But a
    /// message that was brought back here stays, although its file was removed meanwhile: no mail is lost.
    ///
    /// - Parameters:
    ///   - base: The last state of the file that was seen or written; nil if it was gone.
    ///   - here: The state in the ledger.
    ///   - there: The state in the Maildir; nil if there is no file.
    init(base: SeenCopy?, here: HeldCopy, there: SeenCopy?) {
        guard let there else {
            mergeGone(base: base, here: here)
            return
        }
        // A file that came back under its name counts as never removed.
        mergeBoth(base: base ?? there, here: here, there: there)
    }

    // MARK: The file is gone

    private mutating func mergeGone(base: SeenCopy?, here: HeldCopy) {
        let isWanted = !here.isDeleted && !here.isHidden
        guard let base else {
            if isWanted {
                let flags = Self.letters.filter { here.marks[$0] ?? false }
                writing = .deliver(flags: String(flags), folder: here.folder)
            } else {
                pull.isGone = true
            }
            return
        }
        let flags = Self.merged(base: base.flags, here: here, there: base.flags)
        let lost = Conflict(
            field: .existence, base: base.side, here: Conflict.Side(folder: here.folder, flags: flags), there: nil)
        // It went because of a T that was taken back here meanwhile.
        if isWanted, base.isTrashed, here.wroteTrash || here.isShownAgain {
            writing = .deliver(flags: flags, folder: here.folder)
            conflict = lost
            return
        }
        pull.isGone = true
        if isWanted, here.folder != base.folder || flags != base.shownFlags { conflict = lost }
    }

    // MARK: The file is there

    private mutating func mergeBoth(base: SeenCopy, here: HeldCopy, there: SeenCopy) {
        if base.source != there.source { pull.source = Change(old: base.source, new: there.source) }
        let held = here
        var here = here
        // Of a T that another program wrote, its removal takes no deletion of the message back.
        if here.isDeleted, base.isTrashed, !there.isTrashed,
            here.wroteTrash || here.isDeletedWithFolder && !here.isEnded
        {
            pull.isRestored = true
            here.isDeleted = false
        }
        var folder = mergeFolders(base: base, here: here, there: there)
        if pull.isRestored, held.isDeletedWithFolder {
            // Somebody keeps it where its file is, in a folder that is not here any more.
            folder = nil
            pull.folder = there.folder
            let flags = Self.merged(base: base.flags, here: held, there: base.flags)
            conflict = Conflict(
                field: .existence, base: base.side,
                here: Conflict.Side(folder: held.folder, flags: MessageCopy.flags(flags, hidden: true)),
                there: there.side)
        }
        // With a folder goes what is in it, and this file is in another one.
        if here.isDeletedWithFolder, !here.isEnded, pull.folder != nil { here.isDeleted = false }
        endsDeleted = here.isDeleted
        var flags = Self.merged(base: base.flags, here: here, there: there.flags)
        var seen = there.flags
        var isTrashed = there.isTrashed != base.isTrashed ? there.isTrashed : here.isHidden
        if here.isDeleted {
            isTrashed = true
            if !base.isTrashed, there.isTrashed {
                // A sync wrote it, and was stopped before it recorded that; or another program set it, too.
                seen = there.shownFlags
                writing = .acknowledge
            }
        }
        flags = MessageCopy.flags(flags, hidden: isTrashed)
        if seen != base.flags { pull.flags = Change(old: base.flags, new: seen) }
        if flags != there.flags || folder != nil { writing = .change(flags: flags, folder: folder) }
    }

    /// Returns the folder to move the file to.
    private mutating func mergeFolders(base: SeenCopy, here: HeldCopy, there: SeenCopy) -> String? {
        guard here.folder != there.folder else { return nil }
        guard base.folder != there.folder else {
            // A copy in a folder that was deleted is marked where it is.
            return here.isDeleted ? nil : here.folder
        }
        pull.folder = there.folder
        if here.folder != base.folder {
            let flags = Self.merged(base: base.flags, here: here, there: base.flags)
            conflict = Conflict(
                field: .folder, base: base.side, here: Conflict.Side(folder: here.folder, flags: flags),
                there: there.side)
        }
        return nil
    }

    /// The letters but `T` for the name: the changes there, else the marks here, else the letters before.
    private static func merged(base: String, here: HeldCopy, there: String) -> String {
        String(
            letters.filter { letter in
                let (before, now) = (base.contains(letter), there.contains(letter))
                return before != now ? now : here.marks[letter] ?? before
            })
    }
}
