internal import Chat
internal import EventLog
internal import JSONCoding
internal import LedgerHistory
internal import LedgerKernel
internal import Mail
internal import Notes

/// A field that an event sets, or the part of it that it sets: of keywords, lists and links one element.
struct ChangedField: Hashable {
    /// The context of the event: fields of two contexts may have one name.
    let context: String
    let name: String
    /// Nil for the whole value.
    let part: String?

    /// The field of a thing that ends and comes back.
    static let end = "is_deleted"
    /// The labels and marks of a message.
    static let keywords = "keywords"
    /// Whether a message has a copy, by its number.
    static let copy = "copy"
    /// The flags of a copy, by its number.
    static let flags = "flags"
    /// Whether a copy is hidden, by its number.
    static let isHidden = "is_hidden"
    /// The folders that a message is in, set by what takes it out of one.
    static let folders = "folders"
    /// What is known of a message's attachments, whichever is on its way.
    static let attachments = "attachments"

    /// Its name in the words of an obstacle.
    var words: String { name == Self.keywords ? part ?? name : name }
}

extension ChangedField {
    /// Whether an undo of the event resets fields, so that a later change of one of them stands in its way.
    ///
    /// Copies come and go whatever happened since.
    static func areReset(by event: any Event, _ recorded: RecordedEvent) -> Bool {
        switch event {
        case is MessageCopied, is CopyRemoved, is MessageRestored: false
        // The first event of a thing is undone by the end of the thing.
        default: recorded.version > 1
        }
    }

    /// The fields that an event sets, as far as a later event that sets one of them stands in the way of its undo.
    static func all(of event: any Event) throws -> Set<ChangedField> {
        switch event {
        // What was read of a message is nobody's decision.
        case is MessageAdded, is MessageBodyLoaded, is MessageReparsed, is AccountReparsed, is ChatMessageJoined: []
        case is MessageCopied, is CopyChanged, is CopyRemoved:
            try Set(values(of: event).keys.filter { $0.name == keywords })
        case is AttachmentTransferChanged: try Set(values(of: event).keys.filter { $0.part != nil })
        default: try Set(values(of: event).keys)
        }
    }

    /// All fields that an event sets, each with its new value: of an element, whether it is there.
    ///
    /// The value is null where the event has only a part of it, or none.
    static func values(of event: any Event) throws -> [ChangedField: JSONValue] {
        let type = type(of: event).type
        let context = String(type.context)
        var values: [ChangedField: JSONValue] = [:]
        func set(_ name: String, _ part: String?, _ value: JSONValue) {
            values[ChangedField(context: context, name: name, part: part)] = value
        }
        func setKeywords(_ change: KeywordChange?) {
            guard let change else { return }
            for keyword in change.removed ?? [] { set(keywords, keyword.key, .bool(false)) }
            for keyword in change.added ?? [] { set(keywords, keyword.key, .bool(true)) }
        }
        func setCopy(_ copy: MessageCopy) {
            let number = String(copy.number)
            set(Self.copy, number, .bool(true))
            set("folder", number, .string("\(copy.folder)"))
            set(flags, number, .string(copy.flags))
            set(isHidden, number, .bool(MessageCopy.isHidden(flags: copy.flags)))
        }
        switch event {
        case let marked as MessageMarked: setKeywords(marked.keywords)
        case let added as MessageAdded:
            setCopy(added.copy)
            set(end, nil, .bool(false))
        case let copied as MessageCopied:
            setCopy(copied.copy)
            setKeywords(copied.keywords.map { KeywordChange(from: $0.old, to: $0.new) })
        case let changed as CopyChanged:
            let number = String(changed.copy)
            set(Self.copy, number, .bool(true))
            if let change = changed.flags { set(flags, number, .string(change.new)) }
            if let hidden = changed.hidden {
                set(isHidden, number, .bool(hidden.new))
                if hidden.new, !hidden.old { set(folders, nil, .null) }
            }
            setKeywords(changed.keywords.map { KeywordChange(from: $0.old, to: $0.new) })
        case let removed as CopyRemoved:
            let number = String(removed.copy.number)
            set(Self.copy, number, .bool(false))
            set("folder", number, .null)
            set(folders, nil, .null)
            setKeywords(removed.keywords.map { KeywordChange(from: $0.old, to: $0.new) })
        case let moved as MessageMoved:
            for move in moved.copies { set("folder", String(move.copy), .string("\(move.folder.new)")) }
        case let linked as NoteLinked: set("link", words(of: linked.link.new), .bool(true))
        case let unlinked as NoteUnlinked: set("link", words(of: unlinked.link.old), .bool(false))
        default:
            let payload = try JSONValue(payloadOf: event)
            if let entity = HistoryEntry.thing(of: type, in: payload)?.entity,
                let ending = ["deleted", "restored"].first(where: { type.name == "\(context).\(entity)-\($0)" })
            {
                set(end, nil, .bool(ending == "deleted"))
                break
            }
            let attachment = (event as? AttachmentTransferChanged).map { String($0.attachment) }
            if attachment != nil { set(attachments, nil, .null) }
            for change in FieldChange.all(in: payload, of: type) {
                if change.isPart, case .array(let left) = change.old, case .array(let came) = change.new {
                    for element in left { try set(change.field, text(element), .bool(false)) }
                    for element in came { try set(change.field, text(element), .bool(true)) }
                } else {
                    set(change.field, attachment, change.isPart ? .null : change.new)
                }
            }
        }
        return values
    }

    private static func words(of link: NoteLink?) -> String? {
        link.map { "\($0.scope.rawValue) \($0.message)" }
    }

    private static func text(_ value: JSONValue) throws -> String {
        if case .string(let text) = value { return text }
        return String(decoding: try JSONBytesEncoder().encode(value), as: UTF8.self)
    }
}
