/// The `Content-Type` of most text, read without GMime, which then need not even be loaded.
///
/// It has no parameters but these few, with values that are words, quoted or not (RFC 2045 section 5.1). GMime reads all
/// others.
struct PlainTextType {
    let subtype: String
    private(set) var charset: String?
    /// Whether its lines flow together.
    var flow: FlowedText? { subtype == "plain" ? FlowedText(format: format, delSp: delSp) : nil }
    private var format: String?
    private var delSp: String?

    private static let subtypes = ["plain", "html"].map { (name: $0, start: Array("text/\($0)".utf8)) }
    private static let otherParameters = ["format", "delsp", "encoding", "reply-type"].map { Array($0.utf8) }
    private static let charsetName = Array("charset".utf8)

    /// - Returns: Nil for any other type.
    init?(_ value: [UInt8]) {
        guard value.count <= 200 else { return nil }
        var rest = Self.withoutSpace(value[...])
        guard let known = Self.subtypes.first(where: { rest.prefix($0.start.count).map(Self.lowercased) == $0.start })
        else { return nil }
        subtype = known.name
        rest = Self.withoutSpace(rest.dropFirst(known.start.count))
        var names: [[UInt8]] = []
        while rest.first == UInt8(ascii: ";") {
            rest = Self.withoutSpace(rest.dropFirst())
            if rest.isEmpty { return }
            let name = rest.prefix { $0 != UInt8(ascii: "=") }.map(Self.lowercased)
            guard name == Self.charsetName || Self.otherParameters.contains(name), !names.contains(name) else {
                return nil
            }
            names.append(name)
            rest = rest.dropFirst(name.count + 1)
            guard let word = Self.takeWord(&rest) else { return nil }
            let text = String(decoding: word, as: UTF8.self)
            switch String(decoding: name, as: UTF8.self) {
            case "charset": charset = text
            case "format": format = text
            case "delsp": delSp = text
            default: break
            }
            rest = Self.withoutSpace(rest)
        }
        guard rest.isEmpty else { return nil }
    }

    private static func takeWord(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let isQuoted = rest.first == UInt8(ascii: "\"")
        if isQuoted { rest = rest.dropFirst() }
        let word = rest.prefix(while: isOfWord)
        rest = rest.dropFirst(word.count)
        if isQuoted, rest.popFirst() != UInt8(ascii: "\"") { return nil }
        return word.isEmpty ? nil : word
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func withoutSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.drop { $0 == 0x20 || $0 == 0x09 }
    }
}
