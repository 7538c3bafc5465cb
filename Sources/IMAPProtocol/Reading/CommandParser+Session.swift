/// ID, ENABLE, LOGIN and AUTHENTICATE.
extension CommandParser {
    /// RFC 2971 section 3.3 bounds the fields: 30 of them, names of 30 bytes, values of 1,024.
    mutating func idFields() throws(Stop) -> [IMAPCommand.IDField] {
        if lexer.take(word: "NIL") { return [] }
        let fields = try list(allowsEmpty: true) { (parser) throws(Stop) in
            let name = try parser.lexer.string()
            try parser.lexer.space()
            let value = try parser.lexer.nilOrString()
            guard name.count <= 30, (value?.count ?? 0) <= 1_024 else { throw .bad("A field of ID is too long") }
            return IMAPCommand.IDField(
                name: String(decoding: name, as: UTF8.self), value: value.map { String(decoding: $0, as: UTF8.self) })
        }
        guard fields.count <= 30 else { throw .bad("ID has too many fields") }
        return fields
    }

    /// The capabilities of ENABLE (RFC 9051 section 6.3.1), in upper case.
    mutating func capabilities() throws(Stop) -> [String] {
        var names: [String] = []
        repeat {
            try term()
            names.append(try capability())
        } while lexer.takeSeparator()
        return names
    }

    /// A word that means the same in any case, in upper case.
    mutating func capability() throws(Stop) -> String {
        String(decoding: try lexer.atom().utf8.map(\.upperCased), as: UTF8.self)
    }

    mutating func login() throws(Stop) -> IMAPCommand.Body {
        let user = try lexer.astring()
        try lexer.space()
        return .login(user: user, password: try lexer.astring())
    }

    /// RFC 9051 section 6.2.2: `=` is an initial response without bytes.
    mutating func authenticate() throws(Stop) -> IMAPCommand.Body {
        let mechanism = try capability()
        guard lexer.takeSeparator() else { return .authenticate(mechanism: mechanism, initialResponse: nil) }
        let text = lexer.run { $0 != UInt8(ascii: " ") }
        if text.elementsEqual("=".utf8) { return .authenticate(mechanism: mechanism, initialResponse: []) }
        guard !text.isEmpty, let response = Base64.decode(text) else { throw .bad("Expected BASE64") }
        return .authenticate(mechanism: mechanism, initialResponse: response)
    }
}
