/// Every request that a ledger understands, by name.
///
/// A context adds its own here: the list of its queries and that of its commands, which stand in its folder beside `Mail`.
public enum LedgerRequests {
    public static let queries: [any LedgerQuery.Type] =
        MailRequests.queries + ChatRequests.queries + AssistRequests.queries + NotesRequests.queries
        + OutboxRequests.queries
    public static let commands: [any LedgerCommand.Type] =
        MailRequests.commands + ChatRequests.commands + AssistRequests.commands + NotesRequests.commands
        + OutboxRequests.commands

    private static let queriesByName = byName(queries) { $0.name }
    private static let commandsByName = byName(commands) { $0.name }

    /// The type of the query with a name; nil where there is none.
    public static func query(named name: String) -> (any LedgerQuery.Type)? { queriesByName[name] }

    /// The type of the command with a name; nil where there is none.
    public static func command(named name: String) -> (any LedgerCommand.Type)? { commandsByName[name] }

    // Two of one name are a mistake of this program, told at the first request.
    private static func byName<Request>(_ all: [Request], _ name: (Request) -> String) -> [String: Request] {
        var types: [String: Request] = [:]
        for request in all {
            precondition(types.updateValue(request, forKey: name(request)) == nil, "two requests of one name")
        }
        return types
    }
}
