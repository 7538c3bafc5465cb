import JSONCoding
import TestSupport
import Testing

struct MalformedInputTests {
    @Test(arguments: [
        "", " ", "nul", "nulll", "tru", "True", "falsey", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5", "1.e1",
        "1e",
        "1e+", "0x1", "1_000", "--1", "1 2", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{", "}", "{]",
        "{\"a\"",
        "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}",
        "{1:2}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "\"", "\"abc", "\"a\nb\"", "\"\t\"", "\"\u{0}\"",
        "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u123g\"", "\"\\ud800\"", "\"\\ud800x\"", "\"\\ud800\\n\"",
        "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\u{FEFF}1", "1\u{0}", "\u{0}", "/*c*/1", "1//c",
        "[1]]",
        "{\"a\":1}}", "é", "\u{A0}1",
    ])
    func `a text against the grammar`(_ text: String) {
        #expect(throws: DecodingError.self) { try decode(JSONValue.self, text) }
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func `invalid UTF-8`(_ bytes: [UInt8]) {
        for padding in 0..<10 {
            let filler = [UInt8](repeating: UInt8(ascii: "x"), count: padding)
            let string = [UInt8(ascii: "\"")] + filler + bytes + filler + [UInt8(ascii: "\"")]
            #expect(throws: DecodingError.self) { try JSONBytesDecoder().decode(String.self, from: string) }
        }
    }

    @Test func `valid texts at the edges are accepted`() throws {
        #expect(try decode(JSONValue.self, " \t\r\n[ ] \n") == [])
        #expect(try decode(JSONValue.self, "{ }") == .object(JSONObject()))
        #expect(try decode(JSONValue.self, "-0") == 0)
        #expect(try decode(JSONValue.self, "0e0") == 0.0)
        #expect(try decode(JSONValue.self, "1E+2") == 100.0)
        #expect(try decode(JSONValue.self, #""\ud83d\ude00\/\u0000\uFFFF""#) == .string("😀/\u{0}\u{FFFF}"))
        #expect(
            try decode(JSONValue.self, "[[],{},\"\",0,null,true,false]") == [
                [], .object(JSONObject()), "", 0, nil, true, false,
            ])
    }

    @Test func `512 levels are read and one more is not`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        let value = try decode(JSONValue.self, nested(512))
        #expect(try json(value) == nested(512))
        #expect(throws: DecodingError.self) { try decode(JSONValue.self, nested(513)) }
        #expect(throws: DecodingError.self) { try decode(JSONValue.self, String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test func `a duplicate is found at any place of an object of any size`() throws {
        for count in [2, 3, 20, 63, 64, 65, 66, 200] {
            var generator = SeededGenerator(seed: UInt64(count))
            for _ in 0..<20 {
                var keys = (0..<count).map { "k\($0)" }
                let text = { "{" + keys.map { "\"\($0)\":{\"k0\":1}" }.joined(separator: ",") + "}" }
                #expect(throws: Never.self) { try decode(JSONValue.self, text()) }
                let (one, other) = (
                    Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator)
                )
                guard one != other else { continue }
                keys[one] = keys[other]
                #expect(throws: DecodingError.self) { try decode(JSONValue.self, text()) }
            }
        }
    }

    @Test func `a hundred thousand mutations never crash and never loop`() {
        let text = #"{"id":"3f2a","n":[-1,0.5,1e9,true,null],"s":"é😀\n\u00e9\ud83d\ude00","o":{"a":{},"b":[]}}"#
        let original = Array(text.utf8)
        let alphabet = Array(#"{}[],:"\u0dD8etfn-+.19 "#.utf8) + [0, 0x80, 0xC3, 0xFF]
        let seed = UInt64.random(in: 0 ... .max)
        print("mutations: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<100_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch UInt8.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                case 1 where bytes.count > 1: bytes.remove(at: place)
                case 2: bytes.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)], at: place)
                default: bytes.removeLast(bytes.count - max(1, place))
                }
            }
            if (try? JSONBytesDecoder().decode(JSONValue.self, from: bytes)) != nil { accepted += 1 }
        }
        // Some mutations stay valid (a changed letter in a string), most do not.
        #expect((1000..<50_000).contains(accepted), "seed \(seed)")
    }
}
