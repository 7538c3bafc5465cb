import JSONCoding
import Mail
import TestSupport
import Testing

@Suite struct `A retention period` {
    @Test(
        .requirement(75),
        arguments: [
            ("90d", "P90D", "90 days"), ("2w", "P2W", "2 weeks"), ("18m", "P18M", "18 months"),
            ("7y", "P7Y", "7 years"),
            ("1Y", "P1Y", "1 year"), ("p7y", "P7Y", "7 years"), ("P9999D", "P9999D", "9999 days"),
            ("Forever", "forever", "for ever"),
        ])
    func `is read as people write it and has one stored form`(typed: String, text: String, words: String) throws {
        let period = try #require(RetentionPeriod(typed: typed))
        #expect(period.text == text && "\(period)" == words)
        let json = try JSONBytesEncoder().encode([period])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONBytesDecoder().decode([RetentionPeriod].self, from: json) == [period])
    }

    @Test(
        .requirement(75),
        arguments: [
            "", "7", "y", "0y", "07y", "-7y", "7.5y", "7 y", "10000d", "P", "PY", "P1Y6M", "PT1H", "٧y", "soon",
        ])
    func `is nothing else`(typed: String) {
        #expect(RetentionPeriod(typed: typed) == nil)
    }

    @Test(.requirement(75), arguments: ["7y", "P7y", "p7Y", "Forever", "P07Y", "P0Y"])
    func `has no second stored form`(text: String) {
        #expect(RetentionPeriod(text: text) == nil)
        #expect(throws: DecodingError.self) {
            try JSONBytesDecoder().decode([RetentionPeriod].self, from: Array("[\"\(text)\"]".utf8))
        }
    }
}
