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
        if let unknown = scopes?.unknown.first {
            let all = AccessScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--scopes takes \(all), with commas between them; \"\(unknown)\" is none of these")
        }
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
    /// The words that are no scopes.
    let unknown: [String]

    init(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        all = words.compactMap { AccessScope(rawValue: $0) }
        unknown = words.filter { AccessScope(rawValue: $0) == nil }
    }
}
