/// A predicate asks for what no list of messages can answer by its tables.
public struct UntranslatablePredicate: Error, Hashable, Sendable {
    /// The part that cannot be translated, in one line.
    public let reason: String
}

extension UntranslatablePredicate: CustomStringConvertible {
    public var description: String { "a predicate over messages cannot be compiled: \(reason)" }
}
