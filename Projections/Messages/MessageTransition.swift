internal import EventLog

/// What an event did to a message, as the projections that stand after `messages` want to know it.
struct MessageTransition: Sendable {
    /// A message at a moment.
    struct State: Sendable, Hashable {
        let isLive: Bool
        let isUnread: Bool
        let isDraft: Bool
        /// The folders where it has a live copy, each once and ascending; empty when it is not live.
        let folders: [Int64]
    }

    let message: Int64
    let account: Int64
    /// Nil before the message was added.
    let before: State?
    let after: State
}

extension ChangeRecorder {
    /// Lends what the event did to messages, and whether it is shown: what is erased from an account that ended is not.
    func forEachTransition(_ body: (MessageTransition, _ isShown: Bool) throws -> Void) rethrows {
        for change in changes {
            if let transition = change.detail as? MessageTransition { try body(transition, true) }
        }
        for detail in details {
            if let transition = detail as? MessageTransition { try body(transition, false) }
        }
    }
}
