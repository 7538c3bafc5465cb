/// Gathers the targets of links, to be listed below the text.
struct HTMLLinks {
    /// A text with more links than this is a list of links already.
    private static let most = 200
    /// Longer targets carry data for their servers.
    private static let longest = 1_000

    private var targets: [String] = []
    private var numbers: [String: Int] = [:]
    private var open: (target: String, start: Int)?

    /// Begins a link whose text starts at a place of the output.
    mutating func begin(_ target: String, at start: Int) {
        let target = String(target.filter { !$0.isWhitespace }.prefix(Self.longest))
        let scheme = target.prefix { $0 != ":" }.lowercased()
        // Others lead to places within the message, or run programs.
        open = ["http", "https", "mailto", "ftp"].contains(scheme) ? (target, start) : nil
    }

    /// Ends the open link, and returns its mark; nil if the text shows the target already.
    mutating func end(in output: [UInt8]) -> String? {
        guard let (target, start) = open else { return nil }
        open = nil
        let text = String(decoding: output[min(start, output.count)...], as: UTF8.self)
        guard Self.essence(of: text) != Self.essence(of: target) else { return nil }
        if let number = numbers[target] { return "[\(number)]" }
        guard targets.count < Self.most else { return nil }
        targets.append(target)
        numbers[target] = targets.count
        return "[\(targets.count)]"
    }

    /// The lines that list the targets, with a blank one before them.
    var list: [UInt8] {
        guard !targets.isEmpty else { return [] }
        let lines = targets.enumerated().map { "\n[\($0.offset + 1)] \($0.element)" }
        return Array(("\n" + lines.joined()).utf8)
    }

    /// An address for comparison: without its scheme, `www.`, blanks and final slashes.
    private static func essence(of text: String) -> String {
        var rest = text.lowercased().filter { !$0.isWhitespace && $0 != ">" }[...]
        for scheme in ["https://", "http://", "ftp://", "mailto:"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        return String(rest)
    }
}
