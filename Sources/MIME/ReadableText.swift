/// Puts a message's readable text together: plain text first, HTML where no plain alternative has the same content.
struct ReadableText {
    private(set) var text = ""
    /// Additional text of the alternatives that are not shown, for the index of words.
    private(set) var further = ""
    /// Whether hidden HTML has notably more content than the plain text.
    private(set) var isLessThanHTML = false
    private(set) var isCut = false
    /// The parts that are text and nothing else, which are not listed as attachments.
    private(set) var bodyParts: Set<Int> = []
    /// The targets of `cid:` links in HTML (RFC 2392), in lower case.
    private(set) var contentReferences: Set<String> = []

    private var pieces: [Int: String] = [:]
    private var budget: Int
    private let limit: Int

    init(
        _ parts: [Part], from reader: inout SourceReader, limit: Int, htmlStyle: HTMLText.Style, marks: AttachedMarks
    ) throws(MIMEError) {
        self.limit = limit
        budget = limit
        var plainAlternatives: Set<Int> = []
        for (index, part) in parts.enumerated() where Self.isPlain(part) {
            if part.fields.fileName == nil { bodyParts.insert(index) }
            guard let content = try content(of: part, from: &reader) else { continue }
            let lines = Self.normalisingLines(content)
            // Only a reader gets other lines than the sender's: words are the same, but for those that DelSp cuts.
            let flow = htmlStyle == .reading ? part.fields.flow : nil
            keep(flow?.joined(lines) ?? lines, of: index)
            if htmlStyle == .words, let flow = part.fields.flow, flow.deletesBlank {
                addFurther(flow.joined(lines), beside: WordSet(lines))
            }
            if pieces[index] != nil { plainAlternatives.formUnion(part.alternatives) }
        }
        let refersToParts = parts.contains { $0.fields.contentID != nil }
        // Grouped by the outermost choice between alternatives.
        var rivals: [Int: [Int: String]] = [:]
        var rivalBudget = limit
        for (index, part) in parts.enumerated() where Self.isHTML(part) {
            if part.fields.fileName == nil { bodyParts.insert(index) }
            let choice = part.alternatives.first { plainAlternatives.contains($0) }
            guard choice == nil || rivalBudget > 0 else { continue }
            guard let html = try content(of: part, from: &reader, isRival: choice != nil) else { continue }
            if refersToParts { contentReferences.formUnion(Self.references(in: html)) }
            if let choice {
                rivals[choice, default: [:]][index] = html
                rivalBudget -= html.utf8.count
            } else {
                keep(html: html, of: index, htmlStyle)
            }
        }
        for (choice, html) in rivals.sorted(by: { $0.key < $1.key }) {
            choose(choice, of: parts, html, htmlStyle)
        }
        for part in parts where Self.isReport(part) {
            guard let content = try content(of: part, from: &reader, isRival: true) else { continue }
            addFurther(Self.normalisingLines(content), beside: WordSet(""))
        }
        text = marks.text(of: pieces, in: parts)
    }

    /// Reads the decoded text of a part; nil once the limit is reached.
    private mutating func content(
        of part: Part, from reader: inout SourceReader, isRival: Bool = false
    ) throws(MIMEError) -> String? {
        guard isRival || budget > 0 else {
            isCut = isCut || !part.body.isEmpty
            return nil
        }
        // Some charsets take four bytes for a character that UTF-8 writes in one.
        let (bytes, isCut) = try reader.decodedContent(of: part, limit: limit * 4)
        if isCut && !isRival { self.isCut = true }
        return Charset.text(bytes, charset: part.fields.charset)
    }

    private mutating func keep(_ piece: String, of index: Int) {
        guard let (start, end) = Self.bounds(of: piece) else { return }
        var kept = piece[start..<end]
        if kept.utf8.count > budget {
            isCut = true
            kept = Self.prefix(of: kept, bytes: budget)
        }
        budget -= kept.utf8.count
        pieces[index] = String(kept)
    }

    /// Words of pictures are shown in their place to a reader, and found beside the text.
    private mutating func keep(html: String, of index: Int, _ style: HTMLText.Style) {
        let read = HTMLText.read(html, style: style)
        keep(read.text, of: index)
        if !read.pictures.isEmpty { addFurther(read.pictures.joined(separator: "\n"), beside: WordSet(read.text)) }
    }

    /// Shows the HTML if the plain text has little of its content, and indexes the additional lines of the hidden
    /// alternative.
    ///
    /// Little means less than half of the words, and fewer words than the HTML has. If a tenth is missing, the result
    /// says so.
    private mutating func choose(
        _ choice: Int, of parts: [Part], _ html: [Int: String], _ htmlStyle: HTMLText.Style
    ) {
        let plain = pieces.filter { parts[$0.key].alternatives.contains(choice) }
        let order = html.sorted { $0.key < $1.key }
        let rival = order.map { HTMLText.plainText(of: $0.value) }.joined(separator: "\n")
        let own = plain.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
        let (ownWords, rivalWords) = (WordSet(own), WordSet(rival))
        let missing = rivalWords.missing(in: ownWords)
        guard missing > 0 else { return }
        guard missing * 2 > rivalWords.count, ownWords.count < rivalWords.count else {
            isLessThanHTML = isLessThanHTML || missing >= 5 && missing * 10 > rivalWords.count
            addFurther(rival, beside: ownWords)
            return
        }
        for index in plain.keys {
            budget += pieces[index]?.utf8.count ?? 0
            pieces[index] = nil
        }
        for (index, html) in order { keep(html: html, of: index, htmlStyle) }
        addFurther(own, beside: rivalWords)
    }

    private mutating func addFurther(_ text: String, beside words: WordSet) {
        guard further.utf8.count < limit else { return }
        let lines = text.utf8.split(separator: 0x0A).map { Substring($0) }.filter { !words.hasAll(of: $0) }
        let more = Self.prefix(of: lines.joined(separator: "\n")[...], bytes: limit - further.utf8.count)
        further += further.isEmpty ? String(more) : "\n" + more
    }

    /// The identifiers after `cid:` in HTML, with percent signs decoded (RFC 2392 section 2).
    private static func references(in html: String) -> Set<String> {
        let bytes = Array(html.utf8)
        var found: Set<String> = []
        var index = 0
        while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            guard colon >= 3, bytes[(colon - 3)..<colon].elementsEqual("cid".utf8, by: { $0 | 0x20 == $1 }) else {
                continue
            }
            let rest = bytes[index...].prefix(1_000).prefix { byte in
                byte > 0x20 && ![0x22, 0x26, 0x27, 0x28, 0x29, 0x3C, 0x3E].contains(byte)
            }
            let identifier = String(decoding: rest, as: UTF8.self)
            found.insert((identifier.removingPercents ?? identifier).lowercased())
        }
        return found
    }

    /// Whether it says what became of a message (RFC 3464, RFC 6533, RFC 8098), in lines like those of a header.
    private static func isReport(_ part: Part) -> Bool {
        part.fields.type == "message" && !part.fields.isAttachment
            && [
                "delivery-status", "global-delivery-status", "disposition-notification",
                "global-disposition-notification",
            ].contains(part.fields.subtype)
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

    /// Ends every line with `\n`; a lone return ends a line, too.
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

    /// Returns the bounds without leading blank lines and trailing white space; `nil` for blank text.
    private static func bounds(of text: String) -> (String.Index, String.Index)? {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let start = bytes[..<first].lastIndex(of: 0x0A).map { bytes.index(after: $0) } ?? text.startIndex
        return (start, bytes.index(after: last))
    }

    /// Returns the longest prefix of at most `count` bytes that cuts no character's encoding.
    private static func prefix(of text: Substring, bytes count: Int) -> Substring {
        guard text.utf8.count > count else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: max(0, count))
        while end > text.startIndex, UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
        return text[..<end]
    }
}

extension String {
    /// With the bytes that `%41` stands for; nil where they are no UTF-8.
    var removingPercents: String? {
        guard utf8.contains(0x25) else { return self }
        let bytes = Array(utf8)
        var plain: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                plain.append(byte)
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return String(validating: plain, as: UTF8.self)
    }
}
