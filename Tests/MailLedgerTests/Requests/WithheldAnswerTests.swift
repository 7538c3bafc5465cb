import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import Testing
import WireModels

/// What commands say to somebody who may change the ledger, and not read it: all of the registry, as each has a sample.
@Suite struct `Commands of those who may not read` {
    private static let account = "ada@example.org"
    private static let ids: Set<String> = ["id", "operation", "undone"]

    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger()
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
        return sample
    }

    /// The response to somebody who may do everything but read.
    private func blind(_ json: String, _ sample: SampleLedger) -> LedgerResponse {
        sample.ledger.audience.showsMail = false
        defer { sample.ledger.audience.showsMail = true }
        return sample.ledger.respond(to: Array(json.utf8))
    }

    private func refusal(_ response: LedgerResponse) -> APIErrorResponse? {
        guard case .refusal(let error) = response else { return nil }
        return error
    }

    private func text(_ response: LedgerResponse) throws -> String {
        String(decoding: try response.json, as: UTF8.self)
    }

    private func messageID(_ query: String, _ sample: SampleLedger) throws -> String {
        try #require(try sample.messages(query).first).id.description
    }

    /// A sample with the ids of what was made before it, and with ids for the words of its filters.
    private func filled(
        _ command: String, message: String, parcel: String, _ sample: SampleLedger
    ) throws -> String {
        var json = command.replacing("MESSAGE", with: message).replacing("PARCEL", with: parcel)
            .replacing("subject:", with: "message-id:")
        for name in ["one", "two", "three"] {
            json = json.replacing("message-id:\(name)", with: "message-id:\(name)@example.org")
        }
        if json.contains("kind:chat") {
            json = json.replacing("kind:chat", with: "id:\(try messageID("kind:chat", sample))")
        }
        guard json.contains("_ID\"") else { return json }
        return try sample.ledger.read { reader in
            let note = try reader.notes().max { $0.created < $1.created }
            let action = try reader.actions().max { $0.created < $1.created }
            let folder = try reader.folders().first { $0.path == "Logbook" }
            return json.replacing("NOTE_ID", with: note?.id.description ?? "")
                .replacing("ACTION_ID", with: action?.id.description ?? "")
                .replacing("FOLDER_ID", with: folder?.id.description ?? "")
        }
    }

    /// The keys of an answer, or of the things in it, that are more than ids.
    private func more(than ids: Set<String>, in answer: JSONValue) -> Set<String> {
        switch answer {
        case .object(let object): Set(object.keys).subtracting(ids)
        case .array(let things): things.reduce(into: Set<String>()) { $0.formUnion(more(than: ids, in: $1)) }
        default: ["\(answer)"]
        }
    }

    @Test(arguments: RequestSamples.all)
    func `are done and answered with ids alone, and have no dry run; those of tokens are whole`(
        samples: RequestSamples
    ) throws {
        let sample = try sample()
        let message = try messageID("mid:one@example.org", sample)
        let parcel = try messageID("mid:walrus@example.org", sample)
        let isWhole = samples.testDescription == RequestSamples.access.testDescription
        for command in samples.before + samples.commands {
            let json = try filled(
                String(command.dropLast()) + #", "reason": "asked"}"#, message: message, parcel: parcel, sample)
            let look = refusal(blind(String(json.dropLast()) + #", "dry_run": true}"#, sample))
            #expect((look?.knownCode == .forbidden) != isWhole, "\(json)")
            let response = blind(json, sample)
            guard case .answer(let bytes) = response else {
                let text = try text(response)
                Issue.record("\(json) \(text)")
                continue
            }
            let answer = try AnsweredJSON(bytes)
            #expect(answer.operation != nil, "\(json)")
            #expect(more(than: Self.ids, in: answer.answer).isEmpty != isWhole, "\(json) \(answer.answer)")
        }
    }

    @Test func `say nothing of a note that they do not change`() throws {
        let sample = try sample()
        let note = #"{"title": "Ebb", "transcript": "Low water at noon"}"#
        _ = try AnsweredJSON(of: sample.ledger, to: #"{"command": "create-note", "parameters": \#(note)}"#)
        let id = try #require(try sample.ledger.read { try $0.notes().first }).id.description
        let update =
            #"{"command": "update-note", "parameters": {"id": "\#(id)", "changes": {"is_pinned": false}}}"#
        #expect(try text(sample.ledger.respond(to: Array(update.utf8))).contains("Low water"))
        let answer = try text(blind(update, sample))
        #expect(answer.contains(id) && !answer.contains("Low water") && !answer.contains("Ebb"), "\(answer)")
    }

    @Test func `are refused in words that name nothing but what they sent`() throws {
        let sample = try sample()
        func perform(_ name: String, _ parameters: String) throws {
            let command = #"{"command": "\#(name)", "parameters": \#(parameters), "reason": "asked"}"#
            _ = try AnsweredJSON(of: sample.ledger, to: command)
        }
        try perform("add-note", #"{"title": "Tides"}"#)
        try perform(
            "add-action", #"{"kind": "next_step", "note": "Tides", "fields": {"title": "Ring the harbour"}}"#)
        let action = try #require(try sample.ledger.read { try $0.actions().first }).id.description
        try perform("cancel-action", #"{"action": "\#(action)"}"#)
        let message = try messageID("mid:one@example.org", sample)
        try perform("add-hold", #"{"hold": "case seven", "kind": "message", "target": "\#(message)"}"#)
        let refused: [(command: String, code: APIErrorCode, word: String)] = [
            (#"{"command": "accept-action", "parameters": {"action": "\#(action)"}}"#, .conflict, "harbour"),
            (
                #"{"command": "rename-folder", "parameters": {"folder": "Archiv", "new_name": "Old"}}"#, .notFound,
                "Archive"
            ),
            (#"{"command": "delete-messages", "parameters": {"filter": "*"}}"#, .conflict, "case seven"),
        ]
        for (command, code, word) in refused {
            let seen = try #require(refusal(sample.ledger.respond(to: Array(command.utf8))), "\(command)")
            #expect(seen.knownCode == code && seen.message.contains(word), "\(seen)")
            let error = try #require(refusal(blind(command, sample)), "\(command)")
            #expect(error.knownCode == code && !"\(error)".contains(word), "\(error)")
        }
    }

    @Test func `hold no mail by its words`() throws {
        let sample = try sample()
        func hold(_ name: String, _ query: String) -> String {
            #"{"command": "add-hold", "reason": "r", "parameters": {"hold": "\#(name)", "kind": "query", "target": "\#(query)"}}"#
        }
        for query in ["subject:one", "body:the*", "in:INBOX"] {
            let error = try #require(refusal(blind(hold("a", query), sample)), "\(query)")
            #expect(error.knownCode == .forbidden && error.message.contains("may read"), "\(error)")
        }
        #expect(try sample.ledger.read { try $0.holds() }.isEmpty)
        _ = try AnsweredJSON(of: sample.ledger, to: hold("b", "subject:one"))
        #expect(refusal(blind(hold("c", "message-id:two@example.org"), sample)) == nil)
    }
}
