internal import LibPQ

/// The URL of a ledger on a server, or of a database of ledgers: `postgresql://node@db1,db2/mail?ledger=ada`.
package struct LedgerURL: Sendable, Hashable {
    let address: PostgresAddress

    private init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Reads a URL; nil if it is not well-formed.
    package init?(_ text: String) {
        guard let address = PostgresAddress(text) else { return nil }
        self.init(address)
    }

    /// Says what is wrong with the name of the ledger in a URL that cannot be read; nil if something else is wrong.
    package static func nameFault(in text: String) -> String? { PostgresAddress.nameFault(in: text) }

    /// Says why a text cannot be the name of a ledger; nil if it can.
    package static func fault(ofName text: String) -> String? { PostgresAddress.fault(ofName: text) }

    /// Whether a text is meant as such a URL.
    package static func isURL(_ text: String) -> Bool { PostgresAddress.isURL(text) }

    /// The ledger's name; nil if the URL names none.
    package var ledger: String? { address.ledger }

    /// Whether a password stands in it, where `ps` and the shell's history show it.
    package var hasPassword: Bool { address.hasPassword }

    /// The same database with another ledger; nil for a name that no URL can hold.
    package func naming(_ ledger: String) -> LedgerURL? { address.naming(ledger).map { LedgerURL($0) } }
}

extension LedgerURL: CustomStringConvertible {
    /// The URL without a password.
    package var description: String { address.description }
}
