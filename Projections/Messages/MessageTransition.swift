/// What an event did to a message, as the projections that stand after `messages` want to know it.
struct MessageTransition: Sendable {
    /// A message at a moment.
    struct State: Sendable, Hashable {
        let isLive: Bool
        let isUnread: Bool
        /// The folders where it has a live copy, each once and ascending; empty when it is not live.
        let folders: [Int64]
    }

    let message: Int64
    let account: Int64
    /// Nil before the message was added.
    let before: State?
    let after: State
}
