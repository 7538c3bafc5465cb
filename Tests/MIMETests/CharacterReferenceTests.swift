import Foundation
import TestSupport
import Testing

@testable import MIME

@Suite struct `Character references of HTML` {
    /// The text in which each reference is its character.
    private func unescaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var (result, index) = ([UInt8](), 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let found = CharacterReferences.reference(in: bytes[(index + 1)...]) {
                result += Array(found.text.utf8)
                index += 1 + found.length
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Numbers that stand for no character, and control characters, are left out: Python leaves them out of the text.
    @Test(.enabled("python3 is not there") { areInstalled("python3") })
    func `are those of Python, each name with and without a semicolon, and any number`() throws {
        var generator = SeededGenerator()
        let script = """
            import html, json, random, sys
            random.seed(int(sys.argv[1]))
            names = list(html.entities.html5)
            lines = ["&" + name for name in names] + ["&" + name + "x;y" for name in names]
            lines += ["&" + name.rstrip(";") + " =" for name in names]
            for _ in range(2000):
                name = random.choice(names)
                lines.append("a&" + name[:random.randint(0, len(name))] + random.choice(["", ";", "b", "&", "1"]) + "z")
                number = random.randint(0xA0, 0xD7FF)
                lines.append(random.choice(["&#%d", "&#x%x", "&#X%X", "&#0%d"]) % number + random.choice(["", ";", " ", "g"]))
            for line in lines: print(json.dumps([line, html.unescape(line)]))
            """
        let folder = try TemporaryDirectory()
        try script.write(toFile: folder.path("references.py"), atomically: false, encoding: .utf8)
        let seed = generator.next() >> 1
        let output = try shell("python3 '\(folder.path("references.py"))' \(seed)", environment: [:])
        try #require(output.status == 0, "\(output.text)")
        var count = 0
        for line in output.text.split(separator: "\n") {
            let pair = try JSONDecoder().decode([String].self, from: Data(line.utf8))
            #expect(
                Array(unescaped(pair[0]).unicodeScalars) == Array(pair[1].unicodeScalars), "\(pair[0]), seed \(seed)")
            count += 1
        }
        #expect(count > 10_000)
    }

    @Test(arguments: [
        ("&#0;&#xD800;&#1114112;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#128;&#x9F;", "€Ÿ"),
        ("&#;&#x;&;&", "&#;&#x;&;&"), ("&NBSP;&Eacutex", "&NBSP;Éx"),
    ])
    func `have an answer where there is no such character`(_ text: String, _ expected: String) {
        #expect(unescaped(text) == expected)
    }
}
