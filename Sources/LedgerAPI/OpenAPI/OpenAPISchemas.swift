internal import JSONCoding

/// The schemas of a description, each form by its name (<https://spec.openapis.org/oas/v3.1.0#components-object>).
struct OpenAPISchemas {
    private(set) var objects = JSONObject()

    /// Returns the schema of a form; those of objects are noted, and named.
    mutating func schema(of shape: JSONShape) -> JSONValue {
        switch shape {
        case .any: return [:]
        case .boolean: return ["type": "boolean"]
        case .integer: return ["type": "integer"]
        case .number: return ["type": "number"]
        case .string: return ["type": "string"]
        case .word(let words): return ["type": "string", "enum": .array(words.map { .string($0) })]
        case .array(let element): return ["type": "array", "items": schema(of: element)]
        case .map(let value): return ["type": "object", "additionalProperties": schema(of: value)]
        case .reference(let name): return Self.reference(to: name)
        case .object(let object):
            // A type within another may have the name of a third one; what is said of it stands where it is used.
            guard Self.isName(object.name) else { return schema(of: object.members) }
            if objects[object.name] == nil {
                // Before what is within, which may lead back to it.
                objects[object.name] = .null
                objects[object.name] = schema(of: object.members)
            }
            return Self.reference(to: object.name)
        }
    }

    /// Returns the schema of an object with some members.
    mutating func schema(of members: [JSONShape.Member]) -> JSONValue {
        var properties = JSONObject()
        for member in members {
            let own = schema(of: member.shape)
            // Null and no key are the same, where there need be none.
            properties[member.key] = member.isRequired || own == [:] ? own : ["anyOf": [own, ["type": "null"]]]
        }
        let required = members.filter(\.isRequired).map { JSONValue.string($0.key) }
        var schema: JSONObject = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }

    static func reference(to name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
    }
}
