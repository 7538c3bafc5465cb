extension JSONScanner {
    /// Reads a number: RFC 8259 section 6, `[-] int [frac] [exp]`.
    @inline(__always) mutating func scanNumber() throws(JSONSyntaxError) {
        let start = position
        var kind = TapeEntry.Kind.integer
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") { position += 1 } else { try scanDigits() }
        if byte == UInt8(ascii: ".") {
            kind = .number
            position += 1
            try scanDigits()
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            kind = .number
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try scanDigits()
        }
        if isDigit { throw error(.invalidNumber) }
        appendScalar(kind, from: start, to: position)
    }

    private var isDigit: Bool {
        @inline(__always) get { byte &- UInt8(ascii: "0") < 10 }
    }

    @inline(__always) private mutating func scanDigits() throws(JSONSyntaxError) {
        guard isDigit else { throw error(.invalidNumber) }
        while isDigit { position += 1 }
    }

    /// Reads a string with its quotes: RFC 8259 section 7.
    @inline(__always) mutating func scanString() throws(JSONSyntaxError) {
        position += 1
        let start = position
        var hasEscapes = false
        var seen: UInt64 = 0
        while true {
            let word = word()
            let special = SWAR.special(in: word)
            guard special != 0 else {
                seen |= word
                position += 8
                continue
            }
            let plain = special.trailingZeroBitCount >> 3
            seen |= word & ~(UInt64.max << (UInt64(plain) &* 8))
            position += plain
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else { throw error(.controlCharacter) }
            hasEscapes = true
            try scanEscape()
        }
        if seen & SWAR.highBits != 0, unsafe !isUTF8(bytes(start..<position)) {
            throw JSONSyntaxError(reason: .invalidUTF8, byteOffset: start)
        }
        appendScalar(.string, from: start, to: position)
        if hasEscapes { self[entryCount - 1].hasEscapes = true }
        position += 1
    }

    private func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (try? UTF8Span(validating: unsafe bytes.span)) != nil
    }

    private mutating func scanEscape() throws(JSONSyntaxError) {
        switch byte(at: 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            let first = try scanUnit()
            if first & 0xFC00 == 0xD800 {
                guard byte == UInt8(ascii: "\\"), byte(at: 1) == UInt8(ascii: "u") else { throw error(.invalidEscape) }
                guard try scanUnit() & 0xFC00 == 0xDC00 else { throw error(.invalidEscape) }
            } else if first & 0xFC00 == 0xDC00 {
                throw error(.invalidEscape)
            }
        default:
            throw error(.invalidEscape)
        }
    }

    /// Reads `\uXXXX`.
    private mutating func scanUnit() throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = Escapes.digit(byte(at: offset)) else { throw error(.invalidEscape) }
            unit = unit << 4 | UInt16(digit)
        }
        position += 6
        return unit
    }
}
