import Foundation
import TestSupport
import Testing

@Suite("The differences to Dovecot")
struct NamedDifferencesTests {
    @Test("are named in the document, each that the comparison accepts") func named() throws {
        let rules = try String(
            contentsOfFile: "\(projectRoot)/Tests/Fixtures/IMAP/Dovecot/differences.py", encoding: .utf8)
        let document = try String(contentsOfFile: "\(projectRoot)/Docs/IMAP.md", encoding: .utf8)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let named = rules.matches(of: /Rule\(\s*"(?:[^"\\]|\\.)*",\s*"([^"\\]+)",\s/).map { String($0.1) }
        #expect(named.count > 30)
        #expect(named.count == rules.matches(of: /\sRule\(/).count)
        for words in named { #expect(document.contains(words), "\(words)") }
    }
}
