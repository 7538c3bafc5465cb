public import Domain

/// A line of exported events that was refused, with everything that came with it.
public struct RefusedLine: Error, Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// It is no such line.
        case malformed
        /// A value of it cannot be kept.
        case invalid
        /// The line contradicts itself.
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
    /// The next step, as a fact.
    public var hint: Hint?

    package init(kind: Kind, path: String, line: Int, reason: String, hint: Hint? = nil) {
        self.kind = kind
        self.path = path
        self.line = line
        self.reason = reason
        self.hint = hint
    }

    package static let ending = "; nothing was imported"
    /// The fault, and its place.
    package var fault: String { "\(path), line \(line): \(reason)" }
}

extension RefusedLine: CustomStringConvertible {
    public var description: String { fault + Self.ending }
}
