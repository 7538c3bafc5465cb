internal import Synchronization

/// Cursors in memory, which any number of ledgers share, gone with the last of them.
package final class MemoryCursors: CursorStore {
    private struct State {
        var stored: [String: StoredCursor] = [:]
        var claimed: Set<String> = []
    }

    private let state = Mutex(State())

    package init() {}

    package func claim(_ name: String) throws -> any CursorClaim {
        guard state.withLock({ $0.claimed.insert(name).inserted }) else { throw CursorError.inUse(name: name) }
        return Claim(name, in: self)
    }

    package func cursor(_ name: String) -> StoredCursor? {
        state.withLock { $0.stored[name] }
    }

    package func names() -> [String] {
        state.withLock { $0.stored.keys.sorted() }
    }

    private final class Claim: CursorClaim {
        private let name: String
        private let cursors: MemoryCursors

        init(_ name: String, in cursors: MemoryCursors) {
            self.name = name
            self.cursors = cursors
        }

        func store(_ cursor: StoredCursor) {
            cursors.state.withLock { $0.stored[name] = cursor }
        }

        func remove() -> Bool {
            cursors.state.withLock { $0.stored.removeValue(forKey: name) != nil }
        }

        deinit {
            cursors.state.withLock { _ = $0.claimed.remove(name) }
        }
    }
}
