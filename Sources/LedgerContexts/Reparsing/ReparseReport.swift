public import EventLog
internal import LedgerHistory
public import LedgerKernel
public import Mail

/// A message that today's parser reads differently from the recorded values.
public struct ReparsedMessage: Sendable {
    public let id: MessageID
    /// The address of its account.
    public let account: String
    /// As today's parser reads it; nil if it has none.
    public let subject: String?
    /// The version that read it before, and today's.
    public let parser: Change<Int>
    /// Each field that differs, except the parser's version.
    public let changes: [FieldChange]

    /// The differing fields in the words of readers.
    public enum Part: String, Sendable, CaseIterable {
        case subject, date, addresses, thread, text, attachments
        case contentType = "content_type"
        case listID = "list_id"
    }

    /// The differing parts, in the order of the cases.
    public var parts: [Part] {
        let found = Set(changes.compactMap { Self.part(of: $0.field) })
        return Part.allCases.filter(found.contains)
    }

    private static func part(of field: String) -> Part? {
        switch field {
        case "subject": .subject
        case "date": .date
        case "message_id", "in_reply_to", "references": .thread
        case "snippet": .text
        case "attachments": .attachments
        case "content_type": .contentType
        case "list_id": .listID
        default: .addresses
        }
    }

    init(_ event: MessageReparsed, account: String, subject: String?) throws {
        id = event.message
        self.account = account
        self.subject = subject
        parser = event.parser
        changes = try FieldChange.all(of: event).filter { $0.field != "parser" }
    }
}

/// The progress of a reparse.
public struct ReparseReport: Sendable {
    /// The number of messages that an older parser had read when it began.
    public internal(set) var total = 0
    /// The number of them read so far.
    public internal(set) var read = 0
    /// The number of them that read otherwise.
    public internal(set) var changed = 0
    /// Messages with missing or damaged bytes; they stay unchanged.
    public internal(set) var unreadable: [MessageID] = []
    /// Nil if nothing was recorded.
    public internal(set) var operation: OperationID?
    /// Whether it was stopped before all messages were read.
    public internal(set) var wasStopped = false
}
