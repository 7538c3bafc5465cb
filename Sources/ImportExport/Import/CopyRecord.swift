internal import EventLog
internal import LedgerKernel
internal import Mail

/// The record of one copy by the events of its message: the last known state of its file, and later marks here.
///
/// The read models have the same for a copy without undone events that is its message's only one; then the log need not
/// be read.
struct CopyRecord: Hashable, Sendable {
    /// The source name and the flags that were last seen or written; nil if its file was found to be gone, or is still
    /// to be written.
    var seen: (source: String, flags: String)? {
        isGone || source.isEmpty ? nil : (source, flags)
    }
    private(set) var source: String
    private(set) var flags: String
    private(set) var isGone = false
    /// Whether a sync wrote the T in its flags.
    private(set) var hasOwnTrash = false
    /// Whether a command or an undo took the T in its flags back since it was seen.
    private(set) var isShownAgain = false
    /// Letters that commands set or removed since the copy's flags were last seen to have them so.
    private(set) var marks: [Character: Bool] = [:]

    private init(_ copy: MessageCopy) {
        source = copy.source
        flags = copy.flags
        // A command made it: its file is still to be written.
        isGone = copy.source.isEmpty
    }

    /// Reads the record of a copy off the log, and off changes that are not in it yet; nil if there is none.
    static func record(
        ofCopy number: Int, in message: StreamID, behind unrecorded: [CopyChanged] = [], _ reader: LedgerReader
    ) throws -> CopyRecord? {
        var events: [any Event] = []
        try reader.store.forEach(
            EventSelection(through: reader.position, stream: message), decodedBy: reader.catalogue
        ) { recorded in
            if case .event(let event) = recorded.content { events.append(event) }
            return true
        }
        return records(of: events + unrecorded)[number]
    }

    /// Reads a message's events from its first to its last.
    static func records(of events: some Sequence<any Event>) -> [Int: CopyRecord] {
        var records: [Int: CopyRecord] = [:]
        // A copy of a file that no copy had before, if the last event added one.
        var found: Int?
        for event in events {
            let before = found
            found = nil
            switch event {
            case let added as MessageAdded: records[1] = CopyRecord(added.copy)
            case let copied as MessageCopied:
                // One that comes back under its number was removed by an undo, or its file is still to be written.
                guard records[copied.copy.number] == nil else { break }
                records[copied.copy.number] = CopyRecord(copied.copy)
                if copied.copy.maildir != nil { found = copied.copy.number }
            // A command or an undo that hides or shows a copy has not seen its file.
            case let changed as CopyChanged
            where changed.flags == nil && changed.source == nil && changed.isHidden != nil:
                records[changed.copy]?.isShownAgain = changed.isHidden?.new == false
            case let changed as CopyChanged:
                records[changed.copy]?.see(source: changed.source?.new, flags: changed.flags?.new)
                // Other letters beside a T change nothing of who wrote it.
                if let flags = changed.flags,
                    !MessageCopy.isHidden(flags: flags.old) || !MessageCopy.isHidden(flags: flags.new)
                {
                    records[changed.copy]?.hasOwnTrash = false
                    records[changed.copy]?.isShownAgain = false
                }
            case let written as CopyPushed:
                records[written.copy]?.see(source: written.source?.new, flags: written.flags?.new)
                if let flags = written.flags?.new {
                    records[written.copy]?.hasOwnTrash = MessageCopy.isHidden(flags: flags)
                    records[written.copy]?.isShownAgain = false
                }
            case let removed as CopyRemoved where removed.isGone == true:
                records[removed.copy.number]?.isGone = true
            case let marked as MessageMarked:
                for number in records.keys { records[number]?.mark(marked.keywords) }
            case is MessageRestored:
                // Brought back by a new file, it is there: the files that went by their T are not missed.
                guard let before else { break }
                for number in records.keys where number != before { records[number]?.hasOwnTrash = false }
            default: break
            }
        }
        return records
    }

    private mutating func see(source: String?, flags: String?) {
        isGone = false
        if let source { self.source = source }
        guard let flags else { return }
        for letter in Set(self.flags).symmetricDifference(flags) { marks[letter] = nil }
        self.flags = flags
    }

    private mutating func mark(_ keywords: KeywordChange) {
        for (marked, isSet) in [(keywords.removed, false), (keywords.added, true)] {
            for letter in marked?.maildirFlags ?? "" { marks[letter] = flags.contains(letter) == isSet ? nil : isSet }
        }
    }
}
