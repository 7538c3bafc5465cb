internal import EventLog

/// The numbers of the lines of events, which are read again when an event turns out to be wrong.
///
/// Positions and transactions say them where nothing else stands in between: one entry for each run of contents.
struct EventLines {
    private var runs: [(start: Position, others: Int64)] = []

    /// Takes the line of the next event.
    mutating func note(_ event: StoredEvent, line: Int) {
        let others = Int64(line) - Self.counted(event)
        if runs.last?.others != others { runs.append((event.position, others)) }
    }

    /// Returns the number of the line of an event; nil if it has none.
    func line(of event: StoredEvent) -> Int? {
        runs.last { $0.start <= event.position }.map { Int($0.others + Self.counted(event)) }
    }

    /// The lines of events and transactions up to an event.
    private static func counted(_ event: StoredEvent) -> Int64 { event.position.rawValue + event.transaction }
}
