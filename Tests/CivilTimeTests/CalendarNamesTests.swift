import CivilTime
import Glibc
import Testing

@Suite struct CalendarNamesTests {
    @Test func `names are those of strftime in the locale C`() {
        for month in 1...12 {
            let date = CivilDate(year: 2026, month: Int64(month), day: 1)
            #expect([date.monthName, date.shortMonthName] == ["%B", "%b"].map { formatted($0, month: month - 1) })
            #expect(CalendarNames.month(lowercased: date.monthName.lowercased()) == Int64(month))
            #expect(CalendarNames.month(lowercased: date.shortMonthName.lowercased()) == Int64(month))
        }
        for weekday in 0...6 {
            // 2026-11-23 is a Monday.
            let date = CivilDate(year: 2026, month: 11, day: 23).adding(days: Int64(weekday))
            #expect(date.weekday == weekday)
            #expect(CalendarNames.weekdays[weekday] == formatted("%A", weekday: (weekday + 1) % 7))
            #expect(date.shortWeekdayName == formatted("%a", weekday: (weekday + 1) % 7))
        }
    }

    @Test(arguments: ["", "Jan", "janu", "sept", "mai", "13", "mon"])
    func `what is no month's name in lower case is none`(_ name: String) {
        #expect(CalendarNames.month(lowercased: name) == nil)
    }

    // Tests never set a locale, so it is C.
    private func formatted(_ format: String, month: Int = 0, weekday: Int = 0) -> String {
        var time = unsafe tm()
        unsafe time.tm_mon = Int32(month)
        unsafe time.tm_wday = Int32(weekday)
        var bytes = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&bytes, 32, format, &time)
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
