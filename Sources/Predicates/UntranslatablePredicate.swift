/// A predicate has a part that cannot be translated into a query over messages.
public struct UntranslatablePredicate: Error, Hashable, Sendable {
    /// The part that cannot be translated, in one line.
    public let reason: String
}

extension UntranslatablePredicate: CustomStringConvertible {
    public var description: String { "a predicate over messages cannot be compiled: \(reason)" }
}
