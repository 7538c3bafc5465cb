package import CivilTime
internal import EventLog
package import LedgerKernel
internal import MIME
package import Mailboxes

/// The time when a message was delivered, by the evidence of its place.
///
/// A Maildir's file name begins with the second of the delivery (<https://cr.yp.to/proto/maildir.html>), and an mbox's
/// separator ends with its time (RFC 4155). Otherwise only the file's own time is left, which copying the file may
/// change.
package enum ReceivedTime {
    /// Files named before this second were not named by a delivery: 1995-01-01.
    private static let earliestDelivery: Int64 = 788_918_400

    package static func of(_ found: FoundMessage, in environment: LedgerEnvironment) -> Timestamp {
        let told: Timestamp? =
            switch found.origin {
            case .maildirCur, .maildirNew: fromMaildirName(found.sourceName)
            case .mbox, .file: found.fromLine.flatMap(fromSeparator)
            }
        if let told { return told }
        return environment.isReproducible ? environment.log.now() : Timestamp(microseconds: found.modified)
    }

    /// The same for a recorded copy; nil if its name and its separator have no time.
    static func ofCopy(source: String, fromLine: String?) -> Timestamp? {
        fromLine.flatMap(fromSeparator) ?? fromMaildirName(source)
    }

    static func fromMaildirName(_ name: String) -> Timestamp? {
        let file = name.split(separator: "/").last ?? ""
        guard let seconds = Int64(file.prefix { $0 != "." }), file.contains("."),
            (earliestDelivery...earliestDelivery * 8).contains(seconds)
        else { return nil }
        return Timestamp(microseconds: seconds * 1_000_000)
    }

    /// Reads the time of a separator; nil if it has none. Without a zone, or with an unknown one, it is UTC.
    ///
    ///     From ada@example.org Thu Aug 22 12:36:23 2002
    ///     From 1234@xxx Mon Feb 23 01:30:23 +0000 2008
    ///     From ada@example.org Thu Aug 22 12:36:23 EST 2002 remote from host
    static func fromSeparator(_ line: String) -> Timestamp? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }).dropFirst()
        for index in words.indices.dropFirst().reversed() where words[index].contains(":") {
            guard let date = date(words, timeAt: index), let time = DateField.parse(Array(date.utf8)) else { continue }
            return Timestamp(microseconds: time)
        }
        // One word: 2008-02-23T01:30:23Z.
        return words.dropFirst().lazy.compactMap { Timestamp(iso8601: String($0)) }.first
    }

    /// Puts the words around a time into the order of a `Date` field: `Aug 22 12:36:23 [zone] 2002 [zone]`, or
    /// `22 Aug 2002 12:36:23 [zone]`.
    private static func date(_ words: ArraySlice<Substring>, timeAt index: Int) -> String? {
        guard index - words.startIndex >= 2 else { return nil }
        let (before, last) = (words[index - 2], words[index - 1])
        let behind = words[(index + 1)...].prefix(3)
        if isMonth(before), !isYear(last) {
            guard let place = behind.firstIndex(where: isYear) else { return nil }
            let zones = place > behind.startIndex ? behind[..<place] : behind[(place + 1)...]
            return "\(last) \(before) \(behind[place]) \(words[index]) \(zone(zones.first))"
        }
        guard index - words.startIndex >= 3, isMonth(before), isYear(last) else { return nil }
        return "\(words[index - 3]) \(before) \(last) \(words[index]) \(zone(behind.first))"
    }

    // RFC 5322 allows no colon in a zone, as in +02:00.
    private static func zone(_ word: Substring?) -> String {
        guard let word, !word.isEmpty else { return "+0000" }
        return word.filter { $0 != ":" && $0 != "(" && $0 != ")" }
    }

    private static func isMonth(_ word: Substring) -> Bool {
        CalendarNames.shortMonths.contains { $0 == word }
    }

    private static func isYear(_ word: Substring) -> Bool {
        word.utf8.count == 4 && Int(word).map { $0 >= 1970 } == true
    }
}
