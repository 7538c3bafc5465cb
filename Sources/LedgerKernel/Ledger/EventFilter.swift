public import EventLog
package import Mail
internal import Projections

/// The events that a subscriber requests; an empty condition lets all pass.
public struct EventFilter: Sendable, Hashable {
    /// Names of types, with their `mail.` or without.
    public var types: Set<String>
    /// Accounts by their addresses or ids, deleted ones too; events that concern no account are left out then.
    public var accounts: Set<String>

    public init(types: Set<String> = [], accounts: Set<String> = []) {
        self.types = types
        self.accounts = accounts
    }
}

extension EventFilter {
    /// Looks up the names in a ledger, for ``LogReading/recorded(after:_:decodedBy:limit:)``.
    ///
    /// - Throws: An error that names the unknown type or account.
    public func selection(in ledger: Ledger) throws -> RecordedEventSelection {
        var streams: Set<StreamID> = []
        if !accounts.isEmpty {
            streams = try ledger.read { reader in Set(try accounts.map { try reader.everyAccount($0).stream }) }
        }
        return RecordedEventSelection(typeNames: Set(try types.map(ledger.catalogue.typeName)), accounts: streams)
    }
}

extension EventCatalogue {
    /// Returns the full name of one of today's types; its `mail.` may be omitted, and the name of a context that no
    /// other type shares.
    package func typeName(_ name: String) throws(DomainError) -> String {
        let names = types.map { $0.name }
        let short = names.filter { $0.hasSuffix("." + name) }
        let unique = short.count == 1 ? short.first : nil
        guard let found = names.first(where: { $0 == name || $0 == "mail." + name }) ?? unique else {
            let near = Self.likely(names.map { $0.hasPrefix("mail.") ? String($0.dropFirst(5)) : $0 }, for: name)
            throw DomainError.invalid(
                field: "type", reason: "there is no event \"\(name)\"; there are \(near.joined(separator: ", "))")
        }
        return found
    }

    /// Returns the names that hold one of the words of `typed`; else, the usual ones and how many more there are.
    private static func likely(_ names: [String], for typed: String) -> [String] {
        let words = typed.lowercased().split { !$0.isLetter }.filter { $0.count > 2 }
        let alike = names.filter { name in words.contains { name.contains($0.prefix(5)) } }
        if !alike.isEmpty, alike.count <= 12 { return alike }
        let usual = names.filter { $0.hasPrefix("message-") || $0.hasPrefix("folder-") }
        return usual + ["and \(names.count - usual.count) more"]
    }
}
