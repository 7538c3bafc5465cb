import Chat
import EventLog
import JSONCoding
import Notes

/// The lists of conversations, chat messages and notes, whose changes version 1 recorded whole, before and after.
struct WholeLists {
    private struct Malformed: Error {}

    /// By the id of what has the list: a conversation's members, a message's readers, a note's tags.
    private var lists: [JSONValue: [JSONValue]] = [:]

    /// Follows an event in today's shape, and returns it in version 1; nil if it always looked as it does.
    mutating func oldest(_ type: EventType, _ payload: JSONObject) throws -> Upcaster.Form? {
        var event = payload
        switch type {
        case ConversationOpened.type:
            guard case .object(let facts)? = event["facts"] else { throw Malformed() }
            try begin(facts["participants"], of: event["id"])
            return nil
        case NoteAdded.type:
            try begin(event["tags"], of: event["id"])
            return nil
        case ChatMessageJoined.type:
            try begin(event["read_by"], of: event["message"])
            event["id"] = event["message"]
            event["message"] = nil
        case ConversationChanged.type: try writeWhole("participants", of: event["conversation"], in: &event)
        case ChatReadersChanged.type: try writeWhole("read_by", of: event["message"], in: &event)
        case NoteChanged.type:
            try writeWhole("tags", of: event["note"], in: &event)
            // Version 1 had no part of a text.
            if case .object(let text)? = event["transcript"], text["old"] == nil { return nil }
        default: return nil
        }
        return .init(EventType(type.name, schema: 1), .object(event))
    }

    private mutating func begin(_ list: JSONValue?, of owner: JSONValue?) throws {
        guard case .array(let members) = list ?? [], let owner else { throw Malformed() }
        lists[owner] = members
    }

    private mutating func writeWhole(_ field: String, of owner: JSONValue?, in event: inout JSONObject) throws {
        guard let change = event[field] else { return }
        guard let owner, let old = lists[owner] else { throw Malformed() }
        let parts = try JSONBytesDecoder().decode(
            ListChange<JSONValue>.self, from: JSONBytesEncoder().encode(change))
        let new = try parts.applied(to: old)
        lists[owner] = new
        event[field] = ["old": .array(old), "new": .array(new)]
    }
}
