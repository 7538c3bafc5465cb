import EventLog
import JSONCoding
import TestSupport
import Testing

struct TextChangeTests {
    private static let words = ["tide ", "Ebbe und Flut, ", "é", "e\u{301}", "👩‍👩‍👧 ", "\n", "\u{0}", "船"]

    private func text(_ random: inout SeededGenerator, words count: Int) -> String {
        (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined()
    }

    /// Any piece of a text replaced by another one.
    private func edited(_ text: String, _ random: inout SeededGenerator) -> String {
        let scalars = Array(text.unicodeScalars)
        let start = Int.random(in: 0...scalars.count, using: &random)
        let end = min(scalars.count, start + Int.random(in: 0...20, using: &random))
        var edited = String.UnicodeScalarView(scalars[..<start])
        edited.append(contentsOf: self.text(&random, words: Int.random(in: 0...5, using: &random)).unicodeScalars)
        edited.append(contentsOf: scalars[end...])
        return String(edited)
    }

    @Test func `leads from one text to the other and back`() throws {
        var random = SeededGenerator()
        var parts = 0
        for _ in 0..<150 {
            let old = text(&random, words: [0, 5, 1_500].randomElement(using: &random) ?? 0)
            let new = edited(old, &random)
            guard let change = TextChange(from: old, to: new, after: 3) else {
                #expect(old == new, "seed \(random.seed)")
                continue
            }
            if change.parts > 0 { parts += 1 }
            #expect(try change.applied(to: old).utf8.elementsEqual(new.utf8), "seed \(random.seed)")
            #expect(try #require(change.takenBack(from: new)).utf8.elementsEqual(old.utf8), "seed \(random.seed)")
            let bytes = try JSONBytesEncoder().encode(change)
            #expect(try JSONBytesDecoder().decode(TextChange.self, from: bytes) == change, "seed \(random.seed)")
        }
        #expect(parts > 20, "seed \(random.seed)")
    }

    @Test func `a word in a megabyte takes some hundred bytes, and every 32nd edit has the whole`() throws {
        var text = String(repeating: "Ebbe und Flut. ", count: 70_000)
        var (parts, wholes) = (0, 0)
        for number in 1...64 {
            let edited = text.dropLast(400_000) + "\(number)" + text.suffix(400_000)
            let change = try #require(TextChange(from: text, to: String(edited), after: parts))
            let size = try JSONBytesEncoder().encode(change).count
            if change.parts == 0 { wholes += 1 } else { #expect(size < 400) }
            #expect(change.parts == number % 32)
            parts = change.parts
            text = String(edited)
        }
        #expect(wholes == 2)
    }

    @Test func `of another text is refused, and is not taken back from it`() throws {
        let text = String(repeating: "tide ", count: 2_000)
        let change = try #require(TextChange(from: text, to: text + "and ebb", after: 0))
        guard case .part = change else {
            Issue.record("\(change)")
            return
        }
        #expect(throws: TextChange.Mismatch.self) { try change.applied(to: "x" + text) }
        #expect(throws: TextChange.Mismatch.self) { try change.applied(to: "") }
        #expect(change.takenBack(from: text + "and ebb.") == nil)
    }
}
