import CivilTime
import EventLog
import Outbox

extension SampleEvents {
    static func outbox() -> [any Event & Hashable] {
        [
            OutboxStateChanged(
                entity: "message", id: .number(3), status: Change(old: .pending, new: .conflict),
                retryCount: Change(old: 2, new: 0),
                lastAttempt: Change(old: nil, new: Timestamp(microseconds: 1_700_000_000_000_001)),
                lastSynced: Change(old: nil, new: Timestamp(microseconds: 1_700_000_000_000_002)),
                error: Change(old: "no route to host", new: nil),
                versions: Change(old: nil, new: OutboxVersions(local: 3, server: 4)))
        ]
    }

    static func bareOutbox() -> [any Event & Hashable] {
        [OutboxStateChanged(entity: "folder", id: .number(2))]
    }
}
