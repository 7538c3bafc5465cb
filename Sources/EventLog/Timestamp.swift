/// An instant in microseconds since 1970-01-01T00:00:00Z, without leap seconds, as POSIX counts.
///
/// ```swift
/// let time = Timestamp(iso8601: "2026-01-02T04:04:05.678901+01:00")
/// time?.description  // "2026-01-02T03:04:05.678901Z"
/// ```
///
/// It is encoded as a plain integer, so a stored time compares and sorts without being parsed.
public struct Timestamp: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before.
    public var microseconds: Int64

    /// Takes microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// 1970-01-01T00:00:00Z.
    public static let epoch = Timestamp(microseconds: 0)

    static let microsecondsPerSecond: Int64 = 1_000_000
    static let microsecondsPerDay: Int64 = 86_400_000_000
}

extension Timestamp: Comparable {
    /// Orders by time, the earlier first.
    public static func < (left: Self, right: Self) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Timestamp: Codable {
    /// Reads microseconds from an integer.
    public init(from decoder: any Decoder) throws {
        microseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the microseconds as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The same as `iso8601`.
    public var description: String { iso8601 }
}

// MARK: - ISO 8601

extension Timestamp {
    /// The UTC form with six digits of fraction: `2026-01-02T03:04:05.678901Z`.
    ///
    /// A year outside 0…9999 is written with its sign (the expanded form of ISO 8601, 4.1.2.4); `init(iso8601:)` reads
    /// the years 1601…9999 only.
    public var iso8601: String {
        let (day, time) = microseconds.quotientAndRemainder(flooringBy: Self.microsecondsPerDay)
        let date = CivilDate(daysSinceEpoch: day)
        let (second, fraction) = time.quotientAndRemainder(dividingBy: Self.microsecondsPerSecond)
        var text = ""
        text.reserveCapacity(27)
        if date.year < 0 {
            text.append("-")
        } else if date.year > 9999 {
            text.append("+")
        }
        text.append(decimal: date.year.magnitude, width: 4)
        text.append("-")
        text.append(decimal: UInt64(date.month), width: 2)
        text.append("-")
        text.append(decimal: UInt64(date.day), width: 2)
        text.append("T")
        text.append(decimal: UInt64(second / 3600), width: 2)
        text.append(":")
        text.append(decimal: UInt64(second / 60 % 60), width: 2)
        text.append(":")
        text.append(decimal: UInt64(second % 60), width: 2)
        text.append(".")
        text.append(decimal: UInt64(fraction), width: 6)
        text.append("Z")
        return text
    }

    /// Reads the RFC 3339 profile of ISO 8601, and is nil for anything else.
    ///
    /// The zone (`Z` or `±hh:mm`) is required: a time without one means nothing elsewhere. The fraction may be missing and
    /// is cut after six digits; `T` may be a space. A leap second (`:60`), the hour 24 and years outside 1601…9999 are nil.
    public init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T", "t", " "),
            let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
            let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
            let second = reader.number(digits: 2), second < 60,
            let date = CivilDate(year: year, month: month, day: day),
            let fraction = reader.microseconds(),
            let offset = reader.zoneSeconds(), reader.isAtEnd
        else { return nil }
        let local = date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second
        self.init(microseconds: (local - offset) * Self.microsecondsPerSecond + fraction)
        guard self >= Self.earliestReadable, self <= Self.latestReadable else { return nil }
    }

    /// 1601-01-01T00:00:00.000000Z, where the proleptic calendar's 400-year cycle that holds our time begins.
    static let earliestReadable = Timestamp(microseconds: -11_644_473_600_000_000)
    /// 9999-12-31T23:59:59.999999Z.
    static let latestReadable = Timestamp(microseconds: 253_402_300_799_999_999)
}

/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic counts days from 1 March, so that the leap day ends the year:
/// <https://howardhinnant.github.io/date_algorithms.html>
struct CivilDate: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Takes a day that exists in the years 1600…9999, and is nil for any other.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1600...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let days: Int64 =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard day <= days else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    init(daysSinceEpoch days: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.quotientAndRemainder(flooringBy: 400)
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Reads fixed-width decimal fields from the front of a text.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ choices: Unicode.Scalar...) -> Bool {
        guard let byte = rest.first, choices.contains(Unicode.Scalar(byte)) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads an optional fraction of a second; digits past the sixth are cut, a separator without a digit is nil.
    mutating func microseconds() -> Int64? {
        guard skip(".", ",") else { return 0 }
        var value: Int64 = 0
        var count = 0
        while let digit = digit() {
            if count < 6 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in 0..<max(0, 6 - count) { value *= 10 }
        return value
    }

    mutating func zoneSeconds() -> Int64? {
        if skip("Z", "z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+", "-"), let hour = number(digits: 2), hour < 24, skip(":"),
            let minute = number(digits: 2), minute < 60
        else { return nil }
        return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
    }
}

extension Int64 {
    /// Divides rounding towards negative infinity, so that the remainder is never negative.
    fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension String {
    fileprivate mutating func append(decimal value: UInt64, width: Int) {
        let digits = String(value)
        for _ in 0..<max(0, width - digits.utf8.count) { append("0") }
        append(digits)
    }
}
