internal import Domain

/// The greatest number of rows of a list.
///
/// A program in Swift gets as many as it wants. A request in JSON gets 100 by default, and never more than 1,000.
public struct PageLimit: Hashable, Sendable {
    /// Nil for all.
    public let rows: Int?

    /// The limit of a JSON request that says none.
    package static let usual = PageLimit(100)
    private static let greatest = 1000

    public init(_ rows: Int?) {
        self.rows = rows
    }
}

extension PageLimit: ExpressibleByIntegerLiteral {
    public init(integerLiteral rows: Int) {
        self.init(rows)
    }
}

extension PageLimit: Codable {
    public init(from decoder: any Decoder) throws {
        let rows = try decoder.singleValueContainer().decode(Int.self)
        guard (0...Self.greatest).contains(rows) else {
            throw DomainError.invalid(field: "limit", reason: "is a number from 0 to \(Self.greatest)")
        }
        self.init(rows)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rows)
    }
}

/// The number of rows of a list that are skipped.
public struct PageOffset: Hashable, Sendable {
    public let rows: Int

    public init(_ rows: Int) {
        self.rows = rows
    }
}

extension PageOffset: ExpressibleByIntegerLiteral {
    public init(integerLiteral rows: Int) {
        self.init(rows)
    }
}

extension PageOffset: Codable {
    public init(from decoder: any Decoder) throws {
        rows = try decoder.singleValueContainer().decode(Int.self)
        guard rows >= 0 else { throw DomainError.invalid(field: "offset", reason: "is a number from 0 on") }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rows)
    }
}

// Synthesised coding calls these for a request's own keys: one that is missing or null has its default.
extension KeyedDecodingContainer {
    /// Reads how many; the usual number if it is not said.
    public func decode(_: PageLimit.Type, forKey key: Key) throws -> PageLimit {
        try decodeIfPresent(PageLimit.self, forKey: key) ?? .usual
    }

    /// Reads how many are skipped; none if it is not said.
    public func decode(_: PageOffset.Type, forKey key: Key) throws -> PageOffset {
        try decodeIfPresent(PageOffset.self, forKey: key) ?? 0
    }
}
