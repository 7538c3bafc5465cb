package import JSONCoding

/// The type of an answer's key: its word in pages, and the keywords of its schema.
package struct AnswerType: Hashable, Sendable {
    /// The word on the page, as in `id`, `[string]` or `server or null`.
    package let word: String
    /// The form that it leads to; nil for a plain value.
    package let form: String?
    /// The values that it is one of; empty if they cannot be listed.
    package let values: [String]
    /// The keywords of its schema.
    package let schema: JSONObject

    private init(_ word: String, form: String? = nil, values: [String] = [], _ schema: JSONObject) {
        self.word = word
        self.form = form
        self.values = values
        self.schema = schema
    }

    // MARK: Plain values

    static let any = AnswerType("any", [:])
    static let string = AnswerType("string", ["type": "string"])
    static let boolean = AnswerType("boolean", ["type": "boolean"])
    /// True always.
    static let always = AnswerType("boolean", ["type": "boolean", "enum": [true]])
    static let integer = AnswerType("integer", ["type": "integer"])
    /// An integer from 0.
    static let count = AnswerType("integer", ["type": "integer", "minimum": 0])
    /// An integer from 1.
    static let ordinal = AnswerType("integer", ["type": "integer", "minimum": 1])
    static let number = AnswerType("number", ["type": "number"])
    /// A number from 0.
    static let amount = AnswerType("number", ["type": "number", "minimum": 0])
    /// A UUID in lower case.
    static let id = AnswerType(
        "id",
        ["type": "string", "format": "uuid", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"])
    /// A time in UTC with six digits of a second (RFC 3339).
    static let moment = AnswerType(
        "moment",
        [
            "type": "string", "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z$",
        ])
    /// SHA-256 in hexadecimal.
    static let digest = AnswerType("digest", ["type": "string", "pattern": "^[0-9a-f]{64}$"])
    /// 16 bytes in hexadecimal.
    static let salt = text("^[0-9a-f]{32}$")
    /// A hash in Base64.
    static let hash = text("^[0-9A-Za-z+/]{43}=$")
    /// A period of ISO 8601 with one unit, or `forever`.
    static let period = text("^(P[1-9][0-9]{0,3}[DWMY]|forever)$")
    static let color = text("^#[0-9a-f]{6}$")
    /// A number that JSON readers would round.
    static let digits = text("^[0-9]+$")
    /// Labels and flags, each once.
    static let keywords = AnswerType(
        "keywords", ["type": "array", "items": ["type": "string"], "uniqueItems": true])
    /// Strings by names.
    static let texts = AnswerType("texts", ["type": "object", "additionalProperties": ["type": "string"]])

    /// A string that matches a pattern.
    static func text(_ pattern: String) -> AnswerType {
        AnswerType("string", ["type": "string", "pattern": .string(pattern)])
    }

    /// One of these words.
    static func word(_ words: String...) -> AnswerType {
        AnswerType("string", values: words, ["type": "string", "enum": .array(words.map { .string($0) })])
    }

    // MARK: Of others

    /// Another form, by its name.
    static func form(_ name: String) -> AnswerType {
        AnswerType(name, form: name, ["$ref": .string(name + ".json")])
    }

    static func list(_ element: AnswerType) -> AnswerType {
        AnswerType(
            "[\(element.word)]", form: element.form, values: element.values,
            ["type": "array", "items": .object(element.schema)])
    }

    /// The same, or null where there is nothing to say.
    var orNull: AnswerType {
        var schema = schema
        if let type = schema["type"] {
            schema["type"] = [type, "null"]
            if case .array(let values)? = schema["enum"] { schema["enum"] = .array(values + [nil]) }
        } else {
            schema = ["anyOf": [.object(schema), ["type": "null"]]]
        }
        return AnswerType(word + " or null", form: form, values: values, schema)
    }
}
