internal import CivilTime
internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// What happens, a line for each event: "08:03 root flagged “half width”".
struct WatchText {
    let session: Session
    private var names = EventNames()

    init(_ session: Session) {
        self.session = session
    }

    /// Writes what happened behind a position, by whole transactions until enough lines are written.
    ///
    /// - Returns: How many lines that was.
    mutating func write(after position: Position, limit: Int?, from reader: LedgerReader) throws -> Int {
        let paths = try reader.folderPaths()
        var written = 0
        try reader.forEachHistoryEntry(after: position) { entry in
            let deed = EventDeed(entry)
            names.learn(deed)
            if let id = deed.id, names.name(of: id) == nil, paths[id] == nil {
                try reader.forEachDeed(of: entry.stream) { names.learn($0) }
            }
            let words = EventWords { [names] in paths[$0] ?? names.name(of: $0) }
            write(entry, words.sentence(deed))
            written += 1
            return session.output.isOpen && limit.map { written < $0 } ?? true
        }
        return written
    }

    private func write(_ entry: HistoryEntry, _ sentence: String) {
        let style = session.style
        let reason = entry.reason.map { "  “\($0)”" } ?? ""
        session.line(
            painted: style.paint(session.times.moment(entry.time.microseconds), .dim) + " "
                + style.paint(Sanitizer.line(ActWords.agent(entry.actor, entry.osUser, entry.host)), .bold) + " "
                + Sanitizer.line(sentence)
                + Sanitizer.line(reason) + "  " + style.paint("@\(entry.position)", .dim))
    }

    /// Writes who wrote what, and where it lies.
    func write(_ arrival: ArrivalForm) {
        let row = arrival.row
        session.line(
            painted: session.style.paint(session.times.moment(row.receivedAt.microseconds), .dim) + "  "
                + session.style.paint(row.id.description.prefix(8).description, .dim) + "  "
                + session.style.paint(Sanitizer.line(row.from.map { $0.name ?? $0.address } ?? "(no sender)"), .bold)
                + "  "
                + Sanitizer.line(row.subject ?? "(no subject)") + "  "
                + session.style.paint(Sanitizer.line(row.folders.joined(separator: ", ")), .dim))
    }
}
