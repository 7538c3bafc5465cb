import Foundation
import JSONCoding
import Testing

/// The form of the JSON that a type is read from.
@Suite struct `The shape of a type` {
    private enum Colour: String, Codable, CaseIterable { case red, green }

    private struct Leaf: Codable {
        var id: UUID
        var colour: Colour
        var note: String?
        var sizes: [Int]
    }

    private struct Tree: Codable {
        var leaves: [String: Leaf]
        var children: [Tree]
        var any: JSONValue
        var weight: Double?
    }

    /// Takes a time alone, and a key that it asks for first.
    private struct Picky: Decodable {
        var isThere = false

        private enum Key: String, CodingKey { case time, may, inner, secret }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let time = try container.decode(String.self, forKey: .time)
            guard time.hasPrefix("2026-") else {
                throw DecodingError.dataCorruptedError(forKey: .time, in: container, debugDescription: "no time")
            }
            if container.contains(.may) { isThere = try container.decode(Bool.self, forKey: .may) }
            let inner = try container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            _ = try inner.decodeIfPresent(Int.self, forKey: .secret)
        }
    }

    /// Asks for keys in each way that there is.
    private struct Curious: Decodable {
        private struct AnyKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            _ = container.allKeys
            func key(_ name: String) -> AnyKey { AnyKey(stringValue: name) }
            _ = try container.decodeNil(forKey: key("nil"))
            _ = try container.decode(Int.self, forKey: key("named"))
            var list = try container.nestedUnkeyedContainer(forKey: key("list"))
            var inner = try list.nestedUnkeyedContainer()
            _ = try inner.nestedContainer(keyedBy: AnyKey.self).decode(Int.self, forKey: key("deep"))
        }
    }

    private struct Never: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.singleValueContainer().decode([String].self)
            throw CocoaError(.coderReadCorrupt)
        }
    }

    private func members(_ shape: JSONShape) -> [String: JSONShape.Member] {
        guard case .object(let object) = shape else { return [:] }
        return Dictionary(uniqueKeysWithValues: object.members.map { ($0.key, $0) })
    }

    @Test func `has its members, which are required, and what they are`() throws {
        let leaf = members(JSONShape(of: Leaf.self))
        #expect(leaf.keys.sorted() == ["colour", "id", "note", "sizes"])
        #expect(leaf["id"]?.shape == .string && leaf["colour"]?.shape == .word(["red", "green"]))
        #expect(leaf["sizes"]?.shape == .array(.integer) && leaf["note"]?.shape == .string)
        #expect(leaf.values.filter { !$0.isRequired }.map(\.key) == ["note"])
    }

    @Test func `of a type within itself names it there`() throws {
        let tree = members(JSONShape(of: Tree.self))
        #expect(tree["children"]?.shape == .array(.reference("Tree")) && tree["any"]?.shape == .any)
        #expect(tree["leaves"]?.shape == .map(JSONShape(of: Leaf.self)))
        #expect(
            members(JSONShape(of: [Tree]?.self)).isEmpty
                && JSONShape(of: [Tree]?.self) == .array(JSONShape(of: Tree.self)))
        #expect(tree["weight"]?.shape == .number && tree["weight"]?.isRequired == false)
    }

    @Test func `is found of a type that checks what it reads, with all keys that it asks for`() throws {
        let shape = JSONShape(of: Picky.self)
        #expect(members(shape)["may"]?.isRequired == false && members(shape)["time"]?.isRequired == true)
        #expect(shape.keys.sorted() == ["inner", "may", "secret", "time"])
        #expect(JSONShape(of: Curious.self).keys.sorted() == ["deep", "list", "named", "nil"])
        // What nothing can be read into has the form of what it asked for.
        #expect(JSONShape(of: Never.self) == .array(.string))
    }

    @Test func `of single values is theirs`() {
        #expect(JSONShape(of: String.self) == .string && JSONShape(of: Bool?.self) == .boolean)
        #expect(JSONShape(of: [Int8].self) == .array(.integer) && JSONShape(of: Float.self) == .number)
        #expect(JSONShape(of: [String: [Bool]].self) == .map(.array(.boolean)))
    }
}
