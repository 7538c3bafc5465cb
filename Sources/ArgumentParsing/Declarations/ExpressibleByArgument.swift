/// A value that one word of a command line can stand for.
public protocol ExpressibleByArgument: Sendable {
    /// Reads the value; nil where the word stands for none.
    init?(argument: String)

    /// How help shows the value where it is a default.
    var defaultValueDescription: String { get }

    /// All words that are accepted; empty where they cannot be listed.
    static var allValueStrings: [String] { get }

    /// How a shell completes the value.
    static var defaultCompletionKind: CompletionKind { get }
}

extension ExpressibleByArgument {
    /// The value as `String(describing:)` has it.
    public var defaultValueDescription: String { String(describing: self) }
    /// No list.
    public static var allValueStrings: [String] { [] }
    /// A list of the accepted words, where there is one.
    public static var defaultCompletionKind: CompletionKind {
        allValueStrings.isEmpty ? .default : .list(allValueStrings)
    }
}

extension ExpressibleByArgument where Self: CaseIterable {
    /// The word of each case.
    public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
}

extension ExpressibleByArgument where Self: CaseIterable, Self: RawRepresentable, RawValue == String {
    /// The raw value of each case.
    public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue: ExpressibleByArgument {
    /// Reads the raw value.
    public init?(argument: String) {
        guard let raw = RawValue(argument: argument) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value's description.
    public var defaultValueDescription: String { rawValue.defaultValueDescription }
}

extension ExpressibleByArgument where Self: LosslessStringConvertible {
    /// Reads what the value's own `description` would print.
    public init?(argument: String) {
        self.init(argument)
    }

    /// The value's own `description`.
    public var defaultValueDescription: String { description }
}

extension String: ExpressibleByArgument {
    /// Takes the word as it is.
    public init?(argument: String) {
        self = argument
    }
}

extension Int: ExpressibleByArgument {}
extension Int8: ExpressibleByArgument {}
extension Int16: ExpressibleByArgument {}
extension Int32: ExpressibleByArgument {}
extension Int64: ExpressibleByArgument {}
extension UInt: ExpressibleByArgument {}
extension UInt8: ExpressibleByArgument {}
extension UInt16: ExpressibleByArgument {}
extension UInt32: ExpressibleByArgument {}
extension UInt64: ExpressibleByArgument {}
extension Double: ExpressibleByArgument {}
extension Float: ExpressibleByArgument {}

extension Bool: ExpressibleByArgument {
    /// `true` and `false`.
    public static var allValueStrings: [String] { ["true", "false"] }
}

/// An enumeration whose every case is a flag of its own.
public protocol EnumerableFlag: CaseIterable, Equatable, Sendable {
    /// The names of a case's flag.
    static func name(for value: Self) -> NameSpecification

    /// The help of a case's flag.
    static func help(for value: Self) -> ArgumentHelp?
}

extension EnumerableFlag {
    /// The case's name as a long name.
    public static func name(for value: Self) -> NameSpecification { .long }
    /// No help.
    public static func help(for value: Self) -> ArgumentHelp? { nil }
}
