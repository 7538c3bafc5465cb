internal import CivilTime
internal import EventLog
public import QueryLanguage

extension Moment {
    /// Reads a moment as people type it.
    ///
    /// That is `812`, `2024-03-05T10:15Z`, `2024-03-05`, `yesterday`, `2h ago`, `tx:41`, `op:3f2a` or `now`; `tx:41^`,
    /// `op:3f2a^` and `812^` are the moment right before.
    ///
    /// A date means its end, `10:15` the end of that minute, but neither is later than now. `2h ago` and its like count
    /// back from now. A number is a position, even `2024`.
    /// - Throws: ``MomentError/malformed(_:reason:)``, or ``MomentError/future(_:)``.
    public init(parsing text: String, in context: QueryContext) throws(MomentError) {
        var name = text[...]
        while let first = name.first, first.isWhitespace { name = name.dropFirst() }
        while let last = name.last, last.isWhitespace { name = name.dropLast() }
        let isBefore = name.last == "^"
        if isBefore { name = name.dropLast() }
        self.init(try Self.anchor(name, of: text, context), isBefore: isBefore)
        if isBefore, case .time = anchor {
            throw .malformed(text, reason: "^ goes with a position, a transaction or an operation")
        }
    }

    /// Whether a text may name another moment later, as `2h ago` and `now^` do, and the date of today until the day is over.
    package static func isMoving(_ text: String, in context: QueryContext) throws(MomentError) -> Bool {
        let moment = try Moment(parsing: text, in: context)
        guard moment.anchor != .now else { return true }
        var later = context
        later.now += moreThanAYear
        return try Moment(parsing: text, in: later) != moment
    }

    // In which no day of the week and no day of the month comes again.
    private static let moreThanAYear: Int64 = 400 * 86_400_000_000

    private static let forms =
        "write a position (812), a time (2024-03-05T10:15Z), a date, '2h ago', tx:41, op:3f2a or now"

    private static func anchor(
        _ name: Substring, of text: String, _ context: QueryContext
    ) throws(MomentError) -> Anchor {
        if name == "now" { return .now }
        if let rest = rest(of: name, behind: "tx:") {
            guard let number = number(rest) else {
                throw .malformed(
                    text, reason: "behind tx: stands the number of a transaction, as 'events list' shows it")
            }
            return .transaction(number)
        }
        if let id = rest(of: name, behind: "op:") {
            guard !id.isEmpty, id.utf8.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: "-") }) else {
                throw .malformed(text, reason: "write the first digits of an operation behind op:, as 'log' shows them")
            }
            return .operation(prefix: id.lowercased())
        }
        guard let first = name.utf8.first else { throw .malformed(text, reason: forms) }
        if name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            guard let number = number(name) else { throw .malformed(text, reason: "no log is so long") }
            return .position(Position(number))
        }
        // The same sign precedes positions in a history and Unix times in a query.
        guard first != UInt8(ascii: "@") else {
            throw .malformed(text, reason: "leave out the @ of a position, and write a time like 2024-03-05T10:15Z")
        }
        return .time(try time(name, of: text, context))
    }

    private static func time(
        _ name: Substring, of text: String, _ context: QueryContext
    ) throws(MomentError) -> Timestamp {
        let time: Timestamp
        do {
            time = Timestamp(microseconds: try QueryDate(context: context).instant(String(name)))
        } catch {
            // The ids of operations stand in every list of them; a date has a dash where no id has one.
            let isID =
                name.utf8.count >= 4 && name.utf8.prefix(8).allSatisfy(isHexadecimal)
                && name.utf8.dropFirst(8).allSatisfy { isHexadecimal($0) || $0 == UInt8(ascii: "-") }
            throw .malformed(
                text, reason: isID ? "of an operation it is op:\(name)" : "\(error.message); \(forms)")
        }
        guard time.microseconds <= context.now else { throw .future(time) }
        return time
    }

    private static func rest(of name: Substring, behind prefix: String) -> Substring? {
        name.lowercased().hasPrefix(prefix) ? name.dropFirst(prefix.count) : nil
    }

    private static func number(_ text: Substring) -> Int64? {
        var reader = DigitReader(text)
        guard let number = reader.number(digits: 1...18), reader.isAtEnd else { return nil }
        return number
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
