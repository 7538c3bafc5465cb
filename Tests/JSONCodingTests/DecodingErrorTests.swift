import JSONCoding
import Testing

struct DecodingErrorTests {
    struct Inner: Codable { var number: Int }
    struct Outer: Codable { var list: [Inner]; var table: [String: Int]? }

    /// Returns path and text of the error.
    func failure<T: Decodable>(_ type: T.Type, _ text: String) -> (path: String, text: String)? {
        do {
            _ = try decode(type, text)
        } catch let error as DecodingError {
            let context: DecodingError.Context? =
                switch error {
                case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                    .dataCorrupted(let context):
                    context
                @unknown default: nil
                }
            guard let context else { return nil }
            #expect(!"\(error)".contains("secret"))
            return (context.codingPath.map(\.stringValue).joined(separator: "."), context.debugDescription)
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test(arguments: [
        (#"{"list":[{"number":1},{"number":"secret"}]}"#, "list.1.number", "a string where Int is expected at byte 32"),
        (#"{"list":[{"number":1.0}]}"#, "list.0.number", "a fraction or exponent where Int is expected at byte 19"),
        (#"{"list":[{"number":1e2}]}"#, "list.0.number", "a fraction or exponent where Int is expected at byte 19"),
        (#"{"list":[{"number":9223372036854775808}]}"#, "list.0.number", "an integer that does not fit Int at byte 19"),
        (#"{"list":[{"number":null}]}"#, "list.0.number", "null where Int is expected at byte 19"),
        (#"{"list":[{"secret":5}]}"#, "list.0", "a key is missing in the object at byte 9"),
        (#"{"list":["secret"]}"#, "list.0", "a string where Dictionary<String, Any> is expected at byte 9"),
        (#"{"list":{"secret":5}}"#, "list", "an object where Array<Any> is expected at byte 8"),
        (#"{"list":[],"table":{"a":1,"secret":true}}"#, "table.*", "a boolean where Int is expected at byte 35"),
        (#"{"list":[{"number":1}],"list":2}"#, "", "an object holds one key twice at byte 23"),
        (#"{"list":[]} secret"#, "", "bytes after the end of the value at byte 12"),
        (#"{"list":["secret]}"#, "", "the text ends too early at byte 18"),
    ])
    func `a fault has a path and an offset`(_ text: String, _ path: String, _ message: String) {
        let failure = failure(Outer.self, text)
        #expect(failure?.path == path)
        #expect(failure?.text == message)
    }

    @Test func `integers must fit their type`() {
        #expect(throws: DecodingError.self) { try decode(Int8.self, "128") }
        #expect(throws: DecodingError.self) { try decode(Int8.self, "-129") }
        #expect(throws: DecodingError.self) { try decode(UInt8.self, "256") }
        #expect(throws: DecodingError.self) { try decode(UInt.self, "-1") }
        #expect(throws: DecodingError.self) { try decode(Int64.self, "-9223372036854775809") }
        #expect(throws: DecodingError.self) { try decode(UInt64.self, "18446744073709551616") }
        #expect(throws: DecodingError.self) { try decode(UInt64.self, "99999999999999999999") }
        #expect(throws: DecodingError.self) { try decode(UInt64.self, "100000000000000000000000000") }
        #expect((try? decode(UInt.self, "-0")) == 0)
        #expect((try? decode(Int64.self, "-9223372036854775808")) == .min)
    }

    @Test func `numbers must fit their type, and tiny ones become zero`() throws {
        #expect(throws: DecodingError.self) { try decode(Double.self, "1e309") }
        #expect(throws: DecodingError.self) { try decode(Double.self, "-1" + String(repeating: "0", count: 400)) }
        #expect(throws: DecodingError.self) { try decode(Float.self, "1e39") }
        #expect(try decode(Double.self, "1e-400") == 0)
        #expect(try decode(Double.self, "12") == 12)
    }

    @Test func `an array that ends says so`() {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                #expect(list.count == 1)
                _ = try list.decode(Int.self)
                #expect(list.isAtEnd && list.currentIndex == 1)
                _ = try list.decode(Int.self)
            }
        }
        #expect(failure(Pair.self, "[1]")?.text == "no further element in the array at byte 0")
    }

    @Test func `a type may try one shape after another`() throws {
        enum Either: Decodable, Equatable {
            case number(Int), text(String), list([Either])
            init(from decoder: any Decoder) throws {
                if let number = try? decoder.singleValueContainer().decode(Int.self) {
                    self = .number(number)
                } else if let text = try? decoder.singleValueContainer().decode(String.self) {
                    self = .text(text)
                } else {
                    self = .list(try decoder.singleValueContainer().decode([Either].self))
                }
            }
        }
        #expect(
            try decode(Either.self, #"[1,"a",[[],2]]"#)
                == .list([.number(1), .text("a"), .list([.list([]), .number(2)])]))
    }

    @Test func `containers say what they hold`() throws {
        struct Probe: Decodable {
            enum Keys: String, CodingKey { case a, b, c }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                #expect(container.allKeys == [.b, .a])
                #expect(container.contains(.a) && container.contains(.b) && !container.contains(.c))
                #expect(try container.decodeNil(forKey: .a))
                #expect(try !container.decodeNil(forKey: .b))
                #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .c) }
                #expect(try container.decode(Bool.self, forKey: .b))
                #expect(try container.decodeIfPresent(Int.self, forKey: .a) == nil)
                #expect(try container.decodeIfPresent(Int.self, forKey: .c) == nil)
            }
        }
        _ = try decode(Probe.self, #"{"b":true,"other":[1,{"a":2}],"a":null}"#)
    }
}
