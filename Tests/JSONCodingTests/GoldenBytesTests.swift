import JSONCoding
import Testing

struct GoldenBytesTests {
    struct Address: Codable {
        var name: String?
        var address: String
    }
    struct Event: Codable {
        var subject = "Über „uns“ </b>"
        var from = Address(name: nil, address: "a@b.example")
        var to = [Address(name: "C \"D\"", address: "c@d.example")]
        var size = 12
        var flags = ["$seen", "$flagged"]
        var headers = ["z": [1], "a": [2, 3], "B": []]
        var ratio = 0.5
        var whole = 2.0
        var none: Int?
    }

    @Test func `keys stand in declaration order and dictionaries are sorted`() throws {
        #expect(
            try json(Event())
                == #"{"subject":"Über „uns“ </b>","from":{"address":"a@b.example"},"#
                + #""to":[{"name":"C \"D\"","address":"c@d.example"}],"size":12,"flags":["$seen","$flagged"],"#
                + #""headers":{"B":[],"a":[2,3],"z":[1]},"ratio":0.5,"whole":2.0}"#)
    }

    @Test func `only what must be escaped is, in the shortest spelling`() throws {
        #expect(
            try json("\"\\/\u{0}\u{7}\u{8}\u{9}\u{a}\u{b}\u{c}\u{d}\u{1b}\u{1f}\u{7f}\u{2028}é😀")
                == "\"\\\"\\\\/\\u0000\\u0007\\b\\t\\n\\u000b\\f\\r\\u001b\\u001f\u{7f}\u{2028}é😀\"")
    }

    @Test(arguments: [
        (1.0, "1.0"), (0.1, "0.1"), (-0.0, "-0.0"), (1e16, "1e+16"), (1e-5, "1e-05"),
        (.leastNonzeroMagnitude, "5e-324"),
        (123456789.125, "123456789.125"),
    ])
    func `doubles have their shortest text`(_ value: Double, _ text: String) throws {
        #expect(try json(value) == text)
    }

    @Test func `dictionaries are sorted by the bytes of their keys, not of their escapes`() throws {
        let keys = ["\u{1}", "\n", "A", "Z", "\\", "a", "\"", "é", "e\u{301}", "", "aa", "😀", "\u{FFFD}"]
        let table = Dictionary(uniqueKeysWithValues: keys.map { (Key(text: $0), [$0: 1]) })
        struct Key: Hashable, Codable, CodingKeyRepresentable {
            let bytes: [UInt8]
            init(text: String) { bytes = Array(text.utf8) }
            init?(codingKey: some CodingKey) { self.init(text: codingKey.stringValue) }
            var codingKey: any CodingKey { Name(stringValue: String(decoding: bytes, as: UTF8.self)) }
        }
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Table: Encodable {
            let table: [Key: [String: Int]]
            func encode(to encoder: any Encoder) throws { try table.encode(to: encoder) }
        }
        let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let expected = try "{" + sorted.map { try json($0) + ":{" + json($0) + ":1}" }.joined(separator: ",") + "}"
        #expect(try json(Table(table: table)) == expected)
        #expect(try JSONBytesDecoder().decode(JSONObject.self, from: Array(expected.utf8)).keys.count == keys.count)
        let pretty = try json(Table(table: table), pretty: true)
        #expect(try decode(JSONValue.self, pretty) == decode(JSONValue.self, expected))
    }

    @Test func `pretty output has two spaces a level and keeps empty containers short`() throws {
        struct Sample: Encodable {
            var a = [1, 2]
            var b: [String: [Int]] = ["y": [], "x": [3]]
            var c: [String: Int] = [:]
        }
        #expect(
            try json(Sample(), pretty: true) == """
                {
                  "a": [
                    1,
                    2
                  ],
                  "b": {
                    "x": [
                      3
                    ],
                    "y": []
                  },
                  "c": {}
                }
                """)
    }

    @Test func `two containers of one encoder share one object`() throws {
        struct Flat: Encodable {
            enum Keys: String, CodingKey { case kind }
            func encode(to encoder: any Encoder) throws {
                try ["b": 1, "a": 2].encode(to: encoder)
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode("flat", forKey: .kind)
            }
        }
        #expect(try json(Flat()) == #"{"a":2,"b":1,"kind":"flat"}"#)
    }

    @Test func `nested containers and super-encoders stand where they were opened`() throws {
        struct Nested: Encodable {
            enum Keys: String, CodingKey { case a, b, c, d }
            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: Keys.self)
                var list = outer.nestedUnkeyedContainer(forKey: .a)
                try list.encode(1)
                var inner = list.nestedContainer(keyedBy: Keys.self)
                try inner.encode(true, forKey: .b)
                try list.encodeNil()
                #expect(list.count == 3)
                try [1].encode(to: list.superEncoder())
                var object = outer.nestedContainer(keyedBy: Keys.self, forKey: .b)
                try object.encodeNil(forKey: .a)
                try "s".encode(to: outer.superEncoder())
                _ = outer.superEncoder(forKey: .c)
                _ = outer.nestedUnkeyedContainer(forKey: .d)
            }
        }
        #expect(try json(Nested()) == #"{"a":[1,{"b":true},null,[1]],"b":{"a":null},"super":"s","c":{},"d":[]}"#)
    }

    @Test func `a class hierarchy goes through super`() throws {
        class Base: Codable {
            var a = 1
        }
        final class Derived: Base {
            var b = 2
            enum Keys: CodingKey { case b }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                b = try container.decode(Int.self, forKey: .b)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(b, forKey: .b)
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(try json(Derived()) == #"{"b":2,"super":{"a":1}}"#)
        let back = try decode(Derived.self, #"{"super":{"a":10},"b":20}"#)
        #expect((back.a, back.b) == (10, 20))
    }
}
