import Access
import DiskFiles
import Foundation
import HTTPServing
import LedgerAPI
import Mail
import MailLedger
import TestSupport
import Testing

/// A ledger of the sample mail that is served in this process.
final class ServedLedger {
    let folder: TemporaryDirectory
    let location: LedgerLocation
    let ledger: Ledger
    let server: LedgerServer
    let port: UInt16

    init(_ change: (inout ServerOptions) -> Void = { _ in }) throws {
        folder = try TemporaryDirectory()
        location = LedgerLocation(folder.path("ledger"))
        var environment = LedgerEnvironment.current()
        environment.actor = "owner"
        ledger = try Ledger.create(at: location, environment: environment)
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "mara@example.org")))
        _ = try Importer(
            into: ledger, account: "mara@example.org", options: ImportOptions(),
            context: ledger.context(command: "import")
        ).run(["\(projectRoot)/Samples/maildir"])
        var options = ServerOptions(location: location, environment: environment)
        options.address = .tcp(host: "127.0.0.1", port: 0)
        options.readers = 2
        change(&options)
        server = try LedgerServer(options)
        guard case .tcp(_, let port) = server.address else { throw RawHTTP.Failure(description: "no port") }
        self.port = port
    }

    deinit {
        server.stop()
    }

    /// Issues a token, and returns it.
    func token(_ name: String, _ scopes: AccessScope..., until end: String? = nil) throws -> String {
        let answer = try ledger.respond(
            to: Array(
                #"{"command": "issue-token", "parameters": {"name": "\#(name)", "actor": "\#(name)-actor", "scopes": [\#(scopes.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]\#(end.map { ", \"expires_at\": \"\($0)\"" } ?? "")}}"#
                    .utf8)
        ).json
        return String(try #require(String(decoding: answer, as: UTF8.self).firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/)).0)
    }

    var host: String { "127.0.0.1:\(port)" }

    /// Makes one request on a connection of its own.
    func ask(
        _ method: String, _ path: String, _ token: String? = nil, _ fields: [String: String] = [:],
        body: String? = nil
    ) throws -> RawHTTP.Answer {
        var fields = fields
        if let token { fields["Authorization"] = "Bearer \(token)" }
        if body != nil, fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        return try RawHTTP(port: port).ask(method, path, host: host, fields, body: body)
    }

    /// Makes a request of the ledger.
    func request(_ body: String, _ token: String?, _ fields: [String: String] = [:]) throws -> RawHTTP.Answer {
        try ask("POST", "/v1/requests", token, fields, body: body)
    }
}

/// The same, empty, at a Unix socket.
final class UnixServed {
    let folder: TemporaryDirectory
    let ledger: Ledger
    private let server: LedgerServer

    init(_ path: String) throws {
        folder = try TemporaryDirectory()
        let location = LedgerLocation(folder.path("ledger"))
        var environment = LedgerEnvironment.current()
        environment.actor = "owner"
        ledger = try Ledger.create(at: location, environment: environment)
        var options = ServerOptions(location: location, environment: environment)
        options.address = .unix(path: path)
        server = try LedgerServer(options)
    }

    deinit {
        server.stop()
    }
}
