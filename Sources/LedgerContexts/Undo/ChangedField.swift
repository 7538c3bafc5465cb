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

    /// Its name in the words of an obstacle.
    var words: String { name == "keywords" ? part ?? name : name }
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

    /// The fields that an event sets.
    static func all(of event: any Event) throws -> Set<ChangedField> {
        let type = type(of: event).type
        let context = String(type.context)
        func fields(_ name: String, _ parts: some Sequence<String>) -> Set<ChangedField> {
            Set(parts.map { ChangedField(context: context, name: name, part: $0) })
        }
        switch event {
        case let marked as MessageMarked: return fields("keywords", keys(of: marked.keywords))
        case let changed as CopyChanged: return fields("keywords", keys(of: changed.keywords))
        case let copied as MessageCopied: return fields("keywords", keys(of: copied.keywords))
        case let removed as CopyRemoved: return fields("keywords", keys(of: removed.keywords))
        case let moved as MessageMoved: return fields("folder", moved.copies.map { String($0.copy) })
        case let linked as NoteLinked: return fields("link", words(of: linked.link.new))
        case let unlinked as NoteUnlinked: return fields("link", words(of: unlinked.link.old))
        // What was read of a message is nobody's decision.
        case is MessageAdded, is MessageBodyLoaded, is MessageReparsed, is AccountReparsed, is ChatMessageJoined:
            return []
        default: break
        }
        let payload = try JSONValue(payloadOf: event)
        if let entity = HistoryEntry.thing(of: type, in: payload)?.entity,
            ["deleted", "restored"].contains(where: { type.name == "\(context).\(entity)-\($0)" })
        {
            return [ChangedField(context: context, name: end, part: nil)]
        }
        let attachment = (event as? AttachmentTransferChanged).map { String($0.attachment) }
        var all: Set<ChangedField> = []
        for change in FieldChange.all(in: payload, of: type) {
            if change.isPart, case .array(let left) = change.old, case .array(let came) = change.new {
                all.formUnion(fields(change.field, try (left + came).map(text)))
            } else {
                all.insert(ChangedField(context: context, name: change.field, part: attachment))
            }
        }
        return all
    }

    private static func keys(of change: KeywordChange?) -> [String] {
        guard let change else { return [] }
        return (change.removed ?? []).map(\.key) + (change.added ?? []).map(\.key)
    }

    private static func keys(of change: Change<KeywordSet>?) -> [String] {
        keys(of: change.map { KeywordChange(from: $0.old, to: $0.new) })
    }

    private static func words(of link: NoteLink?) -> [String] {
        link.map { ["\($0.scope.rawValue) \($0.message)"] } ?? []
    }

    private static func text(_ value: JSONValue) throws -> String {
        if case .string(let text) = value { return text }
        return String(decoding: try JSONBytesEncoder().encode(value), as: UTF8.self)
    }
}
