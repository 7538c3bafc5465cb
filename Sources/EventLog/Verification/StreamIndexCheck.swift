internal import SQLite

/// Reads the index of streams alone: each stream begins with the event that it is named by, and its versions count up from 1.
///
/// The index is held against the events by the sum of all places, which who reads the events computes, too.
struct StreamIndexCheck {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// - Returns: The sum over all places up to a position.
    func run(through head: Position) throws -> StreamPlaceSum {
        var sum = StreamPlaceSum()
        var fault: LogFault?
        var (stream, version, position) = (Int64(0), Int64(0), Int64(0))
        let rows = try connection.cursor(
            "SELECT stream, version, position FROM events INDEXED BY events_by_stream ORDER BY stream, version")
        do {
            while try rows.step() {
                let place = rows.withRow { (stream: $0.integer(0), version: $0.integer(1), position: $0.integer(2)) }
                guard place.position <= head.rawValue else { continue }
                sum.add(stream: place.stream, version: place.version, position: place.position)
                if place.stream != stream { (stream, version, position) = (place.stream, 0, place.stream - 1) }
                version += 1
                let reason: String? =
                    if version == 1, place.version != 1 || place.position != place.stream {
                        "its stream \(place.stream) never started"
                    } else if place.version != version {
                        "its stream version is \(place.version), not \(version)"
                    } else if place.position <= position {
                        "its stream version is \(place.version), and a later event has the one before"
                    } else {
                        nil
                    }
                if let reason, place.position < fault?.position.rawValue ?? .max {
                    fault = LogFault(position: Position(place.position), reason: reason)
                }
                (version, position) = (place.version, place.position)
            }
        } catch let error as SQLiteError where error.isCorrupt {
            throw fault ?? LogFault(position: .start, reason: "SQLite finds the index of streams damaged: \(error.message)")
        }
        if let fault { throw fault }
        return sum
    }

    /// Finds the first event that the index has elsewhere or not at all.
    func firstDifference(through head: Position) throws -> Position? {
        try connection.first(
            """
            SELECT position FROM events NOT INDEXED AS event WHERE position <= \(bind: head.rawValue) AND position IS NOT (
                SELECT position FROM events INDEXED BY events_by_stream
                WHERE stream = event.stream AND version = event.version
            ) ORDER BY position LIMIT 1
            """
        ) { Position($0.integer(0)) }
    }
}
