package import JSONCoding

/// Every request that a ledger understands, by name.
///
/// A context of this package adds its own here: the list of its entries, which stands in its folder beside `Mail`. Others list theirs
/// themselves (``LedgerContext/requests``).
package enum LedgerRequests {
    package static let entries =
        MailRequests.entries + ChatRequests.entries + AssistRequests.entries + NotesRequests.entries
        + OutboxRequests.entries

    private static let queries = byName(entries.filter { !$0.isCommand })
    private static let commands = byName(entries.filter(\.isCommand))

    /// The query with a name; nil where there is none.
    static func query(named name: String) -> RequestEntry? { queries[name] }

    /// The command with a name; nil where there is none.
    static func command(named name: String) -> RequestEntry? { commands[name] }

    // Two of one name are a mistake of this program, told at the first request.
    private static func byName(_ entries: [RequestEntry]) -> [String: RequestEntry] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0) })
    }
}

/// A request by its name: how it is read of JSON, done, and its answer written.
///
/// The functions that make entries know the request's type when they are compiled; nothing is asked of types while the program runs.
public struct RequestEntry: Sendable {
    public let name: String
    public let isCommand: Bool
    /// Answers a request that came as JSON with its envelope.
    let respond: @Sendable (_ json: [UInt8], _ ledger: Ledger, _ options: JSONBytesEncoder.Options) throws -> [UInt8]

    public static func query<Query: LedgerQuestion>(_: Query.Type) -> RequestEntry {
        RequestEntry(name: Query.name, isCommand: false) { json, ledger, options in
            let body = try JSONBytesDecoder(unknownKeys: .refused).decode(QueryBody<Query>.self, from: json)
            let encoder = encoder(of: Query.self, options)
            return try ledger.lend(body.query, at: body.at) { try encoder.encode($0) }
        }
    }

    public static func command<Command: LedgerWork>(_: Command.Type) -> RequestEntry {
        RequestEntry(name: Command.name, isCommand: true) { json, ledger, options in
            let body = try JSONBytesDecoder(unknownKeys: .refused).decode(CommandBody<Command>.self, from: json)
            return try encoder(of: Command.self, options).encode(ledger.perform(body.command, body.call))
        }
    }

    private static func encoder<Request: LedgerRequest>(
        of _: Request.Type, _ options: JSONBytesEncoder.Options
    ) -> JSONBytesEncoder {
        var options = options
        options.nulls = !Request.answersInWireForm
        return JSONBytesEncoder(options)
    }
}

extension JSONBytesEncoder.Options {
    /// How answers are written: each key in snake_case, and null for what is not there.
    package static let answer = JSONBytesEncoder.Options(nulls: true, snakeCase: true)
}
