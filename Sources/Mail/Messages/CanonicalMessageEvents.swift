internal import Domain
internal import EventLog
public import JSONCoding

// The events that a log of mail has the most of, read from and written as canonical JSON: see
// ``CanonicalJSONReader``. A test holds each against its general way. An event that is left out here goes that way alone.

extension MessageID: CanonicalJSONCodable {}
extension AccountID: CanonicalJSONCodable {}
extension FolderID: CanonicalJSONCodable {}

extension MessageAdded: CanonicalJSONCodable {
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

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("id", id)
        json.value("account", account)
        json.value("copy", copy)
        json.value("headers", headers)
        json.value("attachments", attachments)
        json.value("snippet", snippet)
        json.value("keywords", keywords)
        json.value("received_at", receivedAt)
        json.value("identity", identity)
        json.value("size", size)
        json.value("parser", parser)
        json.optionalValue("lacks_body", lacksBody)
        json.optionalValue("external", external)
        json.endObject()
    }
}

extension MessageMarked: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(message: try json.value("message"), keywords: try json.value("keywords"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("message", message)
        json.value("keywords", keywords)
        json.endObject()
    }
}

extension MessageMoved: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(message: try json.value("message"), copies: try json.value("copies"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("message", message)
        json.value("copies", copies)
        json.endObject()
    }
}

extension MessageMoved.Move: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(copy: try json.value("copy"), folder: try json.value("folder"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("copy", copy)
        json.value("folder", folder)
        json.endObject()
    }
}

// MARK: What they are made of

extension MessageCopy: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            number: try json.value("number"), folder: try json.value("folder"), source: try json.value("source"),
            raw: try json.value("raw"), flags: try json.value("flags"), fromLine: try json.optionalValue("from_line"),
            maildir: try json.optionalValue("maildir"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("number", number)
        json.value("folder", folder)
        json.value("source", source)
        json.value("raw", raw)
        json.value("flags", flags)
        json.optionalValue("from_line", fromLine)
        json.optionalValue("maildir", maildir)
        json.endObject()
    }
}

extension MessageHeaders: CanonicalJSONCodable {
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

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.optionalValue("message_id", messageID)
        json.value("in_reply_to", inReplyTo)
        json.value("references", references)
        json.optionalValue("subject", subject)
        json.value("from", from)
        json.value("sender", sender)
        json.value("reply_to", replyTo)
        json.value("to", to)
        json.value("cc", cc)
        json.value("bcc", bcc)
        json.optionalValue("date", date)
        json.optionalValue("list_id", listID)
        json.optionalValue("content_type", contentType)
        json.endObject()
    }
}

extension EmailAddress: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(name: try json.optionalValue("name"), address: try json.value("address"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.optionalValue("name", name)
        json.value("address", address)
        json.endObject()
    }
}

extension AttachmentSummary: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            part: try json.value("part"), fileName: try json.optionalValue("file_name"),
            mimeType: try json.value("mime_type"), size: try json.value("size"), isInline: try json.value("is_inline"),
            contentID: try json.optionalValue("content_id"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("part", part)
        json.optionalValue("file_name", fileName)
        json.value("mime_type", mimeType)
        json.value("size", size)
        json.value("is_inline", isInline)
        json.optionalValue("content_id", contentID)
        json.endObject()
    }
}

extension ExternalIDs: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(
            id: try json.optionalValue("id"), thread: try json.optionalValue("thread"),
            draft: try json.optionalValue("draft"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.optionalValue("id", id)
        json.optionalValue("thread", thread)
        json.optionalValue("draft", draft)
        json.endObject()
    }
}

extension KeywordSet: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        var keywords: [Keyword] = []
        var goesOn = try json.beginArray()
        while goesOn {
            // The general decoder reports a keyword that breaks the rules.
            guard let keyword = try? Keyword(try json.string()) else { throw CanonicalJSONReader.Deviation() }
            keywords.append(keyword)
            goesOn = try json.nextElement()
        }
        self.init(written: keywords)
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginArray()
        for keyword in self {
            json.beginElement()
            json.string(keyword.text)
        }
        json.endArray()
    }
}
