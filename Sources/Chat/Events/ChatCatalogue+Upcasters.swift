public import EventLog
internal import JSONCoding

/// The upcasters from older shapes of chats to today's: pure functions, none of which ever changes.
extension ChatCatalogue {
    public static let upcasters: [Upcaster] = [
        conversationChangedFrom1, messageJoinedFrom1, messageReadersChangedFrom1,
    ]

    /// Version 1 had all participants, before and after.
    private static let conversationChangedFrom1 = Upcaster(
        from: EventType("chat.conversation-changed", schema: 1)
    ) { old in
        guard case .object(var event) = old else { throw Upcaster.Malformed() }
        if let participants = event["participants"] {
            event["participants"] = try Upcaster.listChange(of: participants)
        }
        return [Upcaster.Form(EventType("chat.conversation-changed", schema: 2), .object(event))]
    }

    /// In version 1 the message was under `id`, as if it began with this event.
    private static let messageJoinedFrom1 = Upcaster(from: EventType("chat.message-joined", schema: 1)) { old in
        guard case .object(var event) = old, let message = event["id"] else { throw Upcaster.Malformed() }
        event["id"] = nil
        event["message"] = message
        return [Upcaster.Form(EventType("chat.message-joined", schema: 2), .object(event))]
    }

    /// Version 1 had all readers, before and after; an event in which these are equal says nothing.
    private static let messageReadersChangedFrom1 = Upcaster(
        from: EventType("chat.message-readers-changed", schema: 1)
    ) { old in
        guard case .object(var event) = old, let readers = event["read_by"] else { throw Upcaster.Malformed() }
        guard let change = try Upcaster.listChange(of: readers) else { return [] }
        event["read_by"] = change
        return [Upcaster.Form(EventType("chat.message-readers-changed", schema: 2), .object(event))]
    }
}
