import CGMime
import Synchronization

/// Reads address fields with GMime, after preparing them: encoded words become quoted strings, comments are set apart.
///
/// GMime alone would write `?` for undecodable bytes, take a comment for the display name, and return nothing for an
/// address against the grammar, such as `foo..bar@example.org`. If its result lacks a part of a field, the entries are
/// read one by one.
///
/// Most mail comes from the same people and to the same lists, so what a field reads as is remembered for a while.
enum AddressField {
    /// Returns at most `limit` entries of the unfolded fields of one name, and whether there were more.
    static func parse(_ values: [[UInt8]], limit: Int, textCharset: String?) -> (addresses: [Address], isCut: Bool) {
        var addresses: [Address] = []
        for value in values where value.contains(where: { $0 > 0x20 }) {
            guard addresses.count < limit else { return (addresses, true) }
            let text = Charset.headerText(value, textCharset: textCharset)
            let (more, isCut) = parse(text, limit: limit - addresses.count)
            addresses += more
            if isCut { return (addresses, true) }
        }
        return (addresses, false)
    }

    private static func parse(_ text: String, limit: Int) -> (addresses: [Address], isCut: Bool) {
        guard text.utf8.count <= RememberedAddresses.longestField else { return parse(Array(text.utf8), limit: limit) }
        if let addresses = remembered.withLock({ $0.addresses(of: text) }), addresses.count < limit {
            return (addresses, false)
        }
        let (addresses, isCut) = parse(Array(text.utf8), limit: limit)
        if !isCut { remembered.withLock { $0.remember(addresses, of: text) } }
        return (addresses, isCut)
    }

    private static let remembered = Mutex(RememberedAddresses())

    private static func parse(_ text: [UInt8], limit: Int) -> (addresses: [Address], isCut: Bool) {
        let prepared = PreparedAddresses(text)
        let (addresses, isCut) = list(prepared, limit: limit)
        if isCut || isAll(addresses, of: prepared) { return (addresses, isCut) }
        var found: [Address] = []
        for entry in AddressEntries(text) {
            guard found.count < limit else { return (found, true) }
            switch entry {
            case .group(let name): found.append(.group(name: name, members: []))
            case .mailbox(let text):
                let prepared = PreparedAddresses(text)
                let read = list(prepared, limit: 2).addresses
                let needsAt = prepared.withoutComments.contains(UInt8(ascii: "@"))
                if let first = read.first, read.count == 1, case .mailbox(let mailbox) = first,
                    !needsAt || mailbox.address.utf8.contains(UInt8(ascii: "@")),
                    // GMime ends an address before a second at sign.
                    prepared.withoutComments.firstRange(of: Array((mailbox.address + "@").utf8)) == nil
                {
                    found.append(first)
                } else if let mailbox = AddressEntries.mailbox(in: prepared.withoutComments) {
                    found.append(.mailbox(mailbox))
                }
            }
        }
        return (found, false)
    }

    /// Whether nothing of the text is missing in the addresses, by the count of bytes that are no separators.
    private static func isAll(_ addresses: [Address], of prepared: PreparedAddresses) -> Bool {
        func weight(_ bytes: some Sequence<UInt8>) -> Int {
            bytes.reduce(0) { count, byte in
                switch byte {
                case 0...0x20, 0x22, 0x2C, 0x3A, 0x3B, 0x3C, 0x3E, 0x5C: count
                default: count + 1
                }
            }
        }
        let found = addresses.reduce(0) { sum, address in
            if case .group(let name, _) = address { return sum + weight(name.utf8) }
            return sum
        }
        let mailboxes = addresses.lazy.flatMap(\.mailboxes).reduce(0) {
            $0 + weight(($1.name ?? "").utf8) + weight($1.address.utf8)
        }
        return found + mailboxes >= weight(prepared.withoutComments) - prepared.weightOfShields
    }

    private static func list(_ prepared: PreparedAddresses, limit: Int) -> (addresses: [Address], isCut: Bool) {
        let (addresses, isCut) = list(prepared.withoutComments, limit: limit)
        guard prepared.hasComments, !addresses.isEmpty else { return (addresses, isCut) }
        // Read once more with the comments: if a mailbox has no other name, GMime gives its comment.
        let commented = list(prepared.withComments, limit: limit).addresses
        guard commented.count == addresses.count else { return (addresses, isCut) }
        return (zip(addresses, commented).map(adopt), isCut)
    }

    private static func adopt(_ address: Address, commentsOf other: Address) -> Address {
        switch (address, other) {
        case (.mailbox(let mailbox), .mailbox(let commented)):
            return .mailbox(adopt(mailbox, commented))
        case (.group(let name, let members), .group(_, let commented)) where members.count == commented.count:
            return .group(name: name, members: zip(members, commented).map(adopt))
        default: return address
        }
    }

    private static func adopt(_ mailbox: Mailbox, _ commented: Mailbox) -> Mailbox {
        guard mailbox.name == nil, mailbox.address == commented.address else { return mailbox }
        var mailbox = mailbox
        mailbox.comment = commented.name
        return mailbox
    }

    private static func list(_ text: [UInt8], limit: Int) -> (addresses: [Address], isCut: Bool) {
        guard let list = unsafe gmime.internet_address_list_parse(nil, String(decoding: text, as: UTF8.self)) else {
            return ([], false)
        }
        defer { unsafe gmime.g_object_unref(list) }
        let count = Int(unsafe gmime.internet_address_list_length(list))
        var addresses: [Address] = []
        for index in 0..<min(count, limit) {
            guard let entry = unsafe gmime.internet_address_list_get_address(list, Int32(index)) else { continue }
            let name = unsafe clean(gmime.internet_address_get_name(entry))
            if let members = unsafe gmime.members(of: entry) {
                let memberCount = min(Int(unsafe gmime.internet_address_list_length(members)), limit)
                let mailboxes = (0..<memberCount).compactMap { index -> Mailbox? in
                    guard let member = unsafe gmime.internet_address_list_get_address(members, Int32(index)),
                        let address = unsafe borrowedString(gmime.mailboxAddress(of: member))
                    else { return nil }
                    return unsafe Mailbox(
                        name: clean(gmime.internet_address_get_name(member)),
                        address: PreparedAddresses.restored(address))
                }
                addresses.append(.group(name: name ?? "", members: mailboxes))
            } else if let address = unsafe borrowedString(gmime.mailboxAddress(of: entry)) {
                addresses.append(.mailbox(Mailbox(name: name, address: PreparedAddresses.restored(address))))
            }
        }
        return (addresses, count > limit)
    }

    private static func clean(_ name: UnsafePointer<CChar>?) -> String? {
        unsafe borrowedString(name).flatMap { name in
            let trimmed = collapsingSpace(PreparedAddresses.restored(name))
            return trimmed.isEmpty ? nil : trimmed
        }
    }
}

/// The addresses in fields that were read lately, by the fields' text.
private struct RememberedAddresses {
    /// Longer ones, in bytes, are seldom seen twice.
    static let longestField = 512
    private static let capacity = 2_048

    /// Differs from another one in any byte, where texts are equal that only look alike.
    private struct Field: Hashable {
        let text: String

        static func == (left: Field, right: Field) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    // Once the recent fields are too many, those of the round before are forgotten, unless they were read again.
    private var recent: [Field: [Address]] = [:]
    private var earlier: [Field: [Address]] = [:]

    mutating func addresses(of text: String) -> [Address]? {
        if let addresses = recent[Field(text: text)] { return addresses }
        guard let addresses = earlier[Field(text: text)] else { return nil }
        remember(addresses, of: text)
        return addresses
    }

    mutating func remember(_ addresses: [Address], of text: String) {
        if recent.count == Self.capacity { (recent, earlier) = ([:], recent) }
        recent[Field(text: text)] = addresses
    }
}

/// An address field with its encoded words decoded, with and without its comments (RFC 5322 section 3.2.2).
struct PreparedAddresses {
    private(set) var withoutComments: [UInt8] = []
    private(set) var withComments: [UInt8] = []
    private(set) var hasComments = false
    private var colonCount = 0

    /// Groups, routes and colons in names: more than any honest field has.
    private static let colonLimit = 500

    /// - Complexity: O(the length of the value).
    init(_ value: [UInt8]) {
        withoutComments.reserveCapacity(value.count)
        withComments.reserveCapacity(value.count)
        var index = 0
        var depth = 0
        var isQuoted = false
        while index < value.count {
            let byte = value[index]
            if byte == 0x5C, depth > 0 || isQuoted, index + 1 < value.count {
                append(byte, inComment: depth > 0)
                append(value[index + 1], inComment: depth > 0)
                index += 2
                continue
            }
            if depth == 0, isQuoted || Self.startsToken(value, index),
                let word = EncodedWords.word(in: value, at: index)
            {
                index = word.end
                var text = word.utf8
                // White space between two encoded words is no part of the text (RFC 2047 section 6.2).
                while !isQuoted, let next = Self.wordAfterSpace(value, index) {
                    text += next.utf8
                    index = next.end
                }
                let escaped = Self.escaped(Charset.repaired(text))
                if !isQuoted { append(0x22, inComment: false) }
                for byte in escaped { append(byte, inComment: false) }
                if !isQuoted { append(0x22, inComment: false) }
                continue
            }
            switch byte {
            case 0x22 where depth == 0:
                isQuoted.toggle()
                append(byte, inComment: false)
            case 0x28 where !isQuoted:
                if depth == 0 { withoutComments.append(0x20) }
                depth += 1
                hasComments = true
                append(byte, inComment: true)
            case 0x29 where depth > 0:
                append(byte, inComment: true)
                depth -= 1
            default: append(byte, inComment: depth > 0)
            }
            index += 1
        }
    }

    private mutating func append(_ byte: UInt8, inComment: Bool) {
        var byte = byte
        if byte == 0x3A {
            // GMime reads a group within a group by recursion: a field of colons would end the stack.
            colonCount += 1
            if colonCount > Self.colonLimit { byte = 0x20 }
        }
        if byte == 0x3F, !inComment, withoutComments.last == 0x3D {
            withComments.append(contentsOf: Self.shield.utf8)
            withoutComments.append(contentsOf: Self.shield.utf8)
        }
        // GMime would write a domain in Punycode as what it looks like; addresses stay as they are written.
        if byte == 0x2D, !inComment, withoutComments.suffix(3).map({ $0 | 0x20 }) == Array("xn-".utf8) {
            withComments.append(contentsOf: Self.shield.utf8)
            withoutComments.append(contentsOf: Self.shield.utf8)
        }
        withComments.append(byte)
        if !inComment { withoutComments.append(byte) }
    }

    /// Keeps GMime from decoding what only looks like an encoded word, and domains; ``restored(_:)`` takes it out again.
    private static let shield = "\u{10FFFD}"

    /// The bytes of shields in the text without comments, which no name and no address has.
    var weightOfShields: Int {
        let shield = Array(Self.shield.utf8)
        guard withoutComments.contains(shield[0]) else { return 0 }
        return shield.count * withoutComments.indices.count { withoutComments[$0...].starts(with: shield) }
    }

    /// Reverts the preparation of a name or address.
    static func restored(_ text: String) -> String {
        text.unicodeScalars.contains("\u{10FFFD}") ? text.replacing(shield, with: "") : text
    }

    /// Whether a token may start here: an encoded word in the middle of an atom is none (RFC 2047 section 5).
    private static func startsToken(_ value: [UInt8], _ index: Int) -> Bool {
        guard index > 0 else { return true }
        switch value[index - 1] {
        case 0x09, 0x20, 0x22, 0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x3C, 0x3E: return true
        default: return false
        }
    }

    private static func wordAfterSpace(_ value: [UInt8], _ index: Int) -> (utf8: [UInt8], end: Int)? {
        var next = index
        while next < value.count, value[next] == 0x20 || value[next] == 0x09 { next += 1 }
        return EncodedWords.word(in: value, at: next)
    }

    private static func escaped(_ text: String) -> [UInt8] {
        Array(text.replacing("=?", with: "=" + shield + "?").utf8).flatMap {
            $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0]
        }
    }
}
