import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing
import WireModels

@Suite struct `Requests of programs` {
    private static let account = "ada@example.org"

    private func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(Self.account)
        let letters = ["one", "two", "three"].enumerated().map { Letter($1, day: $0 + 1) }
        let parcel = Letter("walrus", day: 4).with {
            $0.headers = ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"]
            $0.body = """
                --b\r\nContent-Type: text/plain\r\n\r\nA picture.\r\n
                --b\r\nContent-Type: image/png; name=walrus.png\r\nContent-Disposition: attachment\r\n\r\nwalrus\r\n--b--\r\n
                """
        }
        try sample.save(letters + [parcel], account: Self.account)
        let second = try #require(try sample.messages("mid:two@example.org").first)
        try sample.ledger.link(second.id, to: ExternalIDs(id: "17a"))
        return sample
    }

    /// A sample with the ids of a ledger's letters.
    private func filled(_ json: String, _ sample: SampleLedger) throws -> String {
        func fill(_ word: String, _ name: String, _ json: String) throws -> String {
            guard json.contains(word) else { return json }
            let row = try #require(try sample.messages().first { $0.messageID == "\(name)@example.org" })
            return json.replacing(word, with: row.id.description)
        }
        let operation = try sample.ledger.operations(limit: 1).first?.operation.description ?? ""
        return try fill("PARCEL", "walrus", fill("MESSAGE", "one", json.replacing("OPERATION", with: operation)))
    }

    /// Performs commands for a reason.
    private func perform(_ commands: some Sequence<String>, on sample: SampleLedger) throws {
        for command in commands {
            _ = try answer(sample, filled(String(command.dropLast() + #", "reason": "asked"}"#), sample))
        }
    }

    /// The error that a request is answered with.
    private func refusal(_ sample: SampleLedger, _ json: String) -> APIErrorResponse? {
        guard case .refusal(let error) = sample.ledger.respond(to: Array(json.utf8)) else { return nil }
        return error
    }

    private func answer(_ sample: SampleLedger, _ json: String) throws -> AnsweredJSON {
        try AnsweredJSON(of: sample.ledger, to: withIDs(json, sample))
    }

    /// A sample with the ids of what was made by the samples before it.
    private func withIDs(_ json: String, _ sample: SampleLedger) throws -> String {
        guard json.contains("_ID\"") else { return json }
        return try sample.ledger.read { reader in
            let note = try reader.notes().max { $0.created < $1.created }
            let action = try reader.actions().max { $0.created < $1.created }
            let folders = try reader.folders()
            let folder = folders.first { $0.path == "Logbook" } ?? folders.first
            return json.replacing("NOTE_ID", with: note?.id.description ?? "")
                .replacing("ACTION_ID", with: action?.id.description ?? "")
                .replacing("FOLDER_ID", with: folder?.id.description ?? "")
        }
    }

    @Test func `there is a sample of each`() throws {
        func names(_ samples: [String], _ key: String) throws -> Set<String> {
            Set(
                try samples.map { sample in
                    let object = try JSONBytesDecoder().decode(JSONObject.self, from: Array(sample.utf8))
                    guard case .string(let name)? = object[key] else { throw APIErrorResponse.noName }
                    return name
                })
        }
        let entries = LedgerRequests.entries
        let queries = Set(entries.filter { !$0.isCommand }.map(\.name))
        let commands = Set(entries.filter(\.isCommand).map(\.name))
        #expect(try names(RequestSamples.everyQuery, "query") == queries)
        #expect(try names(RequestSamples.everyCommand, "command") == commands)
    }

    /// The answer of a request that a program wrote as JSON.
    private func sent<Request: LedgerRequest>(
        _ request: Request, _ key: String, in sample: SampleLedger
    ) throws -> JSONValue {
        let parameters = String(decoding: try JSONBytesEncoder().encode(request), as: UTF8.self)
        return try answer(sample, #"{"\#(key)": "\#(Request.name)", "parameters": \#(parameters)}"#).answer
    }

    @Test func `a request goes out as it comes in`() throws {
        let sample = try sample()
        func check<Query: LedgerQuestion>(_ query: Query) throws {
            let here = try sample.ledger.answer(query) { try JSONBytesEncoder(.answer).encode($0) }
            #expect(try JSONBytesEncoder().encode(sent(query, "query", in: sample)) == here)
        }
        try check(ListThreads(isUnread: true, order: .oldest, limit: 2, offset: 1))
        try check(ListOperations(matching: RequestedLog(command: "save"), limit: 3))
        try check(SearchMessages(words: "walrus", account: Self.account))
        try check(Statistics())
        var account = AddAccount(address: "bob@gmail.com")
        account.keepNewest = 100
        let added = try sent(AddAccountRequest(account: account), "command", in: sample)
        #expect(added["keep_newest"]?.integer == 100)
        let changed = try sent(
            AddFolderRequest(account: Self.account, path: "Ideas", kind: .notebook), "command", in: sample)
        #expect(changed["kind"]?.string == "notebook")
    }

    @Test(arguments: RequestSamples.all)
    func `every query is answered, and changes nothing`(samples: RequestSamples) throws {
        let sample = try sample()
        try perform(samples.before, on: sample)
        let head = try sample.head()
        for query in samples.queries {
            let answer = try answer(sample, filled(query, sample))
            let isPast = query.contains("\"at\"")
            #expect(answer.operation == nil && !answer.isRepeat && (answer.position == head.rawValue) != isPast)
            #expect(
                answer.answer != .null && answer.answer.elements?.isEmpty != true || query.contains("list-"), "\(query)"
            )
        }
        #expect(try sample.head() == head)
        #expect(sample.ledger.moment == nil, "an earlier moment is left again")
    }

    private static let numbers = [
        "offset", "limit", "page", "per_page", "after", "before", "steps", "history_limit", "transaction",
        "through_transaction",
    ]

    // A sum that overflows would end the program: a test that fails here ends all tests.
    @Test(arguments: RequestSamples.all)
    func `every query with numbers at their ends is answered or refused`(samples: RequestSamples) throws {
        let sample = try sample()
        try perform(samples.before, on: sample)
        for query in samples.queries {
            let query = try withIDs(filled(query, sample), sample)
            for key in Self.numbers {
                for number in [Int64.max, .max - 1_000, 1 << 62, .min, -1] {
                    let json =
                        query.contains("\"\(key)\": ")
                        ? query.replacing(try Regex("\"\(key)\": [0-9]+"), with: "\"\(key)\": \(number)")
                        : query.replacing("\"parameters\": {", with: "\"parameters\": {\"\(key)\": \(number), ")
                            .replacing(", }", with: "}")
                    _ = sample.ledger.respond(to: Array(json.utf8))
                }
            }
        }
        #expect(refusal(sample, #"{"query": "list-notes", "parameters": {"offset": -1}}"#) != nil)
    }

    @Test(arguments: RequestSamples.all, Place.allCases)
    func `every command is performed under its own name, for who and why it says`(
        samples: RequestSamples, place: Place
    ) throws {
        let sample = try sample(place)
        // The ids of letters that are deleted or erased later.
        let commands = try (samples.before + samples.commands).map { try filled($0, sample) }
        for command in commands {
            let head = try sample.head()
            let json = command.dropLast() + #", "actor": "bot", "reason": "asked"}"#
            let answer = try answer(sample, String(json))
            let operation = try #require(answer.operation, "\(command)")
            #expect(try sample.head() > head && answer.position == sample.head().rawValue)
            let row = try #require(
                try sample.ledger.operations(
                    matching: LogFilter(operation: operation.description), limit: 1
                ).first)
            #expect(row.actor == "bot" && row.reason?.contains("asked") == true)
            #expect(command.contains("\"\(row.command ?? "")\""))
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    /// Commands that cannot be looked at.
    private static let withoutLook = [
        "add-hold", "remove-hold", "undo", "open-conversation", "post-chat", "change-transfer",
        "change-sync-state", "save-user-entity",
    ]

    @Test(arguments: RequestSamples.all)
    func `a look at a command changes nothing`(samples: RequestSamples) throws {
        func isOne(_ command: String, of names: [String]) -> Bool {
            names.contains { command.hasPrefix("{\"command\": \"\($0)\"") }
        }
        // Each is looked at where all before it were done.
        let sample = try sample()
        let commands = try (samples.before + samples.commands).map { try filled($0, sample) }
        for command in commands {
            if !isOne(command, of: Self.withoutLook) {
                let head = try sample.head()
                let look = try answer(sample, String(command.dropLast() + #", "reason": "asked", "dry_run": true}"#))
                #expect(try sample.head() == head && look.operation == nil && look.answer != .null, "\(command)")
            } else if !isOne(command, of: ["undo"]) {
                let refused = refusal(sample, String(command.dropLast() + #", "reason": "asked", "dry_run": true}"#))
                #expect(refused?.details == ["field": "dry_run"], "\(command)")
            }
            if !isOne(command, of: ["add-hold", "remove-hold"]) { try perform([command], on: sample) }
        }
    }

    @Test func `an answer is what the library's own call gives`() throws {
        let sample = try sample()
        func json(_ answer: some Encodable) throws -> JSONValue {
            try JSONBytesDecoder().decode(JSONValue.self, from: JSONBytesEncoder(.answer).encode(answer))
        }
        let count = try json(sample.ledger.answer(CountMessages(filter: "subject:one or subject:two")))
        #expect(count["count"]?.integer == 2)
        let ids = try json(sample.ledger.answer(ListMessages(order: .oldest, limit: 2))).elements?.map {
            $0["id"]?.string
        }
        let rows = try sample.ledger.read { try $0.messages(order: .oldestFirst, limit: 2) }
        #expect(ids == rows.map(\.id.description) && rows.count == 2)
        let done = try sample.ledger.perform(
            MarkMessagesRequest(filter: "subject:one", adding: [.flagged]), Call(reason: "because"))
        let outcome = try json(done.answer)
        #expect(outcome["changed"]?.integer == 1 && outcome["operation"]?.string == done.operation?.description)
        #expect(try sample.subjects("is:flagged") == ["one"])
        let trees = try sample.ledger.answer(FolderTrees(account: Self.account))
        #expect(try trees == sample.ledger.read { try $0.folderTrees(of: Self.account) })
    }

    @Test func `a command that changes nothing appends nothing`() throws {
        let sample = try sample()
        let mark =
            #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["x"]}, "idempotency_key": "a"}"#
        #expect(try answer(sample, mark).operation != nil)
        let head = try sample.head()
        let again = try answer(sample, mark.replacing("\"a\"", with: "\"b\""))
        #expect(try sample.head() == head && again.operation == nil && !again.isRepeat)
        #expect(again.answer["matched"]?.integer == 4 && again.answer["changed"]?.integer == 0)
    }

    @Test(arguments: Place.allCases)
    func `a command with the key of one before it is not done again`(place: Place) throws {
        let sample = try sample(place)
        let delete =
            #"{"command": "delete-messages", "parameters": {"filter": "subject:one"}, "idempotency_key": "k"}"#
        let first = try answer(sample, delete)
        try sample.reopen()
        let head = try sample.head()
        let second = try answer(sample, delete)
        #expect(second.isRepeat && second.operation == first.operation && second.answer == .null)
        #expect(try sample.head() == head)
        let other = delete.replacing("delete-messages", with: "move-messages")
            .replacing("subject:one\"", with: "subject:two\", \"folder\": \"Archive\"")
        #expect(refusal(sample, other)?.knownCode == .conflict)
        // The same command for something else, or for somebody else, is not taken for a repetition.
        for other in [
            delete.replacing("subject:one", with: "subject:two"), delete.dropLast() + #", "actor": "eve"}"#,
            delete.dropLast() + #", "override_holds": true}"#,
        ] {
            #expect(refusal(sample, String(other))?.knownCode == .conflict, "\(other)")
        }
        #expect(try sample.head() == head)
        let turned = #"{"idempotency_key": "k", "parameters": {"filter": "subject:one"}, "command": "delete-messages"}"#
        #expect(try answer(sample, turned).isRepeat)
        // Undone, it may be done again with a key of its own; the old key stays what it was.
        _ = try answer(sample, #"{"command": "undo"}"#)
        #expect(try answer(sample, delete).isRepeat)
        #expect(try answer(sample, delete.replacing("\"k\"", with: "\"l\"")).operation != first.operation)
    }

    @Test func `of two programs that send one command, one does it`() throws {
        let sample = try sample(.disk)
        let other = try Ledger.open(at: #require(sample.location), access: .readWrite)
        let erase = Array(
            #"{"command": "erase", "parameters": {"kind": "query", "target": "subject:one"}, "reason": "r", "idempotency_key": "k"}"#
                .utf8)
        let first = try answer(sample, String(decoding: erase, as: UTF8.self))
        let second = try AnsweredJSON(of: other, to: String(decoding: erase, as: UTF8.self))
        #expect(!first.isRepeat && second.isRepeat && second.operation == first.operation)
    }

    @Test(.requirement(183)) func `a word typed wrong is refused, and nothing is done`() throws {
        let sample = try sample()
        let head = try sample.head()
        let bad = [
            (#"{"command": "delete-messages", "parameters": {"filter": "*", "acount": "ada"}}"#, "parameters.acount"),
            (#"{"command": "delete-messages", "parameters": {"filter": "*"}, "dryrun": true}"#, "dryrun"),
            (#"{"command": "delete-message", "parameters": {"filter": "*"}}"#, "command"),
            (#"{"command": "delete-messages", "parameters": {}}"#, "parameters.filter"),
            (#"{"command": "delete-messages"}"#, "filter"),
            (#"{"query": "list-messages", "dry_run": true}"#, "dry_run"),
        ]
        for (request, field) in bad {
            let error = try #require(refusal(sample, request))
            #expect(error.isValidationError && error.details?["field"] == field, "\(request): \(error)")
        }
        #expect(try sample.head() == head)
    }

    @Test(.requirement(183)) func `a word typed wrong deeper in the parameters is refused, too`() throws {
        let sample = try sample()
        let head = try sample.head()
        let bad = [
            (
                #"{"command": "change-account", "parameters": {"account": "ada@example.org", "changes": {"dispay_name": "A"}}}"#,
                "parameters.changes.dispay_name"
            ),
            (#"{"query": "list-notes", "parameters": {"matching": {"tag": ["a"]}}}"#, "parameters.matching.tag"),
            (
                #"{"command": "add-note", "parameters": {"title": "A", "links": [{"message": "a", "scop": "thread"}]}}"#,
                "parameters.links.0.scop"
            ),
            (
                #"{"query": "list-operations", "parameters": {"matching": {"actr": "mara"}}}"#,
                "parameters.matching.actr"
            ),
            (#"{"command": "classify", "parameters": {"claims": [{"message": "a", "catgory": "fan"}]}}"#, "catgory"),
        ]
        for (request, field) in bad {
            let error = try #require(refusal(sample, request))
            #expect(error.isValidationError && error.details?["field"] == field, "\(request): \(error)")
        }
        #expect(try sample.head() == head)
    }

    @Test func `what goes with one word is refused with another`() throws {
        let sample = try sample()
        let bad = [
            (#"{"command": "mark-in-outbox", "parameters": {"thing": "a", "status": "failed"}}"#, "error"),
            (
                #"{"command": "mark-in-outbox", "parameters": {"thing": "a", "status": "synced", "error": "b"}}"#,
                "error"
            ),
            (#"{"command": "mark-in-outbox", "parameters": {"thing": "a", "status": "conflict"}}"#, "server_version"),
            (#"{"command": "add-action", "parameters": {"kind": "next_step", "fields": {"title": "A"}}}"#, "note"),
            (#"{"command": "link-note", "parameters": {"note": "a"}}"#, "adding"),
            (#"{"command": "add-note", "parameters": {"title": "A", "tags": ["a,b"]}}"#, "tags"),
            (#"{"command": "erase", "parameters": {"kind": "note"}, "reason": "r"}"#, "target"),
            (#"{"command": "erase", "parameters": {"kind": "profile", "target": "a"}, "reason": "r"}"#, "target"),
            (#"{"command": "undo", "parameters": {"through": "a"}}"#, "operation"),
        ]
        for (request, field) in bad {
            let error = try #require(refusal(sample, request))
            #expect(error.isValidationError && error.details?["field"] == field, "\(request): \(error)")
        }
    }

    @Test(.requirement(115)) func `a claim that cannot be taken is named by its number, and none is recorded`() throws {
        let sample = try sample()
        let request = try filled(
            #"{"command": "classify", "parameters": {"claims": [{"message": "MESSAGE", "category": "fan"}, {"message": "MESSAGE", "opportunity_score": 101}]}}"#,
            sample)
        let head = try sample.head()
        let error = try #require(refusal(sample, request))
        #expect(error.knownCode == .validationError && error.details == ["field": "opportunity_score", "line": "2"])
        #expect(try sample.head() == head)
    }

    @Test func `operations are undone up to another one`() throws {
        let sample = try sample()
        let mark = #"{"command": "mark-messages", "parameters": {"filter": "*", "adding": ["KEY"]}}"#
        let operations = try ["a", "b", "c"].map {
            try #require(try answer(sample, mark.replacing("KEY", with: $0)).operation).description
        }
        let range = #"{"operation": "\#(operations[1])", "through": "\#(operations[2])"}"#
        let plan = try answer(sample, #"{"query": "plan-undo", "parameters": \#(range)}"#)
        #expect(plan.answer != .null)
        _ = try answer(sample, #"{"command": "undo", "parameters": \#(range)}"#)
        #expect(try sample.messages("subject:one").first?.keywords.filter { $0.count == 1 } == ["a"])
    }

    @Test func `a hold is judged, and overridden only where the request says so`() throws {
        let sample = try sample()
        let hold = #"{"command": "add-hold", "parameters": {"hold": "a", "kind": "query", "target": "*"}"#
        #expect(refusal(sample, hold + "}")?.details == ["field": "reason"])
        _ = try answer(sample, hold + #", "reason": "court"}"#)
        let delete = #"{"command": "delete-messages", "parameters": {"filter": "subject:one"}, "reason": "r""#
        #expect(refusal(sample, delete + "}")?.knownCode == .conflict)
        #expect(try answer(sample, delete + #", "override_holds": true}"#).operation != nil)
        #expect(refusal(sample, delete.replacing("one", with: "two") + "}")?.knownCode == .conflict)
    }

    @Test(.requirement(181)) func `what differs between two moments is told out of the log`() throws {
        let sample = try sample()
        let before = try sample.head()
        try sample.mark("subject:one", adding: [.flagged])
        let difference = #"{"query": "difference", "parameters": {"from": "KEY"}}"#
        let rows = try answer(sample, difference.replacing("KEY", with: "\(before)")).answer.elements ?? []
        let message = try #require(rows.first { $0["table"]?.string == "messages" })
        #expect(message["name"]?.string == "one" && message["columns"]?.elements?.isEmpty == false)
        #expect(try sample.ledger.answer(Difference(from: "now")).isEmpty)
    }

    @Test func `what lists give is bounded`() throws {
        let sample = try sample()
        for bad in [-1, 1001] {
            let error = refusal(sample, #"{"query": "list-messages", "parameters": {"limit": \#(bad)}}"#)
            #expect(error?.knownCode == .validationError && error?.details == ["field": "limit"])
        }
    }

    @Test(.requirement(182)) func `changes come by whole transactions, to be gone on after`() throws {
        let sample = try sample()
        var after: Int64 = 0
        var seen = 0
        while true {
            let page = #"{"query": "list-changes", "parameters": {"after": \#(after), "limit": 2}}"#
            guard let rows = try answer(sample, page).answer.elements, !rows.isEmpty else { break }
            seen += rows.count
            after = try #require(rows.last?["position"]?.integer)
        }
        let all = try sample.ledger.answer(ListChanges(after: 0, limit: 1000)).count
        #expect(seen == all && seen > 10)
    }

    @Test(arguments: ["list-changes", "list-arrivals"])
    func `are not gone on after a position that the log does not have`(name: String) throws {
        let sample = try sample()
        let head = try sample.ledger.store.head().position.rawValue
        func asked(_ after: Int64) -> String { #"{"query": "\#(name)", "parameters": {"after": \#(after)}}"# }
        for after in [-1, head + 1, .max] {
            let error = refusal(sample, asked(after))
            #expect(error?.knownCode == .validationError && error?.details == ["field": "after"], "\(after)")
        }
        for after in [0, head] { #expect(refusal(sample, asked(after)) == nil, "\(after)") }
    }
}

extension APIErrorResponse {
    fileprivate static var noName: APIErrorResponse { APIErrorResponse(code: .missingField, message: "no name") }
}

extension JSONValue {
    fileprivate subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    fileprivate var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
