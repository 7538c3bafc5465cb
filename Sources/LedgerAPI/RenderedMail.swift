internal import Cryptography
internal import JMAP
internal import MIME
internal import MailLedger

/// A message as a page of its own, and what the page around it says of it.
struct RenderedMail {
    enum Kind: String, Encodable {
        case html, text
    }

    struct Link: Encodable {
        let text: String
        let address: String
    }

    /// What is read of all its texts together.
    private static let limit = 4 << 20
    private static let mostTexts = 50
    private static let mostLinks = 200

    private(set) var kind = Kind.text
    private(set) var links: [Link] = []
    private(set) var isCut = false
    private var remoteAddresses: Set<String> = []
    private var blocks: [String] = []

    /// How many things elsewhere a browser would load with it.
    var remote: Int { remoteAddresses.count }

    /// Reads a message.
    ///
    /// - Parameter place: What the addresses of its parts begin with; the number of a part follows.
    init(_ parts: MessageParts, partsAt place: String) throws {
        let shown = EmailBody(parts.root).html.prefix(Self.mostTexts)
        let texts = shown.filter { $0.mimeType.hasPrefix("text/") }
        var contents: [String: String] = [:]
        let limit = Self.limit / max(1, texts.count)
        try parts.forEachText(of: Set(texts.compactMap(\.number)), limit: limit) { number, text in
            contents[number] = text.text
            isCut = isCut || text.isCut
        }
        let numbers = Self.numbers(of: parts.root)
        for part in shown {
            guard let number = part.number else { continue }
            if part.mimeType == "text/html" {
                kind = .html
                addHTML(contents[number] ?? "") { id in numbers[id].map { place + $0 } }
            } else if part.mimeType.hasPrefix("text/") {
                addText(contents[number] ?? "")
            } else if part.mimeType.hasPrefix("image/") {
                blocks.append("<p><img src=\"\(place)\(number)\" alt=\"\"></p>")
            }
        }
        if let words = Self.wordsForClosed(parts.root) { blocks.insert(Self.note(words), at: 0) }
        if isCut { blocks.insert(Self.note("This message is very long: you see its beginning."), at: 0) }
        if blocks.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { blocks = [Self.note("This message has no text.")] }
    }

    private mutating func addHTML(_ html: String, _ address: @escaping (String) -> String?) {
        let mail = HTMLMail(html, address: address)
        remoteAddresses.formUnion(mail.remote)
        for link in mail.links where links.count < Self.mostLinks {
            links.append(Link(text: link.text, address: link.address))
        }
        blocks.append(mail.html)
    }

    private mutating func addText(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        for address in Self.addresses(in: text) where links.count < Self.mostLinks {
            links.append(Link(text: address, address: address))
        }
        blocks.append("<pre class=\"ledger-text\">\(Self.escaped(text))</pre>")
    }

    /// The numbers of the parts that have a `Content-ID`, by that in lower case; the first of equal ones counts.
    private static func numbers(of root: MessageStructure.Node) -> [String: String] {
        var numbers: [String: String] = [:]
        for leaf in root.leaves {
            guard let id = leaf.contentID?.lowercased(), let number = leaf.number, numbers[id] == nil else { continue }
            numbers[id] = number
        }
        return numbers
    }

    // MARK: Words

    /// What is said of a message that cannot be read without a key or another program; nil for others.
    private static func wordsForClosed(_ root: MessageStructure.Node) -> String? {
        let types = Set(root.leaves.map(\.mimeType))
        if types.contains("application/pgp-encrypted") {
            return "This message is encrypted (OpenPGP). The ledger keeps it as it came and has no key for it."
        }
        if types.contains("application/pkcs7-mime") || types.contains("application/x-pkcs7-mime") {
            return "This message is encrypted, or closed by a signature (S/MIME). The ledger keeps it as it came."
        }
        return nil
    }

    private static func note(_ words: String) -> String { "<p class=\"ledger-note\">\(words)</p>" }

    private static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: output += "&amp;".utf8
            case 0x3C: output += "&lt;".utf8
            case 0..<0x80: output.append(UInt8(scalar.value))
            // What turns the direction of the text behind it (UAX 9) is seen by its number, as in subjects.
            case 0x202A...0x202E, 0x2066...0x2069:
                output += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
            default: output += String(scalar).utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The addresses of the web in a text.
    private static func addresses(in text: String) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        for word in text.split(whereSeparator: { $0.isWhitespace || "<>\"".contains($0) }) {
            guard found.count < mostLinks, let start = word.firstRange(of: #/https?:\/\//#)?.lowerBound else {
                continue
            }
            var address = word[start...].prefix(2_000)
            while let last = address.last, ".,;:!?)'".contains(last) { address.removeLast() }
            if seen.insert(String(address)).inserted { found.append(String(address)) }
        }
        return found
    }

    // MARK: The page

    /// The page; what is said to a browser with it is ``HTTPServer/HTTPResponse/mail(_:)``.
    var page: String {
        let scheme = kind == .text ? "light dark" : "light"
        return """
            <!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="\(scheme)"><style>\
            html{font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}img{max-width:100%}\
            a{pointer-events:none}.ledger-text{font:inherit;white-space:pre-wrap;margin:0 0 1em}\
            .ledger-note{font-style:italic;border-inline-start:.25em solid;padding-inline-start:.75em}</style>\
            \(blocks.joined(separator: "\n<hr>\n"))
            """
    }
}
