import CivilTime
import TestSupport
import Testing

@Suite struct CivilDateTests {
    /// Walks from month to month by the rules of the calendar alone, and compares days of each with what is computed.
    @Test func `the days of twenty thousand years follow each other, there and back`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        var failures: [CivilDate] = []
        // -8030-01-01 is as many days before 1970 as 25 cycles of 400 years have; a cycle is of whole weeks, so it is a Thursday.
        var first: Int64 = -25 * 146_097
        for year in -8030...11_970 {
            for month in 1...12 {
                let length = Self.length(of: month, in: year)
                for day in [1, Int.random(in: 1...length, using: &generator), length] {
                    let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
                    let days = first + Int64(day) - 1
                    let weekday = Int((days + 25 * 146_097 + 3) % 7)
                    if date.daysSince1970 != days || CivilDate(daysSince1970: days) != date || !date.exists
                        || date.weekday != weekday
                    {
                        failures.append(date)
                    }
                }
                first += Int64(length)
            }
        }
        #expect(failures.isEmpty, "seed \(seed), \(failures.prefix(3))")
    }

    private static func length(of month: Int, in year: Int) -> Int {
        let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    @Test(
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
            (2024, 1, 32), (2024, .max, 1), (2024, 1, .max), (.max, 2, 30), (.min, 2, 30),
        ] as [(Int64, Int64, Int64)])
    func `a day that the calendar has not does not exist`(_ year: Int64, _ month: Int64, _ day: Int64) {
        #expect(!CivilDate(year: year, month: month, day: day).exists)
    }

    @Test(
        arguments: [
            ((2024, 1, 31), 1, (2024, 2, 29)), ((2024, 1, 31), -2, (2023, 11, 30)), ((2024, 2, 29), 12, (2025, 2, 28)),
            ((2024, 2, 29), -48, (2020, 2, 29)), ((1, 1, 1), -1, (0, 12, 1)), ((0, 3, 31), -4, (-1, 11, 30)),
        ] as [((Int64, Int64, Int64), Int64, (Int64, Int64, Int64))])
    func `a month later is the same day, or the last one of its month`(
        _ from: (Int64, Int64, Int64), _ months: Int64, _ to: (Int64, Int64, Int64)
    ) {
        let date = CivilDate(year: from.0, month: from.1, day: from.2)
        #expect(date.adding(months: months) == CivilDate(year: to.0, month: to.1, day: to.2))
    }

    @Test func `dates order as their days do`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let days = Int64.random(in: -3_000_000...3_000_000, using: &generator)
            let others = days + Int64.random(in: -400...400, using: &generator)
            let isBefore = CivilDate(daysSince1970: days) < CivilDate(daysSince1970: others)
            #expect(isBefore == (days < others), "seed \(seed)")
            #expect(CivilDate(daysSince1970: days).adding(days: others - days).daysSince1970 == others, "seed \(seed)")
        }
    }
}
