import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import Testing
import WireModels

/// Words that mean something to SQL, to the full text, to paths or to terminals, in every field that takes words.
@Suite struct `Hostile words` {
    private static let account = "ada@example.org"

    static let words = [
        "'; DROP TABLE message; --", "\" OR 1=1 --", "x' UNION SELECT sql FROM sqlite_schema --", "NEAR(\"a b\", 9)",
        "\"unbalanced", "a* OR b* NOT c", "subject : x", "{subject body} : x", "- ^x + y", "50%_", "\\'\\\"\\", "((((",
        "))))", "a\0b", "?1 :name $x @p", "../../etc/passwd", "\u{1B}[2J\u{202E}", "null", "0x41", "",
    ]

    /// Fields whose words are stored as they are, or refused.
    private static let stored: Set<String> = [
        "display_name", "path", "new_name", "icon", "hold", "adding", "actor", "reason",
    ]

    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        try sample.save(
            ["one", "two", "three", "walrus"].enumerated().map { Letter($1, day: $0 + 1) }, account: Self.account)
        let setUp = [
            #"{"command": "add-account", "parameters": {"account": {"address": "bob@gmail.com"}}}"#,
            #"{"command": "add-folder", "parameters": {"account": "ada@example.org", "path": "Ideas"}}"#,
            #"{"command": "add-folder", "parameters": {"account": "ada@example.org", "path": "Plans"}}"#,
            #"{"command": "add-folder", "parameters": {"account": "ada@example.org", "path": "Work"}}"#,
        ]
        for command in setUp { _ = try #require(answer(sample, Array(command.utf8))) }
        return sample
    }

    private func answer(_ sample: SampleLedger, _ json: [UInt8]) -> JSONValue? {
        guard case .answer(let answer) = sample.ledger.respond(to: json) else { return nil }
        return try? AnsweredJSON(answer).answer
    }

    /// Every request of a kind with one of its words replaced, in each of its fields in turn.
    private func requests(_ samples: [String], message: String) throws -> [(field: String, word: String, json: [UInt8])]
    {
        var requests: [(field: String, word: String, json: [UInt8])] = []
        for sample in samples {
            let json = sample.replacing("MESSAGE", with: message)
            var object = try JSONBytesDecoder().decode(JSONObject.self, from: Array(json.utf8))
            if object["command"] != nil {
                for field in ["actor", "reason", "idempotency_key"] { object[field] = .string("asked") }
            }
            for path in JSONValue.object(object).textPaths where ![["command"], ["query"]].contains(path) {
                let field = path.last { !$0.allSatisfy(\.isNumber) } ?? ""
                // Where words are stored each is tried, elsewhere the next few.
                let isStored = Self.stored.contains(field) && object["command"] != nil
                for index in 0..<(isStored ? Self.words.count : 5) {
                    let word = Self.words[(requests.count + index) % Self.words.count]
                    let changed = JSONValue.object(object).replacing(path, with: word)
                    requests.append((field, word, try JSONBytesEncoder().encode(changed)))
                }
            }
        }
        return requests
    }

    @Test func `in any field of a query are answered or refused in words, and change nothing`() throws {
        let sample = try sample()
        let message = try #require(try sample.messages("subject:one").first).id.description
        let head = try sample.head()
        var answered = 0
        for (field, word, json) in try requests(RequestSamples.everyQuery, message: message) {
            switch sample.ledger.respond(to: json) {
            case .answer: answered += 1
            case .refusal(let error):
                #expect(error.knownCode != .serverError, "\(field) = \(word): \(error)")
            }
        }
        #expect(answered > 10, "\(answered)")
        #expect(try sample.head() == head && sample.subjects("walrus") == ["walrus"])
    }

    @Test func `in any field of a command are stored as they are or refused in words`() throws {
        let sample = try sample()
        let message = try #require(try sample.messages("subject:one").first).id.description
        var (taken, refused) = (0, 0)
        for (field, word, json) in try requests(RequestSamples.mail.commands, message: message) {
            let head = try sample.head()
            switch sample.ledger.respond(to: json) {
            case .refusal(let error):
                refused += 1
                #expect(error.knownCode != .serverError, "\(field) = \(word): \(error)")
                #expect(try sample.head() == head)
            case .answer:
                guard try sample.head() > head else { continue }
                taken += 1
                if Self.stored.contains(field), !word.isEmpty {
                    #expect(try everything(in: sample).contains(word), "\(field) = \(word)")
                }
                // What was done to mail is taken back, so that the next request finds it.
                if ["filter", "target", "account", "folder", "message"].contains(field) {
                    _ = sample.ledger.respond(to: Array(#"{"command": "undo"}"#.utf8))
                }
            }
        }
        #expect(taken > 10 && refused > 10, "\(taken) \(refused)")
        _ = try sample.ledger.maintenance.verifyLog()
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test func `for who, why and which request are recorded as they are or refused`() throws {
        let sample = try sample()
        var taken = 0
        for (number, word) in Self.words.enumerated() {
            for field in ["actor", "reason", "idempotency_key"] {
                var command = JSONObject()
                command["command"] = "mark-messages"
                // Another label each time, so that there is something to do.
                var parameters = JSONObject()
                parameters["filter"] = "subject:one"
                parameters["adding"] = .array([.string("\(field)\(number)")])
                command["parameters"] = .object(parameters)
                command[field] = .string(word)
                let request = try JSONBytesEncoder().encode(JSONValue.object(command))
                switch sample.ledger.respond(to: request) {
                case .refusal(let error): #expect(error.knownCode != .serverError, "\(field) = \(word): \(error)")
                case .answer(let json):
                    let answer = try AnsweredJSON(json)
                    taken += 1
                    let row = try #require(try sample.ledger.operations(matching: LogFilter(), limit: 1).first)
                    #expect(row.operation == answer.operation)
                    if field == "actor", !word.isEmpty { #expect(row.actor == word) }
                    if field == "reason", !word.isEmpty { #expect(row.reason == word) }
                    guard field == "idempotency_key", !word.isEmpty else { continue }
                    guard case .answer(let again) = sample.ledger.respond(to: request) else {
                        Issue.record("the key \(word) is not known again")
                        continue
                    }
                    let repeated = try AnsweredJSON(again)
                    #expect(repeated.isRepeat && repeated.operation == answer.operation)
                }
            }
        }
        #expect(taken > 40, "\(taken)")
        _ = try sample.ledger.maintenance.verifyLog()
    }

    /// All texts that the read models and the log's headers hold.
    private func everything(in sample: SampleLedger) throws -> Set<String> {
        var texts: Set<String> = []
        let queries = [
            #"{"query": "list-accounts"}"#, #"{"query": "list-folders"}"#, #"{"query": "list-messages"}"#,
            #"{"query": "list-holds", "parameters": {"include_removed": true}}"#,
            #"{"query": "list-operations", "parameters": {"limit": 1}}"#,
        ]
        for query in queries { texts.formUnion(try #require(answer(sample, Array(query.utf8))).texts) }
        return texts
    }

    @Test func `in mail are found by their own words, and a query of them harms nothing`() throws {
        let sample = try sample()
        let words = Self.words.filter { !$0.contains("\0") && !$0.contains("\u{1B}") && !$0.isEmpty }
        let letters = words.enumerated().map { index, word in
            Letter("hostile\(index)", subject: word).with {
                $0.from = "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\" <eve@example.org>"
                $0.body = "\(word)\nmarker\(index)\n"
            }
        }
        try sample.save(letters, account: Self.account)
        let all = try sample.messages().count
        for (index, word) in words.enumerated() {
            let row = try #require(try sample.messages("marker\(index)").first)
            #expect(row.subject == word && row.from?.name == word, "\(row.subject ?? "") \(row.from?.name ?? "")")
            let quoted = "\"" + word.replacing("\"", with: "\"\"") + "\""
            for field in QueryField.allCases {
                do {
                    let found = try sample.messages("\(field.name):\(quoted)")
                    if field == .subject, word.contains(where: \.isLetter) {
                        #expect(found.contains { $0.id == row.id })
                    }
                } catch is QueryError {
                } catch is FilterResolutionError {
                } catch {
                    Issue.record("\(field.name):\(quoted) fails with \(error)")
                }
            }
        }
        #expect(try sample.messages().count == all && sample.ledger.maintenance.checkViews() == nil)
    }
}

extension JSONValue {
    /// The way to each string in it: keys of objects and numbers of elements.
    fileprivate var textPaths: [[String]] {
        switch self {
        case .string: [[]]
        case .array(let values):
            values.enumerated().flatMap { index, value in value.textPaths.map { [String(index)] + $0 } }
        case .object(let object):
            object.members.flatMap { member in member.value.textPaths.map { [member.key] + $0 } }
        default: []
        }
    }

    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        default: []
        }
    }

    fileprivate func replacing(_ path: [String], with text: String) -> JSONValue {
        guard let first = path.first else { return .string(text) }
        let rest = Array(path.dropFirst())
        switch self {
        case .array(var values):
            if let index = Int(first) { values[index] = values[index].replacing(rest, with: text) }
            return .array(values)
        case .object(var object):
            object[first] = object[first]?.replacing(rest, with: text)
            return .object(object)
        default: return self
        }
    }
}
