internal import Domain
package import EventLog
package import JSONCoding
public import LedgerKernel
internal import Mail
internal import Projections

extension LedgerReader {
    /// Returns the events that determined each setting of a folder, or one of them.
    ///
    /// The fields are those that its events name, and `is_deleted`. ``whyUnread(folder:account:limit:)`` explains its
    /// number of unread messages.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``, which lists the fields.
    public func why(folder name: String, in account: String? = nil, field: String? = nil) throws -> [ValueReason] {
        let folder = try everyFolder(name, in: account.map { try everyAccount($0).stream })
        var values = ValueHistory()
        // It ends and comes back with the folders above it and with its account.
        var containers = Containers()
        for (position, event) in try ContainerTimeline(of: folder.accountStream, self).events {
            containers.apply(event, at: position)
            guard position.rawValue >= folder.stream.rawValue else { continue }
            let isLive = containers.isAccountLive && containers.isLive(folder.id)
            values.take([("is_deleted", .bool(!isLive))], at: position)
        }
        return try why(folder.stream, "a folder", ContainerValues.folder, field, values)
    }

    /// Returns the events that determined each setting of an account, or one of them.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)``, which lists the fields.
    public func why(account name: String, field: String? = nil) throws -> [ValueReason] {
        let account = try everyAccount(name)
        return try why(account.stream, "an account", ContainerValues.account, field, ValueHistory())
    }

    package func why(
        _ stream: StreamID, _ kind: String, _ known: ContainerValues, _ field: String?, _ values: ValueHistory
    ) throws -> [ValueReason] {
        let entity = HistoryEntry.entity(of: known.created.name)
        let known = known.claiming(contexts.claims(on: entity))
        if let field, !known.fields.contains(field) {
            throw DomainError.unknownField(field, of: kind, among: known.fields)
        }
        var values = values
        var positions = try store.positions(of: stream, through: self.position)
        // What ends with another thing comes back with it, too, unless it was deleted by itself.
        var endsOfHolder: [Position: Bool] = [:]
        if let holder = try contexts.things.first(where: { $0.name == entity })?.holder(of: stream, on: connection) {
            for place in try endsAndReturns(of: holder) where place.position.rawValue > stream.rawValue {
                endsOfHolder[place.position] = place.isEnd
            }
            positions = (positions + endsOfHolder.keys).sorted()
        }
        var hasEnded = (itself: false, withHolder: false)
        for position in positions {
            if let isEnd = endsOfHolder[position] {
                hasEnded.withHolder = isEnd
                values.take([("is_deleted", .bool(hasEnded.itself || isEnd))], at: position)
                continue
            }
            var told = try known.values(of: historyEntry(at: position), after: values)
            if let index = told.firstIndex(where: { $0.field == "is_deleted" }) {
                hasEnded.itself = told[index].value == .bool(true)
                told[index].value = .bool(hasEnded.itself || hasEnded.withHolder)
            }
            values.take(told, at: position)
        }
        return try (field.map { [$0] } ?? known.fields).compactMap {
            try values.reason(for: $0, defaults: known.defaults, self)
        }
    }
}

/// The fields of a thing, as its events name them.
package struct ContainerValues {
    let created: EventType
    /// The values of fields that its first event left out.
    let defaults: [String: JSONValue]
    let fields: [String]
    /// The fields that events of its own context set.
    private let own: [String]
    /// The fields that events of other contexts set, whatever the names of the own ones.
    private let claimed: [ClaimedField]
    /// Fields that also depend on other things, so that no event of its own states their values.
    private let referring: Set<String>

    static let folder = ContainerValues(
        FolderCreated.type,
        fields: ["name", "parent", "kind"] + FolderChanged.fields.flatMap(\.names)
            + FolderCursorChanged.fields.flatMap(\.names),
        defaults: ["visibility": "show", "message_visibility": "show"])

    static let account = ContainerValues(
        AccountCreated.type,
        fields: AccountChanged.fields.flatMap(\.names) + AccountSyncChanged.fields.flatMap(\.names),
        defaults: ["auth_types": .array([]), "status": "idle"])

    /// - Parameter defaults: Values other than null of fields that no event set.
    package init(
        _ created: EventType, fields: [String], defaults: [String: JSONValue] = [:], referring: Set<String> = [],
        claimed: [ClaimedField] = []
    ) {
        self.created = created
        self.referring = referring
        self.claimed = claimed
        own = fields
        let all = fields + claimed.map(\.shown)
        self.fields = all + ["is_deleted"]
        let nulls = Dictionary(uniqueKeysWithValues: all.map { ($0, JSONValue.null) })
        self.defaults = nulls.merging(defaults) { $1 }.merging(["is_deleted": false]) { $1 }
    }

    /// The same with the fields that other contexts claim, as far as it has none of these names.
    func claiming(_ claimed: [ClaimedField]) -> ContainerValues {
        let others = claimed.filter { !fields.contains($0.shown) }
        guard !others.isEmpty else { return self }
        return ContainerValues(created, fields: own, defaults: defaults, referring: referring, claimed: others)
    }

    /// The values that an event gives to the fields, after those that earlier events gave.
    ///
    /// An event of another context, such as a report of the outbox, may have fields of the same names.
    func values(of entry: HistoryEntry, after earlier: ValueHistory) throws -> [(field: String, value: JSONValue)] {
        let isOwn = entry.type.context == created.context
        // A folder's end also depends on its account and the folders above it.
        let endsByItself = created != FolderCreated.type
        if isOwn, endsByItself, entry.type.name.hasSuffix("-deleted") { return [("is_deleted", true)] }
        if isOwn, endsByItself, entry.type.name.hasSuffix("-restored") { return [("is_deleted", false)] }
        let names = names(in: entry.type.context)
        var values: [(field: String, value: JSONValue)] = []
        for change in entry.changes {
            guard let field = names[change.field] else { continue }
            values.append((field, try change.value(after: earlier.last(field) ?? .null)))
        }
        if entry.type == created {
            let said = Set(values.map(\.field))
            values += defaults.filter { fields.contains($0.key) && !referring.contains($0.key) }
                .filter { !said.contains($0.key) && (endsByItself || $0.key != "is_deleted") }
                .map { (field: $0.key, value: $0.value) }
        }
        return values
    }

    /// The fields that events of a context set, by their names in these events.
    private func names(in context: Substring) -> [String: String] {
        let told = context == created.context ? own.filter { !referring.contains($0) }.map { ($0, $0) } : []
        let claims = claimed.filter { $0.context == context }.map { ($0.recorded, $0.shown) }
        return Dictionary(told + claims) { first, _ in first }
    }
}
