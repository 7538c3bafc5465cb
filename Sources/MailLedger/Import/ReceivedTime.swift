internal import EventLog
internal import MIME
internal import Mailboxes

/// When a message was delivered, as the place where it lies tells.
///
/// A Maildir's file name begins with the second of the delivery (<https://cr.yp.to/proto/maildir.html>), an mbox's
/// separator ends with its time (RFC 4155); else the file's own time has to do, which a copy of the file may change.
enum ReceivedTime {
    /// Files named before this second were not named by a delivery: 1995-01-01.
    private static let earliestDelivery: Int64 = 788_918_400

    static func of(_ found: FoundMessage, in environment: LedgerEnvironment) -> Timestamp {
        let told: Timestamp? =
            switch found.origin {
            case .maildirCur, .maildirNew: fromMaildirName(found.sourceName)
            case .mbox, .file: found.fromLine.flatMap(fromSeparator)
            }
        if let told { return told }
        return environment.isReproducible ? environment.log.now() : Timestamp(microseconds: found.modified)
    }

    /// The same of a copy that is recorded; nil where its name and its separator tell nothing.
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

    /// Reads the time of a separator, as in `From ada@example.org Thu Aug 22 12:36:23 2002`.
    ///
    /// There a zone may stand before the year (Gmail's `+0000 2002`) and behind it; without one the time is UTC (RFC 4155
    /// appendix A). Behind the date may stand more, such as `remote from host`.
    static func fromSeparator(_ line: String) -> Timestamp? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }).map(String.init)
        let isTime = { (word: String) in word.utf8.contains(UInt8(ascii: ":")) && word.utf8.allSatisfy { $0 <= 0x3A } }
        guard
            let month = words.indices.dropLast(3).last(where: {
                months.contains(words[$0]) && Int(words[$0 + 1]) != nil && isTime(words[$0 + 2])
            })
        else {
            return words.last.flatMap(Timestamp.init(iso8601:))
        }
        let rest = words[(month + 3)...].prefix(3)
        guard
            let place = rest.firstIndex(where: { $0.utf8.count == 4 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            let year = Int(rest[place]), year >= 1970
        else { return nil }
        let zone = rest[..<place].last ?? rest[(place + 1)...].first.flatMap { isZone($0) ? $0 : nil } ?? "+0000"
        let date = "\(words[month + 1]) \(words[month]) \(year) \(words[month + 2]) \(zone)"
        return DateField.parse(Array(date.utf8)).map(Timestamp.init(microseconds:))
    }

    private static let months: Set<String> = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func isZone(_ word: String) -> Bool {
        let bytes = word.utf8
        if let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            return bytes.count == 5 && bytes.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
        }
        return bytes.count <= 5 && bytes.allSatisfy { 0x41...0x5A ~= $0 }
    }
}
