/// APPEND and STORE, which set flags.
extension CommandParser {
    mutating func append() throws(Stop) -> AppendRequest {
        let mailbox = try lexer.mailbox()
        try lexer.space()
        var flags: [Flag] = []
        if lexer.isAt("(") {
            flags = try flagList()
            try lexer.space()
        }
        var date: (microseconds: Int64, zone: Int)?
        if lexer.isAt("\"") {
            date = try lexer.dateTime()
            try lexer.space()
        }
        return AppendRequest(
            mailbox: mailbox, flags: flags, date: date?.microseconds, zone: date?.zone, message: try message())
    }

    /// The literal, or `UTF8 (~{n} …)` of RFC 6855 section 4.
    private mutating func message() throws(Stop) -> MessageLiteral {
        guard lexer.acceptsUTF8, lexer.take(word: "UTF8") else {
            return try lexer.takeLiteral(isMessage: true).message
        }
        try lexer.space()
        try lexer.expect("(")
        let literal = try lexer.takeLiteral(isMessage: true)
        guard literal.isBinary else { throw .bad("UTF8 takes a binary literal") }
        try lexer.expect(")")
        return literal.message
    }

    mutating func store(_ messages: MessageSet) throws(Stop) -> StoreRequest {
        var unchangedSince: UInt64?
        if lexer.isAt("(") {
            _ = try list { (parser) throws(Stop) in
                guard parser.lexer.word() == "UNCHANGEDSINCE", unchangedSince == nil else {
                    throw .bad("Unknown modifier of STORE")
                }
                try parser.lexer.space()
                unchangedSince = try parser.lexer.number(in: 0...Lexer.greatest)
            }
            try lexer.space()
        }
        let action: StoreRequest.Action
        if lexer.take("+") {
            action = .add
        } else {
            action = lexer.take("-") ? .remove : .replace
        }
        let item = lexer.word()
        guard item == "FLAGS" || item == "FLAGS.SILENT" else { throw .bad("Expected FLAGS") }
        try lexer.space()
        let flags = lexer.isAt("(") ? try flagList() : try flagsWithoutParentheses()
        return StoreRequest(
            messages, action, isSilent: item == "FLAGS.SILENT", flags: flags, unchangedSince: unchangedSince)
    }

    private mutating func flagList() throws(Stop) -> [Flag] {
        try list(allowsEmpty: true) { (parser) throws(Stop) in try parser.lexer.flag() }
    }

    private mutating func flagsWithoutParentheses() throws(Stop) -> [Flag] {
        var flags: [Flag] = []
        repeat {
            try term()
            flags.append(try lexer.flag())
        } while lexer.takeSeparator()
        return flags
    }
}
