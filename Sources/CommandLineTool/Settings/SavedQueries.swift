internal import ConfigurationFiles
internal import MailLedger
internal import Projections
internal import SystemIdentity

/// The saved queries of the configuration file.
struct SavedQueries {
    let file: ConfigurationFile
    private let settings: Settings

    init(_ settings: Settings) throws {
        self.settings = settings
        file = try settings.writableFile()
    }

    /// The key of a name that a query may have.
    static func key(_ name: String) throws(SettingError) -> ConfigurationKey {
        guard ConfigurationKey.isWord(name) else {
            throw SettingError(
                name: "name",
                description:
                    "\"\(name)\" is not a name for a query: take letters, digits, - and _, a letter or digit first")
        }
        return ConfigurationKey(group: Settings.queryGroup, name: name)
    }

    /// Reads a query as if it had this name already, so that one that leads back to itself is refused, and saves it as it was typed.
    ///
    /// - Returns: The text that the name stood for before.
    func save(_ text: String, as name: String) throws -> String? {
        let key = try Self.key(name)
        let before = try settings.savedQueries()
        _ = try MessageFilter(query: text, savedAs: name, in: context(before.merging([name: text]) { $1 }))
        _ = try WorkingUser.asItself { try file.set(key, to: text) }
        return before[name]
    }

    /// Takes a name away, and returns the names of the queries that used it.
    func delete(_ name: String) throws -> [String] {
        var saved = try settings.savedQueries()
        let sound = saved.keys.filter { isSound($0, in: saved) }
        saved[name] = nil
        try file.set(try Self.key(name), to: nil)
        return sound.filter { $0 != name && !isSound($0, in: saved) }.sorted()
    }

    /// Every query with how it is read, by name.
    func all() throws -> [SavedQueryForm] {
        let saved = try settings.savedQueries()
        return saved.keys.sorted().map { form($0, in: saved) }
    }

    /// The query of a name; nil where there is none.
    func form(_ name: String) throws -> SavedQueryForm? {
        let saved = try settings.savedQueries()
        return saved[name] == nil ? nil : form(name, in: saved)
    }

    private func form(_ name: String, in saved: [String: String]) -> SavedQueryForm {
        let query = saved[name] ?? ""
        do {
            let filter = try filter("query:\"\(name)\"", with: saved)
            return SavedQueryForm(
                name: name, query: query, explanation: filter.explanation(in: .standard()), fault: nil)
        } catch {
            return SavedQueryForm(name: name, query: query, explanation: nil, fault: error.description)
        }
    }

    private func isSound(_ name: String, in saved: [String: String]) -> Bool {
        form(name, in: saved).fault == nil
    }

    private func filter(_ text: String, with saved: [String: String]) throws(QueryError) -> MessageFilter {
        try MessageFilter(query: text, in: context(saved))
    }

    private func context(_ saved: [String: String]) -> QueryContext {
        var context = QueryContext.standard()
        context.savedQueries = { saved }
        return context
    }
}
