/// Puts a message's readable text together: plain text first, HTML where no plain alternative says the same.
struct ReadableText {
    private(set) var text = ""
    private(set) var isCut = false
    /// The parts that are text and nothing else: they are not listed as attachments.
    private(set) var bodyParts: Set<Int> = []

    init(
        _ parts: [Part], from reader: inout SourceReader, limit: Int, htmlStyle: HTMLText.Style
    ) throws(MIMEError) {
        var pieces: [Int: String] = [:]
        var budget = limit
        var plainAlternatives: Set<Int> = []

        func keep(_ piece: String, of index: Int) {
            guard let (start, end) = Self.bounds(of: piece) else { return }
            var kept = piece[start..<end]
            if kept.utf8.count > budget {
                isCut = true
                kept = Self.prefix(of: kept, bytes: budget)
            }
            budget -= kept.utf8.count
            pieces[index] = String(kept)
        }

        for (index, part) in parts.enumerated() where Self.isPlain(part) {
            if part.fields.fileName == nil { bodyParts.insert(index) }
            guard budget > 0 else {
                isCut = isCut || !part.body.isEmpty
                continue
            }
            // Some charsets take four bytes for what UTF-8 writes in one.
            let (bytes, isCut) = try reader.decodedContent(of: part, limit: limit * 4)
            if isCut { self.isCut = true }
            keep(Self.normalisingLines(Charset.text(bytes, charset: part.fields.charset)), of: index)
            if pieces[index] != nil { plainAlternatives.formUnion(part.alternatives) }
        }
        for (index, part) in parts.enumerated() where Self.isHTML(part) {
            if part.fields.fileName == nil { bodyParts.insert(index) }
            guard plainAlternatives.isDisjoint(with: part.alternatives) else { continue }
            guard budget > 0 else {
                isCut = isCut || !part.body.isEmpty
                continue
            }
            let (bytes, isCut) = try reader.decodedContent(of: part, limit: limit * 4)
            if isCut { self.isCut = true }
            keep(
                HTMLText.plainText(of: Charset.text(bytes, charset: part.fields.charset), style: htmlStyle), of: index)
        }
        text = pieces.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n\n")
    }

    private static func isPlain(_ part: Part) -> Bool {
        guard part.fields.type == "text", part.fields.subtype != "html", !part.fields.isAttachment else { return false }
        // Any other kind of text reads as plain text (RFC 2046 section 4.1.4), if the sender means it to be read.
        return part.fields.subtype == "plain"
            || (part.fields.fileName == nil
                && !["calendar", "vcard", "x-vcard", "css", "csv", "xml", "javascript"].contains(part.fields.subtype)
                && part.alternatives.isEmpty)
    }

    static func isHTML(_ part: Part) -> Bool {
        part.fields.type == "text" && part.fields.subtype == "html" && !part.fields.isAttachment
    }

    /// Makes every line end `\n`; a lone return ends a line too.
    static func normalisingLines(_ text: String) -> String {
        guard text.containsByte(0x0D) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0D {
                output.append(0x0A)
            } else if !(byte == 0x0A && previous == 0x0D) {
                output.append(byte)
            }
            previous = byte
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns what is left without blank lines before and white space behind; `nil` for blank text.
    private static func bounds(of text: String) -> (String.Index, String.Index)? {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let start = bytes[..<first].lastIndex(of: 0x0A).map { bytes.index(after: $0) } ?? text.startIndex
        return (start, bytes.index(after: last))
    }

    /// Returns the longest beginning of at most so many bytes that cuts no character's encoding.
    private static func prefix(of text: Substring, bytes count: Int) -> Substring {
        var end = text.utf8.index(text.startIndex, offsetBy: max(0, count))
        while end > text.startIndex, UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
        return text[..<end]
    }
}
