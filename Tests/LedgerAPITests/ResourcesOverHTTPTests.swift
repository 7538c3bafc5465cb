import Access
import EventLog
import Foundation
import JSONCoding
import LedgerAPI
import MailLedger
import MailLedgerTesting
import TestSupport
import Testing
import WireModels

@Suite struct `Wire forms over HTTP` {
    private let served: ServedLedger
    private let token: String
    private let described: DescribedAPI

    init() throws {
        served = try ServedLedger()
        described = try DescribedAPI(served)
        token = try served.token("app", .read, .write, .audit)
    }

    /// The answer of a path in its form.
    private func form<Form: Decodable>(
        _ type: Form.Type, _ method: String, _ path: String, _ body: String? = nil, status: Int = 200
    ) throws -> (form: Form, fields: [String: String]) {
        let answer = try served.ask(method, path, token, body: body)
        #expect(answer.status == status, "\(method) \(path): \(answer.text)")
        let faults = try described.faults(method, path, body, answer)
        #expect(faults.isEmpty, "\(answer.text)")
        return (try JSONBytesDecoder().decode(type, from: Array(answer.body)), answer.fields)
    }

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONBytesEncoder().encode(value), as: UTF8.self)
    }

    /// The status and the code of an error.
    private func refusal(
        _ method: String, _ path: String, _ body: String? = nil, _ token: String?, _ fields: [String: String] = [:]
    ) throws -> (status: Int, code: String, details: [String: String]?) {
        let answer = try served.ask(method, path, token, fields, body: body)
        let error = try JSONBytesDecoder().decode(APIErrorResponse.self, from: Array(answer.body))
        if answer.status != 404, answer.status != 405 {
            let faults = try described.faults(method, path, nil, answer)
            #expect(faults.isEmpty, "\(answer.text)")
        }
        return (answer.status, error.code, error.details)
    }

    @Test func `of notes are made, read, changed, listed and deleted`() throws {
        let made = try form(
            NoteResponse.self, "POST", "/v1/notes", #"{"title": "Tides", "transcript": "High water", "tags": ["sea"]}"#,
            status: 201)
        let path = "/v1/notes/\(made.form.id)"
        #expect(made.fields["location"] == path && made.fields["ledger-version"] == "1")
        #expect(made.form.title == "Tides" && made.form.tags == ["sea"])
        let read = try form(NoteResponse.self, "GET", path)
        #expect(read.form == made.form && read.fields["ledger-version"] == "1")
        let changed = try form(
            NoteResponse.self, "PATCH", path + "?expected_version=1", #"{"is_pinned": true, "folder_id": null}"#)
        #expect(changed.form.isPinned && changed.form.title == "Tides" && changed.fields["ledger-version"] == "2")
        _ = try form(NoteResponse.self, "POST", "/v1/notes", #"{"title": "Two", "transcript": "t"}"#, status: 201)
        let page = try form(NoteListResponse.self, "GET", "/v1/notes?per_page=1&page=2").form
        #expect(page.total == 2 && page.pages == 2 && page.items.map(\.title) == ["Two"] && page.isLastPage)
        #expect(try form(NoteListResponse.self, "GET", "/v1/notes?q=water&tags=sea&is_pinned=1").form.total == 1)
        #expect(try form(NoteListResponse.self, "GET", "/v1/notes?tags=sea,land").form.total == 0)
        let gone = try served.ask("DELETE", path, token)
        #expect(gone.status == 204 && gone.body.isEmpty && gone.fields["ledger-operation"] != nil)
        #expect(try refusal("GET", path, nil, token).code == "NOT_FOUND")
        // What was can be asked for.
        let then = try #require(made.fields["ledger-position"])
        #expect(try form(NoteResponse.self, "GET", path + "?at=\(then)").form == made.form)
    }

    @Test func `of actions are made by their types, changed, executed and deleted`() throws {
        let note = try form(
            NoteResponse.self, "POST", "/v1/notes", #"{"title": "n", "transcript": "t"}"#, status: 201
        ).form.id
        let calendar = try form(
            ActionResponse.self, "POST", "/v1/actions",
            #"{"action_type": "calendar", "note_id": "\#(note)", "title": "Meet", "scheduled_date": "2026-03-01T10:00:00Z"}"#,
            status: 201
        ).form
        #expect(try json(calendar).contains(#""action_type":"calendar""#) && calendar.noteId == note)
        let missing = try refusal(
            "POST", "/v1/actions", #"{"action_type": "reminder", "note_id": "\#(note)", "title": "x"}"#, token)
        #expect(missing == (400, "MISSING_FIELD", ["field": "parameters.scheduled_date"]))
        let path = "/v1/actions/\(calendar.id)"
        let urgent = try form(ActionResponse.self, "PATCH", path, #"{"priority": "high"}"#).form
        #expect(try json(urgent).contains(#""priority":"high""#))
        #expect(try form(ActionExecuteResponse.self, "POST", path + "/execute").form.success)
        #expect(try refusal("POST", path + "/execute", "{}", token).code == "CONFLICT")
        #expect(try form(ActionResponse.self, "GET", path).form.isCompleted)
        #expect(try form(NoteResponse.self, "GET", "/v1/notes/\(note)").form.actions.map(\.id) == [calendar.id])
        #expect(try served.ask("DELETE", path, token).status == 204)
    }

    @Test func `of folders are made below each other, moved, ordered and deleted`() throws {
        let account = "?account=mara%40example.org"
        let top = try form(FolderResponse.self, "POST", "/v1/folders" + account, #"{"name": "Plans"}"#, status: 201)
            .form
        let below = try form(
            FolderResponse.self, "POST", "/v1/folders" + account, #"{"name": "Sea", "parent_id": "\#(top.id)"}"#,
            status: 201
        ).form
        #expect(try form(FolderResponse.self, "GET", "/v1/folders/\(top.id)").form.children.map(\.id) == [below.id])
        let trees = try form([FolderResponse].self, "GET", "/v1/folders" + account).form
        #expect(trees.contains { $0.id == top.id } && trees.contains { $0.name == "INBOX" })
        let renamed = try form(
            FolderResponse.self, "PATCH", "/v1/folders/\(top.id)?expected_version=1",
            ##"{"name": "Ideas", "color": "#ff0000"}"##)
        #expect(renamed.form.name == "Ideas" && renamed.fields["ledger-version"] == "3")
        let ordered = try form(
            [FolderResponse].self, "PUT", "/v1/folders/order", #"{"items": [{"id": "\#(top.id)", "sort_order": 9}]}"#)
        #expect(ordered.form.map(\.sortOrder) == [9])
        #expect(try refusal("DELETE", "/v1/folders/\(top.id)?expected_version=1", nil, token).code == "CONFLICT")
        #expect(try served.ask("DELETE", "/v1/folders/\(top.id)", token).status == 204)
        #expect(try refusal("GET", "/v1/folders/\(below.id)", nil, token).status == 404)
        #expect(
            try refusal("GET", "/v1/folders", nil, token) == (400, "MISSING_FIELD", ["field": "parameters.account"]))
    }

    @Test func `of the owner are made and changed, and the password is kept nowhere`() throws {
        #expect(try refusal("GET", "/v1/users/me", nil, token).status == 404)
        let body = #"{"email": "mara@example.org", "password": "Correct-Horse-9", "full_name": "Mara"}"#
        let new = try form(UserResponse.self, "POST", "/v1/users", body, status: 201)
        let made = new.form
        #expect(new.fields["location"] == "/v1/users/me")
        // It is there already, and is made no second time.
        #expect(try form(UserResponse.self, "POST", "/v1/users", body).fields["location"] == nil)
        #expect(made.email == "mara@example.org" && made.displayName == "Mara")
        #expect(try form(UserResponse.self, "GET", "/v1/users/me").form == made)
        let changed = try form(UserResponse.self, "PATCH", "/v1/users/me", #"{"timezone": "Europe/Prague"}"#).form
        #expect(changed.timezone == "Europe/Prague" && changed.displayName == "Mara")
        for zone in ["Nope/Zone", "../../etc/passwd", "Europe", "Europe/", "/Europe/Prague", "leapseconds"] {
            let bodies = [
                (
                    "POST", "/v1/users",
                    #"{"email": "m@example.org", "password": "Correct-Horse-9", "timezone": "\#(zone)"}"#
                ),
                ("PATCH", "/v1/users/me", #"{"timezone": "\#(zone)"}"#),
            ]
            for (method, path, body) in bodies {
                let refused = try refusal(method, path, body, token)
                #expect(refused.status == 400 && refused.details == ["field": "time_zone"], "\(zone) \(refused)")
            }
        }
        #expect(try form(UserResponse.self, "GET", "/v1/users/me").form == changed)
        let entity = try form(UserEntity.self, "GET", "/v1/users/me/entity").form
        #expect(try form(UserEntity.self, "PUT", "/v1/users/me/entity", json(entity)).form.email == entity.email)
        #expect(try served.ask("DELETE", "/v1/users/me", token).fields["allow"] == "GET, HEAD, PATCH")
    }

    @Test func `of conversations are brought in, written to, paged and ended`() throws {
        var entity = ConversationEntity.sample()
        entity.messages = entity.messages.filter { !$0.text.isEmpty }
        let name = entity.id
        let saved = try served.ask("POST", "/v1/conversations?account=mara%40example.org", token, body: json(entity))
        #expect(saved.status == 201, "\(saved.text)")
        #expect(try described.faults("POST", "/v1/conversations", nil, saved) == [])
        let place = try #require(saved.fields["location"])
        #expect(try form(ConversationEntity.self, "GET", place).form.id == name)
        // What is there already is changed at most.
        let again = try served.ask("POST", "/v1/conversations?account=mara%40example.org", token, body: json(entity))
        #expect(again.status == 200 && again.fields["location"] == nil, "\(again.text)")
        let read = try form(ConversationEntity.self, "GET", "/v1/conversations/\(name)").form
        #expect(read.id == name && read.messages.count == entity.messages.count)
        let post = try served.ask("POST", "/v1/conversations/\(name)/messages", token, body: #"{"text": "Ahoy"}"#)
        #expect(post.status == 201, "\(post.text)")
        #expect(try described.faults("POST", "/v1/conversations/x/messages", nil, post) == [])
        let raw = try served.ask("GET", #require(post.fields["location"]), token)
        #expect(raw.status == 200 && raw.text.contains("Ahoy"), "\(raw.text)")
        let page = try form(ConversationListResponse.self, "GET", "/v1/conversations?per_page=5").form
        #expect(page.total == 1 && page.items[0].lastMessageText == "Ahoy" && page.items[0].messages.count == 1)
        #expect(try form(ConversationEntity.self, "GET", "/v1/conversations/\(name)?limit=1").form.messages.count == 1)
        #expect(
            try served.ask("PATCH", "/v1/conversations/\(name)", token, body: #"{"display_name": "Rowers"}"#).status
                == 200)
        #expect(try form(ConversationEntity.self, "GET", "/v1/conversations/\(name)").form.displayName == "Rowers")
        #expect(try form(ConversationListResponse.self, "GET", "/v1/conversations?page=2").form.items.isEmpty)
        for wrong in ["page=0", "per_page=0", "per_page=101", "page=x", "page=-9223372036854775808"] {
            #expect(try refusal("GET", "/v1/conversations?\(wrong)", nil, token).status == 400, "\(wrong)")
        }
        #expect(try served.ask("DELETE", "/v1/conversations/\(name)", token).status == 204)
        #expect(try form(ConversationListResponse.self, "GET", "/v1/conversations").form.total == 0)
        #expect(try form(UnifiedSearchResponse.self, "GET", "/v1/search?words=clock&limit=3").form.messages.count <= 3)
    }

    @Test func `are refused where somebody else changed the thing meanwhile, with both versions`() throws {
        let made = try form(
            NoteResponse.self, "POST", "/v1/notes", #"{"title": "a", "transcript": "t"}"#, status: 201
        ).form
        let path = "/v1/notes/\(made.id)"
        _ = try form(NoteResponse.self, "PATCH", path, #"{"title": "b"}"#)
        for (method, body) in [("PATCH", #"{"title": "c"}"#), ("DELETE", nil)] {
            let refused = try refusal(method, path + "?expected_version=1", body, token)
            #expect(refused.status == 409 && refused.code == "CONFLICT")
            #expect(refused.details?["version"] == "2" && refused.details?["expected_version"] == "1")
        }
        #expect(try form(NoteResponse.self, "GET", path).form.title == "b")
        for wrong in ["x", "1.5", "99999999999999999999", ""] {
            #expect(try refusal("DELETE", path + "?expected_version=\(wrong)", nil, token).status == 400, "\(wrong)")
        }
        #expect(try refusal("DELETE", path + "?expected_version=-1", nil, token).status == 409)
    }

    @Test func `are named by whole ids in paths, whatever other things are called`() throws {
        func note(_ title: String) throws -> String {
            try form(
                NoteResponse.self, "POST", "/v1/notes", "{\"title\": \"\(title)\", \"transcript\": \"t\"}", status: 201
            )
            .form.id.description
        }
        let one = try note("one")
        let other = try note(one)
        for name in ["one", String(one.prefix(8))] {
            for method in ["GET", "DELETE"] {
                #expect(try refusal(method, "/v1/notes/\(name)", nil, token).status == 400, "\(method) \(name)")
            }
        }
        #expect(try served.ask("DELETE", "/v1/notes/\(one)", token).status == 204)
        #expect(try served.ask("GET", "/v1/notes/\(one)", token).status == 404)
        // The same again takes no other note, now that this one is gone.
        #expect(try served.ask("DELETE", "/v1/notes/\(one)", token).status == 404)
        #expect(try served.ask("GET", "/v1/notes/\(other)", token).status == 200)

        func folder(_ name: String) throws -> String {
            let path = "/v1/folders?account=mara@example.org"
            return try form(FolderResponse.self, "POST", path, "{\"name\": \"\(name)\"}", status: 201).form.id
                .description
        }
        let inner = try folder("Inner")
        let named = try folder(inner)
        #expect(try served.ask("DELETE", "/v1/folders/Inner", token).status == 400)
        #expect(try served.ask("DELETE", "/v1/folders/\(inner)", token).status == 204)
        #expect(try served.ask("DELETE", "/v1/folders/\(inner)", token).status == 404)
        let kept = try served.ask("GET", "/v1/folders/\(named)", token)
        #expect(kept.status == 200, "\(kept.text)")
    }

    @Test func `are changed once by one key, and not at all by a dry run`() throws {
        let body = #"{"title": "once", "transcript": "t"}"#
        let look = try served.ask("POST", "/v1/notes?dry_run=true", token, body: body)
        #expect(look.status == 200 && look.text.contains("\"is_dry_run\":true"))
        let first = try served.ask("POST", "/v1/notes", token, ["Idempotency-Key": "k"], body: body)
        let again = try served.ask("POST", "/v1/notes", token, ["Idempotency-Key": "k"], body: body)
        #expect(first.status == 201 && again.status == 204 && again.fields["ledger-repeat"] == "1")
        #expect(first.fields["ledger-operation"] == again.fields["ledger-operation"])
        for answer in [look, first, again] { #expect(try described.faults("POST", "/v1/notes", body, answer) == []) }
        let path = try #require(first.fields["location"])
        let deletion = try served.ask("DELETE", path + "?dry_run=1", token)
        #expect(try deletion.status == 200 && described.faults("DELETE", path, nil, deletion) == [])
        let change = try served.ask("PATCH", path, token, ["Idempotency-Key": "p"], body: #"{"title": "x"}"#)
        let repeated = try served.ask("PATCH", path, token, ["Idempotency-Key": "p"], body: #"{"title": "x"}"#)
        #expect(
            try change.status == 200 && repeated.status == 204 && described.faults("PATCH", path, nil, repeated) == [])
        #expect(try refusal("PATCH", path, #"{"title": "x"}"#, token, ["Idempotency-Key": ""]).status == 400)
        #expect(try form(NoteListResponse.self, "GET", "/v1/notes").form.total == 1)
        let header = try #require(
            try served.ledger.store.transaction(served.ledger.store.head().transaction)?.openedHeader())
        #expect(header.actor == "app-actor" && header.command == "update-note")
    }

    @Test(
        arguments: [
            ("GET", "/v1/notes?page=0", nil), ("GET", "/v1/notes?per_page=1001", nil), ("GET", "/v1/notes?page=x", nil),
            ("GET", "/v1/notes?colour=red", nil), ("GET", "/v1/notes?is_pinned=maybe", nil),
            ("GET", "/v1/notes?start_date=yesterday", nil), ("GET", "/v1/notes/not-an-id", nil),
            ("POST", "/v1/notes", "{"), ("POST", "/v1/notes", "[]"), ("POST", "/v1/notes", "null"),
            ("POST", "/v1/notes", ""),
            ("POST", "/v1/notes", #"{"title": "a"}"#), ("POST", "/v1/notes", #"{"title": 1, "transcript": ""}"#),
            ("POST", "/v1/notes", #"{"title": "a", "transcript": "t"}, "actor": "root", "x": {}"#),
            ("POST", "/v1/notes", #"{"title": "a", "transcript": "t"}}"#),
            ("POST", "/v1/notes", #"{"title": "a", "title": "b", "transcript": "t"}"#),
            ("POST", "/v1/actions", #"{"action_type": "party"}"#), ("POST", "/v1/actions", "[1]"),
            ("PUT", "/v1/folders/order", #"{"items": [{"id": "x"}]}"#),
        ] as [(String, String, String?)])
    func `that are malformed get 400 and a code of the list, and change nothing`(
        method: String, path: String, body: String?
    ) throws {
        let head = try served.ledger.store.head().position
        let refused = try refusal(method, path, body, token)
        #expect(refused.status == 400 && APIErrorCode(rawValue: refused.code) != nil)
        #expect(try served.ledger.store.head().position == head)
    }

    @Test func `need the scopes of their requests, and paths of the table alone`() throws {
        let reader = try served.token("reader", .read)
        let refused = try refusal("POST", "/v1/notes", "{}", reader)
        #expect(refused == (403, "INSUFFICIENT_PERMISSIONS", ["scope": "write"]))
        #expect(try refusal("GET", "/v1/notes?at=1", nil, reader).code == "INSUFFICIENT_PERMISSIONS")
        #expect(try refusal("GET", "/v1/notes", nil, nil).code == "UNAUTHORIZED")
        for path in ["/v1/notes/", "/v1/notes/a/b", "/v1/folder", "/v1/users/you", "/v1/conversations/"] {
            #expect(try served.ask("GET", path, token).status == 404, "\(path)")
        }
        #expect(try served.ask("PUT", "/v1/notes", token, body: "{}").fields["allow"] == "GET, HEAD, POST")
        #expect(try served.ask("POST", "/v1/notes", token, ["Content-Type": "text/plain"], body: "{}").status == 415)
        for type in ["application/jsonp", "application/json-patch+json", "application", "", ";application/json"] {
            #expect(
                try served.ask("POST", "/v1/notes", token, ["Content-Type": type], body: "{}").status == 415, "\(type)")
        }
        for path in [
            "/v1/events?limit=1&limit=2", "/v1/events?types=a&types=b", "/v1/proofs?event=1&bogus=1",
            "/v1/proofs?event=1&event=2",
        ] {
            #expect(try served.ask("GET", path, token).status == 400, "\(path)")
        }
        #expect(try served.ask("HEAD", "/v1/notes", token).status == 200)
    }
}
