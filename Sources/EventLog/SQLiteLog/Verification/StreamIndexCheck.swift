internal import SQLiteDatabase

/// Reads the index of streams alone: each stream begins with the event that names it, and its versions count up from 1.
///
/// The index is compared with the events by the sum of all places, which the check of the events computes, too.
struct StreamIndexCheck {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// - Returns: The sum over all places up to a position.
    func run(through head: Position) throws -> StreamPlaceSum {
        var order = StreamOrder()
        try connection.forEach(
            "SELECT stream, version, position FROM events INDEXED BY events_by_stream ORDER BY stream, version"
        ) { row in
            let (stream, version, position) = try (row.next(Int64.self), row.next(Int64.self), row.next(Int64.self))
            if position <= head.rawValue { order.append(stream: stream, version: version, position: position) }
            return true
        }
        if let fault = order.fault { throw fault }
        return order.sum
    }

    /// Finds the first event that the index lacks or has at another place.
    func firstDifference(through head: Position) throws -> Position? {
        try connection.first(
            """
            SELECT position FROM events NOT INDEXED AS event WHERE position <= \(bind: head.rawValue) AND position IS NOT (
                SELECT position FROM events INDEXED BY events_by_stream
                WHERE stream = event.stream AND version = event.version
            ) ORDER BY position LIMIT 1
            """
        ) { try $0.next() }
    }
}

/// Follows the places of events in the order of the index.
private struct StreamOrder {
    private(set) var sum = StreamPlaceSum()
    /// The fault at the lowest position.
    private(set) var fault: LogFault?
    private var stream: Int64 = 0
    private var version: Int64 = 0
    private var position: Int64 = 0

    mutating func append(stream: Int64, version: Int64, position: Int64) {
        sum.add(stream: stream, version: version, position: position)
        if stream != self.stream {
            self.stream = stream
            self.version = 0
            if version != 1 || position != stream { report("its stream \(stream) never started", at: position) }
        } else if version != self.version + 1 {
            report("its stream version is \(version), not \(self.version + 1)", at: position)
        } else if position <= self.position {
            report("its stream version is \(version), and a later event has the one before", at: position)
        }
        self.version = version
        self.position = position
    }

    private mutating func report(_ reason: String, at position: Int64) {
        if let fault, fault.position.rawValue <= position { return }
        fault = LogFault(position: Position(position), reason: reason)
    }
}
