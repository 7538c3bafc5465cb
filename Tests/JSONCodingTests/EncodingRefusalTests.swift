import JSONCoding
import Testing

struct EncodingRefusalTests {
    enum Keys: String, CodingKey { case a, b }

    struct Custom: Encodable {
        let body: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    func refusal(_ value: some Encodable) -> JSONEncodingError? {
        #expect(throws: JSONEncodingError.self) { try JSONBytesEncoder().encode(value) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite`(_ number: Double) {
        #expect(refusal(number)?.reason == .nonFiniteNumber)
        #expect(refusal([[1, number]])?.path == "0.1")
        #expect(refusal(["secret": ["key": Float(number)]])?.path == "*.*")
        struct Named: Encodable { let list: [Inner] }
        struct Inner: Encodable { let ratio: Double }
        #expect(refusal(Named(list: [Inner(ratio: 1), Inner(ratio: number)]))?.path == "list.1.ratio")
    }

    @Test func `one key twice`() {
        let twice = Custom { encoder in
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .b)
            try container.encode(3, forKey: .a)
        }
        #expect(refusal([twice])?.reason == .duplicateKey)
    }

    @Test func `one key twice in a large object`() {
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let large = Custom { encoder in
            var container = encoder.container(keyedBy: Name.self)
            for number in 0..<100 { try container.encode(1, forKey: Name(stringValue: "key\(number)")) }
            try container.encode(1, forKey: Name(stringValue: "key50"))
        }
        #expect(refusal(large)?.reason == .duplicateKey)
    }

    @Test func `a container that is used after its parent went on`() {
        let interleaved = Custom { encoder in
            var outer = encoder.container(keyedBy: Keys.self)
            var first = outer.nestedUnkeyedContainer(forKey: .a)
            try outer.encode(1, forKey: .b)
            try? first.encode(2)
        }
        #expect(refusal(interleaved)?.reason == .containerReused)
    }

    @Test func `two values in one place`() {
        let twice = Custom { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
        #expect(refusal(twice)?.reason == .containerReused)
        let mixed = Custom { encoder in
            _ = encoder.unkeyedContainer()
            _ = encoder.container(keyedBy: Keys.self)
        }
        #expect(refusal([mixed])?.reason == .containerReused)
    }

    @Test func `a value that reaches past itself into its parent`() {
        final class Leak: @unchecked Sendable { var container: (any UnkeyedEncodingContainer)? }
        let leak = Leak()
        let inner = Custom { _ in try leak.container?.encode(1) }
        let outer = Custom { encoder in
            var list = encoder.unkeyedContainer()
            leak.container = list
            var deeper = list.nestedUnkeyedContainer()
            try deeper.encode(inner)
        }
        #expect(refusal(outer)?.reason == .containerReused)
        // What outlives the run does nothing, and no harm.
        #expect(throws: JSONEncodingError.self) { try leak.container?.encode(1) }
    }

    @Test func `a document without a value`() {
        #expect(refusal(Custom { _ in })?.reason == .noValue)
    }

    @Test func `endless nesting`() {
        struct Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(Endless())
            }
        }
        #expect(refusal(Endless())?.reason == .tooDeep)
    }

    @Test func `a member whose error is caught leaves no trace`() throws {
        struct Failure: Error {}
        let failing = Custom { encoder in
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode([1, 2], forKey: .a)
            throw Failure()
        }
        let forgiving = Custom { encoder in
            var container = encoder.container(keyedBy: Keys.self)
            try? container.encode(failing, forKey: .a)
            try? container.encode(Double.nan, forKey: .a)
            try container.encode(1, forKey: .b)
            try? container.encode(failing, forKey: .a)
        }
        #expect(try json([forgiving, forgiving]) == #"[{"b":1},{"b":1}]"#)
    }
}
