import JSONCoding

/// Encodes to text.
func json(_ value: some Encodable, pretty: Bool = false) throws -> String {
    String(decoding: try JSONBytesEncoder(.init(pretty: pretty)).encode(value), as: UTF8.self)
}

/// Decodes from text.
func decode<T: Decodable>(_ type: T.Type = T.self, _ text: String) throws -> T {
    try JSONBytesDecoder().decode(type, from: Array(text.utf8))
}

/// Encodes and decodes again.
func roundTrip<T: Codable>(_ value: T) throws -> T {
    try JSONBytesDecoder().decode(T.self, from: JSONBytesEncoder().encode(value))
}
