import CGMime
import Glibc
import Synchronization

/// Turns bytes of a named charset into UTF-8. It never fails: what cannot be decoded becomes U+FFFD.
enum Charset {
    /// Decodes the body of a text part.
    ///
    /// Bytes of no charset, or of plain ASCII against the truth, are UTF-8 if they are valid as such, else windows-1252. ISO-8859-1 is
    /// read as windows-1252, which it nearly always is (https://encoding.spec.whatwg.org/#names-and-labels).
    static func text(_ bytes: [UInt8], charset name: String?) -> String {
        switch canonicalName(name ?? "us-ascii") {
        case "utf-8": return repaired(bytes)
        case "us-ascii", "unknown-8bit", "x-unknown":
            return valid(bytes) ?? repaired(windows1252(bytes))
        case "iso-8859-1", "windows-1252": return repaired(windows1252(bytes))
        case let name: return repaired(utf8(bytes, charset: name))
        }
    }

    /// Whether bytes of a charset can be read; those of none can.
    static func isKnown(_ name: String?) -> Bool {
        guard let name = name.map(canonicalName) else { return true }
        if ["utf-8", "us-ascii", "iso-8859-1", "windows-1252"].contains(name) { return true }
        guard isPlausible(name), let converter = unsafe open(name) else { return false }
        unsafe _ = gmime.g_mime_iconv_close(converter)
        return true
    }

    /// Whether the text of some bytes is a guess: their charset is unknown, or is ASCII and they are not.
    static func isGuess(_ bytes: [UInt8], charset name: String?) -> Bool {
        guard isKnown(name) else { return true }
        return canonicalName(name ?? "us-ascii") == "us-ascii" && bytes.contains { $0 >= 0x80 }
    }

    /// The charsets of which one converter stays open, so that glibc does not load and remove their library each time.
    private static let kept = Mutex<Set<String>>([])
    /// More than mail has; the names come from strangers.
    private static let mostKept = 64

    /// Opens a converter to UTF-8; nil for an unknown charset.
    private static func open(_ name: String) -> iconv_t? {
        func opened() -> iconv_t? {
            let converter = unsafe gmime.g_mime_iconv_open("UTF-8", gmime.g_mime_charset_iconv_name(name))
            return unsafe Int(bitPattern: converter) == -1 ? nil : converter
        }
        guard let converter = unsafe opened() else { return nil }
        kept.withLock { kept in
            if kept.count < mostKept, kept.insert(name).inserted { unsafe _ = opened() }
        }
        return unsafe converter
    }

    /// Decodes bytes of a header field that names no charset: UTF-8 (RFC 6532), else the charset of the message's first text, else
    /// windows-1252.
    ///
    /// - Parameter textCharset: The charset of the first text part; nil if it names none.
    static func headerText(_ bytes: [UInt8], textCharset: String?) -> String {
        let name = textCharset.map(canonicalName) ?? "us-ascii"
        // ISO-2022 is ASCII with escapes, so that all of it is valid UTF-8.
        if name.hasPrefix("iso-2022"), bytes.contains(0x1B) { return repaired(utf8(bytes, charset: name)) }
        if let text = valid(bytes) { return text }
        guard !["utf-8", "us-ascii", "iso-8859-1", "windows-1252"].contains(name) else {
            return repaired(windows1252(bytes))
        }
        let text = utf8(bytes, charset: name)
        return repaired(text == bytes ? windows1252(bytes) : text)
    }

    /// Converts to UTF-8; bytes that the charset does not have, and all bytes of an unknown charset, stay as they are.
    ///
    /// To be finished by ``repaired(_:)``, which makes U+FFFD of them unless they are UTF-8.
    static func utf8(_ bytes: [UInt8], charset name: String) -> [UInt8] {
        let name = canonicalName(name)
        guard name != "utf-8", name != "us-ascii", isPlausible(name), let converter = unsafe open(name) else {
            return bytes
        }
        defer { unsafe _ = gmime.g_mime_iconv_close(converter) }

        var input = bytes
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 2)
        unsafe input.withUnsafeMutableBytes { source in
            unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                var next = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
                var left = source.count
                while left > 0 {
                    var out = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var room = buffer.count
                    let result = unsafe iconv(converter, &next, &left, &out, &room)
                    let code = errno
                    unsafe output.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<(buffer.count - room)])
                    if result == -1 && left > 0 && (code != E2BIG || room == buffer.count) {
                        // EILSEQ, or EINVAL at the end: one byte stays as it is.
                        unsafe output.append(source[source.count - left])
                        unsafe next = next.map { unsafe $0 + 1 }
                        left -= 1
                    }
                }
                // Stateful charsets may hold back a character (iconv(3)).
                var out = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                var room = buffer.count
                unsafe _ = iconv(converter, nil, nil, &out, &room)
                unsafe output.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<(buffer.count - room)])
            }
        }
        return output
    }

    /// Makes text of UTF-8: invalid sequences and NUL become U+FFFD.
    static func repaired(_ bytes: [UInt8]) -> String {
        guard bytes.contains(0) else { return String(decoding: bytes, as: UTF8.self) }
        var clean: [UInt8] = []
        clean.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if byte == 0 { clean.append(contentsOf: [0xEF, 0xBF, 0xBD]) } else { clean.append(byte) }
        }
        return String(decoding: clean, as: UTF8.self)
    }

    /// Whether U+FFFD is in a text, looked for by the first of its bytes in UTF-8.
    static func hasReplacement(_ text: String) -> Bool {
        text.containsByte(0xEF) && text.unicodeScalars.contains("\u{FFFD}")
    }

    private static func valid(_ bytes: [UInt8]) -> String? {
        String(validating: bytes, as: UTF8.self).map { $0.containsByte(0) ? repaired(bytes) : $0 }
    }

    private static func canonicalName(_ name: String) -> String {
        switch name.lowercased() {
        case "utf8", "utf-8": "utf-8"
        case "ascii", "us-ascii", "ansi_x3.4-1968": "us-ascii"
        case "latin1", "iso-8859-1", "iso8859-1", "iso_8859-1": "iso-8859-1"
        case "windows-1252", "cp1252", "cp-1252": "windows-1252"
        case let other: other
        }
    }

    /// Charset names come from strangers: iconv sees nothing that is not a name.
    private static func isPlausible(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F, 0x2B: true
                default: false
                }
            }
    }

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes {
            switch byte {
            case ..<0x80: output.append(byte)
            case 0x80...0x9F: output.append(contentsOf: String(windows1252C1[Int(byte) - 0x80]).utf8)
            default:
                output.append(0xC0 | byte >> 6)
                output.append(0x80 | byte & 0x3F)
            }
        }
        return output
    }

    /// The characters of windows-1252 in place of the control characters of ISO-8859-1.
    private static let windows1252C1: [Character] = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ")
}
