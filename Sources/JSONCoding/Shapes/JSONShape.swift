/// The form of the JSON that a type is read from.
///
/// It is found by reading the type once from a decoder that has something for whatever is asked for: so a type and what is said of it
/// cannot differ.
public indirect enum JSONShape: Hashable, Sendable {
    case any
    case boolean
    case integer
    case number
    case string
    /// One of these texts.
    case word([String])
    case array(JSONShape)
    /// Any keys, with values of one form.
    case map(JSONShape)
    case object(Object)
    /// An object that holds this one, by its name.
    case reference(String)

    /// An object, with the name of its type.
    public struct Object: Hashable, Sendable {
        public let name: String
        public let members: [Member]
    }

    public struct Member: Hashable, Sendable {
        public let key: String
        public let shape: JSONShape
        public let isRequired: Bool
    }

    /// Finds the form of a type.
    ///
    /// A type that takes none of the values that are tried has the form of what it asked for until then.
    public init(of type: any Decodable.Type) {
        self = ShapeFinder().shape(of: type)
    }

    /// All keys of it and of what is within.
    public var keys: [String] {
        switch self {
        case .array(let inner), .map(let inner): inner.keys
        case .object(let object): object.members.flatMap { [$0.key] + $0.shape.keys }
        default: []
        }
    }
}

/// Finds the forms of types; remembers which it is within.
struct ShapeFinder {
    private var within: [ObjectIdentifier] = []

    /// What a text is: a type that checks its texts takes one of them.
    private static let texts = [
        "a", "2026-01-01T00:00:00Z", "2026-01-01", "00000000-0000-4000-8000-000000000000", "a@example.org", "#000000",
        "1", "", String(repeating: "0", count: 64), "https://example.org/",
    ]

    func shape(of type: any Decodable.Type) -> JSONShape {
        if let known = Self.known(type) { return known }
        let name = String(describing: type)
        guard !within.contains(ObjectIdentifier(type)) else { return .reference(name) }
        var inner = self
        // What holds others has no name of its own; the object within it stops the circle.
        if !(type is any Collection.Type), !(type is any ExpressibleByNilLiteral.Type) {
            inner.within.append(ObjectIdentifier(type))
        }
        var shape = JSONShape.any
        for text in Self.texts {
            let decoder = SampleDecoder(finder: inner, text: text, notes: ShapeNotes(name))
            let isRead = (try? type.init(from: decoder)) != nil
            let found = decoder.notes?.shape ?? .any
            if isRead { return found }
            if found.keys.count >= shape.keys.count { shape = found }
        }
        return shape
    }

    /// Makes a value with as little in it as there may be.
    func value<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let cases = type as? any CaseIterable.Type, let first = Self.first(cases) as? Value { return first }
        for text in Self.texts.dropLast() {
            if let value = try? type.init(from: SampleDecoder(finder: self, text: text)) { return value }
        }
        return try type.init(from: SampleDecoder(finder: self, text: Self.texts[Self.texts.count - 1]))
    }

    private static func known(_ type: any Decodable.Type) -> JSONShape? {
        switch type {
        case is Bool.Type: .boolean
        case is String.Type: .string
        case is any BinaryInteger.Type: .integer
        case is any BinaryFloatingPoint.Type: .number
        case is JSONValue.Type: .any
        case is JSONObject.Type: .map(.any)
        case let cases as any CaseIterable.Type: words(cases)
        default: nil
        }
    }

    private static func words<Cases: CaseIterable>(_ type: Cases.Type) -> JSONShape? {
        let words = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        return words.isEmpty || words.count < type.allCases.count ? nil : .word(words)
    }

    private static func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
}

/// What a type has asked for.
final class ShapeNotes {
    private let name: String
    private var members: [(key: String, shape: () -> JSONShape)] = []
    private var optional: Set<String> = []
    /// Of a type that is no object.
    var single: (() -> JSONShape)?
    /// The key that stands for any, where all keys were asked for.
    static let anyKey = "key"
    var isMap = false

    init(_ name: String) {
        self.name = name
    }

    func note(_ key: String, _ shape: @escaping () -> JSONShape) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].shape = shape
        } else {
            members.append((key, shape))
        }
    }

    /// Notes that a type asks what is behind a key, or whether there is one.
    func noteQuestion(_ key: String, mayBeMissing: Bool = false) {
        if mayBeMissing { optional.insert(key) }
        if !members.contains(where: { $0.key == key }) { members.append((key, { .any })) }
    }

    var shape: JSONShape {
        if let single { return single() }
        // What asks for keys by their names as well has these.
        if isMap, members.allSatisfy({ $0.key == Self.anyKey }) { return .map(members.first?.shape() ?? .any) }
        let members = members.map {
            JSONShape.Member(key: $0.key, shape: $0.shape(), isRequired: !optional.contains($0.key))
        }
        return .object(JSONShape.Object(name: name, members: members))
    }
}
