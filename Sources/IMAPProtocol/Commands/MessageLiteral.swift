/// The message that APPEND brings: in memory, or in a file that was kept for it where it is large.
public enum MessageLiteral: Sendable, Hashable {
    case bytes([UInt8])
    case file(any LiteralFile)

    /// Whether it has no bytes; a file is made for many.
    public var isEmpty: Bool { self == .bytes([]) }

    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.bytes(let left), .bytes(let right)): left == right
        case (.file(let left), .file(let right)): left === right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .bytes(let bytes): hasher.combine(bytes)
        case .file(let file): hasher.combine(ObjectIdentifier(file))
        }
    }
}

/// A place for the bytes of a literal that is too large to be held in memory until it is whole.
public protocol LiteralFile: AnyObject, Sendable {
    /// The bytes that it has.
    var count: Int { get }

    /// Appends bytes, in the order in which they come.
    func append(_ bytes: ArraySlice<UInt8>) throws
}
