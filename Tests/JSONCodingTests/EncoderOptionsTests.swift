import JSONCoding
import TestSupport
import Testing

@Suite struct `The options of the encoder` {
    private struct Letter: Encodable {
        var messageID = "a@b"
        var isRead: Bool?
        var thumbnailURL: String?
        var isAIProcessed = true
        var rawURLPath = "x"
        var place = Place()
        var counts = ["isRead": 1, "Über": 2]
        var rest: JSONValue = ["someKey": ["innerKey": .null]]
        var already_snake: Int? = 3
    }

    private struct Place: Encodable {
        var floorNumber: Int?
        var rooms: [Int] = []
    }

    private func text(_ value: some Encodable, _ options: JSONBytesEncoder.Options) throws -> String {
        String(decoding: try JSONBytesEncoder(options).encode(value), as: UTF8.self)
    }

    @Test func `write keys in snake_case, but for those that are content`() throws {
        let json = try text(Letter(), .init(snakeCase: true))
        #expect(
            json == #"{"message_id":"a@b","is_ai_processed":true,"raw_url_path":"x","place":{"rooms":[]},"#
                + #""counts":{"isRead":1,"Über":2},"rest":{"someKey":{"innerKey":null}},"already_snake":3}"#)
    }

    @Test func `write other names of keys whose value is a text, and of no others`() throws {
        struct Note: Encodable {
            var time = "noon"
            var createdTime: String?
            var count = ["time": "kept"]
            var rest: JSONValue = ["time": "kept"]
            var inner = Inner()

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(time, forKey: .time)
                try container.encode(createdTime, forKey: .createdTime)
                try container.encode(count, forKey: .count)
                try container.encode(rest, forKey: .rest)
                try container.encode(inner, forKey: .inner)
            }

            enum CodingKeys: CodingKey { case time, createdTime, count, rest, inner }
        }
        struct Inner: Encodable {
            var time = 3
            var createdTime: String? = "x"
            var left: String?
        }
        let names = ["time": "recorded_at", "created_time": "created_at", "left": "left_at"]
        #expect(
            try text(Note(), .init(nulls: true, snakeCase: true, textKeys: names))
                == #"{"recorded_at":"noon","created_at":null,"count":{"time":"kept"},"rest":{"time":"kept"},"#
                + #""inner":{"time":3,"created_at":"x","left_at":null}}"#)
    }

    @Test func `write null for what is left out else, at any depth`() throws {
        let json = try text(Letter(), .init(nulls: true))
        for part in [#""isRead":null,"#, #""thumbnailURL":null,"#, #""place":{"floorNumber":null,"rooms":[]}"#] {
            #expect(json.contains(part), "\(part)")
        }
        #expect(try text(Place(floorNumber: 2), .init(nulls: true)) == #"{"floorNumber":2,"rooms":[]}"#)
    }

    @Test func `each type that may be absent is written as it is where it is there`() throws {
        struct All: Codable, Equatable {
            var a: Bool? = true, b: String? = "s", c: Double? = 1.5, d: Float? = 2.5, e: Int? = -1, f: Int8? = -2
            var g: Int16? = -3, h: Int32? = -4, i: Int64? = -5, j: UInt? = 1, k: UInt8? = 2, l: UInt16? = 3
            var m: UInt32? = 4, n: UInt64? = 5, o: [Int]? = [6]
        }
        let options = JSONBytesEncoder.Options(nulls: true)
        #expect(try text(All(), options) == text(All(), .init()))
        #expect(try JSONBytesDecoder().decode(All.self, from: JSONBytesEncoder(options).encode(All())) == All())
    }

    @Test func `indent a document as if it stood in another one`() throws {
        var random = SeededGenerator()
        for _ in 0..<100 {
            let value = Self.value(3, &random)
            let alone = try text(value, .init(pretty: true)).split(separator: "\n", omittingEmptySubsequences: false)
            for indent in 0..<3 {
                let blanks = String(repeating: "  ", count: indent)
                let expected = alone.joined(separator: "\n" + blanks)
                #expect(try text(value, .init(pretty: true, indent: indent)) == expected, "seed \(random.seed)")
            }
        }
    }

    private static func value(_ depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        let count = Int.random(in: 0..<4, using: &random)
        switch Int.random(in: 0..<(depth == 0 ? 2 : 4), using: &random) {
        case 0: return .string("line\n\(count)")
        case 1: return .integer(Int64(count))
        case 2: return .array((0..<count).map { _ in value(depth - 1, &random) })
        default:
            var object = JSONObject()
            for index in 0..<count { object["k\(index)"] = value(depth - 1, &random) }
            return .object(object)
        }
    }

    @Test func `escape what a terminal would act on, and say the same to a program`() throws {
        let strange = "a\u{7F}\u{85}\u{9B}31m\u{202E}b\u{2066}c\u{FEFF}d é 日本 🎈"
        let safe = try text([strange: strange], .init(terminalSafe: true))
        #expect(safe.unicodeScalars.allSatisfy { !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
        #expect(safe.contains("é 日本 🎈"))
        let decoded = try JSONBytesDecoder().decode([String: String].self, from: Array(safe.utf8))
        #expect(decoded == [strange: strange])
        #expect(try text("plain", .init(terminalSafe: true)) == "\"plain\"")
    }
}
