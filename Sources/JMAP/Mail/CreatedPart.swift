internal import JSONCoding

/// The properties of one part of a new email; those that are invalid are named (RFC 8621 section 4.6).
struct CreatedPart {
    private(set) var type = ""
    private(set) var charset: String?
    private(set) var disposition: String?
    private(set) var name: String?
    private(set) var header = CreatedHeader()
    private(set) var invalid: [String] = []
    private let object: JSONObject
    /// Fields that stand for properties other than `header:…`.
    private var own: [ComposedField] = []

    init(_ object: JSONObject) {
        self.object = object
    }

    private func value(_ key: String) -> JSONValue? {
        // Of a `JSONValue` nil would be a null that is there.
        guard let value = object[key], value != .null else { return nil }
        return value
    }
    private func text(_ key: String) -> String? { value(key).flatMap(ComposedField.line) }

    var partID: String? { text("partId") }
    var blobID: String? { text("blobId") }

    /// Whether it holds other parts.
    var hasParts: Bool {
        if case .array(let parts)? = value("subParts"), !parts.isEmpty { return true }
        return text("type")?.lowercased().hasPrefix("multipart/") ?? false
    }

    var fields: [ComposedField] { own + header.fields }

    private static let known: Set<String> = [
        "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location", "subParts",
    ]

    /// Reads all of them.
    ///
    /// - Parameter usual: The type where none is given.
    mutating func read(usual: String) {
        for member in object.members where !Self.known.contains(member.key) {
            guard member.value != .null else { continue }
            guard member.key.hasPrefix("header:"), header.take(member.key, member.value, &invalid) else {
                invalid.append(member.key)
                continue
            }
        }
        readContent()
        type = usual
        if let json = value("type") {
            type = ComposedField.line(json)?.lowercased() ?? ""
            let words = type.split(separator: "/", omittingEmptySubsequences: false)
            if words.count != 2 || !words.allSatisfy(Self.isToken) || hasParts != type.hasPrefix("multipart/")
                || partID != nil && type.hasPrefix("message/")
            {
                invalid.append("type")
            }
        }
        charset = token("charset")
        disposition = token("disposition")?.lowercased()
        if let json = value("name") {
            name = ComposedField.line(json)
            if name == nil || name?.utf8.count ?? 0 > 1_000 { invalid.append("name") }
        }
        readFields()
    }

    /// Reads what the part holds: a text, a blob, or other parts, and one of them alone.
    private mutating func readContent() {
        for key in ["partId", "blobId"] where value(key) != nil && text(key) == nil { invalid.append(key) }
        if hasParts {
            invalid += ["partId", "blobId", "charset", "size"].filter { value($0) != nil }
            return
        }
        if let json = value("subParts"), json != [] { invalid.append("subParts") }
        switch (value("partId"), value("blobId")) {
        case (_?, _?): invalid += ["partId", "blobId"]
        case (nil, nil): invalid.append("partId")
        case (_?, nil): invalid += ["charset", "size"].filter { value($0) != nil }
        case (nil, _?):
            if let size = value("size") {
                guard case .integer(let number) = size, number >= 0 else { return invalid.append("size") }
            }
        }
    }

    private mutating func token(_ key: String) -> String? {
        guard let json = value(key) else { return nil }
        guard let text = ComposedField.line(json), Self.isToken(text[...]) else {
            if !invalid.contains(key) { invalid.append(key) }
            return nil
        }
        return text
    }

    /// The properties that are fields of their own, each of which is there once.
    private mutating func readFields() {
        let fields: [(property: String, name: String, form: HeaderProperty.Form, json: JSONValue?)] = [
            ("cid", "Content-ID", .messageIDs, value("cid").map { [$0] }),
            ("location", "Content-Location", .text, value("location")),
            ("language", "Content-Language", .text, languages),
        ]
        for field in fields {
            guard let json = field.json else { continue }
            if let made = ComposedField(field.name, as: field.form, json) {
                own.append(made)
            } else {
                invalid.append(field.property)
            }
        }
        // How bytes are encoded is the server's to choose; types and names have properties of their own.
        var taken: Set<String> = ["content-transfer-encoding", "content-type"]
        if disposition != nil || name != nil { taken.insert("content-disposition") }
        for field in own { taken.insert(field.name.lowercased()) }
        invalid += header.names.filter { taken.contains($0.value) }.keys.sorted()
    }

    /// The tags of languages as their field has them; null for others.
    private var languages: JSONValue? {
        guard let json = value("language") else { return nil }
        guard case .array(let values) = json else { return .null }
        let tags = values.compactMap { value in ComposedField.line(value).flatMap { Self.isToken($0[...]) ? $0 : nil } }
        return tags.count == values.count && !tags.isEmpty ? .string(tags.joined(separator: ", ")) : .null
    }

    /// Whether a text is a token of RFC 2045 section 5.1.
    private static func isToken(_ text: Substring) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>@,;:\\\"/[]?=".utf8.contains($0) }
    }
}
