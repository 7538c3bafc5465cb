import Access
import Cryptography
import EventLog
import Foundation
import JMAP
import LedgerAPI
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Two accounts of one ledger, and a token for one of them.
@Suite struct `A token for one account of two` {
    static let own = "mara@example.org"
    static let other = "zoe@zebra.example"

    /// What belongs to the other account.
    struct Others {
        let account: String
        let folder: String
        let message: String
        let blob: String
        let thread: String
        let position: Int64
        /// Texts that no answer holds.
        let secrets: [String]
    }

    func serve() throws -> (ServedLedger, Others) {
        let served = try ServedLedger()
        _ = try served.ledger.perform(AddAccountRequest(account: AddAccount(address: Self.other)))
        _ = try served.ledger.perform(AddFolderRequest(account: Self.other, path: "Zebra herd"))
        let text = """
            From: Zoe Zebra <zoe@zebra.example>\r\nTo: x@zebra.example\r\nSubject: zebrafish invoice\r\nMessage-ID: <z1@zebra.example>\r
            Date: Tue, 06 Jan 2026 10:00:00 +0000\r\n\r\nThe zebrafish invoice.\r\n
            """
        try importToOther(text, in: served)
        let others = try served.ledger.read { reader in
            let account = try reader.account(Self.other)
            let folders = try reader.folders(of: account.stream)
            let row = try #require(try reader.messages(matching: .account(Self.other)).first)
            func bare(_ id: some CustomStringConvertible) -> String { id.description.replacing("-", with: "") }
            return Others(
                account: bare(account.id), folder: bare(try #require(folders.first).id), message: bare(row.id),
                blob: row.content.description, thread: bare(row.id), position: row.stream.rawValue,
                secrets: ["zebra", "Zebra", account.id.description, bare(account.id), row.content.description]
                    + folders.flatMap { [$0.id.description, bare($0.id)] } + [row.id.description, bare(row.id)])
        }
        return (served, others)
    }

    /// Imports a message into the account that the token does not reach.
    func importToOther(_ text: String, in served: ServedLedger) throws {
        let path = served.folder.path("other.eml")
        try Data(text.utf8).write(to: URL(filePath: path))
        _ = try Importer(
            into: served.ledger, account: Self.other, options: ImportOptions(),
            context: served.ledger.context(command: "import")
        ).run([path])
    }

    func token(_ served: ServedLedger, _ scopes: String = #""read","write","audit","undo""#) throws -> String {
        let body = """
            {"command": "issue-token", "parameters": {"name": "one", "actor": "one", "scopes": [\(scopes)], "accounts": ["\(Self.own)"]}}
            """
        let text = String(decoding: try served.ledger.respond(to: Array(body.utf8)).json, as: UTF8.self)
        return String(try #require(text.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/)).0)
    }

    private func check(_ text: String, _ others: Others, asking question: String) {
        // What a question says itself may be said again.
        for secret in others.secrets where !question.contains(secret) {
            #expect(!text.contains(secret), "\(question)\n\(text)")
        }
    }

    @Test func `has a decision on every request`() {
        let queries = Set(LedgerRequests.entries.filter { !$0.isCommand }.map(\.name))
        let commands = Set(LedgerRequests.entries.filter(\.isCommand).map(\.name))
        #expect(RequestReach.queries.isSubset(of: queries) && RequestReach.commands.isSubset(of: commands))
        let decided = RequestReach.queries.union(RequestReach.commands)
        #expect(decided.isDisjoint(with: RequestReach.ofAll))
        #expect(decided.union(RequestReach.ofAll) == queries.union(commands))
        #expect(!RequestReach.isOfAccounts("of-a-context-to-come", isCommand: false))
    }

    @Test func `hears what it lacks for requests that are about no account`() throws {
        let (served, _) = try serve()
        let token = try token(served)
        let answers = try [
            served.ask("GET", "/v1/series?name=total&account=\(Self.own)", token),
            served.ask("GET", "/v1/moments?account=\(Self.own)", token),
            served.request(#"{"query": "list-operations"}"#, token), served.ask("GET", "/v1/notes", token),
        ]
        for answer in answers {
            #expect(answer.status == 403 && answer.text.contains("a token for all accounts"), "\(answer.text)")
            #expect(!answer.text.contains("or for the account"), "\(answer.text)")
        }
        let others = try served.request(
            #"{"command": "add-folder", "parameters": {"account": "\#(Self.own)", "path": "Mine"}}"#, token)
        #expect(others.status == 200, "\(others.text)")
    }

    @Test func `gets an answer to every question that is about its account`() throws {
        let (served, others) = try serve()
        // Changes of the other account are before, between and behind those of its own.
        let token = try token(served)
        _ = try served.ledger.perform(AddFolderRequest(account: Self.own, path: "Mine"))
        _ = try served.ledger.perform(AddFolderRequest(account: Self.other, path: "Zebra foals"))
        let (message, folder) = try served.ledger.read { reader in
            let account = try reader.account(Self.own)
            return (
                try #require(try reader.messages(matching: .account(Self.own)).first).id.description,
                try #require(try reader.folders(of: account.stream).first { $0.path == "Mine" }).id.description
            )
        }
        let named: [String: String] = [
            "show-folder": #"{"folder": "Mine", "account": "\#(Self.own)"}"#, "get-folder": #"{"id": "\#(folder)"}"#,
            "search": #"{"words": "a"}"#, "find-message": #"{"message": "\#(message)"}"#,
            "show-message": #"{"message": "\#(message)"}"#, "show-thread": #"{"message": "\#(message)"}"#,
            "history": #"{"of": "\#(message)"}"#, "list-changes": #"{"after": 0}"#, "list-arrivals": #"{"after": 0}"#,
            "why-message": #"{"message": "\#(message)"}"#, "why-thread": #"{"message": "\#(message)"}"#,
        ]
        for name in ["show-message", "history", "list-changes", "list-messages", "list-folders", "list-arrivals"] {
            let body = #"{"query": "\#(name)", "parameters": \#(named[name] ?? "{}")}"#
            let answer = try served.request(body, token)
            #expect(answer.status == 200, "\(body) \(answer.text)")
            check(answer.text, others, asking: body)
        }
        // No question of its own account is refused for its reach.
        for name in RequestReach.queries.sorted() {
            let body = #"{"query": "\#(name)", "parameters": \#(named[name] ?? "{}")}"#
            let answer = try served.request(body, token)
            #expect(!answer.text.contains("INSUFFICIENT_PERMISSIONS"), "\(body) \(answer.text)")
        }
        let changes = try served.request(
            #"{"query": "list-changes", "parameters": {"after": 0, "limit": 1000}}"#, token
        ).text
        #expect(changes.contains(folder) && changes.contains(message), "\(changes)")
        for filter in [#"{"actor": "nobody"}"#, #"{"since": "2001"}"#, #"{"effect": "added"}"#] {
            let body = #"{"query": "history", "parameters": {"of": "\#(Self.own)", "matching": \#(filter)}}"#
            #expect(try served.request(body, token).status == 200, "\(body)")
        }
    }

    @Test func `gets nothing of the other one by any request`() throws {
        let (served, others) = try serve()
        let token = try token(served)
        let dashed = try served.ledger.read { reader in
            let account = try reader.account(Self.other)
            return (
                message: try #require(try reader.messages(matching: .account(Self.other)).first).id.description,
                folder: try #require(try reader.folders(of: account.stream).first).id.description
            )
        }
        let parameters = [
            "{}", #"{"account": "\#(Self.other)"}"#, #"{"message": "\#(dashed.message)"}"#,
            #"{"of": "\#(dashed.message)"}"#,
            #"{"id": "\#(dashed.folder)"}"#, #"{"folder": "\#(dashed.folder)"}"#, #"{"filter": "*"}"#,
            #"{"filter": "zebrafish"}"#, #"{"filter": "is:any", "order": "newest"}"#, #"{"words": "zebrafish"}"#,
            #"{"after": 0}"#, #"{"after": "\#(dashed.message)"}"#, #"{"filter": "*", "adding": ["mine"]}"#,
            #"{"filter": "*", "folder": "Trash"}"#,
            #"{"operation": "", "after": 0}"#, #"{"field": "subject", "message": "\#(dashed.message)"}"#,
            #"{"account": "\#(Self.other)", "keep": 0}"#, #"{"account": "\#(Self.other)", "path": "mine"}"#,
            #"{"message": "\#(dashed.message)", "external_id": "7"}"#,
        ]
        let head = try served.ledger.store.head().position
        for entry in LedgerRequests.entries {
            let kind = entry.isCommand ? "command" : "query"
            for parameters in parameters {
                let body = #"{"\#(kind)": "\#(entry.name)", "parameters": \#(parameters)}"#
                let answer = try served.request(body, token)
                check(answer.text, others, asking: body)
                guard RequestReach.ofAll.contains(entry.name) else { continue }
                #expect(answer.status == 403, "\(body) \(answer.text)")
                guard ![.erase, .admin].contains(RequestScopes.scope(of: entry.name, isCommand: entry.isCommand)) else {
                    continue
                }
                #expect(answer.text.contains("INSUFFICIENT_PERMISSIONS"), "\(body) \(answer.text)")
            }
        }
        let own = try served.ledger.read { try $0.account(Self.own).stream }
        for event in try served.ledger.store.events(EventSelection(after: head)) {
            #expect(event.account == own, "\(event.type)")
        }
    }

    @Test func `knows no moment by an operation or a transaction of the other one`() throws {
        let (served, _) = try serve()
        let token = try token(served)
        func name(of number: Int64) throws -> String {
            try #require(try served.ledger.store.transaction(number)).operation.description
        }
        // The token is issued behind it.
        let number = try served.ledger.store.head().transaction - 1
        let operation = try name(of: number)
        func ask(_ moment: String) throws -> (status: Int, text: String) {
            let answer = try served.request(#"{"query": "count-messages", "at": "\#(moment)"}"#, token)
            return (answer.status, answer.text)
        }
        // The import into the other account, in full, cut short and by its number; then what nobody has.
        for moment in ["op:\(operation)", "op:\(operation.prefix(4))", "op:\(operation)^", "tx:\(number)", "tx:99999"] {
            let answer = try ask(moment)
            #expect(answer.status == 404, "\(moment) \(answer)")
        }
        let others = try ask("op:\(operation)").text.replacing(operation, with: "")
        #expect(try others == ask("op:f00df00d").text.replacing("f00df00d", with: ""))
        let own = #"{"command": "add-folder", "parameters": {"account": "\#(Self.own)", "path": "Mine"}}"#
        #expect(try served.request(own, token).status == 200)
        let last = try served.ledger.store.head().transaction
        #expect(try ask("op:\(name(of: last))").status == 200 && ask("tx:\(last)").status == 200)
    }

    @Test func `gets nothing of the other one by any method of JMAP`() throws {
        let (served, others) = try serve()
        let token = try token(served)
        let own = try served.ledger.read { try $0.account(Self.own).id.description.replacing("-", with: "") }
        let arguments = [
            #""ids": ["M\#(others.message)", "F\#(others.folder)", "T\#(others.thread)"]"#, #""ids": null"#,
            #""sinceState": "s1.0-00000000""#, #""sinceQueryState": "s1.0-00000000""#,
            #""filter": {"text": "zebrafish"}"#,
            #""filter": {"inMailbox": "F\#(others.folder)"}, "calculateTotal": true"#, "",
            #""update": {"M\#(others.message)": {"keywords/a": true}, "F\#(others.folder)": {"sortOrder": 3}}"#,
            #""destroy": ["M\#(others.message)", "F\#(others.folder)"]"#,
            #""blobIds": ["B\#(others.blob)"], "fromAccountId": "A\#(others.account)""#,
            #""create": {"c": {"id": "M\#(others.message)", "mailboxIds": {"F\#(others.folder)": true}}}, "fromAccountId": "A\#(others.account)""#,
            #""emails": {"c": {"blobId": "B\#(others.blob)", "mailboxIds": {"F\#(others.folder)": true}}}"#,
            #""emailIds": ["M\#(others.message)"], "filter": {"text": "zebrafish"}"#,
        ]
        let using = #"["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"]"#
        let head = try served.ledger.store.head().position
        for path in ["/jmap/api", "/jmap/at/\(head.rawValue)/api"] {
            for method in JMAPService.methods.sorted() where method != "Core/echo" {
                for argument in arguments {
                    for account in [own, others.account] {
                        let body = """
                            {"using": \(using), "methodCalls": [["\(method)", {"accountId": "A\(account)"\(argument.isEmpty ? "" : ", ")\(argument)}, "c"]]}
                            """
                        let answer = try served.ask("POST", path, token, body: body)
                        check(answer.text, others, asking: body)
                        #expect(!answer.text.contains("serverFail"), "\(body) \(answer.text)")
                        guard account == others.account else { continue }
                        #expect(
                            answer.text.contains("accountNotFound") || answer.text.contains("invalidArguments"),
                            "\(body) \(answer.text)")
                    }
                }
            }
        }
        #expect(try served.ledger.store.head().position == head, "nothing was changed")
    }

    @Test func `gets nothing of the other one by any path`() throws {
        let (served, others) = try serve()
        let token = try token(served)
        let message = try served.ledger.read {
            try #require(try $0.messages(matching: .account(Self.other)).first).id.description
        }
        for path in [
            "/v1/messages/\(message)/raw", "/v1/messages/\(message)/attachments/1", "/v1/proofs?message=\(message)",
            "/v1/messages/\(message)/raw?at=\(others.position)",
            "/v1/messages/\(message)/attachments/1?at=\(others.position)",
            "/v1/proofs?message=\(message)&all=1", "/v1/proofs?event=\(others.position)",
            "/jmap/download/A\(others.account)/B\(others.blob)/x",
            "/jmap/at/\(others.position)/download/A\(others.account)/B\(others.blob)/x",
        ] {
            let answer = try served.ask("GET", path, token)
            #expect([403, 404].contains(answer.status), "\(path) \(answer.status)")
            check(answer.text, others, asking: path)
        }
        for path in [
            "/jmap/session", "/jmap/at/now/session", "/jmap/at/\(others.position)/session", "/v1/events",
            "/v1/events?types=message-added",
            "/jmap/eventsource?types=*&closeafter=state&ping=0",
        ] {
            let fields = path.contains("eventsource") ? ["Last-Event-ID": "s1.0-00000000"] : [:]
            let answer = try served.ask("GET", path, token, fields)
            #expect(answer.status == 200, "\(path) \(answer.text)")
            check(answer.text, others, asking: path)
        }
        // Two who read the log from one place see what is theirs.
        let whole = try served.ask("GET", "/v1/events", served.token("all", .audit))
        #expect(whole.text.contains("zebrafish"))
        try check(served.ask("GET", "/v1/events", token).text, others, asking: "")
        let own = try served.ledger.read {
            try #require(try $0.messages(matching: .account(Self.own)).first).id.description
        }
        #expect(try served.ask("GET", "/v1/messages/\(own)/raw", token).status == 200)
        #expect(try served.ask("GET", "/v1/proofs?message=\(own)", token).status == 200)
    }

    @Test func `means what its last change says from the next request on, and ends its streams`() throws {
        let (served, _) = try serve()
        let token = try token(served)
        let count = #"{"query": "count-messages"}"#
        let few = try served.request(count, token).text
        _ = try served.ledger.perform(
            ChangeTokenRequest(name: "one", changes: ChangeToken(), accounts: [Self.own, Self.other]))
        let both = try served.request(count, token).text
        #expect(few != both)
        _ = try served.ledger.perform(ChangeTokenRequest(name: "one", changes: ChangeToken(), allAccounts: true))
        #expect(try served.request(#"{"query": "list-notes"}"#, token).status == 200)
        _ = try served.ledger.perform(ChangeTokenRequest(name: "one", changes: ChangeToken(), accounts: [Self.other]))
        #expect(try served.request(#"{"query": "list-notes"}"#, token).status == 403)
        let listed = try served.request(#"{"query": "list-accounts"}"#, token).text
        #expect(listed.contains(Self.other) && !listed.contains(Self.own))
    }

    @Test func `has no scope that is for all accounts alone`() throws {
        let (served, _) = try serve()
        for scope in ["erase", "admin"] {
            let body = """
                {"command": "issue-token", "parameters": {"name": "\(scope)", "actor": "a", "scopes": ["\(scope)"], "accounts": ["\(Self.own)"]}}
                """
            let text = String(decoding: try served.ledger.respond(to: Array(body.utf8)).json, as: UTF8.self)
            #expect(text.contains("VALIDATION_ERROR") && text.contains("for all accounts"), "\(text)")
        }
        _ = try token(served)
        #expect(throws: DomainError.self) {
            try served.ledger.perform(ChangeTokenRequest(name: "one", changes: ChangeToken(scopes: [.admin])))
        }
        #expect(throws: DomainError.self) {
            try served.ledger.perform(ChangeTokenRequest(name: "one", changes: ChangeToken(), accounts: []))
        }
    }
}
