/// LIST, and what RFC 5258, 5819 and 6154 add to it.
extension CommandParser {
    mutating func list() throws(Stop) -> ListRequest {
        var selections: [ListRequest.Selection]?
        if lexer.isAt("(") {
            selections = try listSelections()
            try lexer.space()
        }
        let reference = try lexer.mailbox()
        try lexer.space()
        let hasSeveral = lexer.isAt("(")
        let patterns =
            hasSeveral
            ? try list { (parser) throws(Stop) in try parser.lexer.listMailbox() } : [try lexer.listMailbox()]
        var request = ListRequest(reference: reference, patterns: patterns)
        request.selections = selections ?? []
        request.isExtended = selections != nil || hasSeveral
        if lexer.takeSeparator() {
            guard lexer.word() == "RETURN" else { throw .bad("Expected RETURN") }
            try lexer.space()
            request.returns = try list(allowsEmpty: true) { (parser) throws(Stop) in try parser.listReturn() }
            request.isExtended = true
        }
        return request
    }

    private mutating func listSelections() throws(Stop) -> [ListRequest.Selection] {
        let selections = try list(allowsEmpty: true) { (parser) throws(Stop) -> ListRequest.Selection in
            switch parser.lexer.word() {
            case "SUBSCRIBED": return .subscribed
            case "REMOTE": return .remote
            case "RECURSIVEMATCH": return .recursiveMatch
            case "SPECIAL-USE": return .specialUse
            default: throw .bad("Unknown selection option")
            }
        }
        // RFC 5258 section 3.1: it modifies an option that selects by itself, and REMOTE does not.
        if selections.contains(.recursiveMatch), !selections.contains(.subscribed), !selections.contains(.specialUse) {
            throw .bad("RECURSIVEMATCH needs SUBSCRIBED or SPECIAL-USE beside it")
        }
        return selections
    }

    private mutating func listReturn() throws(Stop) -> ListRequest.Return {
        switch lexer.word() {
        case "SUBSCRIBED": return .subscribed
        case "CHILDREN": return .children
        case "SPECIAL-USE": return .specialUse
        case "STATUS":
            try lexer.space()
            return .status(try statusItems())
        default: throw .bad("Unknown return option")
        }
    }
}
