internal import Access
internal import CivilTime
internal import Cryptography
internal import EventLog
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
        try refresh(from: ledger, upTo: ledger.store.head().position)
    }

    /// - Parameter head: Where the log ends, for who has just asked.
    func refresh(from ledger: Ledger, upTo head: Position) throws {
        guard state.withLock({ $0.position }) != head else { return }
        let audience = ledger.audience
        defer { ledger.audience = audience }
        ledger.audience = Audience()
        let (tokens, position) = try ledger.read { (try $0.tokens(), $0.position) }
        state.withLock { state in
            // Another thread may have read later.
            guard (state.position ?? .start) <= position else { return }
            state.tokens = tokens
            state.position = position
        }
    }

    /// What is known of a token that somebody shows.
    enum Shown {
        case known(TokenRow)
        /// It was good until a time that has passed.
        case over
        /// Nobody has it, or it was revoked.
        case unknown
        /// It is not written as a token.
        case noToken
    }

    /// Returns a token that somebody shows; nil where it is unknown, revoked or over.
    func token(shown secret: String, at now: Timestamp) -> TokenRow? {
        if case .known(let token) = look(at: secret, at: now) { token } else { nil }
    }

    /// Returns what is known of a token that somebody shows.
    ///
    /// Each token is compared, and each byte of it, whatever the first ones are: how long it takes tells nothing.
    func look(at secret: String, at now: Timestamp) -> Shown {
        guard let shown = TokenText(shown: secret) else { return .noToken }
        let found = state.withLock { state in
            var found: TokenRow?
            for token in state.tokens where token.digest.isEqualInConstantTime(to: shown.digest) { found = token }
            return found
        }
        guard let found else { return .unknown }
        if let end = found.settings.expiresAt, end <= now { return .over }
        return Self.isGood(found, at: now) ? .known(found) : .unknown
    }

    /// Returns a token by its id; nil where it is revoked or over.
    func live(_ id: TokenID, at now: Timestamp) -> TokenRow? {
        let found = state.withLock { state in state.tokens.first { $0.id == id } }
        return found.flatMap { Self.isGood($0, at: now) ? $0 : nil }
    }

    private static func isGood(_ token: TokenRow, at now: Timestamp) -> Bool {
        token.settings.expiresAt.map { $0 > now } ?? true
    }
}
