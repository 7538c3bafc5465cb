import JSONCoding

/// JSON in and out, as the tests of this target write it.
enum Wire {
    static func read<Form: Decodable>(_ json: String, as: Form.Type = Form.self) throws -> Form {
        try JSONBytesDecoder().decode(Form.self, from: Array(json.utf8))
    }

    static func write(_ form: some Encodable) throws -> String {
        String(decoding: try JSONBytesEncoder().encode(form), as: UTF8.self)
    }
}
