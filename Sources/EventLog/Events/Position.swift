/// The place of an event in its log: 1, 2, 3 … without a gap; 0 is the place before the first event.
///
/// Order is position, never the clock. A ledger and a position name an event; there are no other event ids.
public struct Position: Hashable, Sendable, Comparable, Codable, RawRepresentable {
    public let rawValue: Int64

    @inlinable
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The position before the first event.
    public static let start = Position(0)

    /// The position `count` events later.
    public func advanced(by count: Int) -> Position {
        Position(rawValue + Int64(count))
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Position: CustomStringConvertible {
    public var description: String { String(rawValue) }
}

/// A stream of events about one thing, named by the position of its first event; 0 is no stream.
public struct StreamID: Hashable, Sendable, Comparable, RawRepresentable {
    public let rawValue: Int64

    @inlinable
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The stream that nothing belongs to.
    public static let none = StreamID(0)

    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension StreamID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
