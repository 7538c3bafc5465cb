import Foundation
import JSONCoding
import MailLedger
import TestSupport
import Testing
import WireModels

@Suite struct `The verb request` {
    private static let page = Result { try DocumentationPage("Docs/Requests.md") }

    /// `…` on the page stands for any text.
    private func agrees(_ real: JSONSample?, _ expected: JSONSample) -> Bool {
        switch (real, expected) {
        case (.string?, .string("…")): true
        case (.array(let real)?, .array(let expected)):
            real.count == expected.count && zip(real, expected).allSatisfy { agrees($0, $1) }
        case (.object(let real)?, .object(let expected)):
            real.keys == expected.keys && expected.allSatisfy { agrees(real[$0.key], $0.value) }
        default: real == expected
        }
    }

    @Test func `the examples of Docs/Requests.md are answered as the page says`() throws {
        let ledger = try DemoLedger.make()
        let blocks = try #require(Self.page.get().section("Examples")).code("json")
        #expect(blocks.count >= 16 && blocks.count.isMultiple(of: 2))
        for index in stride(from: 0, to: blocks.count, by: 2) {
            let result = try ledger.run(["request", "--format", "json"], input: Array(blocks[index].utf8))
            let expected = try JSONSample(Array(blocks[index + 1].utf8))
            let real = try JSONSample(result.exitCode == 0 ? result.output : Array(result.errorText.utf8))
            #expect(agrees(real, expected), "\(blocks[index]): \(real)")
        }
        let log = try ledger.json("log", "--actor", "shop")
        #expect(log.array?.first?["command"] == "mark-messages")
        #expect(log.array?.count == 1 && log.array?.first?["reason"] == "spring sale")
        #expect(try ledger.run("verify").exitCode == 0)
    }

    @Test func `the page has one of each, and all of them are answered`() throws {
        let ledger = try DemoLedger.make()
        let examples = try #require(Self.page.get().section("Examples")).code("json")
        for example in examples where example.contains("rename-folder") {
            #expect(try ledger.run(["request"], input: Array(example.utf8)).exitCode == 0)
        }
        var named: Set<String> = []
        // `…` stands for the id of what was made last, as `note_id` for that of the note.
        var (made, noteMade) = ("", "")
        func note(_ request: String) throws {
            let value = try JSONBytesDecoder().decode(JSONValue.self, from: Array(request.utf8))
            for key in ["query", "command"] { if let name = value[key]?.string { named.insert(name) } }
        }
        for example in examples { try note(example) }
        let lines = try #require(Self.page.get().section("One of each")).code("jsonl").joined(separator: "\n")
        for line in lines.split(separator: "\n").map(String.init) {
            let line = line.replacing(#""note_id": "…""#, with: #""note_id": "\#(noteMade)""#)
                .replacing("…", with: made)
            let result = try ledger.run(["request", "--format", "json"], input: Array(line.utf8))
            #expect(result.exitCode == 0, "\(line): \(result.errorText)")
            guard result.exitCode == 0 else { continue }
            let answer = try JSONBytesDecoder().decode(JSONValue.self, from: result.output)
            // Each command finds something to do, and each query something to tell.
            let isEmptyList = line.contains("list-erasures") || line.contains("list-holds")
            #expect(
                line.contains("\"command\"")
                    ? answer["operation"] != .null : isEmptyList || answer["answer"] != .array([]),
                "\(line)")
            try note(line)
            guard line.contains("\"command\""), let id = answer["answer"]?["id"]?.string else { continue }
            made = id
            if line.contains("\"create-note\"") { noteMade = id }
        }
        let all = Set(LedgerRequests.entries.map(\.name))
        #expect(named == all)
        #expect(try ledger.run("verify").exitCode == 0)
    }

    /// The keys that a request knows, as the refusal of another one tells them.
    private func keys(of sample: String, _ place: String, in ledger: Ledger) throws -> [String] {
        var request = try JSONBytesDecoder().decode(JSONObject.self, from: Array(sample.utf8))
        if place == "parameters" {
            var parameters = JSONObject()
            if case .object(let object)? = request["parameters"] { parameters = object }
            parameters["no_such_key"] = .bool(true)
            request["parameters"] = .object(parameters)
        } else {
            request["no_such_key"] = .bool(true)
        }
        guard case .refusal(let error) = ledger.respond(to: try JSONBytesEncoder().encode(request)) else { return [] }
        let known = try #require(error.message.split(separator: "there is ").last).description
        return known == "no key" ? [] : known.split(separator: ", ").map(String.init)
    }

    @Test func `the page names every request, with its parameters`() throws {
        let ledger = try Ledger.inMemory()
        let lines = try #require(Self.page.get().section("One of each")).code("jsonl").joined(separator: "\n")
        let examples = try #require(Self.page.get().section("Examples")).code("json")
        let samples = lines.split(separator: "\n").map(String.init) + examples
        func check(_ title: String, _ key: String, _ entries: [RequestEntry]) throws {
            let rows = try #require(Self.page.get().section(title)).rows.dropFirst()
            #expect(rows.map { $0[0] } == entries.map(\.name))
            for (row, entry) in zip(rows, entries) {
                let written = row[1].split(separator: ", ").map { $0.filter { !"[]".contains($0) } }
                let sample = try #require(samples.first { $0.contains("\"\(key)\": \"\(entry.name)\"") })
                    .replacing("…", with: "3f2a7432-0000-0000-0000-000000000000")
                #expect(try keys(of: sample, "parameters", in: ledger) == written, "\(entry.name)")
            }
        }
        try check("Queries", "query", LedgerRequests.entries.filter { !$0.isCommand })
        try check("Commands", "command", LedgerRequests.entries.filter(\.isCommand))
        let rows = try #require(Self.page.get().section("Envelopes")).rows.dropFirst().map { $0[0] }
        let query = try keys(of: #"{"query": "statistics"}"#, "", in: ledger)
        let command = try keys(of: #"{"command": "undo"}"#, "", in: ledger)
        #expect(Set(query + command) == Set(rows) && Set(query + command).count == rows.count)
    }

    @Test func `the forms of the answers have schemas, or are wire forms`() throws {
        let schemas = try JSONSchemas(folder: "Docs/Schemas").documents.keys
        let forms = try #require(DocumentationPage("Docs/WireForms.md").section("Forms")).text
        for title in ["Queries", "Commands"] {
            for row in try #require(Self.page.get().section(title)).rows.dropFirst() {
                let form = row[2].filter { !"[]".contains($0) }
                #expect(schemas.contains(form) || forms.contains("`\(form)`"), "\(row)")
            }
        }
    }

    @Test(.requirement(190)) func `a request that is refused is told by the envelope, with the exit code of the verb`()
        throws
    {
        let ledger = try ToolLedger()
        let cases: [(String, Int32, String)] = [
            ("{", 2, "INVALID_INPUT"), ("[]", 2, "INVALID_INPUT"), ("{}", 2, "INVALID_INPUT"),
            (#"{"query": "statistics", "command": "undo"}"#, 2, "INVALID_INPUT"),
            (#"{"query": "undo"}"#, 2, "INVALID_INPUT"), (#"{"query": "search"}"#, 2, "MISSING_FIELD"),
            (#"{"query": "show-message", "parameters": {"message": "ffff"}}"#, 3, "NOT_FOUND"),
            (#"{"command": "undo", "at": "now"}"#, 2, "INVALID_INPUT"),
            (#"{"command": "delete-folder", "parameters": {"folder": "INBOX"}}"#, 4, "FORBIDDEN"),
            (#"{"command": "delete-messages", "parameters": {"filter": " "}}"#, 2, "VALIDATION_ERROR"),
            (
                #"{"command": "add-account", "parameters": {"account": {"address": "\#(ToolLedger.account)"}}}"#, 4,
                "ALREADY_EXISTS"
            ),
        ]
        let before = try ledger.json("stats")["events"]
        for (request, exitCode, code) in cases {
            let result = try ledger.run(["request", "--format", "json"], input: Array(request.utf8))
            #expect(result.exitCode == exitCode && result.output.isEmpty, "\(request): \(result.errorText)")
            let error = try JSONBytesDecoder().decode(APIErrorResponse.self, from: Array(result.errorText.utf8))
            #expect(error.code == code, "\(request): \(error)")
            // A program that asks for no format is a program, too.
            #expect(try ledger.run(["request", request]).errorText == result.errorText)
        }
        let missing = try ledger.run(["request", #"{"query": "search"}"#])
        let error = try JSONBytesDecoder().decode(APIErrorResponse.self, from: Array(missing.errorText.utf8))
        #expect(error.code == "MISSING_FIELD" && error.details?["field"] == "words", "\(error)")
        let port =
            #"{"command": "change-account", "parameters": {"account": "\#(ToolLedger.account)", "imap_port": 0}}"#
        #expect(try !ledger.run(["request", port]).errorText.contains("--"))
        #expect(try ledger.run(["request", "--no-such-option"]).errorText.hasPrefix("mailledger: "))
        #expect(try ledger.json("stats")["events"] == before)
    }

    @Test(.requirement(131, 133, 17)) func `a password or a token in a request leaves no trace`() throws {
        let ledger = try ToolLedger()
        let canary = "canary-8d2c41"
        let requests = [
            #"{"command": "add-account", "parameters": {"account": {"address": "a@b.example", "password": "\#(canary)"}}}"#,
            #"{"command": "undo", "access_token": "\#(canary)"}"#,
            #"{"access_token": "\#(canary)", "refresh_token": "\#(canary)", "token_type": "bearer", "expires_in": 60}"#,
            #"{"query": "list-accounts", "parameters": {"account": null, "password": "\#(canary)"}}"#,
        ]
        for request in requests {
            let result = try ledger.run(["request", "--format", "json"], input: Array(request.utf8))
            #expect(result.exitCode == 2 && !result.errorText.contains(canary), "\(result.errorText)")
        }
        #expect(files(below: ledger.path, holding: canary).isEmpty)
    }
}
