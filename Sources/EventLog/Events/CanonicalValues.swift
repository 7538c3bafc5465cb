public import Hashing
public import JSONCoding

// What events are made of, read from canonical JSON: see ``CanonicalJSONReader``.

extension UniqueID: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        var id: UniqueID?
        try json.lendString { id = UniqueID(utf8: $0) }
        guard let id else { throw CanonicalJSONReader.Deviation() }
        self = id
    }
}

extension Identifier {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self.init(try UniqueID(canonical: &json))
    }
}

extension SHA256Digest: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        var digest: SHA256Digest?
        try json.lendString { digest = SHA256Digest(hex: $0) }
        guard let digest else { throw CanonicalJSONReader.Deviation() }
        self = digest
    }
}

extension Timestamp: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        self.init(microseconds: try json.integer())
    }
}

extension Change: CanonicalJSONReadable where Value: CanonicalJSONReadable {
    public init(canonical json: inout CanonicalJSONReader) throws(CanonicalJSONReader.Deviation) {
        try json.beginObject()
        self.init(old: try json.value("old"), new: try json.value("new"))
        try json.endObject()
    }
}
