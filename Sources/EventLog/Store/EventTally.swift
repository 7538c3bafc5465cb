/// Events of one type that say the same at one place of their payload.
public struct EventTally: Hashable, Sendable {
    public let type: String
    public let count: Int
    /// The position of the first of them.
    public let first: Position
    /// Whether a place was asked for and their payloads have it, so that the first speaks for all of them.
    public let isAlike: Bool

    package init(type: String, count: Int, first: Position, isAlike: Bool) {
        self.type = type
        self.count = count
        self.first = first
        self.isAlike = isAlike
    }
}
