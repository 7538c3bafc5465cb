import JSONCoding
import Testing

struct JSONValueTests {
    @Test func `bytes survive a trip through a value`() throws {
        let text =
            #"{"z":1,"a":[null,true,-9223372036854775808,18446744073709551615,1.5],"m":{"y":"\n","x":{}},"":"é"}"#
        #expect(try json(decode(JSONValue.self, text)) == text)
    }

    @Test func `integers stay apart from numbers`() throws {
        #expect(try decode(JSONValue.self, "[1,1.0,9223372036854775808,1e2]") == [1, 1.0, .unsigned(1 << 63), 100.0])
        #expect(try decode(JSONValue.self, "36893488147419103232") == .number(36_893_488_147_419_103_232))
        #expect(try decode(JSONValue.self, "-9223372036854775809") == .number(-9_223_372_036_854_775_808))
    }

    @Test func `an object keeps its order under every change`() {
        var object: JSONObject = ["a": 1, "b": 2, "c": 3]
        object["b"] = "new"
        object["d"] = nil
        object["e"] = []
        #expect(object.keys == ["a", "b", "c", "e"])
        #expect(object["b"] == "new")
        object["a"] = nil
        let renamed = [object.rename("c", to: "z"), object.rename("c", to: "y")]
        #expect(renamed == [true, false])
        #expect(object.keys == ["b", "z", "e"])
        object.rename("e", to: "b")
        #expect(object == ["z": 3, "b": []])
        #expect(object != ["b": [], "z": 3])
    }

    @Test func `keys differ by their bytes`() throws {
        let text = "{\"é\":1,\"e\u{301}\":2}"
        var object = try decode(JSONObject.self, text)
        #expect(object.members.count == 2)
        object["e\u{301}"] = 3
        #expect(object["é"] == 1 && object["e\u{301}"] == 3)
    }

    @Test func `an object is decoded only from an object`() {
        #expect(throws: DecodingError.self) { try decode(JSONObject.self, "[]") }
    }
}
