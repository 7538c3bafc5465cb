import CivilTime
import Foundation
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("2026-01-02T03:04:05.678901Z", 1_767_323_045_678_901),
        ("2026-01-02T03:04:05.678901999Z", 1_767_323_045_678_901),
        ("2026-01-02 03:04:05,5z", 1_767_323_045_500_000),
        ("2026-01-02t04:34:05+01:30", 1_767_323_045_000_000),
        ("2026-01-01T22:04:05-05:00", 1_767_323_045_000_000),
        ("1969-12-31T23:59:59.999999Z", -1),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000),
        ("1601-01-01T00:00:00Z", -11_644_473_600_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ]) func `a time with a zone is read`(text: String, microseconds: Int64) {
        #expect(Timestamp(iso8601: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04Z", "2026-01-02T03:04:05.Z",
        "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-02T24:00:00Z", "2026-01-02T03:60:00Z",
        "2026-01-02T03:04:60Z", "2026-01-02T03:04:05Z ", "2026-01-02T03:04:05+0100", "2026-01-02T03:04:05+24:00",
        "1600-12-31T23:59:59Z", "9999-12-31T23:59:59-00:01", "٢٠٢٦-01-02T03:04:05Z", "-026-01-02T03:04:05Z",
        "2026-01-02T03:04:05\u{0}Z",
    ]) func `a time without a zone, or that does not exist, is nil`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func `a formatted time is read back as the same instant`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let time = Timestamp(
                microseconds: .random(in: -11_644_473_600_000_000...253_402_300_799_999_999, using: &generator))
            #expect(Timestamp(iso8601: time.iso8601) == time, "seed \(seed)")
        }
    }

    @Test func `every day of four centuries has its own date, each one after the last`() throws {
        let first = try #require(Timestamp(iso8601: "1601-01-01T00:00:00Z"))
        var previous = ""
        var failures: [String] = []
        for day in 0..<Int64(146_097) {
            let time = Timestamp(microseconds: first.microseconds + day * 86_400_000_000)
            let text = time.iso8601
            if text <= previous || Timestamp(iso8601: text) != time { failures.append(text) }
            previous = text
        }
        #expect(failures.isEmpty)
        #expect(previous == "2000-12-31T00:00:00.000000Z")
    }

    @Test(arguments: [
        (Int64.min, "-290308-12-21T19:59:05.224192Z"),
        (Int64.max, "+294247-01-10T04:00:54.775807Z"),
        (253_402_300_800_000_000, "+10000-01-01T00:00:00.000000Z"),
    ]) func `a time outside the readable years is still written`(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).description == text)
    }

    @Test func `a time is a plain integer in JSON and orders as one`() throws {
        let time = Timestamp(microseconds: 1_767_323_045_678_901)
        #expect(String(decoding: try JSONEncoder().encode([time]), as: UTF8.self) == "[1767323045678901]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: Data("[-1]".utf8)) == [Timestamp(microseconds: -1)])
        #expect(Timestamp.epoch < time)
    }
}
