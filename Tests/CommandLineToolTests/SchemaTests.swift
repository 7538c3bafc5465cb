import ArgumentParsing
import Foundation
import Reference
import SQLiteDatabase
import TestSupport
import Testing

@testable import CommandLineTool

/// The schemas of what the tool writes, compared with the declaration of the verbs and with real answers.
@Suite struct `Docs/Schemas` {
    private static let schemas = Result { try JSONSchemas(folder: "Docs/Schemas") }
    private static let page = Result { try DocumentationPage("Docs/JSON.md") }

    private static func answer(to run: AnswerRuns.Run) throws -> VerbAnswer {
        let fitting = VerbAnswer.all.filter { answer in
            let verb = answer.words.prefix { !$0.hasPrefix("-") }
            return answer.part == run.part && run.arguments.starts(with: verb)
                && answer.words.allSatisfy(run.arguments.contains)
        }
        return try #require(
            fitting.max { $0.words.count < $1.words.count }, "\(run.arguments) writes nothing declared")
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
        let answers = VerbAnswer.all
        for answer in answers { #expect(known.contains(answer.form), "\(answer): no \(answer.form).json") }
        let runs = Set(try AnswerRuns.all.map(Self.answer(to:)))
        // A server answers what a fleet is asked: ServerMatrixTests.
        for answer in answers where answer.words != ["init"] && answer.words.first != "fleet" {
            #expect(runs.contains(answer), "AnswerRuns has no \(answer)")
        }
        let verbs = CommandInfo(MailLedgerTool.self).flattened.filter { verb in
            verb.subcommands.isEmpty && verb.shouldDisplay && verb.arguments.contains { $0.names.contains("--format") }
        }
        for verb in verbs {
            let words = Array(verb.commandLine.components(separatedBy: " ").dropFirst())
            #expect(answers.contains { $0.words == words }, "VerbAnswers.swift: what does \(verb.commandLine) write?")
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

    @Test func `they are of the version that the tool writes`() {
        #expect(AnswerForm.version == OutputFormat.standardVersion)
    }

    // MARK: Real answers

    private typealias Element = (form: String, value: JSONSample, source: String)

    /// All answers in both forms, each element with the form that it should have.
    private static let elements = Result { try elements(in: ["json", "jsonl"]) }

    private static func elements(in formats: [String], version: Int = 1) throws -> [Element] {
        var elements: [Element] = []
        for format in formats {
            let layout = ["--format", format] + (version == 1 ? [] : ["--format-version", String(version)])
            let ledger = try DemoLedger.make()
            // A sync locks its Maildir, and other tests sync the sample mail at the same time.
            let samples = ledger.directory.path("samples")
            try FileManager.default.copyItem(atPath: projectRoot + "/Samples", toPath: samples)
            var told: Set<VerbAnswer> = []
            for run in AnswerRuns.all where version == 1 || !run.arguments.contains("--format-version") {
                func placed(_ words: [String]) -> [String] {
                    words.map { word in
                        word.replacing("SAMPLES", with: samples)
                            .replacing("FIXTURES", with: projectRoot + "/Tests/Fixtures")
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
                        guard case .array(let list) = value else { throw ToolError("\(source) is not a list") }
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
            for answer in VerbAnswer.all where answer.isList && answer.words.first != "fleet" {
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
                guard text.utf8.count == 27 else { return [] }
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

    @Test func `a proof agrees with its own as a file, too, where a value that it has not is no key`() throws {
        let home = try DemoHome()
        let made = try home.run(
            """
            mailledger prove 3f2a --all --output whole.proof
            mailledger prove event:17 --without-payload --output nameless.proof
            mailledger prove event:17 --without-header --output anonymous.proof
            mailledger prove --since monday.checkpoint --output grown.proof
            mailledger report 3f2a --bundle case
            mailledger erase message 3f2a --reason 'request 17' --yes
            mailledger prove event:26 --output erased.proof
            """)
        try #require(made.exitCode == 0, "\(made.errorText)")
        let museum = "\(projectRoot)/Tests/Fixtures/Ledgers/format-1-erasures/papers/history.proof"
        for (file, absent) in [
            ("whole.proof", ["since"]), ("nameless.proof", ["since", "payload", "payload_salt"]),
            ("anonymous.proof", ["since", "header", "header_salt"]), ("grown.proof", []),
            ("erased.proof", ["since", "payload", "payload_salt"]), ("case/events.proof", ["since"]),
            ("case/witnesses/1.proof", []), (museum, ["since"]),
        ] as [(String, [String])] {
            let path = file == museum ? file : home.directory.path(file)
            let text = try readText(path)
            #expect(try Self.schemas.get().faults(of: JSONSample(text.utf8), as: "proof").isEmpty, "\(path)")
            for key in absent { #expect(!text.contains("\"\(key)\":"), "\(path): \(key)") }
        }
    }

    @Test func `an erasure that another process is in the way of agrees with its own`() throws {
        let ledger = try DemoLedger.make()
        let reader = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
        try reader.runScript("BEGIN; SELECT count(*) FROM events;")
        let result = try ledger.run(
            "erase", "message", "3f2a7432", "--reason", "request 17", "--yes", "--format", "json")
        try reader.runScript("ROLLBACK")
        #expect(result.exitCode == 5, "\(result.errorText)")
        let answer = try JSONSample(result.output)
        #expect(try Self.schemas.get().faults(of: answer, as: "erasure").isEmpty)
        guard case .object(let keys) = answer, case .array(let remaining)? = keys["remaining"] else {
            throw ToolError("no steps remain")
        }
        #expect(remaining.contains(.string("journal")), "\(remaining)")
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

extension VerbAnswer {
    fileprivate var words: [String] { verb.components(separatedBy: " ") }
}
