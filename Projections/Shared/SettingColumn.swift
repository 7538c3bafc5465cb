internal import EventLog
internal import SQLite

/// A column that holds a setting: its name, and what is written into it of all settings and of their change.
///
/// A table that holds settings lists these columns once, beside the statement that makes it; from the list follow the INSERT, the
/// UPDATE and the columns of the SELECT, which the settings are read from in the same order.
struct SettingColumn<Settings: Sendable, Changed: Sendable>: Sendable {
    let name: SQL
    let value: @Sendable (Settings) -> Value
    let change: @Sendable (Changed) -> Value?

    /// - Parameter stored: Makes of a setting what the column holds.
    init<Field: Codable & Hashable & Sendable>(
        _ name: SQL, _ field: any KeyPath<Settings, Field> & Sendable,
        _ change: any KeyPath<Changed, Change<Field>?> & Sendable,
        stored: @escaping @Sendable (Field) -> any Bindable
    ) {
        self.name = name
        value = { stored($0[keyPath: field]).value }
        self.change = { $0[keyPath: change].map { stored($0.new).value } }
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

    /// Binds what an INSERT writes into them.
    func values<Settings, Changed>(of settings: Settings) -> SQL where Element == SettingColumn<Settings, Changed> {
        map { "\(bind: $0.value(settings))" }.joined(separator: ", ")
    }

    /// What an UPDATE sets, in terms of its columns; empty where none changed.
    func assignments<Settings, Changed>(of changed: Changed) -> [SQL]
    where Element == SettingColumn<Settings, Changed> {
        compactMap { column in column.change(changed).map { "\(column.name) = \(bind: $0)" } }
    }
}
