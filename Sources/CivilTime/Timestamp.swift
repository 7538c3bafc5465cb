/// An instant in microseconds since 1970-01-01T00:00:00Z, without leap seconds, as POSIX counts.
///
/// ```swift
/// let time = Timestamp(iso8601: "2026-01-02T04:04:05.678901+01:00")
/// time?.description  // "2026-01-02T03:04:05.678901Z"
/// ```
///
/// It is encoded as a plain integer, so a stored time compares and sorts without being parsed.
public struct Timestamp: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before.
    public var microseconds: Int64

    /// Takes microseconds since 1970-01-01T00:00:00Z.
    @inlinable
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// 1970-01-01T00:00:00Z.
    public static let epoch = Timestamp(microseconds: 0)

    /// The number of microseconds in a second.
    package static let microsecondsPerSecond: Int64 = 1_000_000
    /// The number of microseconds in a day.
    package static let microsecondsPerDay: Int64 = 86_400_000_000
}

extension Timestamp: Comparable {
    /// Orders by time, the earlier first.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Timestamp: Codable {
    /// Reads microseconds from an integer.
    public init(from decoder: any Decoder) throws {
        microseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the microseconds as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The same as `iso8601`.
    public var description: String { iso8601 }
}
