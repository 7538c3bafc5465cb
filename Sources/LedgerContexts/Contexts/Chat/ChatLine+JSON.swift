internal import Chat
internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import LedgerKernel
internal import Mail

extension ChatLine: Encodable {
    private enum Key: String, CodingKey, CaseIterable {
        case type, id
        // Keys of a conversation.
        case displayName = "display_name"
        case avatarURL = "avatar_url"
        case participants = "participant_ids"
        case isGroup = "is_group"
        // Keys of a message.
        case conversation = "conversation_id"
        case sender = "sender_id"
        case senderName = "sender_name"
        case text
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case status
        case readBy = "read_by"
        case isRead = "is_read"
    }

    private static let conversationKeys: Set<Key> = [.type, .id, .displayName, .avatarURL, .participants, .isGroup]
    private static let messageKeys = Set(Key.allCases).subtracting(conversationKeys).union([.type, .id])

    /// Writes the line; values that are nil are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .conversation(let line):
            try container.encode("conversation", forKey: .type)
            try container.encode(line.id, forKey: .id)
            try container.encodeIfPresent(line.facts.displayName, forKey: .displayName)
            try container.encodeIfPresent(line.facts.avatarURL, forKey: .avatarURL)
            try container.encode(line.facts.participants, forKey: .participants)
            try container.encode(line.facts.isGroup, forKey: .isGroup)
        case .message(let line):
            try container.encode("message", forKey: .type)
            try container.encode(line.id, forKey: .id)
            try container.encode(line.conversation, forKey: .conversation)
            try container.encode(line.sender, forKey: .sender)
            try container.encodeIfPresent(line.senderName, forKey: .senderName)
            try container.encode(line.text, forKey: .text)
            try container.encode(line.createdAt.iso8601, forKey: .createdAt)
            try container.encodeIfPresent(line.updatedAt?.iso8601, forKey: .updatedAt)
            try container.encodeIfPresent(line.status, forKey: .status)
            try container.encode(line.readBy, forKey: .readBy)
            try container.encodeIfPresent(line.isRead, forKey: .isRead)
        }
    }

    /// Reads a line of JSON, and refuses unknown keys.
    ///
    /// - Throws: ``UnfitChatLine`` with the reason.
    init(json bytes: [UInt8]) throws {
        let value: JSONValue
        do {
            value = try JSONBytesDecoder().decode(JSONValue.self, from: bytes)
        } catch {
            throw UnfitChatLine(reason: "it is not JSON")
        }
        guard case .object(let object) = value else { throw UnfitChatLine(reason: "it is not a JSON object") }
        let fields = Fields(object: object)
        let type = try fields.text(.type)
        guard type == "conversation" || type == "message" else {
            throw UnfitChatLine(reason: "\"type\" is neither \"conversation\" nor \"message\"")
        }
        let known = type == "message" ? Self.messageKeys : Self.conversationKeys
        for key in object.keys where Key(rawValue: key).map({ !known.contains($0) }) ?? true {
            throw UnfitChatLine(reason: "a \(type) has no \"\(key)\"")
        }
        let line: ChatLine =
            try type == "message" ? .message(fields.message()) : .conversation(fields.conversation())
        do throws(ValueError) {
            self = try line.checked()
        } catch {
            throw UnfitChatLine(kind: .invalid, reason: error.description)
        }
    }

    /// The members of a line's object by their types.
    private struct Fields {
        let object: JSONObject

        func conversation() throws -> ConversationLine {
            ConversationLine(
                id: try text(.id),
                facts: ConversationFacts(
                    displayName: try optionalText(.displayName), avatarURL: try optionalText(.avatarURL),
                    participants: try texts(.participants), isGroup: try optionalBool(.isGroup) ?? false))
        }

        func message() throws -> MessageLine {
            let status = try optionalText(.status)
            if let status, DeliveryStatus(rawValue: status) == nil {
                let known = DeliveryStatus.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                throw UnfitChatLine(reason: "\"status\" is none of \(known)")
            }
            guard let createdAt = try time(.createdAt) else { throw missing(.createdAt) }
            return MessageLine(
                id: try text(.id), conversation: try text(.conversation), sender: try text(.sender),
                senderName: try optionalText(.senderName), text: try text(.text), createdAt: createdAt,
                updatedAt: try time(.updatedAt), status: status.flatMap(DeliveryStatus.init(rawValue:)),
                readBy: try texts(.readBy), isRead: try optionalBool(.isRead))
        }

        func text(_ key: Key) throws -> String {
            guard let text = try optionalText(key) else { throw missing(key) }
            return text
        }

        private func missing(_ key: Key) -> UnfitChatLine { UnfitChatLine(reason: "\"\(key.rawValue)\" is missing") }

        private func unfit(_ key: Key, _ kind: String) -> UnfitChatLine {
            UnfitChatLine(reason: "\"\(key.rawValue)\" is no \(kind)")
        }

        private func optionalText(_ key: Key) throws -> String? {
            switch object[key.rawValue] {
            case nil, .null: nil
            case .string(let text): text
            default: throw unfit(key, "string")
            }
        }

        private func texts(_ key: Key) throws -> [String] {
            switch object[key.rawValue] {
            case nil, .null: []
            case .array(let values):
                try values.map { value in
                    guard case .string(let text) = value else { throw unfit(key, "array of strings") }
                    return text
                }
            default: throw unfit(key, "array of strings")
            }
        }

        private func optionalBool(_ key: Key) throws -> Bool? {
            switch object[key.rawValue] {
            case nil, .null: nil
            case .bool(let value): value
            default: throw unfit(key, "boolean")
            }
        }

        private func time(_ key: Key) throws -> Timestamp? {
            guard let text = try optionalText(key) else { return nil }
            guard let time = Timestamp(iso8601: text) else {
                throw unfit(key, "time as in 2026-02-11T18:05:20Z (RFC 3339)")
            }
            return time
        }
    }
}

/// A line that is none of a file of chats, and why.
struct UnfitChatLine: Error {
    var kind = RefusedLine.Kind.malformed
    let reason: String
}
