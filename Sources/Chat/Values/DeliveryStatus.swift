/// The delivery status of a chat message to its recipients.
public enum DeliveryStatus: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is on its way to the server.
    case sending
    /// The server has it.
    case sent
    /// It reached those that it was written to.
    case delivered
    /// It was read there.
    case read
}

extension DeliveryStatus: Comparable {
    /// Orders them as a message goes through them.
    public static func < (left: Self, right: Self) -> Bool { left.step < right.step }

    private var step: Int {
        switch self {
        case .sending: 0
        case .sent: 1
        case .delivered: 2
        case .read: 3
        }
    }
}
