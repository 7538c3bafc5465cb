/// One thing that an examination looked at.
public struct Finding: Sendable, Hashable {
    public let subject: String
    public let isHealthy: Bool
    /// What was found, and what to do about it where it is not healthy.
    public let detail: String
}
