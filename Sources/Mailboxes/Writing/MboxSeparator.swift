import CivilTime

/// The line before a message in an mbox (RFC 4155 appendix A): `From ada@example.org Thu Aug 22 12:36:23 2002`.
package enum MboxSeparator {
    /// Returns the recorded line if it is valid; else one made from the sender and the time of receipt, without a line
    /// end.
    ///
    /// - Parameter received: Microseconds since 1970; the line has UTC, in the form of asctime(3).
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
        let time = CivilDateTime(microseconds: seconds * 1_000_000)
        let date = time.date
        let day = (date.day < 10 ? " " : "") + String(date.day)
        return "\(date.shortWeekdayName) \(date.shortMonthName) \(day) \(time.clock) \(date.year)"
    }
}
