package import LedgerKernel

/// Every request that a ledger understands, by name.
///
/// A context of this package adds its own here: the list of its entries, in its folder beside `Mail`. Other contexts
/// list theirs themselves (``LedgerContext/requests``).
package enum LedgerRequests {
    package static let entries =
        MailRequests.entries + ChatRequests.entries + AssistRequests.entries + NotesRequests.entries
        + OutboxRequests.entries + AccessRequests.entries

    private static let queries = byName(entries.filter { !$0.isCommand })
    private static let commands = byName(entries.filter(\.isCommand))

    /// The query with a name; nil if there is none.
    static func query(named name: String) -> RequestEntry? { queries[name] }

    /// The command with a name; nil if there is none.
    static func command(named name: String) -> RequestEntry? { commands[name] }

    // Two requests with one name are a mistake in this program; the first request reports it.
    private static func byName(_ entries: [RequestEntry]) -> [String: RequestEntry] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
    }
}
