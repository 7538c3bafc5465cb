extension Timestamp {
    /// The UTC form with six digits of fraction: `2026-01-02T03:04:05.678901Z`.
    ///
    /// A year outside 0…9999 is written with its sign (the expanded form of ISO 8601, 4.1.2.4); `init(iso8601:)` reads
    /// the years 1601…9999 only.
    public var iso8601: String {
        let time = CivilDateTime(microseconds: microseconds)
        let date = time.date
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
        text.append(decimal: UInt64(time.hour), width: 2)
        text.append(":")
        text.append(decimal: UInt64(time.minute), width: 2)
        text.append(":")
        text.append(decimal: UInt64(time.second), width: 2)
        text.append(".")
        text.append(decimal: UInt64(time.microsecond), width: 6)
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
            let fraction = reader.microseconds(),
            let offset = reader.zoneSeconds(), reader.isAtEnd
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.exists else { return nil }
        let local = date.daysSince1970 * CivilDate.secondsPerDay + hour * 3600 + minute * 60 + second
        self.init(microseconds: (local - offset) * Self.microsecondsPerSecond + fraction)
        guard self >= Self.earliestReadable, self <= Self.latestReadable else { return nil }
    }

    /// 1601-01-01T00:00:00.000000Z, where the proleptic calendar's 400-year cycle that holds our time begins.
    static let earliestReadable = Timestamp(microseconds: -11_644_473_600_000_000)
    /// 9999-12-31T23:59:59.999999Z.
    static let latestReadable = Timestamp(microseconds: 253_402_300_799_999_999)
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

extension String {
    fileprivate mutating func append(decimal value: UInt64, width: Int) {
        let digits = String(value)
        for _ in 0..<max(0, width - digits.utf8.count) { append("0") }
        append(digits)
    }
}
