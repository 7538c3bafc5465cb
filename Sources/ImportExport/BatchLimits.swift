/// The limits of one transaction that brings in mail.
enum BatchLimits {
    static let messages = 1_000
    /// The bytes that wait in memory.
    static let bytes = 16 << 20
    /// How long mail waits, in microseconds.
    static let duration: Int64 = 1_000_000
}
