internal import Access
internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import MailLedger
internal import Projections

/// How long a stream goes on.
extension Admitted {
    /// Whether a stream goes on: the token still means what it did when the stream began, by the tokens as they are now.
    func isStillLetIn(_ ledger: Ledger) throws -> Bool {
        defer { caller.enter(ledger) }
        guard handler.folder.isThere else { return false }
        if let session = caller.session, handler.sessions.live(session, at: handler.now) == nil { return false }
        guard let token = caller.token else { return true }
        try handler.tokens.refresh(from: ledger)
        guard let row = handler.tokens.live(token, at: handler.now) else { return false }
        let now = Caller(row)
        return now.scopes == caller.scopes && now.reach == caller.reach
    }

    /// When the caller is let in no more if nobody changes anything, in microseconds of the monotonic clock.
    func closingTime() -> Int64 {
        let now = handler.now
        let session = caller.session.flatMap { handler.sessions.live($0, at: now)?.end }
        let token = caller.token.flatMap { handler.tokens.live($0, at: now)?.settings.expiresAt }
        guard let end = [session, token].compactMap({ $0 }).min() else { return .max }
        return MonotonicClock.microseconds + (end.microseconds - now.microseconds)
    }
}
