internal import EventLog
internal import SQLiteDatabase

extension Connection {
    /// Sets columns of the thing with a stream, in the table of the same name; without assignments it does nothing.
    ///
    /// - Throws: ``ProjectionError/unknown(_:)`` if the table has no such thing.
    func update(_ thing: String, _ stream: Int64, _ assignments: [SQL]) throws {
        try update(thing, where: "id = \(bind: stream)", assignments) { "\(thing) \(stream)" }
    }

    /// Sets the position of the event that ended a thing; nil brings the thing back.
    ///
    /// - Throws: ``ProjectionError/unknown(_:)`` if the table has no such thing.
    func end(_ thing: String, _ stream: Int64, at position: Position?) throws {
        try update(thing, stream, ["ended = \(bind: position?.rawValue)"])
    }

    /// Sets columns of the one row that a condition takes; without assignments it does nothing.
    ///
    /// - Throws: ``ProjectionError/unknown(_:)`` with the name of the row, unless there is exactly one.
    func update(_ table: String, where condition: SQL, _ assignments: [SQL], named name: () -> String) throws {
        guard !assignments.isEmpty else { return }
        let count = try run(
            "UPDATE \(.identifier(table)) SET \(assignments.joined(separator: ", ")) WHERE \(condition)")
        guard count == 1 else { throw ProjectionError.unknown(name()) }
    }
}
