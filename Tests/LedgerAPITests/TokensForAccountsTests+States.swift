import EventLog
import Foundation
import JMAP
import JSONCoding
import LedgerAPI
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// What a token for one account could tell from counts, states and times.
extension `A token for one account of two` {
    /// All that JMAP and the ledger's own API answer about the own account.
    private func everything(_ served: ServedLedger, _ token: String) throws -> [String] {
        let own = try served.ledger.read { try $0.account(Self.own).id.description.replacing("-", with: "") }
        let arguments = [
            #""ids": null"#, #""ids": []"#, #""sinceState": "s1.0-00000000""#,
            #""sinceState": "s1.0-00000000", "maxChanges": 3"#, #""sinceQueryState": "s1.0-00000000""#,
            #""filter": {"text": "invoice"}"#, #""calculateTotal": true"#, "",
        ]
        var answers: [String] = []
        for method in JMAPService.methods.sorted()
        where !["/set", "/copy", "/import"].contains(where: method.hasSuffix) {
            for argument in arguments {
                let body = """
                    {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
                        "methodCalls": [["\(method)", {"accountId": "A\(own)"\(argument.isEmpty ? "" : ", ")\(argument)}, "c"]]}
                    """
                answers.append("\(method) \(argument): \(try served.ask("POST", "/jmap/api", token, body: body).text)")
            }
        }
        for path in ["/jmap/session", "/jmap/eventsource?types=*&closeafter=state&ping=0"] {
            let fields = path.contains("eventsource") ? ["Last-Event-ID": "s1.0-00000000"] : [:]
            answers.append("\(path): \(try served.ask("GET", path, token, fields).text)")
        }
        for name in RequestReach.queries.sorted() {
            // How long the log is, anybody knows who follows it.
            let text = try served.request(#"{"query": "\#(name)", "parameters": {}}"#, token).text
            answers.append("\(name): \(text.replacing(/"position":[0-9]+/, with: ""))")
        }
        return answers
    }

    @Test func `is answered the same, whatever happens in the other one`() throws {
        let (served, _) = try serve()
        let token = try token(served)
        let before = try everything(served, token)
        let text =
            "From: Zoe <z@zebra.example>\r\nSubject: invoice of a zebra\r\nMessage-ID: <n@zebra.example>\r\n\r\ninvoice\r\n"
        try importToOther(text, in: served)
        let filter = MessageQuery("account:\(Self.other)")
        _ = try served.ledger.perform(MarkMessagesRequest(filter: filter, adding: [.flagged, Keyword("zebra")]))
        _ = try served.ledger.perform(AddFolderRequest(account: Self.other, path: "Stripes"))
        _ = try served.ledger.perform(MoveMessagesRequest(filter: filter, folder: "Stripes"))
        _ = try served.ledger.perform(DeleteMessagesRequest(filter: filter))
        let after = try everything(served, token)
        #expect(before.count == after.count && before.count > 50)
        for (one, other) in zip(before, after) { #expect(one == other) }
        // What happens in the own one is told.
        _ = try served.ledger.perform(
            MarkMessagesRequest(filter: MessageQuery("account:\(Self.own)"), adding: [Keyword("k")]))
        let last = try everything(served, token)
        #expect(zip(after, last).count { $0 != $1 } > 5)
    }

    /// Pages of changes of one account, among which another one changes, or does not.
    private func pages(otherChanges: Bool) throws -> [[Int]] {
        let folder = try TemporaryDirectory()
        let ledger = try Ledger.create(at: LedgerLocation(folder.path("ledger")), environment: .current())
        for (address, path) in [(Self.own, "Samples/maildir"), (Self.other, "Samples/rowing")] {
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: address)))
            _ = try Importer(
                into: ledger, account: address, options: ImportOptions(), context: ledger.context(command: "import")
            ).run(["\(projectRoot)/\(path)"])
        }
        for round in 0..<12 {
            func mark(_ account: String) throws {
                _ = try ledger.perform(
                    MarkMessagesRequest(
                        filter: MessageQuery("account:\(account)"), adding: [Keyword("k\(round)")]))
            }
            try mark(Self.own)
            if otherChanges { for _ in 0..<3 { try mark(Self.other) } }
        }
        let account = try ledger.read { try $0.account(Self.own).id }
        ledger.audience = Audience(reach: .only([account]), showsHistory: false)
        var limits = JMAPLimits()
        limits.changes = 40
        let service = JMAPService(limits: limits)
        let caller = JMAPCaller(username: "one", mayWrite: false, reachesAll: false) { _ in
            RequestCaller(actor: "one", carrier: nil, reason: nil)
        }
        var pages: [[Int]] = []
        var state = "s1.0-00000000"
        while true {
            let id = "A" + account.description.replacing("-", with: "")
            let body = """
                {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
                    "methodCalls": [["Email/changes", {"accountId": "\(id)", "sinceState": "\(state)"}, "c"]]}
                """
            let request = try JMAPRequest(Array(body.utf8), limits)
            let answer = try service.answer(request, of: caller, on: ledger) { _ in "" }
            guard case .object(let whole) = answer, case .array(let calls)? = whole["methodResponses"],
                case .array(let call)? = calls.first, case .object(let page) = call[1]
            else { throw RawHTTP.Failure(description: "\(answer)") }
            func count(_ key: String) -> Int { if case .array(let ids)? = page[key] { ids.count } else { -1 } }
            pages.append([count("created"), count("updated"), count("destroyed")])
            guard case .bool(true)? = page["hasMoreChanges"], case .string(let next)? = page["newState"] else {
                return pages
            }
            state = next
        }
    }

    @Test func `has pages of changes that tell nothing of how much happened in the other one`() throws {
        let (quiet, busy) = (try pages(otherChanges: false), try pages(otherChanges: true))
        #expect(quiet == busy && quiet.count > 2, "\(quiet) \(busy)")
    }

    /// What is counted is the work of the thread that answers, so a busy machine does not change it.
    ///
    /// It is measured for what mail programs ask all the time. A search for words, and a list of changes since long ago, take longer
    /// in a ledger where others have much mail; Docs/Server.md says so.
    @Test func `costs the same work beside an account of a hundred times as much mail`() throws {
        /// A ledger with some mail in the other account, and what answers its caller.
        func caller(beside count: Int) throws -> (_ method: String, _ arguments: String) throws -> String {
            let folder = try TemporaryDirectory()
            let ledger = try Ledger.create(at: LedgerLocation(folder.path("ledger")), environment: .current())
            let mail = (0..<count).map { number in
                "From - Thu Jan  1 00:00:00 2026\nSubject: zebra \(number)\nMessage-ID: <z\(number)@zebra.example>\n\ntext\n\n"
            }.joined()
            let path = folder.path("zebra.mbox")
            try Data(mail.utf8).write(to: URL(filePath: path))
            for (address, path) in [(Self.other, path), (Self.own, "\(projectRoot)/Samples/maildir")] {
                _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: address)))
                _ = try Importer(
                    into: ledger, account: address, options: ImportOptions(), context: ledger.context(command: "import")
                ).run([path])
            }
            let account = try ledger.read { try $0.account(Self.own).id }
            ledger.audience = Audience(reach: .only([account]), showsHistory: false)
            let id = "A" + account.description.replacing("-", with: "")
            let service = JMAPService()
            let caller = JMAPCaller(username: "one", mayWrite: false, reachesAll: false) { _ in
                RequestCaller(actor: "one", carrier: nil, reason: nil)
            }
            func ask(_ method: String, _ arguments: String) throws -> String {
                let body = """
                    {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
                        "methodCalls": [["\(method)", {"accountId": "\(id)"\(arguments)}, "c"]]}
                    """
                let request = try JMAPRequest(Array(body.utf8), JMAPLimits())
                return try withExtendedLifetime(folder) {
                    "\(try service.answer(request, of: caller, on: ledger) { _ in "" })"
                }
            }
            return ask
        }
        /// What mail programs ask all the time.
        func questions(_ ask: @escaping (String, String) throws -> String) throws -> [(
            name: String, ask: () throws -> Void
        )] {
            let state = try #require(try ask("Email/get", #", "ids": []"#).firstMatch(of: /s1\.[0-9]+-[0-9a-f]{8}/))
            return [
                ("mailboxes", "Mailbox/get", ""), ("nothing new", "Email/changes", #", "sinceState": "\#(state.0)""#),
                (
                    "newest", "Email/query",
                    #", "sort": [{"property": "receivedAt", "isAscending": false}], "limit": 20"#
                ),
                ("unread", "Email/query", #", "filter": {"notKeyword": "$seen"}, "limit": 1, "calculateTotal": true"#),
            ].map { name, method, arguments in (name, { _ = try ask(method, arguments) }) }
        }
        let (small, large) = (try questions(caller(beside: 40)), try questions(caller(beside: 4_000)))
        for (one, other) in zip(small, large) {
            var least = (small: Double.infinity, large: Double.infinity)
            // By turns, as a busy machine is not equally busy all the time.
            for _ in 0..<8 {
                least.small = min(least.small, try ThreadClock.seconds { for _ in 0..<20 { try one.ask() } })
                least.large = min(least.large, try ThreadClock.seconds { for _ in 0..<20 { try other.ask() } })
            }
            let ratio = least.large / least.small
            print("\(one.name) beside 4,000 messages of another account: \(ratio) times the work")
            #expect(ratio < 1.5, "\(one.name): \(ratio)")
        }
    }
}
