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
        for event in events {
            switch event {
            case let added as MessageAdded: records[1] = CopyRecord(added.copy)
            case let copied as MessageCopied:
                // One that comes back under its number was removed by an undo, or its file is still to be written.
                if records[copied.copy.number] == nil { records[copied.copy.number] = CopyRecord(copied.copy) }
            // A command or an undo that hides or shows a copy has not seen its file.
            case let changed as CopyChanged
            where changed.flags == nil && changed.source == nil && changed.isHidden != nil:
                break
            case let changed as CopyChanged:
                records[changed.copy]?.see(source: changed.source?.new, flags: changed.flags?.new)
                // Other letters beside a T change nothing of who wrote it.
                if let flags = changed.flags, !flags.old.contains("T") || !flags.new.contains("T") {
                    records[changed.copy]?.hasOwnTrash = false
                }
            case let written as CopyPushed:
                records[written.copy]?.see(source: written.source?.new, flags: written.flags?.new)
                if let flags = written.flags?.new { records[written.copy]?.hasOwnTrash = flags.contains("T") }
            case let removed as CopyRemoved where removed.isGone == true:
                records[removed.copy.number]?.isGone = true
            case let marked as MessageMarked:
                for number in records.keys { records[number]?.mark(marked.keywords) }
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
