import JSONCoding
import Testing

struct CodecMatrixTests {
    enum Colour: String, Codable { case red, green = "grün" }
    enum Level: Int, Codable { case low = -1, high = 7 }
    enum Shape: Codable, Equatable {
        case point
        case circle(radius: Double)
        case named(String, sides: Int?)
    }

    struct Inner: Codable, Equatable {
        var name: String?
        var numbers: [Int]
    }

    struct Everything: Codable, Equatable {
        var flag = true
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.max
        var int32 = Int32.min
        var int64 = Int64.max
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var double = 0.1
        var float = Float(0.1)
        var string = "a\"b\\c/d\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f}\u{7f}é\u{2028}\u{2029}😀"
        var absent: String?
        var present: Int? = 3
        var colour = Colour.green
        var level = Level.low
        var shapes = [Shape.point, .circle(radius: 2.5), .named("x", sides: nil), .named("", sides: 4)]
        var inner = Inner(name: nil, numbers: [])
        var list = [Inner(name: "n", numbers: [1, -2]), Inner(name: nil, numbers: [0])]
        var matrix: [[Bool?]] = [[true, nil], [], [false]]
        var table = ["b": 1, "a": 2, "": 3, "é": 4]
        var deep = ["x": ["y": [Inner(name: "z", numbers: [9])]]]
        var byNumber = [3: "c", 1: "a"]
    }

    @Test func `every kind of member survives`() throws {
        let value = Everything()
        #expect(try roundTrip(value) == value)
    }

    @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, 1, 9, 10, 99, 100, 999_999_999, Int64.max - 1, Int64.max])
    func `integers are exact`(_ value: Int64) throws {
        #expect(try json(value) == "\(value)")
        #expect(try roundTrip(value) == value)
        #expect(try roundTrip([Int(value)]) == [Int(value)])
    }

    @Test func `powers of ten and their neighbours are exact`() throws {
        var power: UInt64 = 1
        for _ in 0..<20 {
            for value in [power - 1, power, power + 1] {
                #expect(try json([value]) == "[\(value)]")
                #expect(try roundTrip(value) == value)
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        #expect(try json(UInt64.max) == "18446744073709551615")
        #expect(try roundTrip(UInt64.max) == UInt64.max)
    }

    @Test(arguments: [
        0.0, -0.0, 1, -1, 0.1, 1e15, 123_456_789_012_345, 1e16, 1e21, 1e-7, .leastNonzeroMagnitude,
        .leastNormalMagnitude,
        1.7976931348623157e308, 9_007_199_254_740_992, 3.141592653589793,
    ])
    func `doubles come back bit for bit`(_ value: Double) throws {
        #expect(try roundTrip(value).bitPattern == value.bitPattern)
        #expect(try decode(Double.self, json(value)).bitPattern == value.bitPattern)
    }

    @Test(arguments: [Float.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 16_777_216, 1e10, -0.0])
    func `floats come back bit for bit`(_ value: Float) throws {
        #expect(try roundTrip([value])[0].bitPattern == value.bitPattern)
    }

    @Test func `every scalar of the first planes survives in a string`() throws {
        let scalars = (0...0x2FFF).compactMap(Unicode.Scalar.init) + (0xFFF0...0x1_0010).compactMap(Unicode.Scalar.init)
        var all = String.UnicodeScalarView()
        all.append(contentsOf: scalars)
        let text = String(all)
        #expect(try roundTrip(text).unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(try roundTrip([text: text])[text]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func `strings of every length around the word size survive`() throws {
        for length in 0..<40 {
            for special in ["", "\"", "\n", "é", "\\"] {
                for place in 0...length {
                    let text =
                        String(repeating: "x", count: place) + special + String(repeating: "y", count: length - place)
                    #expect(try roundTrip(text) == text)
                }
            }
        }
    }

    @Test func `optionals at the top and in arrays are null`() throws {
        #expect(try json(Int?.none) == "null")
        #expect(try decode(Int?.self, "null") == nil)
        #expect(try json([1, nil, 3]) == "[1,null,3]")
        #expect(try decode([Int?].self, "[1,null,3]") == [1, nil, 3])
    }

    @Test func `a value may come in any order of keys with unknown ones between`() throws {
        let inner = try decode(
            Inner.self, #" {"x":{"numbers":[7]}, "numbers" : [1 ,2],"y":[[],{}], "name":"n","z":null} "#)
        #expect(inner == Inner(name: "n", numbers: [1, 2]))
    }

    @Test func `a key may be spelt with escapes`() throws {
        #expect(try decode(Inner.self, #"{"\u006eame":"n","numbe\u0072s":[]}"#) == Inner(name: "n", numbers: []))
    }

    @Test func `an absent member and a null one are both nil`() throws {
        #expect(try decode(Inner.self, #"{"numbers":[]}"#).name == nil)
        #expect(try decode(Inner.self, #"{"name":null,"numbers":[]}"#).name == nil)
    }

    @Test func `a thousand members are found in reverse order`() throws {
        let table = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key\($0)", $0) })
        #expect(try roundTrip(table) == table)
        let text = "{" + (0..<1000).reversed().map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try decode([String: Int].self, text) == table)
    }
}
