internal import Access
internal import Cryptography
internal import EventLog
internal import MailLedger
internal import Projections

/// Who has asked, and what they may do.
struct Caller: Sendable {
    let actor: String
    /// What stands beside the actor in the log; nil for the system's user.
    let carrier: String?
    let scopes: Set<AccessScope>
    /// The accounts whose mail they see and change.
    let reach: AccountReach
    /// The token; nil for the owner, who came by a Unix socket.
    let token: TokenID?
    /// What is kept of the secret of the browser's session; nil for programs.
    let session: SHA256Digest?

    init(_ row: TokenRow, session: WebSession? = nil) {
        actor = row.settings.actor
        carrier = "token:" + row.settings.name
        scopes = row.settings.scopes
        reach = row.settings.accounts.map { .only(Set($0)) } ?? .all
        token = row.id
        self.session = session?.digest
    }

    /// The owner of the ledger, who may do everything.
    init(owner actor: String) {
        self.actor = actor
        carrier = nil
        scopes = Set(AccessScope.allCases)
        reach = .all
        token = nil
        session = nil
    }

    /// The owner in a browser that was let in by a code, who reads and takes back, and erases nothing.
    init(owner actor: String, session: WebSession) {
        self.actor = actor
        carrier = nil
        scopes = [.read, .audit, .undo]
        reach = .all
        token = nil
        self.session = session.digest
    }

    /// What the access log calls it.
    var name: String { carrier ?? "owner" }

    /// Has a ledger show what this caller may see: it is handed to one request after the other.
    func enter(_ ledger: Ledger) {
        ledger.audience = Audience(
            reach: reach, showsHistory: scopes.contains(.audit), showsMail: scopes.contains(.read))
    }

    /// - Throws: ``APIFailure`` where the scope is missing.
    func require(_ scope: AccessScope) throws {
        guard scopes.contains(scope) else { throw APIFailure.missing(scope) }
    }

    /// - Throws: ``APIFailure`` or ``BeyondReach`` where a request needs another scope, or all accounts.
    func requireRight(to name: String, isCommand: Bool) throws {
        try require(RequestScopes.scope(of: name, isCommand: isCommand))
        guard reach == .all || RequestReach.isOfAccounts(name, isCommand: isCommand) else {
            throw APIFailure.ofAllAccounts
        }
    }
}
