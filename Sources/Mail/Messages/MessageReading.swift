public import EventLog

/// A parser's reading of a message's bytes, in the form of the log.
public struct MessageReading: Sendable {
    public var headers: MessageHeaders
    public var attachments: [AttachmentSummary]
    /// The first words of the text.
    public var snippet: String
    /// The version of the parser.
    public var parser: Int

    public init(headers: MessageHeaders, attachments: [AttachmentSummary], snippet: String, parser: Int) {
        self.headers = headers
        self.attachments = attachments
        self.snippet = snippet
        self.parser = parser
    }

    /// The reading with which a message came in.
    public init(_ added: MessageAdded) {
        self.init(
            headers: added.headers, attachments: added.attachments, snippet: added.snippet, parser: added.parser)
    }

    /// Applies the reading in an event; other events change nothing.
    public mutating func apply(_ event: any Event) {
        switch event {
        case let loaded as MessageBodyLoaded: (attachments, snippet) = (loaded.attachments, loaded.snippet)
        case let reparsed as MessageReparsed: apply(reparsed)
        default: break
        }
    }

    private mutating func apply(_ reparsed: MessageReparsed) {
        parser = reparsed.parser.new
        func take<Value>(_ change: Change<Value>?, _ field: inout Value) {
            if let change { field = change.new }
        }
        take(reparsed.messageID, &headers.messageID)
        take(reparsed.inReplyTo, &headers.inReplyTo)
        take(reparsed.references, &headers.references)
        take(reparsed.subject, &headers.subject)
        take(reparsed.from, &headers.from)
        take(reparsed.sender, &headers.sender)
        take(reparsed.replyTo, &headers.replyTo)
        take(reparsed.to, &headers.to)
        take(reparsed.cc, &headers.cc)
        take(reparsed.bcc, &headers.bcc)
        take(reparsed.date, &headers.date)
        take(reparsed.listID, &headers.listID)
        take(reparsed.contentType, &headers.contentType)
        take(reparsed.attachments, &attachments)
        take(reparsed.snippet, &snippet)
    }

    /// Returns it with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ reparsed: MessageReparsed) -> (reading: MessageReading, stale: [String]) {
        var (reading, stale) = MessageReparsed.fields.takingBack(reparsed, in: self)
        if parser == reparsed.parser.new { reading.parser = reparsed.parser.old } else { stale.append("parser") }
        return (reading, stale)
    }
}
