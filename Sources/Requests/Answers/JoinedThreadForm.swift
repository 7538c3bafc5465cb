internal import EventLog
internal import Projections

public struct JoinedThreadForm: Encodable, Sendable {
    let thread: String
    let isPinned: Bool
    let isMuted: Bool
    let isArchived: Bool

    init(_ joined: JoinedThread) {
        thread = joined.id.description
        isPinned = joined.isPinned
        isMuted = joined.isMuted
        isArchived = joined.isArchived
    }
}
