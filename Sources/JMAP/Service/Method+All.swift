extension Method {
    /// All that there are.
    static let all: [String: Method] = {
        let echo = reading("Core/echo", of: .core) { call, _ in call.arguments }
        let methods = [echo, BlobCopy.method] + MailboxMethods.all + ThreadMethods.all + EmailMethods.all
        return Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }()

    /// Those that know nothing but an account by its reader; others are for callers who reach all accounts.
    ///
    /// A test compares them with all methods, and asks each of them for an account that its caller does not reach.
    static let ofAccounts: Set<String> = [
        "Core/echo", "Mailbox/get", "Mailbox/changes", "Mailbox/query", "Mailbox/queryChanges", "Mailbox/set",
        "Thread/get", "Thread/changes", "Email/get", "Email/changes", "Email/query", "Email/queryChanges", "Email/set",
        "Email/import", "Email/copy",
        "Email/parse", "SearchSnippet/get", "Blob/copy",
    ]
}
