internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Projections

/// An answer of a query that is watched: the rows that came into it, changed in it and left it.
struct LiveAnswerForm: Encodable {
    let answer: LiveAnswer<MessageRow>
    let rows: [LiveRow]

    enum CodingKeys: CodingKey {
        case position, transaction, time, operation, actor, osUser, host, reason, count, rows
    }

    func encode(to encoder: any Encoder) throws {
        let (transaction, header) = (answer.transaction, answer.header)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(answer.position.rawValue, forKey: .position)
        try container.encode(transaction?.number, forKey: .transaction)
        try container.encode(transaction?.recordedAt.iso8601, forKey: .time)
        try container.encode(transaction?.operation.description, forKey: .operation)
        try container.encode(header?.actor, forKey: .actor)
        try container.encode(header?.osUser, forKey: .osUser)
        try container.encode(header?.host, forKey: .host)
        try container.encode(header?.reason, forKey: .reason)
        try container.encode(answer.rows.count, forKey: .count)
        try container.encode(rows, forKey: .rows)
    }
}

/// A row that is different in an answer.
struct LiveRow: Encodable {
    enum Kind: String, Encodable {
        case removed
        case inserted
        case moved
        case updated
    }

    let kind: Kind
    /// Where it is in the answer; of a removed row, where it was in the answer before.
    let index: Int
    /// Where a moved row was in the answer before.
    var from: Int?
    let row: MessageRow

    enum CodingKeys: CodingKey { case kind, index, from, id, message }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(index, forKey: .index)
        try container.encode(from, forKey: .from)
        try container.encode(row.id.description, forKey: .id)
        let isShown = kind == .inserted || kind == .updated
        try container.encode(isShown ? MessageForm(row) : nil, forKey: .message)
    }

    /// The rows that are different in an answer, in an order in which a program can follow.
    ///
    /// First come those that left, then those that came or moved, by their new places, then those that look different.
    static func all(of answer: LiveAnswer<MessageRow>, before: [MessageRow]) -> [LiveRow] {
        let (difference, rows) = (answer.difference, answer.rows)
        let removed = difference.removed.reversed().map { LiveRow(kind: .removed, index: $0, row: before[$0]) }
        let placed =
            difference.inserted.map { LiveRow(kind: .inserted, index: $0, row: rows[$0]) }
            + difference.moved.map { LiveRow(kind: .moved, index: $0.to, from: $0.from, row: rows[$0.to]) }
        let updated = difference.updated.map { LiveRow(kind: .updated, index: $0, row: rows[$0]) }
        return removed + placed.sorted { $0.index < $1.index } + updated
    }
}
