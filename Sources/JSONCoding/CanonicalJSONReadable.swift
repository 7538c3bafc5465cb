/// A type that reads itself from canonical JSON, beside its general way: see ``CanonicalJSONReader``.
public protocol CanonicalJSONReadable: Decodable {
    /// Reads the members in the order in which they are encoded.
    init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation)
}

extension String: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.string()
    }
}

extension Int64: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.integer()
    }
}

extension Int: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = Int(try json.integer())
    }
}

extension Bool: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.bool()
    }
}

extension Array: CanonicalJSONReadable where Element: CanonicalJSONReadable {
    @inlinable public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = []
        var goesOn = try json.beginArray()
        while goesOn {
            append(try Element(canonical: &json))
            goesOn = try json.nextElement()
        }
    }
}
