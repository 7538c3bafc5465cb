internal import EventLog
internal import SQLiteDatabase

/// A column of a setting: its name, and the values to write for all settings and for their change.
///
/// A table of settings lists these columns once, beside the statement that makes it. The INSERT, the UPDATE and the
/// columns of the SELECT follow from the list; settings are read in its order. `Settings` is what a thing has from its
/// start: settings, or the event that made it.
struct SettingColumn<Settings: Sendable, Changed: Sendable>: Sendable {
    let name: SQL
    let value: @Sendable (Settings) throws -> Value
    let change: @Sendable (Changed) throws -> Value?

    /// - Parameter stored: Converts a setting to the value of the column.
    init<Field: Codable & Hashable & Sendable>(
        _ name: SQL, _ field: any KeyPath<Settings, Field> & Sendable,
        _ change: any KeyPath<Changed, Change<Field>?> & Sendable,
        stored: @escaping @Sendable (Field) throws -> any Bindable
    ) {
        self.name = name
        value = { try stored($0[keyPath: field]).value }
        self.change = { try $0[keyPath: change].map { try stored($0.new).value } }
    }

    init<Field: Bindable & Codable & Hashable & Sendable>(
        _ name: SQL, _ field: any KeyPath<Settings, Field> & Sendable,
        _ change: any KeyPath<Changed, Change<Field>?> & Sendable
    ) {
        self.init(name, field, change) { $0 }
    }
}

extension Array {
    /// Names the columns for a SELECT or an INSERT.
    func names<Settings, Changed>(of table: SQL? = nil) -> SQL where Element == SettingColumn<Settings, Changed> {
        map { column in table.map { "\($0).\(column.name)" } ?? column.name }.joined(separator: ", ")
    }

    /// Binds the values that an INSERT writes into them.
    func values<Settings, Changed>(of settings: Settings) throws -> SQL
    where Element == SettingColumn<Settings, Changed> {
        try map { "\(bind: try $0.value(settings))" as SQL }.joined(separator: ", ")
    }

    /// The assignments of an UPDATE, with its columns; empty if none changed.
    func assignments<Settings, Changed>(of changed: Changed) throws -> [SQL]
    where Element == SettingColumn<Settings, Changed> {
        try compactMap { column in try column.change(changed).map { "\(column.name) = \(bind: $0)" } }
    }
}
