internal import CivilTime
internal import HTTPServing
internal import Synchronization

/// Counts the wrong tokens of each peer, so that guessing is slow.
final class WrongTokens: Sendable {
    /// How many of them a peer may show in a minute.
    private static let limit = 10
    /// Beyond this many peers all are forgotten, so that the table stays small.
    private static let peers = 10_000

    private let state = Mutex<[HTTPPeer: (since: Int64, count: Int)]>([:])

    /// Notes a wrong one, and returns whether there were too many.
    func note(_ peer: HTTPPeer) -> Bool {
        let now = MonotonicClock.microseconds
        return state.withLock { state in
            if state.count >= Self.peers { state = [:] }
            var entry = state[peer] ?? (now, 0)
            if now - entry.since > 60_000_000 { entry = (now, 0) }
            entry.count += 1
            state[peer] = entry
            return entry.count > Self.limit
        }
    }
}
