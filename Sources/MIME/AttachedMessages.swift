import CivilTime

/// The way in which the text of attached messages becomes part of a text.
package enum AttachedMessages: Sendable {
    /// It follows without a mark, as text to be found by words.
    case merged
    /// A line with its subject, sender and date stands before it.
    case marked
    case leftOut
}

/// The message parts of a message, with a line for each that a reader sees before its text.
struct AttachedMarks {
    /// Indices in the list of parts.
    private var marks: [(index: Int, body: Range<Int64>, line: String)] = []
    private let way: AttachedMessages

    static let end = "--- end of the attached message ---"

    init(
        of parts: [Part], _ way: AttachedMessages, limits: ParseLimits, from reader: inout SourceReader
    ) throws(MIMEError) {
        self.way = way
        guard way != .merged else { return }
        for (index, part) in parts.enumerated() where part.isMessage {
            marks.append((index, part.body, way == .marked ? try Self.line(of: part, limits, &reader) : ""))
        }
    }

    private static func line(
        of part: Part, _ limits: ParseLimits, _ reader: inout SourceReader
    ) throws(MIMEError) -> String {
        line(of: try header(of: part, limits, &reader))
    }

    private static func header(
        of part: Part, _ limits: ParseLimits, _ reader: inout SourceReader
    ) throws(MIMEError) -> HeaderSection {
        try HeaderSection.read(
            from: &reader, at: part.body.lowerBound, limit: limits.field, boundaries: BoundaryStack())
    }

    /// What the line shows of the message in a part, to be found by words.
    static func words(
        of part: Part, _ limits: ParseLimits, _ reader: inout SourceReader
    ) throws(MIMEError) -> String {
        words(of: try header(of: part, limits, &reader))
    }

    /// What the line shows of a message with this header, to be found by words.
    static func words(of header: HeaderSection) -> String {
        let (subject, sender) = subjectAndSender(of: header)
        return [subject, sender ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func subjectAndSender(of header: HeaderSection) -> (subject: String, sender: String?) {
        let subject = header[.subject].map { collapsingSpace(EncodedWords.decode($0, textCharset: nil)) } ?? ""
        let (senders, _) = AddressField.parse(header.all(.from), limit: 1, textCharset: nil)
        let sender = senders.first?.mailboxes.first.map { mailbox in
            mailbox.name.map { "\($0) <\(mailbox.address)>" } ?? mailbox.address
        }
        return (subject, sender)
    }

    /// The line before the text of a message with this header.
    static func line(of header: HeaderSection) -> String {
        func short(_ text: String) -> String { text.count > 200 ? text.prefix(200) + "…" : text }
        let (subject, sender) = subjectAndSender(of: header)
        let words = [
            subject.isEmpty ? "(no subject)" : short(subject), sender.map { "from \(short($0))" }, date(of: header),
        ]
        return "--- attached message: \(words.compactMap(\.self).joined(separator: ", ")) ---"
    }

    /// The day and the time on the clock of the sender.
    private static func date(of header: HeaderSection) -> String? {
        guard let value = header[.date], let instant = DateField.parse(value) else { return nil }
        let local = Timestamp(microseconds: instant + (DateField.offset(value) ?? 0) * 1_000_000)
        return String(local.iso8601.prefix(16).replacing("T", with: " "))
    }

    /// Joins the texts of parts, in the order of the parts.
    func text(of pieces: [Int: String], in parts: [Part]) -> String {
        var output: [String] = []
        var around: [(end: Int64, line: String, isWritten: Bool)] = []
        var waiting = marks[...]
        func leave(before place: Int64) {
            while let last = around.last, last.end <= place {
                if last.isWritten { output.append(Self.end) }
                around.removeLast()
            }
        }
        for (index, piece) in pieces.sorted(by: { $0.key < $1.key }) {
            while let mark = waiting.first, mark.index < index {
                waiting.removeFirst()
                leave(before: mark.body.lowerBound)
                around.append((mark.body.upperBound, mark.line, false))
            }
            leave(before: parts[index].body.lowerBound)
            if way == .leftOut, !around.isEmpty { continue }
            for depth in around.indices where !around[depth].isWritten {
                output.append(around[depth].line)
                around[depth].isWritten = true
            }
            output.append(piece)
        }
        return output.joined(separator: "\n\n")
    }
}
