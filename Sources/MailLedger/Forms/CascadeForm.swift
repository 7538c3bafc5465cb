internal import EventLog
internal import Projections

/// What ended or came back with an account or a folder.
public struct CascadeForm: Encodable, Sendable {
    let folders: Int
    let messages: Int
    let isEnd: Bool
    let members: [Member]?

    struct Member: Encodable {
        let entity: String
        let id: String
        let name: String?

        enum CodingKeys: CodingKey { case entity, id, name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(entity, forKey: .entity)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
        }
    }

    package init(_ cascade: Cascade) {
        folders = cascade.folders
        messages = cascade.messages
        isEnd = cascade.isEnd
        members = cascade.members?.map { Member(entity: $0.entity, id: $0.id.description, name: $0.name) }
    }

    enum CodingKeys: String, CodingKey {
        case folders, messages
        case isEnd = "is_end"
        case members
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(folders, forKey: .folders)
        try container.encode(messages, forKey: .messages)
        try container.encode(isEnd, forKey: .isEnd)
        try container.encode(members, forKey: .members)
    }
}
