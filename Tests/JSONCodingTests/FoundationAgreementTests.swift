import Foundation
import JSONCoding
import TestSupport
import Testing

struct FoundationAgreementTests {
    /// Makes a random value without numbers that Foundation would round or write otherwise.
    func value(_ depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator))
        case 3: return .unsigned(generator.next() | 1 << 63)
        case 4: return .number(Double.random(in: -1e6...1e6, using: &generator) + 0.5e-3)
        case 5, 6: return .string(text(&generator))
        case 7: return .array((0..<Int.random(in: 0..<6, using: &generator)).map { _ in value(depth - 1, &generator) })
        default:
            var object = JSONObject()
            for number in 0..<Int.random(in: 0..<6, using: &generator) {
                object["\(number)" + text(&generator)] = value(depth - 1, &generator)
            }
            return .object(object)
        }
    }

    func text(_ generator: inout SeededGenerator) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<20, using: &generator) {
            let ranges: [ClosedRange<UInt32>] = [
                0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x800...0xD7FF, 0x1F600...0x1F64F,
            ]
            let range = ranges[Int.random(in: 0..<ranges.count, using: &generator)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { scalars.append(scalar) }
        }
        return String(scalars)
    }

    /// Sorts members, since Foundation keeps no order.
    func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(sorted))
        case .object(let object):
            var result = JSONObject()
            for member in object.members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                result[member.key] = sorted(member.value)
            }
            return .object(result)
        default: return value
        }
    }

    @Test func `random values mean the same to both coders, both ways`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("agreement with Foundation: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let value = value(4, &generator)
            let ours = try JSONBytesEncoder(.init(pretty: .random(using: &generator))).encode(value)
            #expect(try JSONBytesDecoder().decode(JSONValue.self, from: ours) == value, "seed \(seed)")
            let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(ours))
            #expect(sorted(theirs) == sorted(value), "seed \(seed)")
            let back = try JSONBytesDecoder().decode(JSONValue.self, from: [UInt8](JSONEncoder().encode(value)))
            #expect(sorted(back) == sorted(value), "seed \(seed)")
            let object = try JSONSerialization.jsonObject(with: Data(ours), options: .fragmentsAllowed)
            let text = try JSONSerialization.data(withJSONObject: [object])
            #expect(
                try sorted(JSONBytesDecoder().decode(JSONValue.self, from: [UInt8](text))) == .array([sorted(value)]),
                "seed \(seed)")
        }
    }

    @Test func `random doubles are read to the same bits`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("doubles: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            #expect(try roundTrip(value).bitPattern == value.bitPattern, "seed \(seed)")
        }
        for _ in 0..<5_000 {
            let digits = Int.random(in: 1...20, using: &generator)
            let text =
                "1" + (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined() + "."
                + (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
                + "e\(Int.random(in: -30...30, using: &generator))"
            #expect(try decode(Double.self, text) == Double(text), "seed \(seed): \(text)")
        }
    }

    @Test func `Foundation's own types take their usual shape`() throws {
        struct Types: Codable, Equatable {
            var date = Date(timeIntervalSinceReferenceDate: 12.5)
            var uuid = UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
            var data = Data([1, 2])
        }
        #expect(try json(Types()) == #"{"date":12.5,"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","data":[1,2]}"#)
        #expect(try roundTrip(Types()) == Types())
    }
}
