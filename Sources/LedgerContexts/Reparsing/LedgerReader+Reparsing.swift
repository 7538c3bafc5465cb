internal import Cryptography
internal import EventLog
package import LedgerKernel
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// A message that a parser older than today's read.
struct ReparseCandidate: Sendable {
    let stream: StreamID
    let id: MessageID
    let content: SHA256Digest
    let hasBody: Bool
}

extension LedgerReader {
    /// The numbers of messages of live accounts that parsers before a version read, by their versions.
    package func messagesReadBefore(_ version: Int) throws -> [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: try connection.rows(
                """
                SELECT message.parser, count(*) FROM message JOIN account ON account.id = message.account
                    LEFT JOIN reparsed_account AS reparsed ON reparsed.account = message.account
                WHERE account.ended IS NULL AND message.parser < \(bind: version)
                    AND NOT ifnull(reparsed.parser >= \(bind: version) AND message.id <= reparsed.through, 0)
                GROUP BY message.parser
                """
            ) { try ($0.next(Int.self), $0.next(Int.self)) })
    }

    /// Returns the next messages of an account that parsers before a version read, deleted ones too, in the order of recording.
    func reparseCandidates(
        of account: StreamID, before version: Int, after stream: StreamID, limit: Int
    ) throws -> [ReparseCandidate] {
        // By the table's own order: an index of the account would be read whole and sorted for each few messages.
        try connection.rows(
            """
            SELECT id, uuid, content, has_body FROM message NOT INDEXED
            WHERE id > \(bind: stream.rawValue) AND account = \(bind: account.rawValue) AND parser < \(bind: version)
            ORDER BY id LIMIT \(bind: limit)
            """
        ) { try ReparseCandidate(stream: $0.next(), id: $0.next(), content: $0.next(), hasBody: $0.next()) }
    }

    /// Returns what leads from the recorded reading of a message to another one; nil if there is nothing to record.
    func reparsing(_ candidate: ReparseCandidate, as new: MessageReading) throws -> MessageReparsed? {
        guard let old = try reading(of: candidate.stream) else { return nil }
        var new = new
        // Only the header came yet, and says nothing of the rest.
        if !candidate.hasBody { (new.attachments, new.snippet) = (old.attachments, old.snippet) }
        // The first words of a chat message are those of its whole text: no parser of mail knows that.
        if new.snippet != old.snippet, try ChatsQuery(on: connection).message(candidate.stream) != nil {
            new.snippet = old.snippet
        }
        // The attachment numbers that a program knows refer to the list that it got.
        if try new.attachments != old.attachments && hasTransfers(of: candidate.stream) {
            new.attachments = old.attachments
        }
        return MessageReparsed(message: candidate.id, from: old, to: new)
    }
}
