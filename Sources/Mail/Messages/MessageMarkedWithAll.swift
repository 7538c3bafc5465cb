internal import EventLog
internal import JSONCoding

/// Version 1 of ``MessageMarked``, with all keywords before and after; old ledgers have more of it than of any other change.
struct MessageMarkedWithAll: Event {
    static let type = EventType("mail.message-marked", schema: 1)

    let message: MessageID
    let keywords: Change<KeywordSet>
}

extension MessageMarkedWithAll: CanonicalJSONCodable {
    init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(message: try json.value("message"), keywords: try json.value("keywords"))
        try json.endObject()
    }

    func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("message", message)
        json.value("keywords", keywords)
        json.endObject()
    }
}
