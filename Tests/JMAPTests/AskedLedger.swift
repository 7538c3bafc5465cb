import EventLog
import Foundation
import JMAP
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// A ledger of the sample mail that is asked in JMAP.
final class AskedLedger {
    let folder: TemporaryDirectory
    let ledger: Ledger
    /// The same ledger as another process has it.
    let other: Ledger
    let service: JMAPService
    private let mayWrite: Bool
    /// What another process does while a command is on its way.
    var meanwhile: (@Sendable (Ledger) throws -> Void)?

    var location: LedgerLocation { LedgerLocation(folder.path("ledger")) }

    init(
        _ mail: [String] = ["Samples/maildir", "Samples/rowing"], mayWrite: Bool = true,
        limits: JMAPLimits = JMAPLimits(), observer: PhaseObserver? = nil
    ) throws {
        service = JMAPService(limits: limits)
        folder = try TemporaryDirectory()
        self.mayWrite = mayWrite
        var environment = LedgerEnvironment.current()
        environment.actor = "owner"
        var observed = environment
        observed.observer = observer
        ledger = try Ledger.create(at: LedgerLocation(folder.path("ledger")), environment: observed)
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "mara@example.org")))
        other = try Ledger.open(
            at: LedgerLocation(folder.path("ledger")), access: .readWrite, environment: environment)
        for path in mail { try load("\(projectRoot)/\(path)") }
    }

    func load(_ path: String) throws {
        _ = try Importer(
            into: ledger, account: "mara@example.org", options: ImportOptions(),
            context: ledger.context(command: "import")
        ).run([path])
    }

    /// Writes a message and takes it in.
    func receive(_ text: String) throws {
        try load(write(text))
    }

    /// Writes a message, and returns where.
    func write(_ text: String) throws -> String {
        let path = folder.path("\(UUID().uuidString).eml")
        try Data(text.replacing("\n", with: "\r\n").utf8).write(to: URL(filePath: path))
        return path
    }

    var caller: JMAPCaller {
        JMAPCaller(username: "mara", mayWrite: mayWrite) { [meanwhile, location] method in
            try meanwhile?(Ledger.open(at: location, access: .readWrite, environment: .current()))
            return RequestCaller(actor: "mara", carrier: "token:phone", reason: "\(method) by a test")
        }
    }

    var account: String {
        get throws {
            let row = try #require(try ledger.read { try $0.accounts() }.first)
            return "A" + row.id.description.replacing("-", with: "")
        }
    }

    func session() throws -> JMAPSession {
        try ledger.read {
            try JMAPSession(
                of: caller, base: "http://localhost:8420/jmap", limits: JMAPLimits(), known: JMAPSessions(), $0)
        }
    }

    // MARK: Requests

    /// Asks with a whole request, or throws its problem.
    func ask(_ body: String) throws -> JSONValue {
        let request = try JMAPRequest(Array(body.utf8), JMAPLimits())
        return try service.answer(request, of: caller, on: ledger) { _ in "state" }
    }

    /// Makes method calls, in which `$A` is the account; returns the answers.
    func calls(_ calls: String) throws -> [JSONValue] {
        let body = """
            {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"], "methodCalls": [\(calls)]}
            """
        return try ask(body.replacing("$A", with: account))["methodResponses"].elements
    }

    /// Makes one call, and returns the arguments of its answer; an error is an issue.
    func call(
        _ method: String, _ arguments: String = "{}", location: SourceLocation = #_sourceLocation
    ) throws -> JSONValue {
        let answer = try #require(try calls(#"["\#(method)", \#(arguments), "c"]"#).first, sourceLocation: location)
        #expect(answer[0] == .string(method), "\(answer)", sourceLocation: location)
        return answer[1]
    }

    /// Makes one call that has to fail, and returns the type of its error.
    func error(_ method: String, _ arguments: String) throws -> String? {
        let answer = try calls(#"["\#(method)", \#(arguments), "c"]"#).first
        return answer?[0] == "error" ? answer?[1]["type"].text : nil
    }

    /// The ids that a query finds.
    func found(_ filter: String, _ rest: String = "") throws -> [String] {
        try call("Email/query", #"{"accountId": "$A", "filter": \#(filter)\#(rest)}"#)["ids"].elements.compactMap(
            \.text)
    }

    /// One message with some properties.
    func email(_ filter: String, _ properties: String, _ rest: String = "") throws -> JSONValue {
        let id = try #require(try found(filter).first)
        return try call(
            "Email/get", #"{"accountId": "$A", "ids": ["\#(id)"], "properties": \#(properties)\#(rest)}"#)["list"][0]
    }

    /// What mailboxes have, by their names.
    func mailboxes() throws -> [String: JSONValue] {
        let list = try call("Mailbox/get", #"{"accountId": "$A", "ids": null}"#)["list"].elements
        return Dictionary(list.map { ($0["name"].text ?? "", $0) }) { first, _ in first }
    }
}

extension JMAPSession {
    /// The session as a client reads it.
    var json: JSONValue { get throws { try JSONBytesDecoder().decode(JSONValue.self, from: bytes) } }
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
