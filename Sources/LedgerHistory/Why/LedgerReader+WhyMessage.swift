internal import CivilTime
package import EventLog
package import JSONCoding
public import LedgerKernel
internal import Mail
internal import Projections

extension LedgerReader {
    /// Returns the events that determined each field of a message, or one field.
    ///
    /// The fields are those of a message in JSON, and `is_deleted`. Changes of its folders and its account count, too:
    /// `folders` changes when a folder is renamed.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)`` for the message,
    ///   ``DomainError/invalid(field:reason:hint:)``, which lists the fields.
    /// - Complexity: O(the events of the message, its account and the account's folders), and of its thread for
    ///   `thread`.
    public func why(message name: String, field: String? = nil) throws -> [ValueReason] {
        let stream = try messageStream(name, includingDeleted: true)
        let claimed = contexts.claims(on: Entity.message)
        let fields = MessageValues.fields + claimed.map(\.shown)
        if let field, !fields.contains(field) {
            throw DomainError.unknownField(field, of: "a message", among: fields)
        }
        guard let state = try MessageStates(on: connection).state(of: stream) else {
            throw DomainError.notFound(kind: "message", name: name)
        }
        let account = try accounts(includingDeleted: true).first { $0.stream == state.accountStream }
        let timeline = try ContainerTimeline(of: state.accountStream, self)
        let life = try MessageLife(of: stream, in: state.accountStream, timeline, self)
        var values = ValueHistory()
        life.forEachMoment { moment in
            values.take(MessageValues.of(moment, account: account?.address), at: moment.position)
        }
        if field == nil || field == MessageValues.thread {
            for join in try ThreadEvidence(of: stream, self).threads(of: stream) {
                values.take([(MessageValues.thread, .string(join.thread))], at: join.position)
            }
        }
        try life.forEachOwnEvent { position, event in
            values.take(try MessageValues.claims(claimed, in: event, after: values), at: position)
        }
        let wanted = field.map { [$0] } ?? fields
        let defaults = MessageValues.defaults.merging(claimed.map { ($0.shown, .null) }) { known, _ in known }
        return try wanted.compactMap { try values.reason(for: $0, defaults: defaults, self) }
    }

    /// Reads an event in the form of a history.
    func historyEntry(at position: Position) throws -> HistoryEntry {
        let selection = EventSelection(after: Position(position.rawValue - 1), through: position)
        guard let event = try store.events(selection).first, let transaction = try store.transaction(event.transaction)
        else { throw EventLogError.corrupt("event \(position) is missing") }
        return try HistoryEntry(event, store.payload(of: event), transaction, transaction.openedHeader())
    }
}

extension DomainError {
    static func unknownField(_ field: String, of thing: String, among fields: [String]) -> DomainError {
        .invalid(field: "field", reason: "\(thing) has no \"\(field)\"; it has \(fields.joined(separator: ", "))")
    }
}

/// The values of fields, event by event.
package struct ValueHistory {

    package init() {
    }
    private var changes: [String: [(old: JSONValue, new: JSONValue, position: Position)]] = [:]

    /// Records each value that differs from the previous one.
    package mutating func take(_ values: [(field: String, value: JSONValue)], at position: Position) {
        for (field, value) in values {
            let old = changes[field]?.last?.new
            if old != value { changes[field, default: []].append((old ?? .null, value, position)) }
        }
    }

    /// The latest value of a field; nil if it has none yet.
    func last(_ field: String) -> JSONValue? { changes[field]?.last?.new }

    /// Returns the reason for a field's value; nil if no event made the thing.
    func reason(for field: String, defaults: [String: JSONValue], _ reader: LedgerReader) throws -> ValueReason? {
        guard let changes = changes[field], let last = changes.last else { return nil }
        return ValueReason(
            field: field, value: last.new,
            changes: try changes.enumerated().reversed().map { number, change in
                ValueChange(
                    old: change.old, new: change.new, event: try reader.historyEntry(at: change.position),
                    isDefault: number == 0 && defaults[field] == change.new)
            })
    }
}

/// The values of a message in JSON.
private enum MessageValues {
    static let thread = "thread"

    static let fields = [
        "account", "folders", thread, "subject", "from", "to", "date", "received_at", "keywords", "is_read",
        "is_flagged", "is_answered", "is_draft", "is_deleted", "has_attachments", "has_body", "size", "snippet",
        "message_id", "external_id", "external_thread", "draft_id",
    ]

    /// The values of fields that a message's source left out.
    static let defaults: [String: JSONValue] = [
        "keywords": .array([]), "is_read": false, "is_flagged": false, "is_answered": false, "is_draft": false,
        "is_deleted": false, "external_id": nil, "external_thread": nil, "draft_id": nil,
    ]

    /// The values that an event gives to fields that other contexts claim; the event that added the message gives none.
    ///
    /// An event counts for the claims of its own context alone, whatever names its fields have.
    static func claims(
        _ claimed: [ClaimedField], in event: any Event, after earlier: ValueHistory
    ) throws -> [(field: String, value: JSONValue)] {
        if event is MessageAdded { return claimed.map { ($0.shown, .null) } }
        let context = type(of: event).type.context
        let said = claimed.filter { $0.context == context }
        guard !said.isEmpty else { return [] }
        var values: [(field: String, value: JSONValue)] = []
        for change in try FieldChange.all(of: event) {
            guard let field = said.first(where: { $0.recorded == change.field })?.shown else { continue }
            values.append((field, try change.value(after: earlier.last(field) ?? .null)))
        }
        return values
    }

    static func of(_ moment: MessageLife.Moment, account: String?) -> [(field: String, value: JSONValue)] {
        let (message, facts) = (moment.message, moment.facts)
        let keywords = message.keywords
        return [
            ("account", text(account)),
            ("folders", .array(Set(moment.folders.map(moment.containers.path)).sorted().map { .string($0) })),
            ("subject", text(facts.headers.subject)),
            ("from", facts.headers.from.first.map(address) ?? .null),
            ("to", .array(facts.headers.to.map(address))),
            ("date", text(facts.headers.date?.iso8601)), ("received_at", .string(facts.receivedAt.iso8601)),
            ("keywords", .array(keywords.map { .string($0.text) })), ("is_read", .bool(keywords.isSeen)),
            ("is_flagged", .bool(keywords.isFlagged)), ("is_answered", .bool(keywords.isAnswered)),
            ("is_draft", .bool(keywords.isDraft)), ("is_deleted", .bool(!moment.isLive)),
            ("has_attachments", .bool(facts.hasAttachments)), ("has_body", .bool(facts.hasBody)),
            ("size", .integer(facts.size)), ("snippet", .string(facts.snippet)),
            ("message_id", text(facts.headers.messageID)), ("external_id", text(facts.external.id)),
            ("external_thread", text(facts.external.thread)), ("draft_id", text(facts.external.draft)),
        ]
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func address(_ address: EmailAddress) -> JSONValue {
        ["name": text(address.name), "address": .string(address.address)]
    }
}
