import Foundation

/// The shapes of JSON that a page describes: one a heading, with a table whose first column is named `key`.
///
/// A type is a word (`string`, `integer`, `time` …, or the heading of another shape), `[x]`, `change(x)`, with ` or null`
/// behind it where the value may be null, and `?` at the end where the key may be missing.
package struct DocumentedShapes: Sendable {
    package struct Key: Sendable, Hashable {
        package let name: String
        package let type: String
        package let mayBeMissing: Bool
    }

    package let shapes: [String: [Key]]

    package init(_ page: DocumentationPage) { self.init([page]) }

    package init(_ pages: [DocumentationPage]) {
        var shapes: [String: [Key]] = [:]
        for section in pages.flatMap(\.sections) {
            let rows = section.rows
            guard rows.first?.first == "key" else { continue }
            shapes[section.title] = rows.dropFirst().map { cells in
                // A shape that has a page is linked.
                let type = cells[1].replacing(#/\[([^\[\]]*)\]\([^)]*\)/#) { $0.output.1 }
                // `string?`, `string? or null`
                return Key(
                    name: cells[0], type: type.replacing("?", with: ""), mayBeMissing: type.contains("?"))
            }
        }
        self.shapes = shapes
    }

    /// What was seen of the shapes while values were held against them.
    package struct Sightings: Sendable {
        package var present: Set<String> = []
        package var missing: Set<String> = []
        package var faults: [String] = []

        package init() {}
    }

    /// Holds a value against a shape, and takes down what was seen and what does not agree.
    package func check(_ value: JSONSample, as shape: String, into sightings: inout Sightings) {
        guard case .object(let object) = value, let keys = shapes[shape] else {
            return sightings.faults.append("\(shape) is no documented object")
        }
        for name in object.keys where !keys.contains(where: { $0.name == name }) {
            sightings.faults.append("\(shape).\(name) is not documented")
        }
        for key in keys {
            let path = "\(shape).\(key.name)"
            if let member = object[key.name] {
                sightings.present.insert(path)
                check(member, type: key.type, path, &sightings)
            } else {
                sightings.missing.insert(path)
                if !key.mayBeMissing { sightings.faults.append("\(path) is missing") }
            }
        }
    }

    /// Says which documented keys never occurred, and which are said to be optional but never were missing.
    package func unseen(_ sightings: Sightings) -> [String] {
        shapes.flatMap { shape, keys in
            keys.flatMap { key -> [String] in
                let path = "\(shape).\(key.name)"
                return (sightings.present.contains(path) ? [] : ["\(path) never occurs"])
                    + (key.mayBeMissing && !sightings.missing.contains(path) ? ["\(path) is never missing"] : [])
            }
        }.sorted()
    }

    private func check(_ value: JSONSample, type: String, _ path: String, _ sightings: inout Sightings) {
        if type.hasSuffix(" or null") {
            if value != .null { check(value, type: String(type.dropLast(8)), path, &sightings) }
            return
        }
        if type.hasPrefix("["), case .array(let elements) = value {
            for element in elements { check(element, type: String(type.dropFirst().dropLast()), path, &sightings) }
            return
        }
        if type.hasPrefix("change("), case .object(let object) = value {
            let inner = String(type.dropFirst(7).dropLast())
            guard let old = object["old"], let new = object["new"], object.count == 2 else {
                return sightings.faults.append("\(path) is no change")
            }
            for side in [old, new] { check(side, type: inner, path, &sightings) }
            return
        }
        if type.hasPrefix("list_change("), case .object(let object) = value {
            let inner = String(type.dropFirst("list_change(".count).dropLast())
            let members = object.values.flatMap {
                if case .array(let members) = $0 { members } else { [JSONSample.null] }
            }
            guard !object.isEmpty, Set(object.keys).isSubset(of: ["removed", "added"]) else {
                return sightings.faults.append("\(path) is no change of a list")
            }
            for member in members {
                guard case .object(let member) = member, case .integer? = member["at"], let value = member["value"],
                    member.count == 2
                else { return sightings.faults.append("\(path) has no member of a list") }
                check(value, type: inner, path, &sightings)
            }
            return
        }
        if type == "text_change", case .object(let object) = value {
            return check(value, type: object["old"] == nil ? "text_part" : "change(string)", path, &sightings)
        }
        if shapes[type] != nil { return check(value, as: type, into: &sightings) }
        if !Self.agrees(value, with: type) { sightings.faults.append("\(path) is no \(type): \(value)") }
    }

    private static func agrees(_ value: JSONSample, with type: String) -> Bool {
        switch (type, value) {
        case ("any", _), ("integer", .integer), ("time", .integer), ("boolean", .boolean), ("string", .string): true
        case ("number", .integer), ("number", .number): true
        case ("id", .string(let text)): UUID(uuidString: text) != nil && text == text.lowercased()
        case ("digest", .string(let text)): text.utf8.count == 64 && text.allSatisfy(\.isHexDigit)
        case ("period", .string(let text)): text == "forever" || (try? /P[1-9][0-9]*[DWMY]/.wholeMatch(in: text)) != nil
        case ("moment", .string(let text)): text.utf8.count == 27 && text.hasSuffix("Z")
        case ("keywords", .array(let words)): words.allSatisfy(\.isString)
        case ("texts", .object(let members)): members.values.allSatisfy(\.isString)
        default: false
        }
    }
}
