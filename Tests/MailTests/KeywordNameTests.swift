import Mail
import TestSupport
import Testing

/// Labels under the names that mail readers see (RFC 8621 section 4.1.1).
@Suite struct `The name of a keyword` {
    /// Pieces that grammars forbid, that look like escapes, or that letters of other scripts are made of.
    private static let pieces = [
        "a", "Z", "0", "9", ".", "-", "_", "=", "=3d", "=2", "$", "$seen", "\\", "\"", "(", ")", "{", "]", "%", "*",
        " ",
        "é", "e\u{301}", "ß", "İ", "日", "本", "🧭", "\u{200d}", "&", "+", "/", ":", ",", "~", "!", "#", "'", "`",
    ]

    @Test func `is of ASCII that the grammar allows, comes back as the same label, and is shared by no two`() throws {
        var generator = SeededGenerator()
        var labels: [String: String] = [:]
        var long = 0
        for round in 0..<20_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator))
                .compactMap { _ in Self.pieces.randomElement(using: &generator) }.joined()
            guard let keyword = try? Keyword(text) else { continue }
            let comment = Comment("\(text.debugDescription), round \(round), seed \(generator.seed)")
            guard let name = KeywordName.name(of: keyword.key) else {
                long += 1
                continue
            }
            #expect((1...255).contains(name.utf8.count), comment)
            #expect(name.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"(){]%*\"\\".utf8.contains($0) }, comment)
            // In any case, as readers may spell it.
            for spelling in [name, name.uppercased()] {
                let back = try #require(KeywordName.keyword(spelling), comment)
                #expect(back.key == keyword.key, comment)
            }
            if let other = labels.updateValue(keyword.key, forKey: name) { #expect(other == keyword.key, comment) }
        }
        #expect(labels.count > 1_000 && long == 0, "\(labels.count), \(long)")
    }

    @Test func `is missing for a label of which it would be longer than a keyword may be`() throws {
        let fitting = String(repeating: "日", count: 28)
        #expect(KeywordName.name(of: try Keyword(fitting).key)?.utf8.count == 253)
        #expect(KeywordName.name(of: try Keyword(fitting + "本").key) == nil)
        #expect(KeywordName.name(of: try Keyword(String(repeating: "a", count: 255)).key) != nil)
    }

    @Test func `has one spelling: what is escaped without need names nothing`() throws {
        for name in ["=", "=a", "=61", "==61", "=3d3d", "==3", "==3g", "==c3", "a b", "a(b", "", "=e9"] {
            #expect(KeywordName.keyword(name) == nil, "\(name)")
        }
    }
}
