internal import EventLog

/// What a message adds to days and accounts while it lives.
struct MessageWeight: Sendable, Hashable {
    /// Where it stands in lists: ``SortTime``.
    let sortDate: Int64
    let size: Int64
}

/// The bytes of the live messages of an account that ends or comes back; for the projections after `messages`.
struct AccountSize: Sendable {
    let bytes: Int64
}

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
    /// Nil for a message that was erased.
    let weight: MessageWeight?
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
