/// The parameters of SELECT, CREATE, LSUB and STATUS.
extension CommandParser {
    mutating func nextMailbox() throws(Stop) -> MailboxName {
        try lexer.space()
        return try lexer.mailbox()
    }

    mutating func selectOptions() throws(Stop) -> SelectOptions {
        var options = SelectOptions()
        guard lexer.takeSeparator() else { return options }
        _ = try list { (parser) throws(Stop) in
            switch parser.lexer.word() {
            case "CONDSTORE": options.condstore = true
            case "QRESYNC":
                guard options.resync == nil else { throw .bad("QRESYNC is named twice") }
                try parser.lexer.space()
                options.resync = try parser.resync()
            default: throw .bad("Unknown parameter")
            }
        }
        return options
    }

    /// `(uidvalidity modseq [known-uids] [seq-match-data])` (RFC 7162 section 7).
    private mutating func resync() throws(Stop) -> SelectOptions.Resync {
        try lexer.expect("(")
        let uidValidity = try lexer.positive()
        try lexer.space()
        let modSeq = try lexer.number(in: 1...Lexer.greatest)
        var knownUIDs: SequenceSet?
        var mayHaveMatch = lexer.take(" ")
        if mayHaveMatch, !lexer.isAt("(") {
            knownUIDs = try lexer.knownSet()
            mayHaveMatch = lexer.take(" ")
        }
        if mayHaveMatch { try sequenceMatch() }
        try lexer.expect(")")
        return SelectOptions.Resync(uidValidity: uidValidity, modSeq: modSeq, knownUIDs: knownUIDs)
    }

    /// Checks the fourth argument of QRESYNC, which may only shorten the answer (RFC 7162 section 3.2.5.2).
    private mutating func sequenceMatch() throws(Stop) {
        try lexer.expect("(")
        let numbers = try lexer.knownSet()
        try lexer.space()
        let uids = try lexer.knownSet()
        try lexer.expect(")")
        guard numbers.isAscending, uids.isAscending, numbers.namedCount == uids.namedCount else {
            throw .bad("The numbers and UIDs of QRESYNC differ in length or do not ascend")
        }
    }

    /// `(USE (\Drafts))` of CREATE (RFC 6154 section 3).
    mutating func specialUses() throws(Stop) -> [String] {
        guard lexer.takeSeparator() else { return [] }
        let uses = try list { (parser) throws(Stop) in
            guard parser.lexer.word() == "USE" else { throw .bad("Unknown parameter") }
            try parser.lexer.space()
            return try parser.list(allowsEmpty: true) { (parser) throws(Stop) in try parser.specialUse() }
        }
        return Array(uses.joined())
    }

    /// A use in the spelling of RFC 6154; one that it does not know stays as it is, as the session says NO to it.
    private mutating func specialUse() throws(Stop) -> String {
        try lexer.expect("\\")
        let name = try lexer.atom()
        let known = ["All", "Archive", "Drafts", "Flagged", "Important", "Junk", "Sent", "Trash"]
        return "\\" + (known.first { $0.lowercased() == name.lowercased() } ?? name)
    }

    mutating func lsub() throws(Stop) -> IMAPCommand.Body {
        let reference = try lexer.mailbox()
        try lexer.space()
        return .lsub(reference: reference, pattern: try lexer.listMailbox())
    }

    mutating func status() throws(Stop) -> IMAPCommand.Body {
        let mailbox = try lexer.mailbox()
        try lexer.space()
        return .status(mailbox, try statusItems())
    }

    mutating func statusItems() throws(Stop) -> [StatusItem] {
        try list { (parser) throws(Stop) in
            guard let item = StatusItem(rawValue: parser.lexer.word()) else { throw .bad("Unknown item of STATUS") }
            return item
        }
    }
}

extension SequenceSet {
    /// Whether each number is above the one before it, in a set without `*`.
    fileprivate var isAscending: Bool {
        var last: UInt32 = 0
        for piece in pieces {
            guard let first = piece.first, let end = piece.last, first > last, end >= first else { return false }
            last = end
        }
        return true
    }

    /// How many numbers an ascending set names.
    fileprivate var namedCount: UInt64 {
        pieces.reduce(0) { $0 + UInt64($1.last ?? 0) - UInt64($1.first ?? 0) + 1 }
    }
}
