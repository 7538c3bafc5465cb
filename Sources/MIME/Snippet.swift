/// Makes the one-line preview of a message for lists.
package enum Snippet {
    /// The most characters (Unicode scalars) in a snippet.
    static let length = 200

    /// Returns the start of the text on one line, with quoted lines and the signature only if there is nothing else.
    ///
    /// - Complexity: O(the length of the text) at worst, O(1) for most.
    static func of(_ text: String) -> String {
        let own = collect(text) { line in
            line.utf8.first != UInt8(ascii: ">") && !isSignatureMark(line) && !line.utf8.elementsEqual("--".utf8)
        }
        return own.isEmpty ? collect(text) { _ in true } : own
    }

    /// Returns the start of the text on one line, whatever its lines look like: a chat has no signatures.
    package static func ofWhole(_ text: String) -> String {
        collect(text, endsAtSignature: false) { _ in true }
    }

    // By bytes: to compare texts, Swift puts all their combining marks in order.
    private static func isSignatureMark(_ line: Substring) -> Bool { line.utf8.elementsEqual("-- ".utf8) }

    private static func collect(
        _ text: String, endsAtSignature: Bool = true, where isWanted: (Substring) -> Bool
    ) -> String {
        var snippet = String.UnicodeScalarView()
        var count = 0
        var pendingSpace = false
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.utf8.firstIndex(of: 0x0A) ?? rest.endIndex
            let line = rest[..<end]
            rest = end < rest.endIndex ? rest[rest.utf8.index(after: end)...] : rest[end...]
            if endsAtSignature, isSignatureMark(line), count > 0 { break }
            guard isWanted(line) else { continue }
            for scalar in line.unicodeScalars {
                if scalar.isSpace {
                    pendingSpace = true
                    continue
                }
                if pendingSpace && count > 0 {
                    guard count + 1 < length else { return String(snippet) }
                    snippet.append(" ")
                    count += 1
                }
                pendingSpace = false
                snippet.append(scalar)
                count += 1
                if count >= length { return String(snippet) }
            }
            pendingSpace = true
        }
        return String(snippet)
    }
}
