/// The HTML of a mail as a browser gets it that shows it in a frame without rights.
///
/// ```swift
/// let mail = HTMLMail(html) { id in id == "logo@example.org" ? "/parts/2" : nil }
/// print(mail.html, mail.remote.count, mail.links.count)
/// ```
///
/// Nothing is made safe here: the frame and its policy do that. Only references to other parts of the message are replaced, so that they
/// lead to these. Whatever else the mail says stays as it is, byte for byte.
public struct HTMLMail: Sendable {
    /// A link, as a person would read and follow it.
    public struct Link: Sendable, Hashable {
        /// On one line, and cut where it is long.
        public let text: String
        public let address: String
    }

    public let html: String
    /// The addresses elsewhere of what a browser would load with it; what hides behind escapes of style sheets is not found.
    public let remote: Set<String>
    public let links: [Link]

    /// Reads HTML.
    ///
    /// - Parameter address: Returns where the part with a `Content-ID` is, which is given in lower case and without brackets; nil for an
    ///   id that no part has. The address must not have a space, a quote, a bracket, or `&`.
    /// - Complexity: O(the length of the HTML).
    public init(_ html: String, address: @escaping (String) -> String?) {
        var reader = HTMLMailReader(html, address)
        self.html = reader.read()
        remote = reader.remote
        links = reader.resolvedLinks
    }
}

/// Goes through the tags of a mail once.
private struct HTMLMailReader {
    /// Beyond this many no more are gathered.
    private static let mostLinks = 200
    private static let mostRemote = 5_000
    private static let longestAddress = 2_000
    private static let longestText = 200

    private(set) var remote: Set<String> = []
    /// The links as they stand in the mail: what a `base` behind them says counts for them, too.
    private var links: [HTMLMail.Link] = []
    private var base: LinkBase?
    private var isBaseNamed = false
    /// How many of the links name no scheme: these have a bound of their own, since they may lead nowhere.
    private var relativeCount = 0
    private let source: [UInt8]
    private let address: (String) -> String?
    private var replacements: [(range: Range<Int>, text: String)] = []
    private var open: (address: String, textStart: Int)?

    init(_ html: String, _ address: @escaping (String) -> String?) {
        source = Array(html.utf8)
        self.address = address
    }

    /// Returns the HTML with its references replaced.
    mutating func read() -> String {
        var tags = HTMLTags(source)
        while let tag = tags.next() { take(tag) }
        endLink(at: source.count)
        return replaced()
    }

    private func replaced() -> String {
        var output: [UInt8] = []
        output.reserveCapacity(source.count)
        var end = 0
        for (range, text) in replacements {
            output += source[end..<range.lowerBound]
            output += text.utf8
            end = range.upperBound
        }
        output += source[end...]
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Tags

    private mutating func take(_ tag: HTMLTag) {
        if tag.name == "a" { endLink(at: tag.range.lowerBound) }
        guard !tag.isClosing else { return }
        for (name, range) in tag.attributes {
            // The first one counts, whatever it says, and if it says nothing.
            if tag.name == "base", name == "href", !isBaseNamed {
                isBaseNamed = true
                base = LinkBase(Self.target(HTMLAttributes.text(of: source[range])))
            }
            guard !range.isEmpty else { continue }
            switch name {
            case "href" where tag.name == "a" || tag.name == "area":
                beginLink(HTMLAttributes.text(of: source[range]), behind: tag)
            case "src", "href", "xlink:href", "background", "poster", "data", "lowsrc", "dynsrc":
                takeAddress(HTMLAttributes.text(of: source[range].prefix(2 * Self.longestAddress)))
                replaceWhole(range)
            case "srcset", "imagesrcset":
                for candidate in HTMLAttributes.text(of: source[range].prefix(64 << 10)).split(separator: ",") {
                    takeAddress(String(candidate.drop { $0 == " " }.prefix { $0 != " " }))
                }
                replaceReferences(in: range)
            case "style":
                takeStyle(Array(HTMLAttributes.text(of: source[range]).utf8)[...])
                replaceReferences(in: range)
            default: continue
            }
        }
        if tag.name == "style", let range = tag.rawText {
            takeStyle(source[range])
            replaceReferences(in: range)
        }
    }

    // MARK: What is elsewhere

    private mutating func takeAddress(_ text: String) {
        guard remote.count < Self.mostRemote else { return }
        // White space within is left out by browsers (https://url.spec.whatwg.org/#concept-basic-url-parser).
        let address = String(
            text.unicodeScalars.lazy.filter { $0.value > 0x20 }.prefix(Self.longestAddress).map(Character.init))
        let start = address.prefix(8).lowercased().replacing("\\", with: "/")
        let isRemote = ["http:", "https:", "ftp:", "//"].contains { start.hasPrefix($0) }
        if isRemote { remote.insert(address) }
    }

    /// Finds `url(…)`, and texts behind `@import`, a bracket or a comma (`image-set`).
    private mutating func takeStyle(_ style: ArraySlice<UInt8>) {
        var index = style.startIndex
        var lastWord = style.startIndex
        while index < style.endIndex {
            let byte = style[index]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ","):
                let isURL = Self.isURL(style[..<index].suffix(4))
                lastWord = index
                index += 1
                guard isURL else { continue }
                let start = style[index...].firstIndex { $0 > 0x20 } ?? style.endIndex
                guard start < style.endIndex, ![UInt8(ascii: "\""), UInt8(ascii: "'")].contains(style[start]) else {
                    continue
                }
                let end = style[start...].firstIndex { $0 == UInt8(ascii: ")") } ?? style.endIndex
                takeAddress(Self.text(style[start..<end]))
                index = end
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let end = style[(index + 1)...].firstIndex(of: byte) ?? style.endIndex
                let before = style[lastWord..<index]
                if [UInt8(ascii: "("), UInt8(ascii: ",")].contains(before.first ?? 0) || Self.imports(before) {
                    takeAddress(Self.text(style[(index + 1)..<end]))
                }
                index = min(end + 1, style.endIndex)
                lastWord = index
            case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                lastWord = index
                index += 1
            default: index += 1
            }
        }
    }

    /// Whether the last bytes in front of a bracket are `url`, and no end of a longer name.
    private static func isURL(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.suffix(3).elementsEqual("url".utf8, by: { $0 | 0x20 == $1 }) else { return false }
        guard bytes.count > 3, let before = bytes.first else { return true }
        return before < 0x80 && !"0123456789-_\\".utf8.contains(before) && !(0x61...0x7A).contains(before | 0x20)
    }

    /// Whether words have `@import` among them.
    private static func imports(_ words: ArraySlice<UInt8>) -> Bool {
        words.indices.contains { index in
            words[index] == UInt8(ascii: "@")
                && words[(index + 1)...].prefix(6).elementsEqual("import".utf8) { $0 | 0x20 == $1 }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(longestAddress), as: UTF8.self)
    }

    // MARK: References to parts

    /// Replaces a value that is one reference (RFC 2392).
    private mutating func replaceWhole(_ range: Range<Int>) {
        guard range.count <= 2 * Self.longestAddress else { return }
        let text = HTMLAttributes.text(of: source[range])
        guard text.prefix(4).lowercased() == "cid:", let place = place(String(text.dropFirst(4))) else { return }
        replacements.append((range, place))
    }

    /// Replaces the references within a text of several things.
    private mutating func replaceReferences(in range: Range<Int>) {
        var index = range.lowerBound
        while let colon = source[index..<range.upperBound].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            let start = colon - 3
            guard start >= range.lowerBound, source[start..<colon].elementsEqual("cid".utf8, by: { $0 | 0x20 == $1 }),
                Self.beginsWord(behind: source[range.lowerBound..<start])
            else { continue }
            let id = source[index..<range.upperBound].prefix(1_000).prefix { !Self.endsWords($0) }
            // What a bracket follows is the name of a function of a style sheet.
            guard id.endIndex == range.upperBound || source[id.endIndex] != UInt8(ascii: "("),
                let place = place(String(decoding: id, as: UTF8.self))
            else { continue }
            replacements.append((start..<id.endIndex, place))
            index = id.endIndex
        }
    }

    /// Whether an address can begin behind these bytes; behind a slash, what replaces it would lead to another host.
    private static func beginsWord(behind bytes: ArraySlice<UInt8>) -> Bool {
        guard let before = bytes.last else { return true }
        let word = bytes.last { $0 > 0x20 }
        return endsWords(before) && word != UInt8(ascii: "/") && word != UInt8(ascii: "\\")
    }

    /// Whether a byte is none of an address: white space, quotes, brackets, a comma, and what begins and ends `&quot;`.
    private static func endsWords(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "\"&'(),;<>".utf8.contains(byte)
    }

    private func place(_ id: String) -> String? {
        address((id.removingPercents ?? id).lowercased())
    }

    // MARK: Links

    /// Where the links lead; one that names no scheme leads nowhere without a base or a host.
    var resolvedLinks: [HTMLMail.Link] {
        let resolved = links.compactMap { link -> HTMLMail.Link? in
            if LinkBase.scheme(of: link.address) != nil { return link }
            guard let address = LinkBase.address(of: link.address, from: base) else { return nil }
            return HTMLMail.Link(text: link.text, address: address)
        }
        return Array(resolved.prefix(Self.mostLinks))
    }

    private static func target(_ text: String) -> String {
        // Browsers leave out what no address begins with, too.
        String(text.filter { !$0.isWhitespace }.drop { ($0.asciiValue ?? 0xFF) < 0x20 }.prefix(longestAddress))
    }

    private mutating func beginLink(_ text: String, behind tag: HTMLTag) {
        let target = Self.target(text)
        if let scheme = LinkBase.scheme(of: target) {
            // Others run programs.
            guard ["http", "https", "mailto", "ftp"].contains(scheme), links.count - relativeCount < Self.mostLinks
            else { return }
        } else {
            guard relativeCount < Self.mostLinks, !target.hasPrefix("#") else { return }
            relativeCount += 1
        }
        guard tag.name == "area" else {
            open = (target, tag.range.upperBound)
            return
        }
        // It has no text but this, and may stand within a link.
        let words = HTMLAttributes.value(of: "alt", in: source, tag.range) ?? ""
        links.append(HTMLMail.Link(text: String(words.prefix(Self.longestText)), address: target))
    }

    private mutating func endLink(at end: Int) {
        guard let (address, start) = open.take() else { return }
        let html = String(decoding: source[start..<max(start, end)].prefix(16 * Self.longestText), as: UTF8.self)
        let words = HTMLText.plainText(of: html).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        links.append(HTMLMail.Link(text: String(words.prefix(Self.longestText)), address: address))
    }
}
