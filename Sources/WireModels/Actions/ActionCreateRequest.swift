public import EventLog
public import Notes

/// A request to make an action, with the fields of every kind.
///
/// The forms of the four kinds contain one of these, write it without a level of its own, and read its fields as
/// theirs.
public struct ActionCreateRequest: Codable, Hashable, Sendable {
    public var noteId: UniqueID
    public var actionType: ActionType
    public var title: String
    public var description: String?
    /// ``ActionPriority/medium`` if the request has none.
    public var priority: ActionPriority

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
        case actionType = "action_type"
        case title, description, priority
    }

    public init(
        noteId: UniqueID, actionType: ActionType, title: String, description: String? = nil,
        priority: ActionPriority = .medium
    ) {
        self.noteId = noteId
        self.actionType = actionType
        self.title = title
        self.description = description
        self.priority = priority
    }

    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder, fixed: nil)
    }

    /// Reads the fields of a form that is made for one kind: the kind may be left out, and is no other.
    init(from decoder: any Decoder, fixed type: ActionType?) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stated =
            try type == nil
            ? container.decode(ActionType.self, forKey: .actionType)
            : container.decodeIfPresent(ActionType.self, forKey: .actionType)
        if let type, let stated, stated != type {
            throw DecodingError.dataCorruptedError(
                forKey: .actionType, in: container, debugDescription: "is \(type.rawValue) in this form")
        }
        self.init(
            noteId: try container.decode(UniqueID.self, forKey: .noteId), actionType: type ?? stated ?? .nextStep,
            title: try container.decode(String.self, forKey: .title),
            description: try container.decodeIfPresent(String.self, forKey: .description),
            priority: try container.decodeIfPresent(ActionPriority.self, forKey: .priority) ?? .medium)
    }
}
