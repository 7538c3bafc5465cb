import CivilTime
import Glibc
import TestSupport
import Testing

@Suite struct ZoneTests {
    @Test func `times of day and dates equal those of gmtime`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            // The years -7000 to 13000.
            var seconds = time_t.random(in: -283_000_000_000...348_000_000_000, using: &generator)
            var expected = unsafe tm()
            unsafe gmtime_r(&seconds, &expected)
            let time = CivilDateTime(microseconds: Int64(seconds) * 1_000_000 + 999_999)
            let actual = [
                time.date.year - 1900, time.date.month - 1, time.date.day, time.hour, time.minute, time.second,
                Int64(time.date.weekday + 1) % 7, time.microsecond,
            ]
            let wanted = unsafe [
                expected.tm_year, expected.tm_mon, expected.tm_mday, expected.tm_hour, expected.tm_min,
                expected.tm_sec, expected.tm_wday, 999_999,
            ]
            #expect(actual == wanted.map { Int64($0) }, "seed \(seed), second \(seconds)")
        }
    }

    @Test func `the local zone is that of the system, and shows its date and clock`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var seconds = time_t.random(in: -5_000_000_000...5_000_000_000, using: &generator)
            var local = unsafe tm()
            unsafe localtime_r(&seconds, &local)
            let microseconds = Int64(seconds) * 1_000_000 + 1
            let offset = Zone.local.offset(at: microseconds)
            #expect(unsafe offset == local.tm_gmtoff, "seed \(seed), second \(seconds)")
            let time = CivilDateTime(microseconds: microseconds, offset: Int64(offset))
            let shown = unsafe [local.tm_hour, local.tm_mday].map { Int64($0) }
            #expect([time.hour, time.date.day] == shown, "seed \(seed), second \(seconds)")
        }
    }

    @Test func `the extremes of the type have an offset and a date`() {
        for time in [Int64.min, .min + 1, .max] {
            #expect(Zone.local.offset(at: time).magnitude <= 86_400)
            #expect(Zone.fixed(seconds: -3_600).offset(at: time) == -3_600)
            #expect(CivilDateTime(microseconds: time, offset: 50_400).date.exists)
        }
        // The year fits no int.
        #expect(Zone.local.offset(atSecond: .max) == 0)
    }
}

@Suite struct LocalCalendarTests {
    /// A zone whose clocks leap by an hour, and ten days later back.
    private let calendar = LocalCalendar { (1_000_800_000..<1_001_664_000).contains($0) ? 7_200 : 3_600 }

    @Test func `each moment is found by the day and second that clocks show, or an earlier one that they show, too`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let moment = Int64.random(in: 1_000_500_000...1_002_000_000, using: &generator)
            let day = calendar.day(at: moment)
            let shown = moment + ((1_000_800_000..<1_001_664_000).contains(moment) ? 7_200 : 3_600)
            let second = shown - day.daysSince1970 * CivilDate.secondsPerDay
            #expect((0..<CivilDate.secondsPerDay).contains(second), "seed \(seed)")
            let found = calendar.moment(of: day, second: second)
            #expect(found == moment || found == moment - 3_600, "seed \(seed), moment \(moment)")
        }
    }
}

@Suite struct ClockTests {
    @Test func `the clocks agree with those of the system, and the monotonic one never steps back`() {
        let before = time(nil)
        let now = Timestamp.now.microseconds / 1_000_000
        #expect((Int64(before)...Int64(before) + 5).contains(now))
        // Never ahead: a file that is changed afterwards is stamped no earlier.
        #expect(Timestamp.ofFiles <= Timestamp.now)
        let readings = (0..<1_000).map { _ in MonotonicClock.nanoseconds }
        #expect(readings == readings.sorted())
        #expect(MonotonicClock.microseconds >= Int64(readings[0] / 1_000))
    }
}
