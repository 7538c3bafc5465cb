/// A type whose properties are declared as arguments, options and flags, and that is made from a command line.
///
/// A property without a wrapper keeps the value that it is made with.
public protocol ParsableArguments: Sendable {
    /// Makes the value whose wrappers declare what may be given; their values are read only after parsing.
    init()

    /// Whether most commands have these, so that their help only names the page that explains them.
    static var isCommon: Bool { get }

    /// Checks what no single argument can: throws a `ValidationError` where the values do not fit each other.
    mutating func validate() throws
}

extension ParsableArguments {
    /// The help of each command explains its arguments.
    public static var isCommon: Bool { false }

    /// Accepts every combination of values.
    public mutating func validate() throws {}
}
