import EventLog
import JSONCoding
import Mail
import MailLedger
import SQLiteDatabase
import TestSupport

/// Shapes that events had or might have had before today's: the way from them, and the way back, for tests.
enum OlderShapes {
    /// Today's events, and all that leads to them from the older shapes.
    static let catalogue = EventCatalogue(Contexts.builtIn.events, upcasters: Contexts.builtIn.upcasters + upcasters)

    private struct Malformed: Error {}

    private static func fields(_ value: JSONValue) throws -> JSONObject {
        guard case .object(let object) = value else { throw Malformed() }
        return object
    }

    private static let keywordsChanged = EventType("old.keywords-changed", schema: 1)
    private static let keywordsSet = EventType("old.keywords-changed", schema: 2)
    private static let folderEdited = EventType("old.folder-edited", schema: 1)
    private static let messageCame = EventType("old.message-came", schema: 1)
    private static let accountOpened = EventType("old.account-opened", schema: 1)

    private static let upcasters: [Upcaster] = [
        // Two lists become one that is whole, and then a change of it.
        Upcaster(from: keywordsChanged) { old in
            var event = try fields(old)
            guard case .array(let before)? = event["before"], case .array(let added)? = event["added"],
                case .array(let removed)? = event["removed"]
            else { throw Malformed() }
            event["before"] = nil
            event["added"] = nil
            event["removed"] = nil
            event["from"] = .array(before)
            event["to"] = .array(before.filter { !removed.contains($0) } + added)
            return [.init(keywordsSet, .object(event))]
        },
        Upcaster(from: keywordsSet) { old in
            let event = try fields(old)
            guard let message = event["message"], let from = event["from"], let to = event["to"] else {
                throw Malformed()
            }
            let marked = EventType(MessageMarked.type.name, schema: 1)
            return [.init(marked, ["message": message, "keywords": ["old": from, "new": to]])]
        },
        // One event that said several things becomes one for each.
        Upcaster(from: folderEdited) { old in
            let event = try fields(old)
            guard let folder = event["folder"] else { throw Malformed() }
            let renamed = event["name"].map {
                Upcaster.Form(FolderRenamed.type, ["folder": folder, "name": $0])
            }
            let moved = event["parent"].map { Upcaster.Form(FolderMoved.type, ["folder": folder, "parent": $0]) }
            return [renamed, moved].compactMap(\.self)
        },
        // A field had another name, and one was not there yet.
        Upcaster(from: messageCame) { old in
            var event = try fields(old)
            event["snippet"] = event["preview"]
            event["preview"] = nil
            if event["attachments"] == nil { event["attachments"] = [] }
            return [.init(MessageAdded.type, .object(event))]
        },
        Upcaster(from: accountOpened) { old in
            var event = try fields(old)
            if event["is_enabled"] == nil { event["is_enabled"] = true }
            return [.init(AccountCreated.type, .object(event))]
        },
    ]

    /// The oldest form of an event of today; nil for one that always looked as it does.
    ///
    /// - Parameter keywords: Those that the message had before, which today's marks leave out.
    static func oldest(_ type: EventType, _ payload: JSONValue, after keywords: KeywordSet) throws -> Upcaster.Form? {
        var event = try fields(payload)
        switch type {
        case MessageMarked.type:
            let change = try event["keywords"].map(fields)
            event["keywords"] = nil
            event["before"] = .array(keywords.map { .string($0.text) })
            event["added"] = change?["added"] ?? []
            event["removed"] = change?["removed"] ?? []
            return .init(keywordsChanged, .object(event))
        case FolderRenamed.type, FolderMoved.type: return .init(folderEdited, payload)
        case MessageAdded.type:
            event["preview"] = event["snippet"]
            event["snippet"] = nil
            if event["attachments"] == [] { event["attachments"] = nil }
            return .init(messageCame, .object(event))
        case AccountCreated.type:
            if event["is_enabled"] == true { event["is_enabled"] = nil }
            return .init(accountOpened, .object(event))
        default: return nil
        }
    }

    private static func follow(_ event: any Event, in keywords: inout [MessageID: KeywordSet]) {
        switch event {
        case let event as MessageAdded: keywords[event.id] = event.keywords
        case let event as MessageCopied: keywords[event.message] = event.keywords?.new ?? keywords[event.message]
        case let event as CopyChanged: keywords[event.message] = event.keywords?.new ?? keywords[event.message]
        case let event as CopyRemoved: keywords[event.message] = event.keywords?.new ?? keywords[event.message]
        case let event as MessageMarked:
            keywords[event.message] = event.keywords.applied(to: keywords[event.message] ?? [])
        default: break
        }
    }

    /// Takes a form some steps of the way to today's, by lot; nil if it gets there.
    private static func advanced(
        _ form: Upcaster.Form, using generator: inout SeededGenerator
    ) throws -> Upcaster.Form? {
        var form = form
        while Bool.random(using: &generator) {
            guard let step = steps[form.type], let next = try step.upcast(form.payload).first else { return nil }
            form = next
        }
        return form
    }

    private static let steps = Dictionary(
        uniqueKeysWithValues: (Contexts.builtIn.upcasters + upcasters).map { ($0.source, $0) })

    /// Writes the events of a log in older forms, each in one by lot or as it is; returns how many of each type.
    static func rewrite(_ log: Connection, using generator: inout SeededGenerator) throws -> [String: Int] {
        try log.runScript("DROP TRIGGER events_are_never_changed")
        let events = try log.rows("SELECT position, type, \"schema\", payload FROM events WHERE payload IS NOT NULL") {
            try ($0.next(Int64.self), EventType($0.next(), schema: $0.next()), $0.next(String.self))
        }
        var counts: [String: Int] = [:]
        var keywords: [MessageID: KeywordSet] = [:]
        var lists = WholeLists()
        for (position, type, payload) in events {
            let value = try JSONBytesDecoder().decode(JSONValue.self, from: Array(payload.utf8))
            let event = try Contexts.builtIn.catalogue.decode(
                Array(payload.utf8), type: type, at: Position(position)
            ).first
            let before = (event as? MessageMarked).flatMap { keywords[$0.message] }
            event.map { follow($0, in: &keywords) }
            let listed = try lists.oldest(type, fields(value))
            guard let oldest = try listed ?? oldest(type, value, after: before ?? []),
                let form = try advanced(oldest, using: &generator)
            else { continue }
            let bytes = try JSONBytesEncoder().encode(form.payload)
            try log.run(
                """
                UPDATE events SET type = \(bind: form.type.name), "schema" = \(bind: form.type.schema),
                    payload = \(bind: String(decoding: bytes, as: UTF8.self)) WHERE position = \(bind: position)
                """)
            counts[type.name, default: 0] += 1
        }
        return counts
    }
}
