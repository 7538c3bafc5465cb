package import EventLog
package import Mail
internal import Projections
internal import SQLiteDatabase

extension LedgerReader {
    /// The header of a message, by its latest recorded reading.
    package func headers(of stream: StreamID) throws -> MessageHeaders {
        guard let added = try added(at: stream) else { return MessageHeaders() }
        let parser = try connection.first("SELECT parser FROM message WHERE id = \(bind: stream.rawValue)") {
            try $0.next(Int.self)
        }
        guard let parser, parser != added.parser else { return added.headers }
        return try reading(of: stream)?.headers ?? added.headers
    }

    /// The messages whose From field has several addresses; rows of lists have the first alone.
    package func messagesOfSeveralAuthors() throws -> Set<StreamID> {
        Set(try connection.rows("SELECT id FROM message WHERE authors > 1") { try $0.next() })
    }

    /// The present reading of a message; nil if the event that added it was erased.
    ///
    /// - Complexity: Linear in the message's events.
    package func reading(of stream: StreamID) throws -> MessageReading? {
        var reading: MessageReading?
        try store.forEach(EventSelection(through: position, stream: stream), decodedBy: catalogue) { recorded in
            guard case .event(let event) = recorded.content else { return true }
            if let added = event as? MessageAdded { reading = MessageReading(added) } else { reading?.apply(event) }
            return true
        }
        return reading
    }

    // The first event of a message's stream brought its header.
    private func added(at stream: StreamID) throws -> MessageAdded? {
        let first = Position(stream.rawValue)
        var added: MessageAdded?
        let selection = EventSelection(after: Position(first.rawValue - 1), through: first)
        try store.forEach(selection, decodedBy: catalogue) { recorded in
            if case .event(let event) = recorded.content { added = event as? MessageAdded ?? added }
            return true
        }
        return added
    }

    /// Whether an attachment of a message is on its way to a server, or has come there.
    package func hasTransfers(of message: StreamID) throws -> Bool {
        try attachments(of: message).contains { $0.transfer != AttachmentTransfer() }
    }

    /// The progress of a parser through the mail of an account; nil if none was recorded.
    package func reparsed(_ account: StreamID) throws -> AccountReparsed.Reading? {
        try connection.first("SELECT parser, through FROM reparsed_account WHERE account = \(bind: account.rawValue)") {
            try AccountReparsed.Reading(parser: $0.next(), through: $0.next())
        }
    }
}
