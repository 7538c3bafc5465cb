public import EventLog

/// Notes that chat messages came further to those that they were written to.
public struct AdvanceDelivery: Codable, Hashable, Sendable {
    public var status: DeliveryStatus

    public init(to status: DeliveryStatus) {
        self.status = status
    }

    /// Decides on nothing for a message that has this status already.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` for a message with a later status: a message that was read cannot
    ///   become unread.
    public func decide(_ messages: [ChatMessageState]) throws -> [ProposedEvent] {
        try messages.compactMap { message in
            if let old = message.status, old > status {
                throw DomainError.conflict(
                    "message \(message.message) is \(old.rawValue) already, and does not go back to \(status.rawValue)",
                    hint: .undoMistake)
            }
            return Change(from: message.status, to: status).map {
                message.event(ChatDeliveryChanged(message: message.message, status: $0))
            }
        }
    }
}

/// Records the readers of chat messages.
public struct NoteReaders: Codable, Hashable, Sendable {
    /// By their ids at the source.
    public var readers: [String]

    public init(_ readers: [String]) {
        self.readers = readers
    }

    /// Decides nothing for a message that all of them have read already; who read it first stays first.
    public func decide(_ messages: [ChatMessageState]) throws -> [ProposedEvent] {
        try ChatRules.refusing { () throws(ValueError) in
            for reader in readers { try ChatRules.checkID(reader, "read_by") }
        }
        return messages.compactMap { message in
            ListChange(from: message.readBy, to: (message.readBy + readers).eachOnce).map {
                message.event(ChatReadersChanged(message: message.message, readBy: $0))
            }
        }
    }
}

extension ChatMessageState {
    /// Returns the message with a change of status undone; nil if its status has changed since.
    public func undoing(_ changed: ChatDeliveryChanged) -> ChatMessageState? {
        status == changed.status.new ? with(status: changed.status.old, readBy: readBy) : nil
    }

    /// Returns the message without the readers that an event added; nil if they are no longer among its readers.
    public func undoing(_ changed: ChatReadersChanged) -> ChatMessageState? {
        changed.readBy.takenBack(from: readBy).map { with(status: status, readBy: $0) }
    }
}
