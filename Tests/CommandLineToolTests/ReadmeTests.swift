import Foundation
import TestSupport
import Testing

@Suite struct `README.md` {
    @Test func `names the commands that CI runs, and the folders that there are`() throws {
        let makefile = try String(contentsOfFile: "\(projectRoot)/Makefile", encoding: .utf8)
        let page = try DocumentationPage("README.md")
        for command in try #require(page.section("Two commands")).text.matches(of: #/make ([a-z]+)/#).map(\.output.1) {
            #expect(makefile.contains("\n\(command):"), "make \(command)")
        }
        let run = try String(contentsOfFile: "\(projectRoot)/.ci/run", encoding: .utf8)
        #expect(run.contains("make check") && makefile.contains("\ncheck: lint rules page english test"))

        let tree = try #require(DocumentationPage("Docs/Architecture.md").section("The tree")?.code("").first)
        let sources = try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/Sources")
        for module in sources { #expect(tree.contains("\(module)/"), "\(module)") }
        for projection in try FileManager.default.contentsOfDirectory(atPath: "\(projectRoot)/Projections")
        where !projection.contains(".") && projection != "Shared" {
            #expect(tree.contains(projection), "\(projection)")
        }
        for line in tree.split(separator: "\n") {
            let name = line.split(separator: " ").first.map(String.init) ?? ""
            let parent = line.hasPrefix("  ") ? "Sources/" : ""
            #expect(FileManager.default.fileExists(atPath: "\(projectRoot)/\(parent)\(name)"), "\(name)")
        }
    }
}
