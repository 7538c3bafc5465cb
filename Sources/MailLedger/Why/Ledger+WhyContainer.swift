internal import EventLog
internal import JSONCoding
internal import Mail
internal import Projections

extension Ledger {
    /// Tells of each setting of a folder, or of one, which events made it what it is.
    ///
    /// The fields are those that its events name, and `is_deleted`; how many messages it counts is told by
    /// ``whyUnread(folder:account:limit:)``.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` that lists the fields.
    public func why(folder name: String, in account: String? = nil, field: String? = nil) throws -> [ValueReason] {
        try read { reader in
            let folder = try reader.everyFolder(name, in: account.map { try reader.everyAccount($0).stream })
            var values = ValueHistory()
            // It ends and comes back with the folders above it and with its account.
            var containers = Containers()
            for (position, event) in try ContainerTimeline(of: folder.accountStream, reader).events {
                containers.apply(event, at: position)
                guard position.rawValue >= folder.stream.rawValue else { continue }
                let isLive = containers.isAccountLive && containers.isLive(folder.id)
                values.take([("is_deleted", .bool(!isLive))], at: position)
            }
            return try why(folder.stream, "a folder", ContainerValues.folder, field, values, reader)
        }
    }

    /// Tells of each setting of an account, or of one, which events made it what it is.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:)`` that lists the fields.
    public func why(account name: String, field: String? = nil) throws -> [ValueReason] {
        try read { reader in
            let account = try reader.everyAccount(name)
            return try why(account.stream, "an account", ContainerValues.account, field, ValueHistory(), reader)
        }
    }

    private func why(
        _ stream: StreamID, _ kind: String, _ known: ContainerValues, _ field: String?, _ values: ValueHistory,
        _ reader: LedgerReader
    ) throws -> [ValueReason] {
        if let field, !known.fields.contains(field) {
            throw DomainError.unknownField(field, of: kind, among: known.fields)
        }
        var values = values
        for position in try store.positions(of: stream, through: reader.position) {
            values.take(try known.values(of: historyEntry(at: position)), at: position)
        }
        return try (field.map { [$0] } ?? known.fields).compactMap {
            try values.reason(for: $0, defaults: known.defaults, self)
        }
    }
}

/// The fields of an account or a folder, as its events name them.
private struct ContainerValues {
    let created: EventType
    /// What it has of which the event that made it said nothing.
    let defaults: [String: JSONValue]
    let fields: [String]

    static let folder = ContainerValues(
        FolderCreated.type, fields: ["name", "parent", "kind", "role", "sort_order"],
        optional: [
            "icon": nil, "color": nil, "text_color": nil, "visibility": "show", "message_visibility": "show",
            "external_id": nil, "keep_newest": nil, "keep_for": nil, "uid_validity": nil, "highest_mod_seq": nil,
            "supports_idle": nil,
        ])

    static let account = ContainerValues(
        AccountCreated.type, fields: ["address", "provider", "auth_types", "is_enabled"],
        optional: [
            "display_name": nil, "imap.host": nil, "imap.port": nil, "imap.security": nil, "imap.username": nil,
            "smtp.host": nil, "smtp.port": nil, "smtp.security": nil, "smtp.username": nil, "credential_ref": nil,
            "keep_newest": nil, "keep_for": nil, "history_id": nil, "status": "idle", "error_message": nil,
            "last_full_sync": nil,
            "last_incremental_sync": nil,
        ])

    private init(_ created: EventType, fields: [String], optional: KeyValuePairs<String, JSONValue>) {
        self.created = created
        self.fields = fields + optional.map(\.key) + ["is_deleted"]
        var defaults = Dictionary(uniqueKeysWithValues: optional.map { ($0.key, $0.value) })
        defaults["auth_types"] = .array([])
        for field in ["parent", "role"] where fields.contains(field) { defaults[field] = .null }
        defaults["is_deleted"] = false
        self.defaults = defaults
    }

    /// What an event says of the fields.
    func values(of entry: HistoryEntry) -> [(field: String, value: JSONValue)] {
        if entry.type == AccountDeleted.type { return [("is_deleted", true)] }
        if entry.type == AccountRestored.type { return [("is_deleted", false)] }
        var values = entry.changes.filter { fields.contains($0.field) }.map { (field: $0.field, value: $0.new) }
        if entry.type == created {
            let said = Set(values.map(\.field))
            // A folder's end is told by all that holds it.
            let endsByItself = created == AccountCreated.type
            values += defaults.filter { fields.contains($0.key) && !said.contains($0.key) }
                .filter { endsByItself || $0.key != "is_deleted" }
                .map { (field: $0.key, value: $0.value) }
        }
        return values
    }
}
