import EventLog
import Mail
import Testing

@testable import ImportExport
import MailLedger

/// What a sync decides for one copy, from three values.
@Suite struct `Merging a copy with its file` {
    private func seen(_ flags: String, in folder: String = "INBOX", as name: String = "a") -> SeenCopy {
        SeenCopy(folder: folder, source: folder == "INBOX" ? name : "\(folder)/\(name)", flags: flags)
    }

    private func side(_ folder: String, _ flags: String = "S") -> ConflictDetected.Side {
        ConflictDetected.Side(folder: folder, flags: flags)
    }

    private func held(_ folder: String = "INBOX", _ marks: [Character: Bool] = [:], deleted: Bool = false) -> HeldCopy {
        HeldCopy(folder: folder, marks: marks, isDeleted: deleted)
    }

    /// base, marks set here, marks taken away here, there: what is taken over and what is written.
    @Test(
        arguments: [
            ("S", "", "", "S", nil, nil),
            ("", "", "", "S", "S", nil),
            ("", "S", "", "", nil, "S"),
            ("", "F", "", "S", "S", "FS"),
            ("S", "", "S", "FS", "FS", "F"),
            ("", "S", "", "S", "S", nil),
            ("FS", "", "F", "S", "S", nil),
            ("FRS", "D", "R", "FPRS", "FPRS", "DFPS"),
            ("S", "", "", "ST", "ST", nil),
            ("S", "F", "", "ST", "ST", "FST"),
        ] as [(String, String, String, String, String?, String?)])
    func `merges flags one by one`(
        base: String, set: String, cleared: String, there: String, taken: String?, written: String?
    ) {
        var marks: [Character: Bool] = [:]
        for letter in set { marks[letter] = true }
        for letter in cleared { marks[letter] = false }
        let merge = CopyMerge(base: seen(base), here: held("INBOX", marks), there: seen(there))
        #expect(merge.pull.flags?.new == taken)
        #expect(merge.writing == written.map { .change(flags: $0, folder: nil) })
        #expect(merge.conflict == nil)
    }

    @Test func `follows a move on one side, and takes the Maildir's where both moved`() {
        let there = CopyMerge(base: seen("S"), here: held(), there: seen("S", in: "Work"))
        #expect(there.pull.folder == "Work" && there.writing == nil && there.conflict == nil)
        let here = CopyMerge(base: seen("S"), here: held("Work"), there: seen("S"))
        #expect(here.pull.isEmpty && here.writing == .change(flags: "S", folder: "Work"))
        let both = CopyMerge(base: seen("S"), here: held("Work"), there: seen("S", in: "Play"))
        #expect(both.pull.folder == "Play" && both.writing == nil)
        #expect(both.conflict == .init(field: .folder, base: side("INBOX"), here: side("Work"), there: side("Play")))
        let same = CopyMerge(base: seen("S"), here: held("Work"), there: seen("S", in: "Work"))
        #expect(same.pull.folder == nil && same.pull.source?.new == "Work/a" && same.conflict == nil)
    }

    @Test func `writes a deletion as T, and follows one that was taken back there`() {
        let fresh = CopyMerge(base: seen("S"), here: held(deleted: true), there: seen("S"))
        #expect(fresh.writing == .change(flags: "ST", folder: nil) && fresh.pull.isEmpty)
        let done = CopyMerge(base: seen("ST"), here: held(deleted: true), there: seen("ST"))
        #expect(done.isEmpty)
        let stopped = CopyMerge(base: seen("S"), here: held(deleted: true), there: seen("ST"))
        #expect(stopped.writing == .acknowledge && stopped.pull.isEmpty)
        var written = held(deleted: true)
        written.wroteTrash = true
        let back = CopyMerge(base: seen("ST"), here: written, there: seen("S", in: "Trash"))
        #expect(back.pull.isRestored && back.pull.folder == "Trash" && back.writing == nil && !back.endsDeleted)
        // Of a T that another program had written, the deletion here is the later word.
        let foreign = CopyMerge(base: seen("ST"), here: held(deleted: true), there: seen("S"))
        #expect(!foreign.pull.isRestored && foreign.pull.flags?.new == "S" && foreign.endsDeleted)
        #expect(foreign.writing == .change(flags: "ST", folder: nil))
        let moved = CopyMerge(base: seen("S"), here: held(deleted: true), there: seen("S", in: "Work"))
        #expect(moved.pull.folder == "Work" && moved.writing == .change(flags: "ST", folder: nil))
        let undone = CopyMerge(base: seen("ST"), here: held(), there: seen("ST"))
        #expect(undone.writing == .change(flags: "S", folder: nil) && undone.pull.isEmpty)
    }

    @Test func `leaves a file that left a deleted folder where it went`() {
        var here = held("Work", deleted: true)
        here.isDeletedWithFolder = true
        let left = CopyMerge(base: seen("S", in: "Work"), here: here, there: seen("S", in: "Play"))
        #expect(left.pull.folder == "Play" && left.writing == nil && !left.endsDeleted)
        here.isEnded = true
        let ended = CopyMerge(base: seen("S", in: "Work"), here: here, there: seen("S", in: "Play"))
        #expect(ended.pull.folder == "Play" && ended.writing == .change(flags: "ST", folder: nil) && ended.endsDeleted)
    }

    @Test func `keeps a file where it is whose T was taken off after its folder was deleted`() {
        var here = held("Work", deleted: true)
        here.isDeletedWithFolder = true
        let kept = CopyMerge(base: seen("ST", in: "Work"), here: here, there: seen("S", in: "Work"))
        #expect(kept.pull.isRestored && kept.pull.folder == "Work" && kept.writing == nil && !kept.endsDeleted)
        let conflict = CopyMerge.Conflict(
            field: .existence, base: side("Work", "ST"), here: side("Work", "ST"), there: side("Work"))
        #expect(kept.conflict == conflict && kept.keptConflict == nil)
        // The message was deleted, too, and the T was another program's.
        here.isEnded = true
        let ended = CopyMerge(base: seen("ST", in: "Work"), here: here, there: seen("S", in: "Work"))
        #expect(!ended.pull.isRestored && ended.writing == .change(flags: "ST", folder: nil) && ended.endsDeleted)
        here.wroteTrash = true
        let back = CopyMerge(base: seen("ST", in: "Work"), here: here, there: seen("S", in: "Work"))
        #expect(back.pull.isRestored && back.pull.folder == "Work" && back.writing == nil && !back.endsDeleted)
    }

    @Test func `takes away what is gone, tells what was changed here, and writes again what an undo brought back`() {
        let gone = CopyMerge(base: seen("S"), here: held(), there: nil)
        #expect(gone.pull.isGone && gone.conflict == nil)
        let marked = CopyMerge(base: seen("S"), here: held("Work", ["F": true]), there: nil)
        #expect(
            marked.pull.isGone
                && marked.conflict
                    == .init(field: .existence, base: side("INBOX", "S"), here: side("Work", "FS"), there: nil)
        )
        let deleted = CopyMerge(base: seen("S"), here: held("INBOX", ["F": true], deleted: true), there: nil)
        #expect(deleted.pull.isGone && deleted.conflict == nil)
        // It went by the T that a sync had written before the message came back here.
        var brought = held("Work", ["S": true])
        #expect(CopyMerge(base: seen("FT"), here: brought, there: nil).pull.isGone)
        brought.wroteTrash = true
        let trashed = CopyMerge(base: seen("FT"), here: brought, there: nil)
        #expect(trashed.pull.isEmpty && trashed.writing == .deliver(flags: "FS", folder: "Work"))
        let lost = CopyMerge.Conflict(
            field: .existence, base: side("INBOX", "FT"), here: side("Work", "FS"), there: nil)
        #expect(trashed.keptConflict == lost)
        // By the T of another program, which was taken back here.
        (brought.wroteTrash, brought.isShownAgain) = (false, true)
        let shown = CopyMerge(base: seen("FT"), here: brought, there: nil)
        #expect(shown.writing == trashed.writing && shown.keptConflict == lost)
        let back = CopyMerge(base: nil, here: held("Work", ["S": true]), there: nil)
        #expect(back.writing == .deliver(flags: "S", folder: "Work") && back.pull.isEmpty)
    }

    /// Whatever both sides did: when it is done, a second merge has nothing to do.
    @Test func `settles in one step`() {
        let flags = ["", "S", "FS", "T", "ST"]
        let folders = ["INBOX", "Work"]
        var cases = 0
        for base in flags {
            for there in flags {
                for mark in [[:], ["S": true], ["S": false], ["F": true]] as [[Character: Bool]] {
                    for (here, place) in folders.flatMap({ here in folders.map { (here, $0) } }) {
                        for isDeleted in [false, true] {
                            var held = held(here, mark, deleted: isDeleted)
                            held.isHidden = !isDeleted && base.contains("T")
                            let file = seen(there, in: place)
                            let merge = CopyMerge(base: seen(base), here: held, there: file)
                            let after = settled(held, file, merge)
                            let again = CopyMerge(base: after.file, here: after.held, there: after.file)
                            #expect(again.isEmpty && again.conflict == nil, "\(base) \(mark) \(there) \(here) \(place)")
                            cases += 1
                        }
                    }
                }
            }
        }
        #expect(cases == 5 * 5 * 4 * 4 * 2)
    }

    /// Both sides when a merge is done.
    private func settled(_ held: HeldCopy, _ file: SeenCopy, _ merge: CopyMerge) -> (held: HeldCopy, file: SeenCopy) {
        var (held, file) = (held, file)
        if let folder = merge.pull.folder { held.folder = folder }
        if merge.pull.isRestored { held.isDeleted = false }
        if case .change(let flags, let folder) = merge.writing {
            file.flags = flags
            if let folder { file = seen(flags, in: folder) }
        }
        held.marks = [:]
        held.isHidden = !held.isDeleted && file.isTrashed
        return (held, file)
    }
}
