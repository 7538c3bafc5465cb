internal import ArgumentParsing
internal import Fleet
internal import Mail

/// Looks for secrets in the words of a command line that is about accounts or the profile, before anything of it is read or repeated.
enum SecretArguments {
    /// Throws where an option is named for a secret, or a value is a user and a password, or a URL with them.
    ///
    /// The error names the option, never the value.
    static func check(_ arguments: [String]) throws {
        guard ["account", "profile"].contains(arguments.first) else { return }
        var option = "argument"
        for word in arguments {
            if word == "--" { return }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if word.hasPrefix("--") {
                option = String(parts[0].dropFirst(2))
                if option != "credential-ref" { try SecretFieldPolicy.check(fieldName: option) }
            }
            // A credential reference has a check of its own: keyring:ada@example.org is one.
            let value = word.hasPrefix("--") ? parts.dropFirst().joined(separator: "=") : word
            // A ledger on a server has a URL with a user, which no event holds.
            if option == "ledger", LedgerURL(value)?.hasPassword == false { continue }
            if option != "credential-ref", SecretFieldPolicy.holdsUserInfo(value) {
                throw ValueError(field: option, reason: .holdsSecret)
            }
        }
    }
}
