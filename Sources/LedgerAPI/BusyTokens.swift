internal import Access
internal import Synchronization

/// Counts what each token has under way, so that one client leaves room for others.
final class BusyTokens: Sendable {
    enum Kind: Hashable {
        case request, stream, upload, session
        var limit: Int {
            switch self {
            case .request: 8
            case .stream: 500
            case .upload: 4
            case .session: 20
            }
        }
    }

    private struct Key: Hashable {
        let token: TokenID?
        let kind: Kind
    }

    private let counts = Mutex<[Key: Int]>([:])

    /// Whether a token has a place left.
    func hasRoom(_ kind: Kind, _ token: TokenID?) -> Bool {
        token == nil || counts.withLock { ($0[Key(token: token, kind: kind)] ?? 0) < kind.limit }
    }

    /// Takes a place; false where the token has no more.
    func take(_ kind: Kind, _ token: TokenID?) -> Bool {
        counts.withLock { counts in
            let key = Key(token: token, kind: kind)
            // The owner's own programs are not counted.
            guard token == nil || (counts[key] ?? 0) < kind.limit else { return false }
            counts[key, default: 0] += 1
            return true
        }
    }

    /// How many places of a kind are taken.
    func count(of kind: Kind) -> Int {
        counts.withLock { $0.reduce(0) { $0 + ($1.key.kind == kind ? $1.value : 0) } }
    }

    func giveBack(_ kind: Kind, _ token: TokenID?) {
        counts.withLock { counts in
            let key = Key(token: token, kind: kind)
            let left = (counts[key] ?? 1) - 1
            counts[key] = left > 0 ? left : nil
        }
    }
}
