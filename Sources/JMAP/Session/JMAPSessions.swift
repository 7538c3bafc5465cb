internal import Synchronization

/// The sessions that a service has made: each answer names one by its state.
package final class JMAPSessions: Sendable {
    /// Of more sessions none is remembered.
    private static let most = 1_000

    private let sessions = Mutex<[JMAPSession.Source: JMAPSession]>([:])

    package init() {}

    /// Returns the session that is made of something, and makes it the first time.
    func session(of source: JMAPSession.Source, _ make: () throws -> JMAPSession) rethrows -> JMAPSession {
        if let known = sessions.withLock({ $0[source] }) { return known }
        let session = try make()
        sessions.withLock { sessions in
            if sessions.count >= Self.most { sessions = [:] }
            sessions[source] = session
        }
        return session
    }
}
