/// FETCH (RFC 9051 section 6.4.5), with the older items of RFC 3501.
extension CommandParser {
    private static let fast: [FetchItem] = [.flags, .internalDate, .size]

    mutating func fetch(_ messages: MessageSet) throws(Stop) -> FetchRequest {
        let items: [FetchItem]
        if lexer.isAt("(") {
            items = try list { (parser) throws(Stop) in try parser.fetchItem(parser.lexer.word()) }
        } else {
            let name = lexer.word()
            switch name {
            case "FAST": items = Self.fast
            case "ALL": items = Self.fast + [.envelope]
            case "FULL": items = Self.fast + [.envelope, .bodyStructure(isExtended: false)]
            default: items = [try fetchItem(name)]
            }
        }
        var changedSince: UInt64?
        var wantsVanished = false
        if lexer.takeSeparator() {
            _ = try list { (parser) throws(Stop) in
                switch parser.lexer.word() {
                case "CHANGEDSINCE" where changedSince == nil:
                    try parser.lexer.space()
                    changedSince = try parser.lexer.number(in: 1...Lexer.greatest)
                case "VANISHED": wantsVanished = true
                default: throw .bad("Unknown modifier of FETCH")
                }
            }
        }
        // RFC 7162 section 3.2.6.
        if wantsVanished, changedSince == nil || !messages.isByUID {
            throw .bad("VANISHED belongs to UID FETCH with CHANGEDSINCE")
        }
        // An item is answered once, however often it is named: else one line asks for a message 2,000 times.
        var seen: Set<FetchItem> = []
        return FetchRequest(
            messages, items: items.filter { seen.insert($0).inserted }, changedSince: changedSince,
            wantsVanished: wantsVanished)
    }

    private mutating func fetchItem(_ name: String) throws(Stop) -> FetchItem {
        switch name {
        case "ENVELOPE": return .envelope
        case "FLAGS": return .flags
        case "INTERNALDATE": return .internalDate
        case "SAVEDATE": return .saveDate
        case "RFC822.SIZE": return .size
        case "UID": return .uid
        case "MODSEQ": return .modSeq
        case "EMAILID": return .emailID
        case "THREADID": return .threadID
        case "PREVIEW": return .preview(isLazy: try takeLazy())
        case "BODYSTRUCTURE": return .bodyStructure(isExtended: true)
        case "BODY" where !lexer.isAt("["): return .bodyStructure(isExtended: false)
        case "BODY", "BODY.PEEK":
            let section = try section()
            return .body(BodyRequest(section, isPeek: name == "BODY.PEEK", partial: try partial()))
        case "RFC822": return .body(BodyRequest(BodySection(), isPeek: false, oldName: name))
        case "RFC822.HEADER": return .body(BodyRequest(BodySection(text: .header), isPeek: true, oldName: name))
        case "RFC822.TEXT": return .body(BodyRequest(BodySection(text: .text), isPeek: false, oldName: name))
        case "BINARY", "BINARY.PEEK":
            let part = try binaryPart()
            return .binary(part: part, isPeek: name == "BINARY.PEEK", partial: try partial())
        case "BINARY.SIZE": return .binarySize(part: try binaryPart())
        default: throw .bad("Unknown item of FETCH")
        }
    }

    /// `(LAZY)` behind PREVIEW; what else is in parentheses there are modifiers of FETCH.
    private mutating func takeLazy() throws(Stop) -> Bool {
        var ahead = lexer
        guard ahead.take(" "), ahead.take("("), ahead.take(word: "LAZY") else { return false }
        try ahead.expect(")")
        lexer = ahead
        return true
    }

    private mutating func section() throws(Stop) -> BodySection {
        try lexer.expect("[")
        var part: [Int] = []
        if lexer.peek?.isDigit == true {
            part = try partNumbers()
            guard lexer.take(".") else {
                try lexer.expect("]")
                return BodySection(part: part)
            }
        } else if lexer.take("]") {
            return BodySection()
        }
        let text = try sectionText(isOfPart: !part.isEmpty)
        try lexer.expect("]")
        return BodySection(part: part, text: text)
    }

    private mutating func sectionText(isOfPart: Bool) throws(Stop) -> BodySection.Text {
        switch lexer.word() {
        case "HEADER": return .header
        case "TEXT": return .text
        case "MIME" where isOfPart: return .mime
        case "HEADER.FIELDS": return .headerFields(try fieldNames())
        case "HEADER.FIELDS.NOT": return .headerFieldsNot(try fieldNames())
        default: throw .bad("Unknown section")
        }
    }

    private mutating func fieldNames() throws(Stop) -> [String] {
        try lexer.space()
        return try list { (parser) throws(Stop) in try parser.lexer.fieldName() }
    }

    private mutating func binaryPart() throws(Stop) -> [Int] {
        try lexer.expect("[")
        let part = lexer.isAt("]") ? [] : try partNumbers()
        try lexer.expect("]")
        return part
    }

    /// Numbers with dots between them; a dot before a word is left.
    private mutating func partNumbers() throws(Stop) -> [Int] {
        var numbers = [Int(try lexer.positive())]
        while true {
            var ahead = lexer
            guard ahead.take("."), ahead.peek?.isDigit == true else { return numbers }
            guard numbers.count < depth else { throw .bad("A section is too deep") }
            numbers.append(Int(try ahead.positive()))
            lexer = ahead
        }
    }

    /// `<offset.count>`. More than can be is asked for as well; the count is then the greatest there is.
    private mutating func partial() throws(Stop) -> Partial? {
        guard lexer.take("<") else { return nil }
        let offset = try lexer.number(in: 0...UInt64(UInt32.max))
        try lexer.expect(".")
        let count = try lexer.number(in: 1...Lexer.greatest)
        try lexer.expect(">")
        return Partial(offset: UInt32(offset), count: UInt32(clamping: count))
    }
}
