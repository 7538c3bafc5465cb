internal import Dispatch
internal import EventLog
internal import HTTPServing
internal import JSONCoding
internal import LedgerAPI
internal import Mail
internal import MailLedger
internal import Projections
internal import Synchronization

/// A server of a ledger in memory with two messages, which is asked without a socket.
final class FuzzedServer: Sendable {
    private let server: LedgerServer
    /// What stands in an input for ids and tokens, which are drawn by lot.
    let marks: [(mark: String, value: String)]
    /// The tokens, by which alone more than the page is answered.
    let tokens: Set<String>

    private static let mail = """
        From ada@example.org Thu Jan  1 00:00:00 2026
        From: Ada <ada@example.org>
        To: team: ben@example.org;
        Subject: pebbles
        Message-ID: <1@example.org>
        Content-Type: multipart/mixed; boundary=x

        --x

        text
        --x
        Content-Type: image/png; name=a.png
        Content-Disposition: attachment
        Content-Transfer-Encoding: base64

        iVBORw0KGgo=
        --x--

        From ben@example.org Thu Jan  1 00:00:00 2026
        From: ben@example.org
        Subject: Re: pebbles
        In-Reply-To: <1@example.org>

        more pebbles

        """

    init() throws {
        let place = MemoryPlace()
        var environment = LedgerEnvironment.current()
        environment.actor = "ada"
        let ledger = try Ledger.create(at: place, environment: environment)
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        _ = try Importer(
            into: ledger, account: "ada@example.org", options: ImportOptions(),
            context: ledger.context(command: "fuzz")
        ).run([try FuzzFile.write(Array(Self.mail.utf8), named: "mail.mbox")])
        let all = try Self.token("all", "[\"read\", \"write\", \"audit\"]", of: ledger)
        let one = try Self.token("one", "[\"read\", \"write\"], \"accounts\": [\"ada@example.org\"]", of: ledger)
        tokens = [all, one]
        var options = ServerOptions(place: place, environment: environment)
        options.address = .tcp(host: "127.0.0.1", port: 0)
        options.names = ["fuzz"]
        options.readers = 1
        server = try LedgerServer(options)
        marks = try [("$ALL", all), ("$ONE", one)] + Self.ids(server, all, ledger)
    }

    private static func token(_ name: String, _ scopes: String, of ledger: Ledger) throws -> String {
        let command =
            #"{"command": "issue-token", "parameters": {"name": "\#(name)", "actor": "ada", "scopes": \#(scopes)}}"#
        let answer = String(decoding: try ledger.respond(to: Array(command.utf8)).json, as: UTF8.self)
        guard let token = answer.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/) else {
            throw BrokenPromise(description: "there is no token in \(answer)")
        }
        return String(token.0)
    }

    /// The ids of the account, and of an email and what it is in.
    private static func ids(
        _ server: LedgerServer, _ token: String, _ ledger: Ledger
    ) throws -> [(mark: String, value: String)] {
        guard let account = try ledger.read({ try $0.accounts() }).first,
            let message = try ledger.read({ try $0.messages(matching: .all, limit: 2) }).last
        else { throw BrokenPromise(description: "the ledger is empty") }
        func plain(_ id: some CustomStringConvertible) -> String { id.description.filter { $0 != "-" } }
        let email = "M" + plain(message.id)
        let accountID = "A" + plain(account.id)
        let body = """
            {"using": ["urn:ietf:params:jmap:mail"], "methodCalls": [["Email/get", {"accountId": "\(accountID)",
            "ids": ["\(email)"], "properties": ["blobId", "threadId", "mailboxIds"]}, "c"]]}
            """
        let request = HTTPRequest(
            method: "POST", path: "/jmap/api",
            fields: HTTPFields([
                ("Host", "fuzz"), ("Authorization", "Bearer \(token)"), ("Content-Type", "application/json"),
                ("Content-Length", "\(body.utf8.count)"),
            ]), peer: .address("192.0.2.1"), body: Array(body.utf8))
        let text = String(decoding: try answer(request, by: server).body, as: UTF8.self)
        guard let blob = text.firstMatch(of: /B[0-9a-f]{64}/), let thread = text.firstMatch(of: /T[0-9a-f]{32}/),
            let mailbox = text.firstMatch(of: /F[0-9a-f]{32}/)
        else { throw BrokenPromise(description: "an email has no ids: \(text)") }
        return [
            ("$ACCOUNT", accountID), ("$EMAIL", email), ("$MESSAGE", message.id.description),
            ("$BLOB", String(blob.0)), ("$THREAD", String(thread.0)), ("$MAILBOX", String(mailbox.0)),
        ]
    }

    deinit {
        server.stop()
    }

    // MARK: Answers

    /// An answer with all of its body.
    struct Answer {
        let status: Int
        let fields: [(name: String, value: String)]
        let body: [UInt8]

        func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    }

    func answer(_ request: HTTPRequest) throws -> Answer { try Self.answer(request, by: server) }

    private static func answer(_ request: HTTPRequest, by server: LedgerServer) throws -> Answer {
        let response: HTTPResponse =
            switch server.requests.verdict(on: request) {
            case .refused(let refusal): refusal
            case .taken(let responder): try wait { responder.answer(request, $0) }
            }
        defer { response.whenOver() }
        switch response.body {
        case .bytes(let bytes): return Answer(status: response.status, fields: response.fields, body: bytes)
        case .stream(let stream, let size):
            var body: [UInt8] = []
            var hasEnded = false
            while true {
                let piece = try wait { deliver in
                    stream.next(deliver)
                    // One that would follow the log ends with what there is.
                    if size == nil, !hasEnded { stream.end() }
                }
                hasEnded = true
                guard case .bytes(let bytes) = piece else { break }
                body += bytes
            }
            if let size { try promise(UInt64(body.count) == size, "a stream has \(body.count) of \(size) bytes") }
            return Answer(status: response.status, fields: response.fields, body: body)
        }
    }

    /// Waits for what is handed over on another thread.
    private static func wait<Value: Sendable>(
        _ begin: (@escaping @Sendable (Value) -> Void) -> Void
    ) throws -> Value {
        let slot = Slot<Value>()
        begin { value in
            slot.value.withLock { $0 = value }
            slot.isThere.signal()
        }
        guard slot.isThere.wait(timeout: .now() + 20) == .success, let value = slot.value.withLock({ $0 }) else {
            throw BrokenPromise(description: "there is no answer in 20 seconds")
        }
        return value
    }
}

/// What another thread hands over once.
private final class Slot<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
}
