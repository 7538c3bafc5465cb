/// A type that also reads and writes itself as canonical JSON, member by member.
///
/// It complements the type's general coding: see ``CanonicalJSONReader`` and ``CanonicalJSONWriter``.
public protocol CanonicalJSONCodable: Codable {
    /// Reads the members in the order in which they are encoded.
    init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation)
    /// Writes the members in that order.
    func write(canonical json: inout CanonicalJSONWriter)
}

extension String: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.string()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.string(self)
    }
}

extension Int64: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.integer()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.integer(self)
    }
}

extension Int: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = Int(try json.integer())
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.integer(Int64(self))
    }
}

extension Bool: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.bool()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.bool(self)
    }
}

extension Array: CanonicalJSONCodable where Element: CanonicalJSONCodable {
    @inlinable public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = []
        var goesOn = try json.beginArray()
        while goesOn {
            append(try Element(canonical: &json))
            goesOn = try json.nextElement()
        }
    }

    @inlinable public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginArray()
        for element in self {
            json.beginElement()
            element.write(canonical: &json)
        }
        json.endArray()
    }
}
