internal import Access
internal import CivilTime
internal import EventLog
internal import Hashing
internal import MailLedger
internal import Projections
internal import Synchronization

/// The tokens that are known, as of the head of the log.
final class TokenBook: Sendable {
    private struct State {
        var tokens: [TokenRow] = []
        var position: Position?
    }

    private let state = Mutex(State())

    /// Reads the tokens where the log has grown since they were read.
    func refresh(from ledger: Ledger) throws {
        let head = try ledger.store.head().position
        guard state.withLock({ $0.position }) != head else { return }
        let (tokens, position) = try ledger.read { (try $0.tokens(), $0.position) }
        state.withLock { state in
            // Another thread may have read later.
            guard (state.position ?? .start) <= position else { return }
            state.tokens = tokens
            state.position = position
        }
    }

    /// Returns what is known of a token that somebody shows; nil where it is unknown, revoked or over.
    ///
    /// Each token is compared, and each byte of it, whatever the first ones are: how long it takes tells nothing.
    func token(shown secret: String, at now: Timestamp) -> TokenRow? {
        guard let shown = TokenText(shown: secret) else { return nil }
        let found = state.withLock { state in
            var found: TokenRow?
            for token in state.tokens where token.digest.isEqualInConstantTime(to: shown.digest) { found = token }
            return found
        }
        return found.flatMap { Self.isGood($0, at: now) ? $0 : nil }
    }

    /// Whether a token that was known is so still.
    func isLive(_ id: TokenID, at now: Timestamp) -> Bool {
        live(id, at: now) != nil
    }

    /// Returns a token by its id; nil where it is revoked or over.
    func live(_ id: TokenID, at now: Timestamp) -> TokenRow? {
        let found = state.withLock { state in state.tokens.first { $0.id == id } }
        return found.flatMap { Self.isGood($0, at: now) ? $0 : nil }
    }

    /// A token for some accounts alone is one of a later program: here no reader would be restricted to them.
    private static func isGood(_ token: TokenRow, at now: Timestamp) -> Bool {
        token.settings.accounts == nil && token.settings.expiresAt.map { $0 > now } ?? true
    }
}
