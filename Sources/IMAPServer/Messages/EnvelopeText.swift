internal import MIME

/// ENVELOPE of a message: its header as it is written, unfolded (RFC 9051 section 7.5.2).
///
/// Of fields that occur twice the first counts, but of addresses all: who is in the second `To` got the mail, too.
struct EnvelopeText {
    private enum Name: String, CaseIterable {
        case date, subject, from, sender, to, cc, bcc
        case replyTo = "reply-to"
        case inReplyTo = "in-reply-to"
        case messageID = "message-id"

        var isOfAddresses: Bool {
            switch self {
            case .from, .sender, .replyTo, .to, .cc, .bcc: true
            default: false
            }
        }
    }

    private static let names = Dictionary(uniqueKeysWithValues: Name.allCases.map { (Array($0.rawValue.utf8), $0) })

    private var fields: [Name: [[UInt8]]] = [:]

    /// - Parameter section: The place of the header; fields that do not fit whole into the limit are left out.
    init(_ bytes: [UInt8], header section: Range<Int>, limit: Int) {
        for field in FieldPlaces(bytes, in: section) {
            guard field.whole.upperBound - section.lowerBound <= limit else { return }
            guard field.name.count <= 11, let name = Self.names[bytes[field.name].map(lowered)],
                name.isOfAddresses || fields[name] == nil
            else { continue }
            fields[name, default: []].append(unfolded(bytes[field.value]))
        }
    }

    /// - Parameter room: The number of addresses that may still be written; it is lowered by those that are.
    func write(to text: inout AnswerText, room: inout Int) {
        let from = addresses(.from, room)
        text.add("(")
        text.add(nstring: fields[.date]?.first)
        text.add(" ")
        text.add(nstring: fields[.subject]?.first)
        for list in [from, addresses(.sender, room), addresses(.replyTo, room)] {
            text.add(" ")
            // A client does not know that it is From where it is missing.
            Self.write(list.isEmpty ? from : list, to: &text, room: &room)
        }
        for name in [Name.to, .cc, .bcc] {
            text.add(" ")
            Self.write(addresses(name, room), to: &text, room: &room)
        }
        for name in [Name.inReplyTo, .messageID] {
            text.add(" ")
            text.add(nstring: fields[name]?.first)
        }
        text.add(")")
    }

    private func addresses(_ name: Name, _ room: Int) -> [RawAddresses.Entry] {
        var entries: [RawAddresses.Entry] = []
        for field in fields[name] ?? [] where entries.count < room {
            entries += RawAddresses(field, limit: room - entries.count).entries
        }
        return entries
    }

    private static func write(_ entries: [RawAddresses.Entry], to text: inout AnswerText, room: inout Int) {
        // A group that was cut has one entry more: its end.
        guard !entries.isEmpty, entries.count <= room + 1 else { return text.add("NIL") }
        room -= entries.count
        text.add("(")
        for entry in entries {
            switch entry {
            case .groupStart(let name):
                text.add("(NIL NIL ")
                text.add(string: name)
                text.add(" NIL)")
            case .groupEnd: text.add("(NIL NIL NIL NIL)")
            case .mailbox(let mailbox):
                text.add("(")
                text.add(nstring: mailbox.name)
                text.add(" ")
                text.add(nstring: mailbox.route)
                // Never NIL: that would be the start or end of a group.
                text.add(" ")
                text.add(string: mailbox.mailbox)
                text.add(" ")
                text.add(string: mailbox.host)
                text.add(")")
            }
        }
        text.add(")")
    }
}

/// Drops the line ends of a field's value and the blanks around it; a bare CR stays (RFC 5322 section 2.2.3).
func unfolded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var value = value.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    guard value.contains(0x0A) else { return Array(value) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    for byte in value {
        if byte == 0x0A {
            if bytes.last == 0x0D { bytes.removeLast() }
        } else {
            bytes.append(byte)
        }
    }
    let blanks = bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
    return blanks == 0 ? bytes : Array(bytes[blanks...])
}

/// The byte in lower case, if it is an ASCII letter.
func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
