internal import Domain
internal import EventLog

extension OutboxState {
    /// Returns it with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: OutboxStateChanged) -> (state: OutboxState, stale: [String]) {
        var stale: [String] = []
        var state = self
        takeBack(changed.status, in: &state.status, named: "status", &stale)
        takeBack(changed.retryCount, in: &state.retryCount, named: "retry_count", &stale)
        takeBack(changed.lastAttempt, in: &state.lastAttempt, named: "last_attempt", &stale)
        takeBack(changed.lastSynced, in: &state.lastSynced, named: "last_synced", &stale)
        takeBack(changed.error, in: &state.error, named: "error", &stale)
        takeBack(changed.versions, in: &state.versions, named: "versions", &stale)
        return (state, stale)
    }

    /// Returns it with a change made.
    public func applying(_ changed: OutboxStateChanged) -> OutboxState {
        OutboxState(
            status: changed.status.map(\.new) ?? status, retryCount: changed.retryCount?.new ?? retryCount,
            lastAttempt: changed.lastAttempt.map(\.new) ?? lastAttempt,
            lastSynced: changed.lastSynced.map(\.new) ?? lastSynced, error: changed.error.map(\.new) ?? error,
            versions: changed.versions.map(\.new) ?? versions)
    }
}
