import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The schemas of what the tool writes, held against the page, the declaration of the verbs, and real answers.
@Suite struct `Docs/Schemas` {
    private static let schemas = Result { try JSONSchemas(folder: "Docs/Schemas") }
    private static let page = Result { try DocumentationPage("Docs/CommandLine.md") }

    /// What the page says that a verb writes.
    private struct Answer: Hashable, CustomStringConvertible {
        /// The verb, and the option behind it that makes it write another form.
        let words: [String]
        let form: String
        let isList: Bool
        let part: AnswerRuns.Part

        var description: String { words.joined(separator: " ") + " " + part.rawValue }
    }

    private static func answers() throws -> [Answer] {
        let rows = try #require(page.get().section("JSON")).rows
        let table = rows.drop { $0 != ["verb", "writes"] }.dropFirst()
        return table.filter { !$0[0].hasPrefix("any ") }.flatMap { row in
            row[0].components(separatedBy: ", ").flatMap { verb in
                let clauses = row[1].components(separatedBy: "; ")
                return clauses.indices.compactMap { answer(verb, clause: clauses[$0], isFirst: $0 == 0) }
            }
        }
    }

    /// What a verb writes by a clause of its row; nil for what is said to people only, as is all behind a comma.
    private static func answer(_ verb: String, clause: String, isFirst: Bool) -> Answer? {
        let part = AnswerRuns.Part.allCases.last { clause.hasPrefix($0.rawValue) } ?? .answer
        guard isFirst || part != .answer else { return nil }
        let form = clause.dropFirst(part.rawValue.count).prefix { $0 != "," }
        let isList = form.hasPrefix("[")
        return Answer(
            words: verb.components(separatedBy: " "), form: String(isList ? form.dropFirst().dropLast() : form),
            isList: isList, part: part)
    }

    private static func answer(to run: AnswerRuns.Run) throws -> Answer {
        let fitting = try answers().filter { answer in
            let verb = answer.words.prefix { !$0.hasPrefix("-") }
            return answer.part == run.part && run.arguments.starts(with: verb)
                && answer.words.allSatisfy(run.arguments.contains)
        }
        return try #require(
            fitting.max { $0.words.count < $1.words.count }, "\(run.arguments) writes nothing documented")
    }

    /// The schemas, and one for the plain type of names in a list.
    private static let forms = Result {
        try JSONSchemas(
            documents: schemas.get().documents.merging([
                "string": .object(["$id": .string("string.json"), "type": .string("string")])
            ]) { $1 })
    }

    // MARK: Nothing is left out

    @Test func `there is one for every verb that writes JSON, and a run of it`() throws {
        let known = Set(try Self.forms.get().documents.keys)
        let answers = try Self.answers()
        for answer in answers { #expect(known.contains(answer.form), "\(answer): no \(answer.form).json") }
        let runs = Set(try AnswerRuns.all.map(Self.answer(to:)))
        for answer in answers where answer.words != ["init"] {
            #expect(runs.contains(answer), "AnswerRuns has no \(answer)")
        }
        let verbs = CommandInfo(MailLedgerTool.self).flattened.filter { verb in
            verb.subcommands.isEmpty && verb.arguments.contains { $0.names.contains("--format") }
        }
        for verb in verbs {
            let words = Array(verb.commandLine.components(separatedBy: " ").dropFirst())
            #expect(answers.contains { $0.words == words }, "Docs/CommandLine.md: what does \(verb.commandLine) write?")
        }
    }

    @Test func `the codes of an error are those of the table of exit codes`() throws {
        let rows = try #require(Self.page.get().section("Exit codes")).rows.dropFirst()
        let codes = Set(rows.flatMap { $0[2].components(separatedBy: ", ") }.filter { !$0.isEmpty })
        guard case .object(let schema)? = try Self.schemas.get().documents["error"],
            case .object(let properties)? = schema["properties"], case .object(let code)? = properties["code"],
            case .array(let known)? = code["enum"]
        else { throw ToolError("error.json has no codes") }
        #expect(known.count == codes.count && codes.allSatisfy { known.contains(.string($0)) }, "\(codes)")
    }

    @Test func `the index names each of them, with its title`() throws {
        let rows = try #require(DocumentationPage("Docs/Schemas/README.md").section("JSON schemas")).rows.dropFirst()
        let documents = try Self.schemas.get().documents
        #expect(rows.map { $0[0] } == documents.keys.sorted().map { "[\($0)](\($0).json)" })
        for row in rows {
            let name = row[0].dropFirst().prefix { $0 != "]" }
            guard case .object(let schema)? = documents[String(name)] else { continue }
            #expect(schema["title"] == .string(row[1]))
            #expect(
                schema["$id"]
                    == .string("https://example.org/mailledger/schemas/\(OutputFormat.standardVersion)/\(name).json"))
            #expect(schema["$schema"] == .string("https://json-schema.org/draft/2020-12/schema"))
        }
    }

    @Test func `they have the keys and the types of the page`() throws {
        let shapes = DocumentedShapes(try Self.page.get()).shapes
        let documents = try Self.schemas.get().documents
        #expect(Set(shapes.keys) == Set(documents.keys))
        for (name, keys) in shapes {
            guard case .object(let schema)? = documents[name], case .object(let properties)? = schema["properties"]
            else { continue }
            // What `show` tells begins with the keys of a message, and so does a line of an export.
            let message = ["shown", "exported"].contains(name) ? shapes["message"] ?? [] : []
            let inherited = message.map(\.name)
            #expect(schema["type"] == .string("object") && schema["additionalProperties"] == .boolean(false), "\(name)")
            #expect(Set(properties.keys) == Set(keys.map(\.name) + inherited), "\(name)")
            let required = (message + keys).filter { !$0.mayBeMissing }.map(\.name)
            #expect(schema["required"] == .array(required.map { .string($0) }), "\(name)")
            for key in inherited {
                let reference: JSONSample = .object(["$ref": .string("message.json#/properties/\(key)")])
                #expect(properties[key] == reference, "\(name).\(key)")
            }
            for key in keys {
                guard case .object(let property)? = properties[key.name] else { continue }
                #expect(property["description"] != nil, "\(name).\(key.name) is not explained")
                #expect(
                    Self.core(property) == Self.core(of: key.type), "\(name).\(key.name) is \(key.type) on the page")
            }
        }
    }

    /// A schema without what a type of the page does not tell.
    private static func core(_ schema: [String: JSONSample]) -> [String: JSONSample] {
        var core = schema
        for name in ["description", "enum", "minimum", "pattern", "format", "uniqueItems"] { core[name] = nil }
        // The page says any where a schema may say more.
        if core["additionalProperties"] != nil { core = [:] }
        if case .object(let items)? = core["items"] { core["items"] = .object(self.core(items)) }
        return core
    }

    private static func core(of type: String) -> [String: JSONSample] {
        if type.hasSuffix(" or null") {
            var core = core(of: String(type.dropLast(8)))
            guard let word = core["type"] else { return ["anyOf": .array([.object(core), null])] }
            core["type"] = .array([word, .string("null")])
            return core
        }
        if type.hasPrefix("[") {
            return ["type": .string("array"), "items": .object(core(of: String(type.dropFirst().dropLast())))]
        }
        switch type {
        case "any": return [:]
        case "string", "id", "moment", "digest": return ["type": .string("string")]
        case "integer", "number", "boolean": return ["type": .string(type)]
        case "keywords": return ["type": .string("array"), "items": .object(["type": .string("string")])]
        default: return ["$ref": .string(type + ".json")]
        }
    }

    private static let null: JSONSample = .object(["type": .string("null")])

    // MARK: Real answers

    private typealias Element = (form: String, value: JSONSample, source: String)

    /// All answers in both forms, each element with the form that it should have.
    private static let elements = Result { try elements(in: ["json", "jsonl"]) }

    private static func elements(in formats: [String], version: Int = 1) throws -> [Element] {
        var elements: [Element] = []
        for format in formats {
            let layout = ["--format", format] + (version == 1 ? [] : ["--format-version", String(version)])
            let ledger = try DemoLedger.make()
            var told: Set<Answer> = []
            for run in AnswerRuns.all where version == 1 || !run.arguments.contains("--format-version") {
                func placed(_ words: [String]) -> [String] {
                    words.map { word in
                        word.replacing("SAMPLES", with: projectRoot + "/Samples")
                            .replacing("SCRATCH", with: ledger.directory.path)
                    }
                }
                let words = placed(run.arguments)
                let answer = try answer(to: run)
                if !run.preparation.isEmpty { try ledger.succeed(placed(run.preparation)) }
                let result = try ledger.run(words + layout, input: Array(run.input.utf8))
                let source = "\(run.arguments.joined(separator: " ")) (\(format))"
                try #require(result.exitCode == run.exitCode, "\(source): \(result.errorText)")
                var values: [JSONSample]
                if let file = run.part.file {
                    let place = try #require(words.firstIndex(of: "--to")) + 1
                    let text = try String(contentsOfFile: words[place] + file, encoding: .utf8)
                    values = try text.split(separator: "\n").map { try JSONSample($0.utf8) }
                } else if format == "json" {
                    let value = try JSONSample(result.output)
                    if answer.isList {
                        guard case .array(let list) = value else { throw ToolError("\(source) is no list") }
                        values = list
                    } else {
                        values = [value]
                    }
                } else {
                    values = try result.lines.map { try JSONSample($0.utf8) }
                    if !answer.isList { try #require(values.count == 1, "\(source)") }
                }
                if !values.isEmpty { told.insert(answer) }
                elements += values.map { (answer.form, $0, source) }
            }
            for answer in try answers() where answer.isList {
                try #require(told.contains(answer), "\(answer) is empty")
            }
            for run in AnswerRuns.refusals {
                let result = try ledger.run(run.arguments + ["--format", format])
                try #require(result.exitCode == run.exitCode && result.output.isEmpty, "\(run.arguments)")
                elements.append(("error", try JSONSample(result.errorText.utf8), "\(run.arguments)"))
            }
            let made = try ToolLedger(account: nil).succeed(["init"] + layout)
            elements.append(("ledger", try JSONSample(made.output), "init"))
        }
        return elements
    }

    // MARK: Version 2

    /// The schemas of version 2: those of version 1, with the other names of times.
    private static func second() throws -> JSONSchemas {
        try JSONSchemas(
            documents: forms.get().documents.mapValues { document in
                guard case .object(var schema) = document, case .object(let properties)? = schema["properties"] else {
                    return document
                }
                func name(_ key: String) -> String {
                    guard case .object(let property)? = properties[key], let other = OutputFormat.timeKeys[key],
                        [.string("string"), .array([.string("string"), .string("null")])].contains(property["type"])
                    else { return key }
                    return other
                }
                schema["properties"] = .object(
                    Dictionary(uniqueKeysWithValues: properties.map { (name($0.key), $0.value) }))
                if case .array(let required)? = schema["required"] {
                    schema["required"] = .array(
                        required.map { if case .string(let key) = $0 { .string(name(key)) } else { $0 } })
                }
                return .object(schema)
            })
    }

    /// The names in an answer whose values are moments, but for what is content: an event's payload, a value of then.
    private static func namesOfMoments(in value: JSONSample) -> [String] {
        switch value {
        case .array(let list): list.flatMap(namesOfMoments)
        case .object(let members):
            members.filter { !["payload", "old", "new", "value", "old_text", "new_text"].contains($0.key) }.flatMap {
                guard case .string(let text) = $0.value else { return namesOfMoments(in: $0.value) }
                return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) == nil ? [] : [$0.key]
            }
        default: []
        }
    }

    @Test func `in version 2 a time is named by what happened, and nothing else has another name`() throws {
        let elements = try Self.elements(in: ["json"], version: 2)
        let schemas = try Self.second()
        var names: Set<String> = []
        for element in elements {
            if element.form != "error" {
                #expect(schemas.faults(of: element.value, as: element.form).isEmpty, "\(element.source)")
            }
            names.formUnion(Self.namesOfMoments(in: element.value))
        }
        // A message's date is what its own field of that name says.
        #expect(names.filter { !$0.hasSuffix("_at") } == ["date"])
        #expect(names.isSuperset(of: ["created_at", "updated_at", "executed_at", "recorded_at", "added_at"]))
    }

    @Test func `every answer of the tool agrees with its own`() throws {
        let schemas = try Self.forms.get()
        let elements = try Self.elements.get()
        #expect(elements.count > 500)
        for element in elements {
            let faults = schemas.faults(of: element.value, as: element.form)
            #expect(faults.isEmpty, "\(element.source)")
        }
    }

    @Test func `an answer that is not as they say is found`() throws {
        let schemas = try Self.schemas.get()
        let message = try #require(Self.elements.get().first { $0.form == "message" }?.value)
        guard case .object(let good) = message else { throw ToolError("no message") }
        #expect(schemas.faults(of: message, as: "message").isEmpty)
        for (key, value) in [
            ("id", .string("4F246EE8")), ("size", .integer(-1)), ("size", .string("12")), ("is_read", .null),
            ("date", .string("2024-03-04")), ("keywords", .array([.string("a"), .string("a")])), ("extra", .null),
            ("from", .object(["name": .null])), ("to", .array([.null])), ("thread", nil),
        ] as [(String, JSONSample?)] {
            var bad = good
            bad[key] = value
            #expect(schemas.faults(of: .object(bad), as: "message").count >= 1, "\(key)")
        }
    }

    @Test func `one with a keyword that is not checked is refused`() throws {
        for schema in [
            #"{"type": "string", "maxLength": 3}"#, #"{"properties": {"a": {"const": 1}}}"#,
            #"{"items": {"format": "email"}}"#, #"{"anyOf": [{"if": {}}]}"#, "[]",
        ] {
            #expect(throws: JSONSchemas.Unsupported.self, "\(schema)") {
                try JSONSchemas(documents: ["x": JSONSample(schema.utf8)])
            }
        }
    }

    private static let hasValidator: Bool = {
        (try? shell("python3 -c 'import jsonschema'", environment: [:]).status) == 0
    }()

    @Test(.enabled("python3-jsonschema is absent") { hasValidator })
    func `another validator finds the same of them`() throws {
        let directory = try TemporaryDirectory()
        let encoder = JSONEncoder()
        let lines = try Self.elements.get().map { element in
            let value = String(decoding: try encoder.encode(element.value), as: UTF8.self)
            return #"["\#(element.form)",\#(value)]"#
        }
        try writeFile(directory.path("answers.jsonl"), lines.joined(separator: "\n") + "\n")
        try writeFile(directory.path("validate.py"), Self.script)
        let output = try shell(
            "python3 -W ignore '\(directory.path("validate.py"))' Docs/Schemas '\(directory.path("answers.jsonl"))'",
            environment: [:])
        #expect(output.status == 0 && output.text == "\(lines.count) agree\n", "\(output.text)")
    }

    private static let script = """
        import glob, json, os, sys
        from jsonschema import Draft202012Validator, FormatChecker, RefResolver
        schemas = {}
        for path in glob.glob(sys.argv[1] + "/*.json"):
            schemas[os.path.basename(path)[:-5]] = json.load(open(path))
        schemas["string"] = {"$id": "string.json", "type": "string"}
        store = {schema["$id"]: schema for schema in schemas.values()}
        validators = {}
        for name, schema in schemas.items():
            Draft202012Validator.check_schema(schema)
            resolver = RefResolver.from_schema(schema, store=store)
            validators[name] = Draft202012Validator(schema, resolver=resolver, format_checker=FormatChecker())
        count = 0
        for line in open(sys.argv[2]):
            name, value = json.loads(line)
            validators[name].validate(value)
            count += 1
        print(count, "agree")
        """
}
