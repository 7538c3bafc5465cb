/// A grammar in the notation of ISO/IEC 14977, as far as the query language's help uses it.
struct EBNF {
    indirect enum Expression {
        case sequence([Expression])
        case choice([Expression])
        case optional(Expression)
        case repeated(Expression)
        case terminal(String)
        case production(String)
        /// What is said in words, between question marks.
        case special
    }

    private(set) var productions: [String: Expression] = [:]
    /// Their names in the order of the text.
    private(set) var names: [String] = []

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    init(_ text: String) throws {
        var reader = Reader(text)
        while let name = try reader.name() {
            try reader.expect("=")
            productions[name] = try reader.choice()
            names.append(name)
            try reader.expect(";")
        }
    }

    private struct Reader {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func skip() throws {
            while true {
                rest = rest.drop(while: \.isWhitespace)
                guard rest.hasPrefix("(*") else { return }
                guard let end = rest.firstRange(of: "*)") else { throw Fault(description: "an open comment") }
                // "(* a * right after" holds a star of its own.
                rest = rest[end.upperBound...]
            }
        }

        mutating func name() throws -> String? {
            try skip()
            let name = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(name.count)
            return name.isEmpty ? nil : String(name)
        }

        mutating func take(_ sign: Character) throws -> Bool {
            try skip()
            guard rest.first == sign else { return false }
            rest.removeFirst()
            return true
        }

        mutating func expect(_ sign: Character) throws {
            guard try take(sign) else { throw Fault(description: "no \(sign) before \(rest.prefix(20))") }
        }

        mutating func choice() throws -> Expression {
            var choices = [try sequence()]
            while try take("|") { choices.append(try sequence()) }
            return choices.count == 1 ? choices[0] : .choice(choices)
        }

        private mutating func sequence() throws -> Expression {
            var parts = [try factor()]
            while try take(",") { parts.append(try factor()) }
            return parts.count == 1 ? parts[0] : .sequence(parts)
        }

        private mutating func factor() throws -> Expression {
            if let name = try name() { return .production(name) }
            for (open, close, make) in [
                ("(", ")", { $0 }), ("[", "]", Expression.optional), ("{", "}", Expression.repeated),
            ] as [(Character, Character, (Expression) -> Expression)] where try take(open) {
                let inner = try choice()
                try expect(close)
                return make(inner)
            }
            for quote in ["\"", "'", "?"] as [Character] where try take(quote) {
                guard let end = rest.firstIndex(of: quote) else { throw Fault(description: "an open \(quote)") }
                defer { rest = rest[rest.index(after: end)...] }
                return quote == "?" ? .special : .terminal(String(rest[..<end]))
            }
            throw Fault(description: "nothing to read before \(rest.prefix(20))")
        }
    }
}
