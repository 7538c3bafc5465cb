import Foundation
import TestSupport
import Testing

/// What is done about read models of earlier moments that somebody changed.
@Suite struct `A forged past` {
    @Test func `is named by verify and rebuild --check, and gone after a rebuild`() throws {
        let ledger = try DemoLedger.make()
        let before = try ledger.succeed("messages", "--at", "tx:5").text
        #expect(before.contains("kernel"))
        let folder = ledger.path + "/views/past"
        let name = try #require(try subpaths(of: folder).first { $0.hasSuffix(".sqlite") })
        let position = name.dropLast(".sqlite".count)
        var bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        while let range = bytes.firstRange(of: Data("kernel".utf8)) {
            bytes.replaceSubrange(range, with: Data("kernal".utf8))
        }
        try bytes.write(to: URL(filePath: "\(folder)/\(name)"))
        #expect(try ledger.succeed("messages", "--at", "tx:5").text.contains("kernal"))

        let verified = try ledger.run("verify", "--views")
        #expect(verified.exitCode == 6 && verified.text.contains("  the views of position \(position) "))
        #expect(verified.text.contains("'mailledger rebuild' removes them"))
        let compared = try ledger.run("rebuild", "--check")
        #expect(compared.exitCode == 6 && compared.text.hasPrefix("The views of position \(position) differ in "))
        #expect(try ledger.run("verify").exitCode == 0)

        try ledger.succeed("rebuild")
        #expect(try subpaths(of: folder).filter { $0.hasSuffix(".sqlite") } == [])
        #expect(try ledger.succeed("messages", "--at", "tx:5").text == before)
        try ledger.succeed("verify", "--views")
        try ledger.succeed("rebuild", "--check")
    }
}
