/// A type whose properties are declared as arguments, options and flags, and that is made from a command line.
///
/// A property without a wrapper keeps the value that it is made with.
public protocol ParsableArguments: Sendable {
    /// Makes the value whose wrappers declare what may be given; their values are read only after parsing.
    init()

    /// Checks what no single argument can: throws a `ValidationError` where the values do not fit each other.
    mutating func validate() throws
}

extension ParsableArguments {
    /// Accepts every combination of values.
    public mutating func validate() throws {}
}
