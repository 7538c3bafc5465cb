public import CivilTime
internal import EventLog

/// A moment in the form in which programs exchange it: ISO 8601 in UTC with a fraction of a second.
///
/// ```swift
/// WireTime(iso8601: "2026-01-02T04:04:05+01:00")?.description  // "2026-01-02T03:04:05.000000Z"
/// ```
///
/// The log has microseconds, as ``timestamp`` has. A time is read with and without a fraction and from any zone; one without a
/// zone is refused, since it means nothing elsewhere.
public struct WireTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The moment, as the log has it.
    public let timestamp: Timestamp

    public init(_ timestamp: Timestamp) {
        self.timestamp = timestamp
    }

    /// Reads the RFC 3339 profile of ISO 8601; nil for anything else.
    public init?(iso8601 text: String) {
        guard let timestamp = Timestamp(iso8601: text) else { return nil }
        self.init(timestamp)
    }

    /// The moment in UTC, with six digits of fraction.
    public var description: String { timestamp.iso8601 }

    public static func < (left: Self, right: Self) -> Bool { left.timestamp < right.timestamp }
}

extension WireTime: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = WireTime(iso8601: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "a time is ISO 8601 with its zone, as in 2026-01-02T03:04:05.678Z")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
