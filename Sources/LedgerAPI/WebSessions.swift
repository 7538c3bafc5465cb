internal import Access
internal import CivilTime
internal import Cryptography
internal import Synchronization

/// A browser that is logged in.
struct WebSession: Sendable {
    /// What the server keeps of its secret.
    let digest: SHA256Digest
    /// The token that it was begun with; nil for the owner's code.
    let token: TokenID?
    let end: Timestamp
}

/// The browsers that are logged in, in memory alone: they end with the server.
final class WebSessions: Sendable {
    private static let hours: Int64 = 12
    /// Beyond this many the one that ends first is forgotten.
    private static let limit = 1_000

    private let sessions = Mutex<[SHA256Digest: WebSession]>([:])

    /// Begins a session, and returns the secret for the browser's cookie.
    func begin(with token: TokenID?, at now: Timestamp) -> (secret: String, session: WebSession) {
        let secret = randomBytes(32).hex
        let session = WebSession(
            digest: SHA256Hasher.digest(of: Array(secret.utf8)), token: token,
            end: Timestamp(microseconds: now.microseconds + Self.hours * 3_600_000_000))
        sessions.withLock { sessions in
            for (digest, session) in sessions where session.end <= now { sessions[digest] = nil }
            if sessions.count >= Self.limit, let first = sessions.min(by: { $0.value.end < $1.value.end }) {
                sessions[first.key] = nil
            }
            sessions[session.digest] = session
        }
        return (secret, session)
    }

    /// Returns the session of a secret that a browser shows.
    func session(shown secret: String, at now: Timestamp) -> WebSession? {
        live(SHA256Hasher.digest(of: Array(secret.utf8)), at: now)
    }

    /// Returns a session by what is kept of its secret; nil where it is over.
    func live(_ digest: SHA256Digest, at now: Timestamp) -> WebSession? {
        guard let session = sessions.withLock({ $0[digest] }), session.end > now else { return nil }
        return session
    }

    func end(_ digest: SHA256Digest) {
        sessions.withLock { $0[digest] = nil }
    }
}
