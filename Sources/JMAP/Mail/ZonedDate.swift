internal import CivilTime
internal import MIME

extension RawHeader.Field {
    /// The time with the zone that the field names, in the form of RFC 3339; nil if it is no date.
    var zonedDate: String? {
        guard let date, date.hasSuffix("Z") else { return self.date }
        let words = raw.split { $0 == " " || $0 == "\t" || $0.isNewline }.map(String.init)
        guard let place = words.lastIndex(where: { Self.zones.contains($0.uppercased()) }) else { return date }
        var plain = words
        plain[place] = "+0000"
        // A word that is not the zone, such as one in a comment, makes no difference.
        guard let instant = DateField.parse(Array(words.joined(separator: " ").utf8)),
            let clock = DateField.parse(Array(plain.joined(separator: " ").utf8)), clock != instant
        else { return date }
        let minutes = (clock - instant) / 60_000_000
        let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
        let zone = "\(minutes < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
        return Timestamp(microseconds: clock).iso8601.prefix(19) + zone
    }

    /// The zones of RFC 5322 section 4.3, and two that are met in old mail, that are not UTC.
    private static let zones: Set<String> = ["AST", "ADT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"]
}
