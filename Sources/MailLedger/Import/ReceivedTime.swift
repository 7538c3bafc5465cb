internal import EventLog
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

    // From ada@example.org Thu Aug 22 12:36:23 2002
    static func fromSeparator(_ line: String) -> Timestamp? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\r" || $0 == "\n" })
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count >= 7, let month = months.firstIndex(of: String(words[words.count - 4])),
            let day = Int(words[words.count - 3]), let year = Int(words[words.count - 1]), year >= 1970
        else { return nil }
        let date = "\(padded(year, 4))-\(padded(month + 1, 2))-\(padded(day, 2))"
        return Timestamp(iso8601: "\(date)T\(words[words.count - 2])Z")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
