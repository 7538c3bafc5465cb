internal import Access
internal import ArgumentParsing

/// What a token may do, and until when.
struct TokenOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("What it may do: read, write, audit, undo, erase, admin.", valueName: "scope,…"))
    var scopes: ScopeList?
    @Option(
        name: .long,
        help: ArgumentHelp("When it ends: a day (from 00:00 UTC), a time with a zone, or never.", valueName: "time")
    )
    var expires: String?
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Limit it to this account; may be repeated.", valueName: "address"),
        completion: .names(.account))
    var account: [String] = []

    func validate() throws {
        if let expiry, !expiry.isEmpty, (try? TokenSettings.expiry(expiry)) == nil {
            throw ValidationError("--expires takes a day, a time with a zone, or never; this is \"\(expires ?? "")\"")
        }
    }

    /// The accounts, as requests say them; nil where none is named.
    var accounts: [String]? { account.isEmpty ? nil : account }

    /// When it ends, as requests say it; an empty text for never.
    var expiry: String? {
        expires.map { $0 == "never" ? "" : $0.utf8.count == 10 ? $0 + "T00:00:00Z" : $0 }
    }
}

/// Scopes with a comma between each.
struct ScopeList: ExpressibleByArgument, Sendable {
    let all: [AccessScope]

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let scopes = words.compactMap { AccessScope(rawValue: String($0)) }
        guard !scopes.isEmpty, scopes.count == words.count else { return nil }
        all = scopes
    }
}
