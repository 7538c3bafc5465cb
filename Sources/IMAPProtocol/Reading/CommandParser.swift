/// Parses one command whose lines and literals are gathered (RFC 9051 section 9, `command`).
///
/// It stops at the first literal that is missing, so that it also says whether one may come.
struct CommandParser {
    enum Outcome {
        case command(IMAPCommand)
        case refused(CommandReader.Refusal)
        case awaitsLiteral(isMessage: Bool)
    }

    static let longestTag = 1_024

    var lexer: Lexer
    let depth: Int
    private var terms: Int

    private init(_ lexer: Lexer, _ limits: CommandReader.Limits) {
        self.lexer = lexer
        depth = limits.depth
        terms = limits.terms
    }

    static func parse(
        _ buffer: CommandBuffer, awaiting pending: CommandBuffer.Announcement? = nil,
        limits: CommandReader.Limits, acceptsUTF8: Bool
    ) -> Outcome {
        var parser = CommandParser(Lexer(buffer, awaiting: pending, acceptsUTF8: acceptsUTF8), limits)
        do throws(Stop) {
            return .command(try parser.command(tag: buffer.tag))
        } catch {
            switch error {
            case .refused(let refusal): return .refused(refusal)
            case .awaitsLiteral(let isMessage): return .awaitsLiteral(isMessage: isMessage)
            }
        }
    }

    /// Returns what a line begins with, if that is a tag.
    static func tag(of line: ArraySlice<UInt8>) -> String? {
        let tag = line.prefix(longestTag + 1).prefix { $0 != UInt8(ascii: " ") }
        guard (1...longestTag).contains(tag.count), tag.allSatisfy(\.isTagCharacter) else { return nil }
        return String(decoding: tag, as: UTF8.self)
    }

    private mutating func command(tag: String?) throws(Stop) -> IMAPCommand {
        guard let tag else { throw .bad("Expected a tag") }
        _ = lexer.run(\.isTagCharacter)
        try lexer.space()
        let body = try body(of: lexer.word())
        try lexer.finish()
        return IMAPCommand(tag: tag, body)
    }

    private mutating func body(of name: String) throws(Stop) -> IMAPCommand.Body {
        switch name {
        case "CAPABILITY": return .capability
        case "NOOP": return .noop
        case "LOGOUT": return .logout
        case "NAMESPACE": return .namespace
        case "IDLE": return .idle
        case "CHECK": return .check
        case "CLOSE": return .close
        case "UNSELECT": return .unselect
        case "EXPUNGE": return .expunge(uids: nil)
        default: break
        }
        guard Self.takingArguments.contains(name) else { throw .bad("Unknown command") }
        try lexer.space()
        switch name {
        case "ID": return .id(try idFields())
        case "ENABLE": return .enable(try capabilities())
        case "COMPRESS": return .compress(try capability())
        case "LOGIN": return try login()
        case "AUTHENTICATE": return try authenticate()
        case "SELECT": return .select(try lexer.mailbox(), try selectOptions())
        case "EXAMINE": return .examine(try lexer.mailbox(), try selectOptions())
        case "CREATE": return .create(try lexer.mailbox(), specialUses: try specialUses())
        case "DELETE": return .delete(try lexer.mailbox())
        case "RENAME": return .rename(try lexer.mailbox(), to: try nextMailbox())
        case "SUBSCRIBE": return .subscribe(try lexer.mailbox())
        case "UNSUBSCRIBE": return .unsubscribe(try lexer.mailbox())
        case "LIST": return .list(try list())
        case "LSUB": return try lsub()
        case "STATUS": return try status()
        case "APPEND": return .append(try append())
        case "UID": return try uidCommand()
        default: return try messageCommand(name, isByUID: false)
        }
    }

    private static let takingArguments: Set<String> = [
        "ID", "ENABLE", "COMPRESS", "LOGIN", "AUTHENTICATE", "SELECT", "EXAMINE", "CREATE", "DELETE", "RENAME",
        "SUBSCRIBE", "UNSUBSCRIBE", "LIST", "LSUB", "STATUS", "APPEND", "UID", "SEARCH", "SORT", "THREAD", "FETCH",
        "STORE", "COPY", "MOVE",
    ]

    private mutating func uidCommand() throws(Stop) -> IMAPCommand.Body {
        let name = lexer.word()
        guard Self.takingUIDs.contains(name) else { throw .bad("Unknown command") }
        try lexer.space()
        return name == "EXPUNGE" ? .expunge(uids: try lexer.sequenceSet()) : try messageCommand(name, isByUID: true)
    }

    private static let takingUIDs: Set<String> = [
        "SEARCH", "SORT", "THREAD", "FETCH", "STORE", "COPY", "MOVE", "EXPUNGE",
    ]

    private mutating func messageCommand(_ name: String, isByUID: Bool) throws(Stop) -> IMAPCommand.Body {
        switch name {
        case "SEARCH": return .search(try search(isByUID: isByUID))
        case "SORT": return .sort(try sort(isByUID: isByUID))
        case "THREAD": return .thread(try thread(isByUID: isByUID))
        default: break
        }
        let messages = MessageSet(try lexer.sequenceSet(), isByUID: isByUID)
        try lexer.space()
        switch name {
        case "FETCH": return .fetch(try fetch(messages))
        case "STORE": return .store(try store(messages))
        case "COPY": return .copy(messages, to: try lexer.mailbox())
        case "MOVE": return .move(messages, to: try lexer.mailbox())
        default: throw .bad("Unknown command")
        }
    }

    /// Counts a term of a list or a search.
    mutating func term() throws(Stop) {
        guard terms > 0 else { throw .bad("The command has too many terms") }
        terms -= 1
    }

    /// Reads `(a b c)`.
    mutating func list<Element>(
        allowsEmpty: Bool = false, _ element: (inout CommandParser) throws(Stop) -> Element
    ) throws(Stop) -> [Element] {
        try lexer.expect("(")
        if allowsEmpty, lexer.take(")") { return [] }
        var elements: [Element] = []
        repeat {
            try term()
            elements.append(try element(&self))
        } while lexer.take(" ")
        try lexer.expect(")")
        return elements
    }
}
