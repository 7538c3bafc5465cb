internal import Access
internal import EventLog
internal import Hashing
internal import Projections

/// Who has asked, and what they may do.
struct Caller: Sendable {
    let actor: String
    /// What stands beside the actor in the log; nil for the system's user.
    let carrier: String?
    let scopes: Set<AccessScope>
    /// The token; nil for the owner, who came by a Unix socket.
    let token: TokenID?
    /// What is kept of the secret of the browser's session; nil for programs.
    let session: SHA256Digest?

    init(_ row: TokenRow, session: WebSession? = nil) {
        actor = row.settings.actor
        carrier = "token:" + row.settings.name
        scopes = row.settings.scopes
        token = row.id
        self.session = session?.digest
    }

    /// The owner of the ledger, who may do everything.
    init(owner actor: String) {
        self.actor = actor
        carrier = nil
        scopes = Set(AccessScope.allCases)
        token = nil
        session = nil
    }

    /// The owner in a browser that was let in by a code, who reads and takes back, and erases nothing.
    init(owner actor: String, session: WebSession) {
        self.actor = actor
        carrier = nil
        scopes = [.read, .audit, .undo]
        token = nil
        self.session = session.digest
    }

    /// What the access log calls it.
    var name: String { carrier ?? "owner" }

    /// - Throws: ``APIFailure`` where the scope is missing.
    func require(_ scope: AccessScope) throws {
        guard scopes.contains(scope) else { throw APIFailure.missing(scope) }
    }
}
