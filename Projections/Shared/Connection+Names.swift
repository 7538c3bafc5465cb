internal import EventLog
internal import SQLiteDatabase

/// Where things have their names.
struct NamedRows {
    let source: SQL
    var stream: SQL = "id"
    var uuid: SQL = "uuid"
    var title: SQL = "title"
    /// The fewest digits of an id that name a thing.
    var fewestDigits = 1
}

extension Connection {
    /// Finds what a name means: the thing with this whole id, else those with this title, else those whose id begins so.
    ///
    /// The whole id of a thing means no other one, whatever the others are called and whether the condition takes it.
    func streams(
        named name: String, in rows: NamedRows, where condition: SQL = "TRUE", limit: Int = 10
    ) throws -> [StreamID] {
        func streams(_ test: SQL, _ condition: SQL) throws -> [StreamID] {
            try self.rows(
                "SELECT \(rows.stream) FROM \(rows.source) WHERE \(test) AND \(condition) LIMIT \(bind: limit)"
            ) { try $0.next() }
        }
        let range = UUIDRange(prefix: name)
        let byID: SQL? = range.map { "\(rows.uuid) BETWEEN \(bind: $0.first) AND \(bind: $0.last)" }
        if let byID, range?.isOfOne == true, try !streams(byID, "TRUE").isEmpty { return try streams(byID, condition) }
        let titled = try streams("\(rows.title) = \(bind: name)", condition)
        guard titled.isEmpty, name.count >= rows.fewestDigits, let byID else { return titled }
        return try streams(byID, condition)
    }
}
