internal import EventLog

/// The effect of an event on a message, for the projections that are applied after `messages`.
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
    /// Lends the effects of the event on messages, and whether each is visible: an erasure from an ended account is
    /// not.
    func forEachTransition(_ body: (MessageTransition, _ isShown: Bool) throws -> Void) rethrows {
        for change in changes {
            if let transition = change.detail as? MessageTransition { try body(transition, true) }
        }
        for detail in details {
            if let transition = detail as? MessageTransition { try body(transition, false) }
        }
    }
}
