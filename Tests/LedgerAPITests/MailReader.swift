import Foundation
import HTTPServing
import LedgerAPI
import TestSupport
import Testing

/// A client by IMAP over a socket, which reads line by line.
final class MailReader {
    let raw: RawHTTP
    let greeting: String
    private var count = 0

    init(_ raw: RawHTTP) throws {
        self.raw = raw
        greeting = try raw.line() ?? ""
    }

    convenience init(port: UInt16) throws {
        try self.init(RawHTTP(port: port, timeout: 60))
    }

    /// A client of a server in this process, logged in if there is a token.
    convenience init(_ served: ServedLedger, _ token: String? = nil, name: String = "mara@example.org") throws {
        guard case .tcp(_, let port) = served.server.imapAddress else {
            throw RawHTTP.Failure(description: "no port")
        }
        try self.init(port: port)
        if let token { try ok("LOGIN \(name) \(token)") }
    }

    /// Sends a command, and returns the lines that answer it; the last one is tagged, or the last of all.
    @discardableResult
    func ask(_ command: String) throws -> [String] {
        begin(command)
        return try rest()
    }

    /// Sends a command.
    func begin(_ command: String) {
        count += 1
        raw.send("t\(count) \(command)\r\n")
    }

    /// Reads the lines that answer the last command.
    func rest() throws -> [String] {
        var lines: [String] = []
        while let line = try raw.line() {
            lines.append(line)
            if line.hasPrefix("t\(count) ") || line.hasPrefix("+ ") { break }
        }
        return lines
    }

    /// Sends a command that has to be answered by OK, and returns the lines before that.
    @discardableResult
    func ok(_ command: String, location: SourceLocation = #_sourceLocation) throws -> [String] {
        let lines = try ask(command)
        #expect(lines.last?.hasPrefix("t\(count) OK") == true, "\(command): \(lines)", sourceLocation: location)
        return lines.dropLast()
    }

    /// The words behind the tag.
    func outcome(_ command: String) throws -> String {
        try ask(command).last.map { String($0.drop { $0 != " " }.dropFirst()) } ?? ""
    }

    /// Sends a line that is no command, and returns the lines up to the tagged one.
    func answer(_ line: String) throws -> [String] {
        raw.send("\(line)\r\n")
        return try rest()
    }

    func idle() throws {
        #expect(try ask("IDLE").last?.hasPrefix("+ ") == true)
    }
}

extension ServedLedger {
    /// The sample mail, also by IMAP.
    static func withIMAP(_ change: @escaping (inout ServerOptions) -> Void = { _ in }) throws -> ServedLedger {
        try ServedLedger { options in
            options.imapAddress = .tcp(host: "127.0.0.1", port: 0)
            options.imapLimits.threads = 4
            change(&options)
        }
    }
}
