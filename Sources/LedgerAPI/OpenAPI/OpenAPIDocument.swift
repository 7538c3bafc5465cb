internal import Access
internal import JSONCoding
internal import MailLedger
internal import WireModels

/// What the server's paths take and give, for programs that write clients (<https://spec.openapis.org/oas/v3.1.0>).
///
/// Nothing of it is written down twice: the paths come from ``Resource``, the forms from the types that are read.
enum OpenAPIDocument {
    /// The description as JSON; it has nothing of a ledger.
    static let json: [UInt8] = (try? JSONBytesEncoder().encode(JSONValue.object(make()))) ?? []

    private static let description = """
        A ledger of mail over HTTP; Docs/Server.md says what each path means. The answers of commands are those to a \
        token with the scope read: without it they have ids alone, and there is no dry run.
        """

    private static func make() -> JSONObject {
        var schemas = OpenAPISchemas()
        _ = schemas.schema(of: JSONShape(of: APIErrorResponse.self))
        var paths = JSONObject()
        for path in ServerPath.all { add(path.operation, to: &paths, path.path, "get") }
        for name in Route.queries.sorted() { add(query(name, &schemas), to: &paths, "/v1/\(name)", "get") }
        add(requests(&schemas), to: &paths, "/v1/requests", "post")
        for resource in Resource.all {
            add(operation(of: resource, &schemas), to: &paths, resource.openPath, resource.method.lowercased())
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "MailLedger", "version": .string(LedgerEnvironment.version),
                "description": .string(description),
                "license": ["name": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "security": [["bearer": []], ["basic": []]],
            "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "bearer": ["type": "http", "scheme": "bearer"],
                    "basic": ["type": "http", "scheme": "basic", "description": "The token is the password."],
                ],
                "responses": [
                    "Error": [
                        "description": "What went wrong, with a code of Docs/WireForms.md.",
                        "content": ["application/json": ["schema": OpenAPISchemas.reference(to: "APIErrorResponse")]],
                    ]
                ],
                "schemas": .object(schemas.objects),
            ],
        ]
    }

    private static func add(_ operation: JSONObject, to paths: inout JSONObject, _ path: String, _ method: String) {
        guard case .object(var methods) = paths[path] ?? [:] else { return }
        var operation = operation
        if case .object(var responses)? = operation["responses"] {
            responses["default"] = ["$ref": "#/components/responses/Error"]
            operation["responses"] = .object(responses)
        }
        methods[method] = .object(operation)
        paths[path] = .object(methods)
    }

    // MARK: Requests

    /// `/v1/requests` takes each of them by its name.
    private static func requests(_ schemas: inout OpenAPISchemas) -> JSONObject {
        var bodies: [JSONValue] = []
        for entry in LedgerRequests.entries {
            let kind = entry.isCommand ? "command" : "query"
            var properties: JSONObject = [
                kind: ["const": .string(entry.name)], "parameters": schemas.schema(of: entry.parameters()),
            ]
            if entry.isCommand {
                for key in ["reason", "idempotency_key"] { properties[key] = ["type": "string"] }
                for key in ["dry_run", "override_holds"] { properties[key] = ["type": "boolean"] }
            } else {
                properties["at"] = ["type": "string"]
            }
            bodies.append(
                [
                    "title": .string(entry.name), "type": "object", "properties": .object(properties),
                    "required": [.string(kind)],
                    "description": .string("Needs the scope \(scope(of: entry.name, entry.isCommand))."),
                ])
        }
        return [
            "operationId": "request", "summary": "One request of Docs/Requests.md",
            "requestBody": body(["oneOf": .array(bodies)], isRequired: true),
            "responses": ["200": response("Its answer, in a form of Docs/Schemas or of Docs/WireForms.md.", envelope)],
        ]
    }

    private static let envelope: JSONValue = [
        "type": "object", "required": ["position", "answer"],
        "properties": [
            "position": ["type": "integer"], "operation": ["type": ["string", "null"]],
            "is_repeat": ["type": "boolean"], "answer": [:],
        ],
    ]

    /// A query whose parameters stand behind the `?`, answered with its envelope.
    private static func query(_ name: String, _ schemas: inout OpenAPISchemas) -> JSONObject {
        let parameters = members(of: Self.entry(name, isCommand: false)).map { parameter($0, &schemas) }
        return [
            "operationId": .string(name), "summary": .string("The request `\(name)`"),
            "description": .string("Needs the scope \(scope(of: name, false))."),
            "parameters": .array(parameters + [moment]),
            "responses": ["200": response("Its answer, in the form `\(name)` of Docs/Schemas.", envelope)],
        ]
    }

    // MARK: Wire forms

    private static func operation(of resource: Resource, _ schemas: inout OpenAPISchemas) -> JSONObject {
        let entry = Self.entry(resource.request, isCommand: resource.isCommand)
        let members = Self.members(of: entry)
        var parameters: [JSONValue] = []
        if resource.path.contains(nil) {
            parameters.append(
                ["name": "id", "in": "path", "required": true, "schema": ["type": "string"]])
        }
        parameters += members.filter { resource.takesFromQuery($0.key) }.map { parameter($0, &schemas) }
        var operation: JSONObject = [
            "operationId": .string(resource.request),
            "summary": .string("The request `\(resource.request)`"),
            "description": .string("Needs the scope \(scope(of: resource.request, resource.isCommand))."),
        ]
        if resource.isCommand {
            parameters.append(header("Ledger-Reason", "Why it is done."))
            parameters.append(header("Idempotency-Key", "Does it once, however often it is sent."))
            if resource.hasDryRun {
                parameters.append(["name": "dry_run", "in": "query", "schema": ["type": "boolean"]])
            }
        } else {
            parameters.append(moment)
        }
        operation["parameters"] = .array(parameters)
        switch resource.body {
        case .none: break
        case .parameters:
            let own = members.filter { $0.key != resource.id && !resource.takesFromQuery($0.key) }
            operation["requestBody"] = body(schemas.schema(of: own), isRequired: true)
        case .member(let key), .optionalMember(let key):
            let shape = members.first { $0.key == key }?.shape ?? .any
            operation["requestBody"] = body(schemas.schema(of: shape), isRequired: resource.needsBody)
        }
        operation["responses"] = .object(responses(of: resource, entry?.wireAnswer().map { schemas.schema(of: $0) }))
        return operation
    }

    /// All answers of a path but errors.
    private static func responses(of resource: Resource, _ form: JSONValue?) -> JSONObject {
        var responses = JSONObject()
        let form = form ?? [:]
        var plain: [JSONValue] = []
        switch resource.status {
        case 201:
            responses["201"] = response("It was made; Location says where it is.", form)
            // What there is once only may have been there.
            if [.profile, .conversation].contains(resource.place) { plain.append(form) }
        case 204: break
        default: plain.append(form)
        }
        guard resource.isCommand else { return ["200": response("The answer.", form)] }
        if resource.hasDryRun { plain.append(form == [:] ? [:] : outcome) }
        if let first = plain.first {
            let words = resource.hasDryRun ? "The answer, or what a dry run would change." : "The answer."
            let isAny = plain.contains([:])
            responses["200"] = response(words, isAny ? [:] : plain.count == 1 ? first : ["anyOf": .array(plain)])
        }
        responses["204"] = [
            "description": "Done. With Ledger-Repeat, it was done before by a request of the same Idempotency-Key."
        ]
        return responses
    }

    /// What a dry run answers with.
    private static let outcome: JSONValue = [
        "type": "object", "required": ["matched", "changed", "is_dry_run"],
        "properties": [
            "matched": ["type": "integer"], "changed": ["type": "integer"], "operation": ["type": "null"],
            "is_dry_run": ["type": "boolean"],
        ],
    ]

    private static func entry(_ name: String, isCommand: Bool) -> RequestEntry? {
        LedgerRequests.entries.first { $0.name == name && $0.isCommand == isCommand }
    }

    /// The parameters of a request.
    private static func members(of entry: RequestEntry?) -> [JSONShape.Member] {
        if case .object(let object)? = entry?.parameters() { object.members } else { [] }
    }

    // MARK: Parts

    private static func scope(of name: String, _ isCommand: Bool) -> String {
        RequestScopes.scope(of: name, isCommand: isCommand).rawValue
    }

    private static func parameter(_ member: JSONShape.Member, _ schemas: inout OpenAPISchemas) -> JSONValue {
        [
            "name": .string(member.key), "in": "query", "required": .bool(member.isRequired),
            "schema": schemas.schema(of: member.shape), "explode": false,
        ]
    }

    private static let moment: JSONValue = [
        "name": "at", "in": "query", "schema": ["type": "string"],
        "description": "The moment as of which to answer; needs the scope audit.",
    ]

    private static func header(_ name: String, _ description: String) -> JSONValue {
        [
            "name": .string(name), "in": "header", "schema": ["type": "string"], "description": .string(description),
        ]
    }

    private static func body(_ schema: JSONValue, isRequired: Bool) -> JSONValue {
        ["required": .bool(isRequired), "content": ["application/json": ["schema": schema]]]
    }

    private static func response(_ description: String, _ schema: JSONValue) -> JSONValue {
        ["description": .string(description), "content": ["application/json": ["schema": schema]]]
    }
}

extension Resource {
    /// The path with its id in braces (<https://spec.openapis.org/oas/v3.1.0#path-templating>).
    fileprivate var openPath: String { "/v1/" + path.map { $0 ?? "{id}" }.joined(separator: "/") }

    /// Whether a parameter of its request stands behind the `?`.
    fileprivate func takesFromQuery(_ key: String) -> Bool {
        if key == id { return false }
        return switch body {
        case .none: true
        case .parameters: kinds[key] != nil
        case .member(let own), .optionalMember(let own): key != own
        }
    }
}
