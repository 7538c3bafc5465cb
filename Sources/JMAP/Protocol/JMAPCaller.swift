package import MailLedger

/// Who makes a request, and what they may do.
package struct JMAPCaller: Sendable {
    let username: String
    let mayWrite: Bool
    /// Whether all accounts are theirs to see.
    let reachesAll: Bool
    /// Who does what a method does, by the method's name.
    let identity: @Sendable (_ method: String) throws -> RequestCaller

    package init(
        username: String, mayWrite: Bool, reachesAll: Bool = true,
        identity: @escaping @Sendable (_ method: String) throws -> RequestCaller
    ) {
        self.username = username
        self.mayWrite = mayWrite
        self.reachesAll = reachesAll
        self.identity = identity
    }
}
