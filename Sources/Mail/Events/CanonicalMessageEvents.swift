internal import Domain
internal import EventLog
public import JSONCoding

// The events that a log of mail has the most of, read from canonical JSON: see ``CanonicalJSONReader``. A test holds each against its
// general way. An event that is left out here is read by that alone.

extension MessageID: CanonicalJSONReadable {}
extension AccountID: CanonicalJSONReadable {}
extension FolderID: CanonicalJSONReadable {}

extension MessageAdded: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            id: try json.value("id"), account: try json.value("account"), copy: try json.value("copy"),
            headers: try json.value("headers"), attachments: try json.value("attachments"),
            snippet: try json.value("snippet"), keywords: try json.value("keywords"),
            receivedAt: try json.value("received_at"), identity: try json.value("identity"),
            size: try json.value("size"), parser: try json.value("parser"),
            lacksBody: try json.optionalValue("lacks_body"), external: try json.optionalValue("external"))
        try json.endObject()
    }
}

extension MessageMarked: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(message: try json.value("message"), keywords: try json.value("keywords"))
        try json.endObject()
    }
}

extension MessageMoved: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(message: try json.value("message"), copies: try json.value("copies"))
        try json.endObject()
    }
}

extension MessageMoved.Move: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(copy: try json.value("copy"), folder: try json.value("folder"))
        try json.endObject()
    }
}

// MARK: What they are made of

extension MessageCopy: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            number: try json.value("number"), folder: try json.value("folder"), source: try json.value("source"),
            raw: try json.value("raw"), flags: try json.value("flags"), fromLine: try json.optionalValue("from_line"),
            maildir: try json.optionalValue("maildir"))
        try json.endObject()
    }
}

extension MessageHeaders: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        messageID = try json.optionalValue("message_id")
        inReplyTo = try json.value("in_reply_to")
        references = try json.value("references")
        subject = try json.optionalValue("subject")
        from = try json.value("from")
        sender = try json.value("sender")
        replyTo = try json.value("reply_to")
        to = try json.value("to")
        cc = try json.value("cc")
        bcc = try json.value("bcc")
        date = try json.optionalValue("date")
        listID = try json.optionalValue("list_id")
        contentType = try json.optionalValue("content_type")
        try json.endObject()
    }
}

extension EmailAddress: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(name: try json.optionalValue("name"), address: try json.value("address"))
        try json.endObject()
    }
}

extension AttachmentSummary: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            part: try json.value("part"), fileName: try json.optionalValue("file_name"),
            mimeType: try json.value("mime_type"), size: try json.value("size"), isInline: try json.value("is_inline"),
            contentID: try json.optionalValue("content_id"))
        try json.endObject()
    }
}

extension ExternalIDs: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            id: try json.optionalValue("id"), thread: try json.optionalValue("thread"),
            draft: try json.optionalValue("draft"))
        try json.endObject()
    }
}

extension KeywordSet: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self.init()
        var goesOn = try json.beginArray()
        while goesOn {
            // One that breaks the rules is told by the general way.
            guard let keyword = try? Keyword(try json.string()) else { throw CanonicalJSONReader.Deviation() }
            insert(keyword)
            goesOn = try json.nextElement()
        }
    }
}
