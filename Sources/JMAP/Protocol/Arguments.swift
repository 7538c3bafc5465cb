internal import JSONCoding

/// The arguments of a method call; each is asked for by its name and its type.
struct Arguments {
    private let object: JSONObject

    /// - Throws: ``MethodError`` for an argument that the method does not have.
    init(_ object: JSONObject, known: Set<String>) throws(MethodError) {
        if let unknown = object.keys.first(where: { !known.contains($0) }) {
            throw .invalidArguments("there is no argument \(unknown)")
        }
        self.object = object
    }

    subscript(key: String) -> JSONValue? {
        let value = object[key]
        return value == .null ? nil : value
    }

    func has(_ key: String) -> Bool { object[key] != nil }

    /// No filter has more conditions than this, operators too.
    static let mostConditions = 200

    /// Refuses a null, which would be read as if the argument were not there.
    func requireValues(butOf nullable: Set<String> = []) throws(MethodError) {
        for member in object.members where member.value == .null && !nullable.contains(member.key) {
            throw .invalidArguments("\(member.key) is null")
        }
    }

    func string(_ key: String) throws(MethodError) -> String? {
        switch self[key] {
        case nil: return nil
        case .string(let text): return text
        default: throw .invalidArguments("\(key) is not a string")
        }
    }

    func strings(_ key: String) throws(MethodError) -> [String]? {
        switch self[key] {
        case nil: return nil
        case .array(let values): return try Self.strings(values, of: key)
        default: throw .invalidArguments("\(key) is not a list")
        }
    }

    private static func strings(_ values: [JSONValue], of key: String) throws(MethodError) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(values.count)
        for value in values {
            guard case .string(let text) = value else { throw .invalidArguments("\(key) is not a list of strings") }
            texts.append(text)
        }
        return texts
    }

    func bool(_ key: String) throws(MethodError) -> Bool {
        switch self[key] {
        case nil: return false
        case .bool(let value): return value
        default: throw .invalidArguments("\(key) is no boolean")
        }
    }

    /// An integer that a double can hold (RFC 8620 section 1.3).
    func integer(_ key: String) throws(MethodError) -> Int? {
        switch self[key] {
        case nil: return nil
        case .integer(let value) where value.magnitude < 1 << 53: return Int(value)
        // JSON has one kind of numbers: 2.0 is 2.
        case .number(let value) where value.magnitude < 0x1p53 && value == value.rounded(): return Int(value)
        default: throw .invalidArguments("\(key) is not an integer")
        }
    }

    func unsigned(_ key: String) throws(MethodError) -> Int? {
        guard let value = try integer(key) else { return nil }
        guard value >= 0 else { throw .invalidArguments("\(key) is below 0") }
        return value
    }

    func object(_ key: String) throws(MethodError) -> JSONObject? {
        switch self[key] {
        case nil: return nil
        case .object(let object): return object
        default: throw .invalidArguments("\(key) is not an object")
        }
    }

    func objects(_ key: String) throws(MethodError) -> [JSONObject]? {
        switch self[key] {
        case nil: return nil
        case .array(let values):
            var objects: [JSONObject] = []
            for value in values {
                guard case .object(let object) = value else {
                    throw .invalidArguments("\(key) is not a list of objects")
                }
                objects.append(object)
            }
            return objects
        default: throw .invalidArguments("\(key) is not a list")
        }
    }

    /// No list is sorted by more properties than this.
    private static let mostComparators = 20

    /// The comparators of a `/query`; none where it does not sort.
    func comparators() throws(MethodError) -> [JSONObject] {
        let comparators = try objects("sort") ?? []
        guard comparators.count <= Self.mostComparators else {
            throw .unsupportedSort("a list is sorted by at most \(Self.mostComparators) properties")
        }
        return comparators
    }
}
