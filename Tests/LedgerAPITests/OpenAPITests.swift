import Access
import Foundation
import JSONCoding
import LedgerAPI
import MailLedger
import MailLedgerTesting
import TestSupport
import Testing
import WireModels

/// `/v1/openapi.json`; that the answers are as it says is seen wherever the wire forms are asked for.
@Suite struct `The description of the paths` {
    private let served: ServedLedger
    private let described: DescribedAPI

    init() throws {
        served = try ServedLedger()
        described = try DescribedAPI(served)
    }

    @Test func `has the paths of the page, and each with the request that it stands for`() throws {
        let page = try DocumentationPage("Docs/Server.md")
        let forms = try #require(page.section("Wire forms")).rows.dropFirst()
        let operations = described.operations
        for row in forms {
            let path = row[0].replacing("ID", with: "{id}")
            let operation = try #require(operations["\(row[1].lowercased()) \(path)"], "\(row)")
            let id = try #require(operation["operationId"]?.text)
            #expect(row[2].split(separator: ",").first.map(String.init) == id, "\(row)")
        }
        let described = operations.filter { $0.value["operationId"] != nil }.count
        // Beside them: any request, and two queries for charts.
        #expect(described == forms.count + 3)
        let paths = try #require(page.section("Paths")).rows.dropFirst().map(\.first)
        for path in Set(operations.keys.compactMap { $0.split(separator: " ").last }) {
            let parts = path.split(separator: "/").prefix(2).joined(separator: "/")
            #expect(paths.contains { $0?.contains("/\(parts)") == true }, "\(path)")
        }
    }

    @Test func `has every request with the scope that it needs, and its parameters`() throws {
        let body = try #require(
            described.operations["post /v1/requests"]?["requestBody"]?["content"]?["application/json"]?["schema"])
        let forms = body["oneOf"]?.elements ?? []
        #expect(forms.compactMap { $0["title"]?.text } == LedgerRequests.entries.map(\.name))
        for (form, entry) in zip(forms, LedgerRequests.entries) {
            let scope = RequestScopes.scope(of: entry.name, isCommand: entry.isCommand).rawValue
            #expect(form["description"]?.text == "Needs the scope \(scope).")
            let kind = entry.isCommand ? "command" : "query"
            #expect(form["properties"]?[kind]?["const"]?.text == entry.name)
        }
        let mark = try #require(
            forms.first { $0["title"]?.text == "mark-messages" }?["properties"]?["parameters"]?["$ref"])
        let name = String(try #require(mark.text?.split(separator: "/").last))
        let schema = try #require(described.document["components"]?["schemas"]?[name])
        #expect(schema["properties"]?["filter"]?["type"]?.text == "string")
        #expect(schema["properties"]?["adding"]?["anyOf"]?.elements.first?["type"]?.text == "array")
        #expect(schema["required"]?.elements.contains(.string("filter")) == true)
    }

    @Test func `has an answer for each dry run, and none where that is refused`() throws {
        var withoutDryRun: Set<String> = []
        for (id, operation) in described.operations where id != "post /v1/requests" && !id.hasPrefix("get ") {
            let names = Set((operation["parameters"]?.elements ?? []).compactMap { $0["name"]?.text })
            let statuses = Set((operation["responses"]?.members ?? [:]).keys)
            #expect(names.contains("Idempotency-Key") && statuses.contains("204"), "\(id)")
            if !names.contains("dry_run") {
                withoutDryRun.insert(id)
            } else {
                #expect(statuses.contains("200"), "\(id)")
            }
        }
        let token = try served.token("app", .read, .write)
        let bodies = [
            "put /v1/users/me/entity": String(
                decoding: try JSONBytesEncoder().encode(UserEntity.sample()), as: UTF8.self),
            "post /v1/conversations/{id}/messages": #"{"text": "Ahoy"}"#,
        ]
        #expect(withoutDryRun == Set(bodies.keys))
        for (id, body) in bodies {
            let words = id.replacing("{id}", with: "x").split(separator: " ")
            let answer = try served.ask(words[0].uppercased(), words[1] + "?dry_run=1", token, body: body)
            #expect(answer.status == 400 && answer.text.contains("dry_run"), "\(id) \(answer.text)")
        }
    }

    @Test func `names forms that are there, each complete, and nothing of the ledger`() throws {
        let text = try served.ask("GET", "/v1/openapi.json").text
        let forms = try #require(described.document["components"]?["schemas"]?.members)
        for match in text.matches(of: /"#\/components\/schemas\/([A-Za-z0-9]+)"/) {
            #expect(forms[String(match.1)] != nil, "\(match.1)")
        }
        // A type that could not be read from samples would have no members.
        for (name, form) in forms where !["Empty"].contains(name) {
            #expect(form["properties"]?.members.isEmpty == false || form["properties"] != nil, "\(name)")
        }
        for operation in described.operations where operation.value["responses"]?["default"] == nil {
            Issue.record("\(operation.key) has no error")
        }
        #expect(!text.contains(served.location.directory) && !text.contains("mara@"))
        let again = try served.ask("POST", "/v1/openapi.json")
        #expect(again.status == 405)
    }
}
