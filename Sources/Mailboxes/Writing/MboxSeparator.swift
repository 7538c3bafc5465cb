/// The line before a message in an mbox (RFC 4155 appendix A): `From ada@example.org Thu Aug 22 12:36:23 2002`.
package enum MboxSeparator {
    /// Returns the line that was recorded where it is one; else one from the sender and the time of receipt, without a line end.
    ///
    /// - Parameter received: Microseconds since 1970; the line tells UTC, as asctime(3) writes it.
    package static func line(recorded: String?, sender: String?, received: Int64) -> String {
        if let recorded, MailStart.isFromLine(Array(recorded.utf8)[...]),
            !recorded.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
        {
            return recorded
        }
        return "From \(word(sender)) \(asciiTime(received))"
    }

    /// A sender that is one word of ASCII; a mailer's own name in place of any other.
    private static func word(_ sender: String?) -> String {
        guard let sender, !sender.isEmpty, sender.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "MAILER-DAEMON"
        }
        return sender
    }

    private static func asciiTime(_ microseconds: Int64) -> String {
        // The form has four digits for the year.
        let seconds = min(max(microseconds / 1_000_000, 0), 253_402_300_799)
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        // 1970-01-01 was a Thursday.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(days % 7)]
        let time = [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
        let date = civil(days)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = (date.day < 10 ? " " : "") + String(date.day)
        return "\(weekday) \(months[date.month - 1]) \(day) \(time.joined(separator: ":")) \(date.year)"
    }

    /// Turns days since 1970 into a date by counting years from March and eras of 400 years
    /// (<https://howardhinnant.github.io/date_algorithms.html>, civil_from_days).
    private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (Int(year), Int(month), Int(dayOfYear - (153 * fromMarch + 2) / 5 + 1))
    }
}
