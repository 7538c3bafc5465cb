package import JSONCoding

extension AnswerForm {
    /// The form as a JSON Schema (draft 2020-12).
    package var schema: JSONValue {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": .string("https://example.org/mailledger/schemas/\(Self.version)/\(name).json"),
            "title": .string(title),
        ]
        if !about.isEmpty { schema["description"] = .string(about) }
        schema["type"] = "object"
        schema["properties"] = .object(properties)
        let required = ((base?.keys ?? []) + keys).filter { !$0.isOptional }
        schema["required"] = .array(required.map { .string($0.name) })
        if !isOpen { schema["additionalProperties"] = false }
        return .object(schema)
    }

    private var properties: JSONObject {
        var properties = JSONObject()
        if let base {
            for key in base.keys {
                properties[key.name] = ["$ref": .string("\(base.name).json#/properties/\(key.name)")]
            }
        }
        for key in keys {
            var property: JSONObject = ["description": .string(key.meaning)]
            for member in key.type.schema.members { property[member.key] = member.value }
            properties[key.name] = .object(property)
        }
        return properties
    }
}
