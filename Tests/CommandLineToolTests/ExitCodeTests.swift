import Glibc
import JSONCoding
import TestSupport
import Testing
import WireModels

/// One failure of each category: its exit code is fixed, and a program that asks for JSON gets it in every case.
@Suite struct `Exit codes` {
    struct Category: Sendable, CustomTestStringConvertible {
        let exitCode: Int32
        let code: String
        let arguments: [String]
        var testDescription: String { "\(exitCode) \(code)" }
    }

    static let categories: [Category] = [
        Category(exitCode: 1, code: "NOT_FOUND", arguments: ["folders", "--ledger", "/nonexistent"]),
        Category(exitCode: 2, code: "INVALID_INPUT", arguments: ["messages", "is:"]),
        Category(exitCode: 2, code: "VALIDATION_ERROR", arguments: ["label", "--add", "50%", "*"]),
        Category(exitCode: 3, code: "NOT_FOUND", arguments: ["show", "ffffffff"]),
        Category(exitCode: 4, code: "ALREADY_EXISTS", arguments: ["account", "add", ToolLedger.account]),
        Category(exitCode: 4, code: "FORBIDDEN", arguments: ["folder", "delete", "INBOX", "--yes"]),
        Category(exitCode: 74, code: "SERVER_ERROR", arguments: ["import", "/nonexistent", "-a", ToolLedger.account]),
    ]

    @Test(.requirement(203), arguments: categories)
    func `belong to the category of the error, with and without JSON`(category: Category) throws {
        let ledger = try ToolLedger()
        #expect(try ledger.run(category.arguments).exitCode == category.exitCode)
        let result = try ledger.run(category.arguments + ["--format", "json"])
        #expect(result.exitCode == category.exitCode && result.output.isEmpty)
        let error = try JSONBytesDecoder().decode(JSONValue.self, from: Array(result.errorText.utf8))
        #expect(error["code"]?.string == category.code && error["message"]?.string?.isEmpty == false)
    }

    @Test(.requirement(190, 202), arguments: categories)
    func `a failure is the envelope that other programs read`(category: Category) throws {
        let ledger = try ToolLedger()
        let result = try ledger.run(category.arguments + ["--format", "json"])
        let error = try JSONBytesDecoder().decode(APIErrorResponse.self, from: Array(result.errorText.utf8))
        let code = try #require(error.knownCode)
        #expect(code.rawValue == category.code && code.category != .outcome && !error.message.isEmpty)
        #expect(error.details != nil, "the tool writes details always")
        // Its keys stand in this order, and there are no others.
        let envelope = try JSONBytesDecoder().decode(JSONObject.self, from: Array(result.errorText.utf8))
        #expect(envelope.keys == ["code", "message", "details"])
    }

    @Test(.requirement(203)) func `tell what was done in part and what does not hold apart from failures`() throws {
        let ledger = try ToolLedger()
        try makeFolder(ledger.directory.path("mail"))
        try writeFile(ledger.directory.path("mail/a.eml"), "Subject: a\n\nx\n")
        try writeFile(ledger.directory.path("mail/photo.jpg"), "no mail\n")
        let partial = try ledger.run(
            "import", ledger.directory.path("mail"), "-a", ToolLedger.account, "--format", "json")
        #expect(partial.exitCode == 5)
        let report = try JSONBytesDecoder().decode(JSONValue.self, from: partial.output)
        #expect(report["added"]?.integer == 1)
        #expect(unsafe chmod(ledger.path + "/log.sqlite", 0o644) == 0)
        let examined = try ledger.run("doctor", "--format", "json")
        #expect(examined.exitCode == 6)
        let findings = try JSONBytesDecoder().decode(JSONValue.self, from: examined.output)
        #expect(findings.array?.contains { $0["is_healthy"] == false } == true)
    }
}
