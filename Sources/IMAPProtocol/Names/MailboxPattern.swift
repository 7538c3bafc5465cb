/// A pattern of mailbox names (RFC 9051 section 6.3.9): `*` is anything, `%` anything without a delimiter.
public struct MailboxPattern: Sendable, Hashable {
    private enum Element: Sendable, Hashable {
        case byte(UInt8)
        case anything
        case anythingInLevel
    }

    private static let delimiter = UInt8(ascii: "/")
    private static let inbox = Array("INBOX".utf8)

    private let elements: [Element]
    /// The bytes that a name has at least.
    private let shortest: Int

    /// Takes a decoded pattern; the reference goes before it as it is.
    public init(_ pattern: String, reference: String = "") {
        var elements: [Element] = []
        for byte in (reference + pattern).utf8 {
            switch byte {
            case UInt8(ascii: "*"):
                // Wildcards beside each other are one, which bounds the work by the length of a name.
                while elements.last == .anything || elements.last == .anythingInLevel { elements.removeLast() }
                elements.append(.anything)
            case UInt8(ascii: "%"):
                if elements.last != .anything, elements.last != .anythingInLevel { elements.append(.anythingInLevel) }
            default: elements.append(.byte(byte))
            }
        }
        self.elements = elements
        shortest = elements.count { if case .byte = $0 { true } else { false } }
    }

    /// Whether a decoded name matches; INBOX as its first level does so in any case.
    ///
    /// - Complexity: O(*n* × *m*) in the bytes of the name and the pattern, where *m* is at most 2*n* + 1.
    public func matches(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count >= shortest else { return false }
        let folded = Self.foldedCount(bytes)
        // The places in the pattern that the bytes so far lead to.
        var places = [Bool](repeating: false, count: elements.count + 1)
        places[0] = true
        passWildcards(&places)
        for (index, byte) in bytes.enumerated() {
            var next = [Bool](repeating: false, count: elements.count + 1)
            var isAlive = false
            for (place, element) in elements.enumerated() where places[place] {
                switch element {
                case .anything: next[place] = true
                case .anythingInLevel: next[place] = next[place] || byte != Self.delimiter
                case .byte(let wanted):
                    let isEqual = index < folded ? Self.upper(wanted) == Self.upper(byte) : wanted == byte
                    next[place + 1] = next[place + 1] || isEqual
                }
                isAlive = isAlive || next[place] || next[place + 1]
            }
            guard isAlive else { return false }
            places = next
            passWildcards(&places)
        }
        return places[elements.count]
    }

    /// A wildcard may stand for nothing.
    private func passWildcards(_ places: inout [Bool]) {
        for (place, element) in elements.enumerated() where places[place] {
            if case .byte = element { continue }
            places[place + 1] = true
        }
    }

    /// How many bytes at the start are INBOX in any case.
    private static func foldedCount(_ name: [UInt8]) -> Int {
        guard name.prefix(inbox.count).map(upper) == inbox else { return 0 }
        return name.count == inbox.count || name[inbox.count] == delimiter ? inbox.count : 0
    }

    private static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte
    }
}
