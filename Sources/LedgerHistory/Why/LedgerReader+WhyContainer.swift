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
        let known = known.claiming(contexts.claims(on: HistoryEntry.entity(of: known.created.name)))
        if let field, !known.fields.contains(field) {
            throw DomainError.unknownField(field, of: kind, among: known.fields)
        }
        var values = values
        for position in try store.positions(of: stream, through: self.position) {
            values.take(try known.values(of: historyEntry(at: position), after: values), at: position)
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
        _ created: EventType, fields: [String], defaults: [String: JSONValue] = [:], referring: Set<String> = []
    ) {
        self.created = created
        self.referring = referring
        self.fields = fields + ["is_deleted"]
        let nulls = Dictionary(uniqueKeysWithValues: fields.map { ($0, JSONValue.null) })
        self.defaults = nulls.merging(defaults) { $1 }.merging(["is_deleted": false]) { $1 }
    }

    /// The same with the fields that other contexts claim.
    func claiming(_ claimed: [String]) -> ContainerValues {
        guard !claimed.isEmpty else { return self }
        return ContainerValues(
            created, fields: fields.dropLast() + claimed, defaults: defaults, referring: referring)
    }

    /// The values that an event gives to the fields, after those that earlier events gave.
    func values(of entry: HistoryEntry, after earlier: ValueHistory) throws -> [(field: String, value: JSONValue)] {
        // A folder's end also depends on its account and the folders above it.
        let endsByItself = created != FolderCreated.type
        if endsByItself, entry.type.name.hasSuffix("-deleted") { return [("is_deleted", true)] }
        if endsByItself, entry.type.name.hasSuffix("-restored") { return [("is_deleted", false)] }
        let told = fields.filter { !referring.contains($0) }
        var values = try entry.changes.filter { told.contains($0.field) }.map { change in
            (field: change.field, value: try change.value(after: earlier.last(change.field) ?? .null))
        }
        if entry.type == created {
            let said = Set(values.map(\.field))
            values += defaults.filter { told.contains($0.key) && !said.contains($0.key) }
                .filter { endsByItself || $0.key != "is_deleted" }
                .map { (field: $0.key, value: $0.value) }
        }
        return values
    }
}
