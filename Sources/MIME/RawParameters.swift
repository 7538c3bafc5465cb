/// A `Content-…` field with parameters as it is written: encoded words and percent signs stay (RFC 2045 section 5.1).
///
/// Continuations become one parameter, as RFC 2231 section 6 wants it of IMAP servers.
package struct RawParameters: Sendable, Hashable {
    /// One parameter.
    package struct Parameter: Sendable, Hashable {
        package var name: [UInt8]
        package var value: [UInt8]

        package init(name: [UInt8], value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    /// What comes before the parameters, such as `text/plain`, without blanks and comments.
    package let value: [UInt8]
    /// In the order of their first pieces; no more than 1,000.
    package let parameters: [Parameter]

    private static let limit = 1_000

    /// - Parameter field: Unfolded.
    /// - Complexity: O(the length of the field).
    package init(_ field: [UInt8]) {
        var reader = ParameterReader(field)
        value = reader.value()
        var found: [Parameter] = []
        while found.count < Self.limit, let next = reader.parameter() { found.append(next) }
        parameters = found.contains { $0.name.contains(0x2A) } ? Self.joined(found) : found
    }

    /// What comes before the parameters of a field, with its quotation marks: they are no part of a type.
    static func value(of field: [UInt8]) -> [UInt8] {
        var reader = ParameterReader(field)
        return reader.value(keepingQuotes: true)
    }

    /// The field with each parameter whole; nil if its pieces are in order, as for GMime they have to be.
    ///
    /// RFC 2231 section 3 numbers the pieces, so that their order does not matter.
    static func inOrder(_ field: [UInt8]) -> [UInt8]? {
        guard field.contains(0x2A) else { return nil }
        var reader = ParameterReader(field)
        var text = reader.value()
        var last: [[UInt8]: Int] = [:]
        var isInOrder = true
        var count = 0
        while count < limit, let next = reader.parameter() {
            count += 1
            guard let (name, number, _) = piece(next.name) else { continue }
            let key = name.map(lowercased)
            if number < last[key] ?? 0 { isInOrder = false }
            last[key] = number
        }
        guard !isInOrder else { return nil }
        for parameter in RawParameters(field).parameters {
            text += Array("; ".utf8) + parameter.name + Array("=\"".utf8)
            for byte in parameter.value {
                if byte == 0x22 || byte == 0x5C { text.append(0x5C) }
                text.append(byte)
            }
            text.append(0x22)
        }
        return text
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// A parameter in pieces: `name*0`, `name*1*`.
    private struct Pieces {
        let name: [UInt8]
        /// Where its first piece was.
        let place: Int
        var pieces: [(number: Int, isEncoded: Bool, value: [UInt8])]
    }

    private static func joined(_ parameters: [Parameter]) -> [Parameter] {
        var pieces: [[UInt8]: Pieces] = [:]
        var results: [Parameter?] = []
        for parameter in parameters {
            guard let (name, number, isEncoded) = piece(parameter.name) else {
                results.append(parameter)
                continue
            }
            let key = name.map(lowercased)
            if pieces[key] == nil { results.append(nil) }
            pieces[key, default: Pieces(name: name, place: results.count - 1, pieces: [])].pieces
                .append((number, isEncoded, parameter.value))
        }
        for var parameter in pieces.values {
            parameter.pieces.sort { $0.number < $1.number }
            let isEncoded = parameter.pieces.contains { $0.isEncoded }
            results[parameter.place] = Parameter(
                name: parameter.name + (isEncoded ? [0x2A] : []),
                value: parameter.pieces.flatMap { isEncoded && !$0.isEncoded ? encoded($0.value) : $0.value })
        }
        return results.compactMap { $0 }
    }

    /// Reads the name of a piece (RFC 2231 section 3); `name*` alone is no piece.
    private static func piece(_ name: [UInt8]) -> (name: [UInt8], number: Int, isEncoded: Bool)? {
        guard let star = name.firstIndex(of: 0x2A), star > 0 else { return nil }
        let isEncoded = name.last == 0x2A
        let digits = isEncoded ? name[(star + 1)...].dropLast() : name[(star + 1)...]
        guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (Array(name[..<star]), digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, isEncoded)
    }

    /// Writes what is no `attribute-char` of RFC 2231 section 7 as `%XX`: a plain piece beside an encoded one.
    private static func encoded(_ value: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return value.flatMap { byte in
            byte > 0x20 && byte < 0x7F && !"*'%()<>@,;:\\\"/[]?=".utf8.contains(byte)
                ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}

/// Reads a field with parameters from left to right.
private struct ParameterReader {
    private let text: [UInt8]
    private var index = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func value(keepingQuotes keepsQuotes: Bool = false) -> [UInt8] {
        var value: [UInt8] = []
        while let byte = peek, byte != 0x3B {
            if byte == 0x28 {
                skipBlanks()
            } else if byte == 0x22 {
                value += keepsQuotes ? [0x22] + quoted() + [0x22] : quoted()
            } else {
                if byte > 0x20 { value.append(byte) }
                step()
            }
        }
        return value
    }

    /// Returns the next parameter; one without a value is skipped.
    mutating func parameter() -> RawParameters.Parameter? {
        while peek != nil {
            while let byte = peek, byte != 0x3B {
                if byte == 0x22 { _ = quoted() } else { step() }
            }
            step()
            skipBlanks()
            let name = word { $0 != 0x3D }
            skipBlanks()
            guard peek == 0x3D, !name.isEmpty else { continue }
            step()
            skipBlanks()
            return RawParameters.Parameter(name: name, value: peek == 0x22 ? quoted() : unquoted())
        }
        return nil
    }

    private mutating func step() { index = min(index + 1, text.count) }

    private var peek: UInt8? { index < text.count ? text[index] : nil }

    private mutating func word(where isPart: (UInt8) -> Bool) -> [UInt8] {
        let start = index
        while let byte = peek, byte > 0x20, byte != 0x3B, byte != 0x22, byte != 0x28, isPart(byte) { step() }
        return Array(text[start..<index])
    }

    /// A value without quotation marks, to the next semicolon: names of files with blanks are often written so.
    private mutating func unquoted() -> [UInt8] {
        let start = index
        while let byte = peek, byte != 0x3B, byte != 0x28 || text[index - 1] > 0x20 { step() }
        var value = text[start..<index]
        while let last = value.last, last <= 0x20 { value.removeLast() }
        return Array(value)
    }

    /// A quoted string without its quotation marks and backslashes; one that is not closed ends with the text.
    private mutating func quoted() -> [UInt8] {
        var value: [UInt8] = []
        step()
        while let byte = peek, byte != 0x22 {
            if byte == 0x5C, index + 1 < text.count { step() }
            value.append(text[index])
            step()
        }
        step()
        return value
    }

    /// Skips blanks and comments, which may be nested (RFC 5322 section 3.2.2).
    private mutating func skipBlanks() {
        var depth = 0
        while let byte = peek, depth > 0 || byte <= 0x20 || byte == 0x28 {
            switch byte {
            case 0x28: depth += 1
            case 0x29: depth -= 1
            case 0x5C where depth > 0: step()
            default: break
            }
            step()
        }
    }
}
