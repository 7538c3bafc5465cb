import Foundation
import TestSupport
import Testing

@Suite struct `The page about the rules of JMAP` {
    /// The names of tests by the rules that they mark, as the source has them.
    private func marked() throws -> [String: String] {
        let folder = "\(projectRoot)/Tests/LedgerAPITests/Conformance"
        var tests: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix("Tests.swift") {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for test in text.matches(of: /@Test\(\s*\.must\(([^)]+)\)[\s\S]*?func `([^`]+)`/) {
                for rule in test.1.matches(of: /"([^"]+)"/) { tests[String(rule.1)] = String(test.2) }
            }
        }
        return tests
    }

    @Test func `has a row for each rule that a test marks, with that test, and no other`() throws {
        let rows = try DocumentationPage("Docs/JMAPConformance.md").sections.flatMap(\.rows).filter { $0[0] != "rule" }
        let documented = Dictionary(rows.map { ($0[0], $0[2]) }) { first, _ in "twice: \(first)" }
        let tests = try marked()
        for rule in Set(documented.keys).union(tests.keys).sorted() {
            #expect(documented[rule] == tests[rule], "\(rule)")
        }
        #expect(tests.count > 140)
    }
}
