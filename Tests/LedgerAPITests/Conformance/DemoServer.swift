import Access
import DiskFiles
import EventLog
import Foundation
import HTTPServing
import JSONCoding
import LedgerAPI
import MailLedger
import Projections
import TestSupport
import Testing

/// The demo's ledger, served in this process and asked in JMAP over HTTP: one for all tests of a suite.
final class DemoServer: Sendable {
    /// The server of the suite that runs.
    @TaskLocal static var current: DemoServer?

    /// The ledger that `mailledger demo` makes; each suite changes a copy.
    private static let template = Result {
        let folder = try TemporaryDirectory()
        let program = try #require(mailledgerProgram()).path
        let made = try shell(
            "'\(program)' demo --build-only '\(folder.path("ledger"))' --samples Samples",
            environment: ["MAILLEDGER_CONFIG": folder.path("none")])
        try #require(made.status == 0, "\(made.text)")
        return folder
    }

    let folder: TemporaryDirectory
    /// Its three accounts: Mara's own, hers at work, and that of the rowing club.
    let accounts: [String]
    private let location: LedgerLocation
    private let server: LedgerServer
    private let port: UInt16
    private let imapPort: UInt16
    private let token: String
    /// Another actor's.
    let otherToken: String

    init() throws {
        folder = try TemporaryDirectory()
        let copied = try shell(
            "cp -a '\(Self.template.get().path("ledger"))' '\(folder.path("ledger"))'", environment: [:])
        try #require(copied.status == 0, "\(copied.text)")
        location = LedgerLocation(folder.path("ledger"))
        var environment = LedgerEnvironment.current()
        environment.actor = "owner"
        let ledger = try Ledger.open(at: location, access: .readWrite, environment: environment)
        (token, otherToken) = (try Self.token("mara", ledger), try Self.token("tomas", ledger))
        let rows = try ledger.read { try $0.accounts() }
        accounts = try ["mara@example.org", "mara@harbour.example.com", "treasurer@rowing.example.net"].map { address in
            let row = try #require(rows.first { $0.address == address })
            return "A" + row.id.description.replacing("-", with: "")
        }
        var options = ServerOptions(location: location, environment: environment)
        options.address = .tcp(host: "127.0.0.1", port: 0)
        options.imapAddress = .tcp(host: "127.0.0.1", port: 0)
        options.imapLimits.threads = 2
        options.readers = 2
        options.quietSeconds = 2
        server = try LedgerServer(options)
        guard case .tcp(_, let port) = server.address, case .tcp(_, let imapPort)? = server.imapAddress else {
            throw RawHTTP.Failure(description: "no port")
        }
        (self.port, self.imapPort) = (port, imapPort)
    }

    deinit {
        server.stop()
    }

    private static func token(_ name: String, _ ledger: Ledger) throws -> String {
        let request =
            #"{"command": "issue-token", "parameters": {"name": "\#(name)", "actor": "\#(name)", "scopes": ["read", "write"]}}"#
        let answer = String(decoding: try ledger.respond(to: Array(request.utf8)).json, as: UTF8.self)
        return String(try #require(answer.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/)).0)
    }

    /// Marks the first message of a mailbox of Mara's as deleted, as a mail reader does by IMAP.
    func flagFirstDeleted(in mailbox: String) throws {
        let reader = try MailReader(port: imapPort)
        try reader.ok("LOGIN mara@example.org \(token)")
        try reader.ok("SELECT \"\(mailbox)\"")
        try reader.ok(#"STORE 1 +FLAGS (\Deleted)"#)
    }

    // MARK: Over HTTP

    /// Makes one request on a connection of its own.
    func ask(
        _ method: String, _ path: String, _ fields: [String: String] = [:], as token: String? = nil,
        body: String? = nil
    ) throws -> RawHTTP.Answer {
        let fields = fields.merging(["Authorization": "Bearer \(token ?? self.token)"]) { given, _ in given }
        return try RawHTTP(port: port).ask(method, path, host: "127.0.0.1:\(port)", fields, body: body)
    }

    /// Begins a stream of pushes, and returns it once it has its first event.
    func pushes(_ query: String) throws -> RawHTTP {
        let client = try RawHTTP(port: port)
        client.begin(
            "GET", "/jmap/eventsource?\(query)", host: "127.0.0.1:\(port)", ["Authorization": "Bearer \(token)"])
        #expect(try client.head().status == 200)
        _ = try client.chunk()
        // The stream looks at the states once before it waits.
        Thread.sleep(forTimeInterval: 0.5)
        return client
    }

    /// Sends the body of a request, in which `$A`, `$B` and `$C` are the accounts.
    func post(_ body: String, type: String = "application/json") throws -> RawHTTP.Answer {
        var body = body
        for (name, id) in zip(["$A", "$B", "$C"], accounts) { body = body.replacing(name, with: id) }
        return try ask("POST", "/jmap/api", ["Content-Type": type], body: body)
    }

    /// Makes method calls with the capabilities of mail, and returns the whole response.
    func response(_ calls: String, _ rest: String = "") throws -> JSONValue {
        let answer = try post(
            """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls": [\(calls)]\(rest)}
            """)
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONBytesDecoder().decode(JSONValue.self, from: answer.body)
    }

    /// Makes method calls, and returns their answers.
    func calls(_ calls: String) throws -> [JSONValue] { try response(calls)["methodResponses"].elements }

    /// Makes one call on Mara's account, and returns the arguments of its answer; an error is an issue.
    func call(
        _ method: String, _ arguments: String = "", location: SourceLocation = #_sourceLocation
    ) throws -> JSONValue {
        let answer = try answer(method, arguments)
        #expect(answer[0] == .string(method), "\(answer)", sourceLocation: location)
        return answer[1]
    }

    /// Makes one call that has to fail, and returns the type of its error.
    func error(_ method: String, _ arguments: String = "") throws -> String? {
        let answer = try answer(method, arguments)
        return answer[0] == "error" ? answer[1]["type"].text : nil
    }

    private func answer(_ method: String, _ arguments: String) throws -> JSONValue {
        let account = arguments.contains("\"accountId\"") ? "" : #""accountId": "$A""#
        let comma = account.isEmpty || arguments.isEmpty ? "" : ", "
        return try #require(try calls(#"["\#(method)", {\#(account)\#(comma)\#(arguments)}, "c"]"#).first)
    }

    // MARK: Mail

    /// The ids that a query of Mara's account finds.
    func found(_ filter: String = "{}", _ rest: String = "") throws -> [String] {
        try call("Email/query", #""filter": \#(filter)\#(rest)"#)["ids"].elements.compactMap(\.text)
    }

    /// A message of Mara's account.
    func email(_ id: String, _ properties: String, _ rest: String = "") throws -> JSONValue {
        try call("Email/get", #""ids": ["\#(id)"], "properties": [\#(properties)]\#(rest)"#)["list"][0]
    }

    /// The mailboxes of an account by their names; the first of each name.
    func mailboxes(of account: String = "$A") throws -> [String: JSONValue] {
        let list = try call("Mailbox/get", #""accountId": "\#(account)", "ids": null"#)["list"].elements
        return Dictionary(list.map { ($0["name"].text ?? "", $0) }) { first, _ in first }
    }

    func inbox(of account: String = "$A") throws -> String {
        try #require(try mailboxes(of: account)["INBOX"]?["id"].text)
    }

    /// Makes a mailbox, and returns its id.
    func makeMailbox(_ name: String, _ rest: String = "") throws -> String {
        let done = try call("Mailbox/set", #""create": {"k": {"name": "\#(name)"\#(rest)}}"#)
        return try #require(done["created"]["k"]["id"].text, "\(done)")
    }

    /// Uploads bytes to an account, and returns the answer.
    func upload(
        _ text: String, to account: Int = 0, type: String = "message/rfc822", as token: String? = nil
    ) throws -> JSONValue {
        let answer = try ask(
            "POST", "/jmap/upload/\(accounts[account])/", ["Content-Type": type], as: token,
            body: text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n"))
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONBytesDecoder().decode(JSONValue.self, from: answer.body)
    }

    /// Uploads a message and imports it into a mailbox, the inbox unless another is given; returns the answer about it.
    func imported(_ text: String, _ rest: String = "", into mailbox: String? = nil) throws -> JSONValue {
        let blob = try #require(try upload(text)["blobId"].text)
        let place = try mailbox ?? inbox()
        let done = try call(
            "Email/import",
            #""emails": {"k": {"blobId": "\#(blob)", "mailboxIds": {"\#(place)": true}\#(rest)}}"#)
        return done["created"]["k"] != .null ? done["created"]["k"] : done["notCreated"]["k"]
    }

    /// Imports a message, and returns its id.
    func importing(_ text: String, _ rest: String = "", into mailbox: String? = nil) throws -> String {
        let done = try imported(text, rest, into: mailbox)
        return try #require(done["id"].text, "\(done)")
    }

    /// Asks for an email to be made in the inbox, with more properties; returns what was made, or its error.
    func create(_ properties: String) throws -> JSONValue {
        let mailbox = properties.contains("mailboxIds") ? "" : #""mailboxIds": {"\#(try inbox())": true}, "#
        let done = try call("Email/set", #""create": {"k": {\#(mailbox)\#(properties)}}"#)
        return done["created"]["k"] != .null ? done["created"]["k"] : done["notCreated"]["k"]
    }

    func state(of type: String) throws -> String {
        try #require(try call("\(type)/get", #""ids": []"#)["state"].text)
    }
}

/// Serves the demo's ledger to the tests of a suite.
struct DemoServed: SuiteTrait, TestScoping {
    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await DemoServer.$current.withValue(DemoServer()) { try await function() }
    }
}

extension Trait where Self == DemoServed {
    static var demoServed: Self { DemoServed() }
}

extension JSONValue {
    subscript(key: String) -> JSONValue {
        if case .object(let object) = self { object[key] ?? .null } else { .null }
    }

    subscript(index: Int) -> JSONValue {
        index < elements.count ? elements[index] : .null
    }

    var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    var keys: [String] { if case .object(let object) = self { object.keys } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
}
