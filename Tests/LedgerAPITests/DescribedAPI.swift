import Foundation
import TestSupport
import Testing

/// The description of a server's paths as its clients read it, and what does not agree with it.
struct DescribedAPI {
    let document: JSONSample
    private let schemas: JSONSchemas

    init(_ served: ServedLedger) throws {
        let answer = try served.ask("GET", "/v1/openapi.json")
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/json")
        document = try JSONSample(answer.body)
        // As documents beside each other, each of which names the others.
        let text = answer.text.replacing(/"#\/components\/schemas\/([A-Za-z0-9]+)"/) { "\"\($0.1).json\"" }
        let components = try JSONSample(text.utf8)["components"]?["schemas"]
        guard case .object(let forms)? = components, case .object(let paths)? = try JSONSample(text.utf8)["paths"]
        else { throw RawHTTP.Failure(description: "no schemas and paths") }
        var documents = forms
        for (path, operations) in paths {
            for (method, operation) in operations.members {
                let id = Self.id(method, path)
                if let body = operation["requestBody"]?.schema { documents[id + " body"] = body }
                for (status, response) in operation["responses"]?.members ?? [:] {
                    if let schema = response.schema { documents["\(id) \(status)"] = schema }
                }
            }
        }
        documents["error"] = .object(["$ref": .string("APIErrorResponse.json")])
        // Of all requests one is meant, by its name.
        documents["post /v1/requests body"] = nil
        schemas = try JSONSchemas(documents: documents)
    }

    private static func id(_ method: String, _ path: String) -> String { "\(method.lowercased()) \(path)" }

    /// The paths with their methods, as in `get /v1/notes`.
    var operations: [String: JSONSample] {
        var found: [String: JSONSample] = [:]
        for (path, operations) in document["paths"]?.members ?? [:] {
            for (method, operation) in operations.members { found[Self.id(method, path)] = operation }
        }
        return found
    }

    /// What of a request and its answer is otherwise than described.
    func faults(_ method: String, _ target: String, _ body: String?, _ answer: RawHTTP.Answer) throws -> [String] {
        let path = String(target.prefix { $0 != "?" })
        let templates = (document["paths"]?.members ?? [:]).keys.filter { template in
            let pattern = template.replacing(/\{[a-z]+\}/, with: "[^/]+")
            return ((try? Regex(pattern).wholeMatch(in: path)) ?? nil) != nil
        }
        // A word in a path comes before an id.
        guard let template = templates.contains(path) ? path : templates.first else { return ["\(path) is not a path"] }
        let id = Self.id(method, template)
        guard let operation = operations[id] else { return ["\(id) is not described"] }
        var faults: [String] = []
        for name in (target.split(separator: "?").dropFirst().first ?? "").split(separator: "&").map({
            String($0.prefix { $0 != "=" })
        }) {
            let known = operation["parameters"]?.elements.contains {
                $0["in"]?.text == "query" && $0["name"]?.text == name
            }
            if known != true { faults.append("\(id) has no parameter \(name)") }
        }
        if answer.status >= 400 {
            return schemas.faults(of: try JSONSample(answer.body), as: "error").map { "\(id): \($0)" }
        }
        guard operation["responses"]?["\(answer.status)"] != nil else { return ["\(id) answers with \(answer.status)"] }
        if let body, schemas.documents["\(id) body"] != nil {
            faults += schemas.faults(of: try JSONSample(body.utf8), as: "\(id) body").map { "\(id) body: \($0)" }
        }
        if !answer.body.isEmpty, schemas.documents["\(id) \(answer.status)"] != nil {
            faults += schemas.faults(of: try JSONSample(answer.body), as: "\(id) \(answer.status)")
        }
        return faults
    }
}

extension JSONSample {
    subscript(key: String) -> JSONSample? { members[key] }
    var members: [String: JSONSample] { if case .object(let members) = self { members } else { [:] } }
    var elements: [JSONSample] { if case .array(let elements) = self { elements } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The schema of a body or an answer in JSON.
    fileprivate var schema: JSONSample? { self["content"]?["application/json"]?["schema"] }
}
