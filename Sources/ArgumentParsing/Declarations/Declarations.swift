@_spi(Reflection) internal import Swift
internal import Synchronization

/// What a property wrapper declares, and where the parser puts what the command line gives to it.
///
/// The parser makes a command first and reads its line then; so the wrappers, which are values, share these with it.
protocol DeclaredProperty: AnyObject, Sendable {
    /// Returns what is declared under a key; `ancestors` are the commands above, whose options are shared.
    func definitions(for key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition]

    /// Completes the value when all words are read; `above` are the commands above, complete already.
    func complete(below above: [any ParsableArguments]) throws
}

/// A property of arguments and its name.
struct NamedProperty: Sendable {
    let name: String
    let property: any DeclaredProperty
}

/// Takes down the wrappers of a value while the value is being made.
///
/// To ask each property afterwards whether it is a wrapper, the runtime would look through all conformances of the program for each: half
/// of what a short command line cost.
final class Declarations: Sendable {
    @TaskLocal private static var current: Declarations?

    private let properties = Mutex<[any DeclaredProperty]>([])

    private init() {}

    static func add(_ property: any DeclaredProperty) {
        current?.properties.withLock { $0.append(property) }
    }

    /// Makes a value, and returns it with what its wrappers declare, in their order.
    static func of<Value: ParsableArguments>(_ type: Value.Type) -> (value: Value, properties: [NamedProperty]) {
        let declarations = Declarations()
        let value = $current.withValue(declarations) { Value() }
        let properties = declarations.properties.withLock { $0 }
        guard !properties.isEmpty else { return (value, []) }
        let names = wrappedNames(of: type)
        precondition(names.count == properties.count, "\(type) makes wrappers that are not its properties'")
        return (value, zip(names, properties).map { NamedProperty(name: $0, property: $1) })
    }

    /// Returns the names of the properties with wrappers, whose storage has an underscore in front.
    ///
    /// A `Mirror` gives the same names, but took a quarter of the instructions of a short question. It checks whether
    /// the value describes itself, and makes a collection of any type of its children.
    private static func wrappedNames(of type: Any.Type) -> [String] {
        var names: [String] = []
        unsafe _forEachField(of: type, options: _EachFieldOptions(rawValue: 0)) { name, _, _, _ in
            let name = unsafe String(cString: name)
            if name.utf8.first == UInt8(ascii: "_") { names.append(String(name.dropFirst())) }
            return true
        }
        return names
    }
}

extension ParsableArguments {
    /// Returns what the type declares.
    static func definitions(ancestors: [any ParsableArguments.Type] = []) -> [ArgumentDefinition] {
        Declarations.of(self).properties.definitions(below: .root, ancestors: ancestors)
    }
}

extension [NamedProperty] {
    func definitions(below key: InputKey, ancestors: [any ParsableArguments.Type]) -> [ArgumentDefinition] {
        flatMap { $0.property.definitions(for: key.appending($0.name), ancestors: ancestors) }
    }

    func complete(below above: [any ParsableArguments]) throws {
        for named in self { try named.property.complete(below: above) }
    }
}
