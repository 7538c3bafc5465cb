public import CivilTime
public import Cryptography
public import JSONCoding

// The elements of events, read from and written as canonical JSON: see ``CanonicalJSONReader``.

extension UniqueID: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.plainString { UniqueID(utf8: $0) }
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        unsafe json.plainString(Self.textLength) { unsafe write(to: $0) }
    }
}

extension Identifier {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self.init(try UniqueID(canonical: &json))
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        uniqueID.write(canonical: &json)
    }
}

extension SHA256Digest: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self = try json.plainString { SHA256Digest(hex: $0) }
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        unsafe json.plainString(2 * Self.byteCount) { unsafe writeHex(to: $0) }
    }
}

extension Timestamp: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self.init(microseconds: try json.integer())
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.integer(microseconds)
    }
}

extension Change: CanonicalJSONCodable where Value: CanonicalJSONCodable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(old: try json.value("old"), new: try json.value("new"))
        try json.endObject()
    }

    public func write(canonical json: inout CanonicalJSONWriter) {
        json.beginObject()
        json.value("old", old)
        json.value("new", new)
        json.endObject()
    }
}
