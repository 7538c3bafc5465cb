internal import IMAPProtocol
internal import Mail
internal import Projections

/// Keywords as IMAP writes them (RFC 9051 section 2.3.2).
enum FlagNames {
    static let system: [(MailboxFlags, String)] = [
        (.answered, "\\Answered"), (.flagged, "\\Flagged"), (.deleted, "\\Deleted"), (.seen, "\\Seen"),
        (.draft, "\\Draft"),
    ]

    /// Returns the flags of the system among some as a list has them, without its brackets.
    static func list(_ flags: MailboxFlags) -> [UInt8] { lists[Int(flags.rawValue & 31)] }

    private static let lists: [[UInt8]] = (0..<32).map { bits in
        let flags = MailboxFlags(rawValue: UInt8(bits))
        return Array(system.filter { flags.contains($0.0) }.map(\.1).joined(separator: " ").utf8)
    }

    /// Returns how a keyword is written; nil for the flags of the system, and for a label that is too long for a name.
    static func keyword(_ spelling: String) -> String? {
        guard let keyword = try? Keyword(spelling), !isSystem(keyword) else { return nil }
        guard let name = KeywordName.name(of: keyword.key) else { return nil }
        // The spelling that people gave, where the grammar allows it.
        guard name == keyword.key else { return name }
        return common[keyword.key] ?? keyword.registeredText
    }

    /// Words of Thunderbird that no registry has.
    private static let common = Dictionary(uniqueKeysWithValues: (1...5).map { ("$label\($0)", "$Label\($0)") })

    /// Returns the keyword of a flag; nil for `\Deleted` and `\Recent`, which are none.
    ///
    /// - Throws: ``NoAnswer`` for the name of no keyword.
    static func keyword(_ flag: Flag) throws -> Keyword? {
        switch flag {
        case .seen: return .seen
        case .answered: return .answered
        case .flagged: return .flagged
        case .draft: return .draft
        case .deleted, .recent: return nil
        case .keyword(let name):
            guard let keyword = KeywordName.keyword(name) else {
                throw NoAnswer("\(name) cannot be a keyword here", code: "CANNOT")
            }
            // The name says it in lower case; the client's own spelling is kept where it is no escape.
            return (try? Keyword(name)).flatMap { $0 == keyword ? $0 : nil } ?? keyword
        }
    }

    static func keywords(_ flags: [Flag]) throws -> KeywordSet {
        KeywordSet(try flags.compactMap { try keyword($0) })
    }

    private static func isSystem(_ keyword: Keyword) -> Bool {
        [.seen, .answered, .flagged, .draft].contains(keyword)
    }
}
