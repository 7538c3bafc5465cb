public import CivilTime
internal import Cryptography

/// A log's inputs from the outside world: the time, and unpredictable bytes.
public struct LogEnvironment: Sendable {
    /// The clock's reading.
    public var now: @Sendable () -> Timestamp
    /// Cryptographically random bytes, for ids and salts.
    public var randomBytes: @Sendable (Int) -> [UInt8]

    public init(now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.now = now
        self.randomBytes = randomBytes
    }

    /// The system's clock, and OpenSSL's generator.
    public static let system = LogEnvironment(now: { .now }, randomBytes: { Cryptography.randomBytes($0) })
}
