import Foundation

/// JSON Schemas (draft 2020-12) of a folder, and a validator for the keywords that they use.
///
/// A schema with any other keyword is refused, so that none can silently go unchecked.
package struct JSONSchemas: Sendable {
    /// A schema that this validator does not understand.
    package struct Unsupported: Error, CustomStringConvertible {
        package let description: String
    }

    /// The schemas by their file names without `.json`.
    package let documents: [String: JSONSample]

    /// Reads all schemas of a folder below the project's root.
    package init(folder: String) throws {
        let path = "\(projectRoot)/\(folder)"
        var documents: [String: JSONSample] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: path) where file.hasSuffix(".json") {
            let bytes = try Data(contentsOf: URL(filePath: "\(path)/\(file)"))
            documents[String(file.dropLast(5))] = try JSONSample(bytes)
        }
        try self.init(documents: documents)
    }

    package init(documents: [String: JSONSample]) throws {
        self.documents = documents
        for (name, document) in documents { try Self.check(document, at: name) }
    }

    /// Returns what does not agree with a schema, each with its place; nothing where all does.
    package func faults(of value: JSONSample, as name: String) -> [String] {
        guard let schema = documents[name] else { return ["there is no schema \(name)"] }
        return faults(of: value, schema, in: name, at: name)
    }

    // MARK: The schemas themselves

    private static let annotations: Set<String> = ["$schema", "$id", "title", "description"]
    private static let assertions: Set<String> = [
        "type", "properties", "required", "additionalProperties", "items", "enum", "pattern", "format", "minimum",
        "uniqueItems", "$ref", "anyOf",
    ]

    private static func check(_ schema: JSONSample, at place: String) throws {
        guard case .object(let members) = schema else { throw Unsupported(description: "\(place) is not an object") }
        for (keyword, value) in members {
            guard annotations.contains(keyword) || assertions.contains(keyword) else {
                throw Unsupported(description: "\(place): the keyword \"\(keyword)\" is not checked")
            }
            switch (keyword, value) {
            case ("properties", .object(let properties)):
                for (name, schema) in properties { try check(schema, at: "\(place).\(name)") }
            case ("additionalProperties", .boolean(false)): break
            case ("items", _), ("additionalProperties", _): try check(value, at: "\(place).\(keyword)")
            case ("anyOf", .array(let schemas)): for schema in schemas { try check(schema, at: "\(place).anyOf") }
            case ("format", .string(let format)) where !["uuid", "date-time"].contains(format):
                throw Unsupported(description: "\(place): the format \"\(format)\" is not checked")
            case ("pattern", .string(let pattern)): _ = try Regex(pattern)
            default: break
            }
        }
    }

    // MARK: A value against one schema

    private func faults(
        of value: JSONSample, _ schema: JSONSample, in document: String, at place: String
    ) -> [String] {
        guard case .object(let members) = schema else { return ["\(place): no schema"] }
        return members.flatMap { keyword, argument in
            faults(of: value, keyword, argument, members, in: document, at: place)
        }
    }

    private func faults(
        of value: JSONSample, _ keyword: String, _ argument: JSONSample, _ members: [String: JSONSample],
        in document: String, at place: String
    ) -> [String] {
        switch (keyword, argument, value) {
        case ("type", .string(let type), _): return Self.has(value, type) ? [] : ["\(place) is no \(type)"]
        case ("type", .array(let types), _):
            return types.contains { if case .string(let type) = $0 { Self.has(value, type) } else { false } }
                ? [] : ["\(place) is none of \(types)"]
        case ("properties", .object(let properties), .object(let object)):
            return properties.flatMap { name, schema in
                object[name].map { faults(of: $0, schema, in: document, at: "\(place).\(name)") } ?? []
            }
        case ("required", .array(let names), .object(let object)):
            return names.compactMap {
                if case .string(let name) = $0, object[name] == nil { "\(place).\(name) is missing" } else { nil }
            }
        case ("additionalProperties", _, .object(let object)):
            var known: Set<String> = []
            if case .object(let properties)? = members["properties"] { known = Set(properties.keys) }
            return object.filter { !known.contains($0.key) }.flatMap { name, value in
                argument == .boolean(false)
                    ? ["\(place).\(name) is in no schema"]
                    : faults(of: value, argument, in: document, at: "\(place).\(name)")
            }
        case ("items", _, .array(let elements)):
            return elements.flatMap { faults(of: $0, argument, in: document, at: "\(place)[]") }
        case ("uniqueItems", .boolean(true), .array(let elements)):
            return elements.indices.contains { elements[..<$0].contains(elements[$0]) } ? ["\(place) repeats"] : []
        case ("enum", .array(let values), _): return values.contains(value) ? [] : ["\(place) is none of \(values)"]
        case ("minimum", .integer(let minimum), .integer(let number)):
            return number >= minimum ? [] : ["\(place) is below \(minimum)"]
        case ("minimum", .integer(let minimum), .number(let number)):
            return number >= Double(minimum) ? [] : ["\(place) is below \(minimum)"]
        case ("pattern", .string(let pattern), .string(let text)):
            return (try? Regex(pattern).firstMatch(in: text)) ?? nil == nil ? ["\(place) is no \(pattern)"] : []
        case ("format", .string("uuid"), .string(let text)):
            return UUID(uuidString: text) == nil ? ["\(place) is no UUID"] : []
        case ("format", .string("date-time"), .string(let text)):
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return (try? style.parse(text)) == nil ? ["\(place) is not a time"] : []
        case ("$ref", .string(let reference), _): return faults(of: value, referringTo: reference, document, place)
        case ("anyOf", .array(let schemas), _):
            return schemas.contains { faults(of: value, $0, in: document, at: place).isEmpty }
                ? [] : ["\(place) is none of what it may be"]
        default: return []
        }
    }

    /// Follows a reference such as `address.json` or `message.json#/properties/id`.
    private func faults(
        of value: JSONSample, referringTo reference: String, _ document: String, _ place: String
    ) -> [String] {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].isEmpty ? document : String(parts[0].dropLast(5))
        var schema = documents[name]
        for step in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
            guard case .object(let members)? = schema else { break }
            schema = members[String(step)]
        }
        guard let schema else { return ["\(place): \(reference) is not there"] }
        return faults(of: value, schema, in: name, at: place)
    }

    private static func has(_ value: JSONSample, _ type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .integer), ("number", .number),
            ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }
}
