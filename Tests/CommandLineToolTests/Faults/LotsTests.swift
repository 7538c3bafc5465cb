import TestSupport
import Testing

struct LotsTests {
    @Test func `random texts are searched as regular expressions search them`() {
        var generator = SeededGenerator(for: "lots")
        let pieces = [
            "0123abcd", "-", "01af", "0123456789ab", "0123abcd-01af-01af-01af-0123456789ab", "integer(",
            "1234567890123456",
            ")", "integer(1234567890123456)", "17", ".M", "9", "P", "17.M9P4.host", ":2,S", " ", "\"", "x", "é",
        ]
        var found = 0
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            let expected = text.replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
                .replacing(/integer\([0-9]{16}\)/, with: "TIME").replacing(/[0-9]+\.M[0-9]+P[^:" ]*/, with: "FILE")
            #expect(withoutLots(text) == expected, "seed \(generator.seed): \(text)")
            if expected != text { found += 1 }
        }
        #expect(found > 500)
    }
}
