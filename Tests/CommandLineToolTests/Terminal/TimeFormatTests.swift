import CivilTime
import Testing

import CommandLineTool

@Suite struct TimeFormatTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (1_767_323_045_678_901, "2026-01-02T03:04:05.678901Z"),
            (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-11_644_473_600_000_000, "1601-01-01T00:00:00.000000Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
            (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
        ] as [(Int64, String)])
    func `times for programs are UTC with microseconds`(_ microseconds: Int64, _ expected: String) {
        #expect(TimeFormat.iso8601(microseconds) == expected)
    }

    @Test func `the extremes of the type do not crash`() {
        let format = TimeFormat(now: 0, zone: .local)
        for time in [Int64.min, .min + 1, .max] {
            #expect(TimeFormat.iso8601(time).hasSuffix("Z"))
            #expect(!format.full(time).isEmpty)
            for dates in DateStyle.allCases {
                #expect(!TimeFormat(now: 0, zone: .local, dates: dates).listed(time).isEmpty)
                #expect(!TimeFormat(now: time, zone: .local, dates: dates).listed(0).isEmpty)
            }
            #expect(!format.relative(time).isEmpty)
        }
    }

    /// 2026-03-10 12:00:00 UTC.
    private let now: Int64 = 1_773_144_000_000_000
    private static let hour: Int64 = 3_600_000_000

    @Test(
        arguments: [
            (0, 0, "12:00"), (-12, 0, "00:00"), (-13, 0, "Mar 09"), (-13, 2 * 3600, "01:00"), (11, 0, "23:00"),
            (12, 0, "Mar 11"),
            (-24 * 68, 0, "Jan 01"), (-24 * 69, 0, "2025-12-31"), (24 * 365, 0, "2027-03-10"),
            (-24 * 2_565, -5 * 3600, "2019-03-02"),
        ] as [(Int64, Int, String)])
    func `lists show the time today, the day this year, and else the date`(
        _ hours: Int64, _ offset: Int, _ expected: String
    ) {
        let format = TimeFormat(now: now, zone: .fixed(seconds: offset))
        #expect(format.short(now + hours * Self.hour) == expected)
    }

    @Test(
        arguments: [
            (0, 0, "Today 12:00"), (-12, 0, "Today 00:00"), (-13, 0, "Yest. 23:00"), (-13, 2 * 3600, "Today 01:00"),
            (11, 0, "Today 23:00"), (12, 0, "2026-03-11"), (-24 * 2, 0, "Sun. 12:00"), (-24 * 6, 0, "Wed. 12:00"),
            (-24 * 7, 0, "March 03"), (-24 * 180, 0, "September 11"), (-24 * 181, 0, "2025-09-10"),
        ] as [(Int64, Int, String)])
    func `relative dates name the days of the last week, the months of half a year, and else the date`(
        _ hours: Int64, _ offset: Int, _ expected: String
    ) {
        let format = TimeFormat(now: now, zone: .fixed(seconds: offset))
        #expect(format.day(now + hours * Self.hour) == expected)
        #expect(format.listed(now + hours * Self.hour) == expected)
    }

    @Test func `lists show dates in the style that was chosen`() {
        #expect(TimeFormat(now: now, zone: .utc, dates: .short).listed(now) == "12:00")
        #expect(TimeFormat(now: now, zone: .utc, dates: .iso).listed(now) == "2026-03-10 12:00")
    }

    @Test(arguments: [
        (0, "Tue 2026-03-10 12:00:00 +0000"), (3_600, "Tue 2026-03-10 13:00:00 +0100"),
        (-34_200, "Tue 2026-03-10 02:30:00 -0930"), (50_400, "Wed 2026-03-11 02:00:00 +1400"),
    ])
    func `the full form has the weekday and the offset`(_ offset: Int, _ expected: String) {
        #expect(TimeFormat(now: now, zone: .fixed(seconds: offset)).full(now + 999_999) == expected)
    }

    @Test(
        arguments: [
            (0, "just now"), (-59, "just now"), (-60, "1 minute ago"), (-3_599, "59 minutes ago"),
            (-7_200, "2 hours ago"),
            (-86_400, "1 day ago"), (7_200, "in 2 hours"), (-86_400 * 28, "2026-02-10"),
        ] as [(Int64, String)])
    func `what was lately is told by its distance`(_ seconds: Int64, _ expected: String) {
        #expect(TimeFormat(now: now, zone: .utc).relative(now + seconds * 1_000_000) == expected)
    }
}
