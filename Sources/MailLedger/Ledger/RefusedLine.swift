public import Domain

/// A line of exported events that was not taken, and nothing of what came with it.
public struct RefusedLine: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It is no such line.
        case malformed
        /// A value of it cannot be kept.
        case invalid
        /// What it says does not hold.
        case tampered
        /// The ledger has something else there.
        case conflicting
        /// A newer program wrote it.
        case unknown
    }

    public let kind: Kind
    /// The file, or standard input.
    public let path: String
    /// The number of the line, counted from 1.
    public let line: Int
    public let reason: String
    /// What to do about it, as a fact.
    public var hint: Hint?

    static let ending = "; nothing was imported"
    /// What is wrong, and where.
    var fault: String { "\(path), line \(line): \(reason)" }
}

extension RefusedLine: CustomStringConvertible {
    public var description: String { fault + Self.ending }
}
