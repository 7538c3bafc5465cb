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
    /// Returns the full name of one of today's types, whose `mail.` may be omitted.
    package func typeName(_ name: String) throws(DomainError) -> String {
        let names = types.map { $0.name }
        guard let found = names.first(where: { $0 == name || $0 == "mail." + name }) else {
            let list = names.map { $0.hasPrefix("mail.") ? String($0.dropFirst(5)) : $0 }.joined(separator: ", ")
            throw DomainError.invalid(field: "type", reason: "there is no event \"\(name)\"; there are \(list)")
        }
        return found
    }
}
