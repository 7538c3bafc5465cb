import FleetSupport
import Foundation
import JSONCoding
import TestSupport
import Testing

@testable import CommandLineTool

/// Nodes that are asked over HTTP: `serve` as it is, and servers that are wrong in some way.
@Suite(
    .serialized, .enabled(if: FleetDatabase.isPossible && mailledgerProgram() != nil, "PostgreSQL is not installed"))
struct `A fleet of nodes that serve` {
    private final class World {
        let directory: TemporaryDirectory
        let database: FleetDatabase
        let asker: ToolNode
        private let server: ToolNode
        private let program: String
        private var processes: [Process] = []

        init() throws {
            directory = try TemporaryDirectory()
            database = try FleetDatabase(on: PostgresServer.shared.get())
            asker = try ToolNode(in: directory.path("asker"))
            server = try ToolNode(in: directory.path("server"))
            program = try #require(mailledgerProgram()).path
        }

        deinit { for process in processes where process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        func url(_ ledger: String) -> String { database.url(of: ledger) }

        /// Makes a ledger with a message for each subject, and returns the words that `token add` has.
        func make(_ ledger: String, _ subjects: [String]) throws {
            try server.succeed(["init"], on: url(ledger))
            try server.succeed(["account", "add", "\(ledger)@example.org"], on: url(ledger))
            let mail = subjects.enumerated().map { number, subject in
                """
                From p@example.org Fri Mar  1 10:00:00 2024
                From: P <p@example.org>
                Subject: \(subject)
                Date: \(number + 1) Mar 2024 10:00:00 +0000
                Message-ID: <\(ledger)\(number)@example.org>

                A razor and its case.


                """
            }
            try writeFile(directory.path("\(ledger).mbox"), mail.joined())
            try server.succeed(["import", directory.path("\(ledger).mbox")], on: url(ledger))
        }

        /// Makes a token, and returns the path of the file with it.
        func token(_ name: String, for ledger: String, _ words: String...) throws -> String {
            let text = try server.succeed(["token", "add", name, "--actor", "mara"] + words, on: url(ledger))
            return try file(name, String(try #require(text.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/)).0))
        }

        func file(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
            let path = directory.path("\(name).token")
            try writeFile(path, text + "\n")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return path
        }

        /// Serves a ledger, and returns the address.
        func serve(_ ledger: String) throws -> String {
            let line = try start(
                program, ["serve", "--listen", "127.0.0.1:0"],
                server.variables.merging(["MAILLEDGER": url(ledger), "MAILLEDGER_CONFIG": directory.path("none")]) {
                    $1
                })
            return String(try #require(line.firstMatch(of: /http:\/\/127.0.0.1:[0-9]+/), "\(line)").0)
        }

        /// Starts a server in Python that sends an answer and no more, after it slept.
        func serveAnswer(_ answer: String, after seconds: Int = 0) throws -> String {
            let script = """
                import socket, sys, time
                server = socket.create_server(("127.0.0.1", 0))
                print(server.getsockname()[1], flush=True)
                while True:
                    connection = server.accept()[0]
                    connection.recv(65536)
                    time.sleep(\(seconds))
                    try:
                        connection.sendall(\(answer))
                        connection.shutdown(socket.SHUT_WR)
                        connection.recv(65536)
                    except OSError: pass
                    connection.close()
                """
            let line = try start("/usr/bin/env", ["python3", "-c", script], [:])
            return "http://127.0.0.1:" + line.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private func start(_ path: String, _ words: [String], _ variables: [String: String]) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = words
            process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            processes.append(process)
            var text = ""
            while !text.contains("\n") {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { break }
                text += String(decoding: piece, as: UTF8.self)
            }
            return text
        }

        func configure(_ nodes: [(name: String, url: String, token: String?)]) throws {
            let lines = nodes.map { node in
                "node.\(node.name).url=\(node.url)\n"
                    + (node.token.map { "node.\(node.name).token_file=\($0)\n" } ?? "")
            }
            try writeFile(directory.path("config"), "[fleet]\nself=asker\n" + lines.joined())
        }

        func run(_ words: [String], adding variables: [String: String] = [:]) throws -> ToolResult {
            let environment = [
                "HOME": directory.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MAILLEDGER": url("ada"),
                "MAILLEDGER_CONFIG": directory.path("config"),
            ]
            return try ToolProcess(
                Tool.path(), words, environment: environment.merging(asker.variables) { $1 }.merging(variables) { $1 }
            ).wait()
        }

        func search(
            _ words: String..., adding variables: [String: String] = [:]
        ) throws -> (result: ToolResult, form: FleetSearchForm) {
            let result = try run(["fleet", "search"] + words + ["--format", "json"], adding: variables)
            do {
                return (result, try JSONBytesDecoder().decode(FleetSearchForm.self, from: result.output))
            } catch {
                throw ToolError("\(words): \(result.exitCode) \(result.errorText)")
            }
        }
    }

    @Test func `may hang, be away, flood or lie, and are named`() throws {
        let world = try World()
        try world.make("ada", ["One"])
        try world.make("bob", ["Two"])
        try world.asker.succeed(["search", "razor"], on: world.url("ada"))
        let token = try world.token("fleet", for: "bob", "--scopes", "read")
        let head = #"b"HTTP/1.1 200 OK\r\nLedger-Id: 3f2a0000-0000-4000-8000-000000000000\r\n\r\n""#
        let odd = [
            ("hangs", try world.serveAnswer("b''", after: 600)), ("away", "http://127.0.0.1:1"),
            ("empty", try world.serveAnswer("b''")),
            ("loud", try world.serveAnswer(head + " + b'x' * 20_000_000")),
            ("nonsense", try world.serveAnswer(head + #" + b'{"position": 3, "answer": "many"}'"#)),
            ("deep", try world.serveAnswer(head + " + b'[' * 100_000")),
            ("stranger", try world.serveAnswer(head + #" + b'{"position": 9, "answer": []}'"#)),
            ("moved", try world.serveAnswer(#"b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n""#)),
            ("page", try world.serveAnswer(#"b"HTTP/1.1 404 Not Found\r\n\r\n<h1>No</h1>""#)),
        ]
        try world.configure(odd.map { ($0.0, $0.1, token) } + [("bob3", world.serve("bob"), token)])
        let start = ContinuousClock.now
        let (result, form) = try world.search("razor", "--wait", "3")
        #expect(ContinuousClock.now - start < .seconds(40))
        #expect(result.exitCode == 5)
        #expect(Set(form.hits.map(\.subject)) == ["One", "Two"])
        let reasons = Dictionary(uniqueKeysWithValues: form.unanswered.map { ($0.node, $0.reason) })
        #expect(reasons["hangs"] == "it gave no answer in time")
        #expect(reasons["away"]?.contains("connect") == true && reasons["empty"]?.isEmpty == false)
        #expect(reasons["loud"] == "its answer is too long")
        #expect(
            reasons["nonsense"] == "what it wrote is not an answer to a search"
                && reasons["deep"] == reasons["nonsense"])
        #expect(reasons["stranger"] == "it serves a ledger that is not in this database")
        #expect(
            reasons["moved"] == "it answered with the status 302"
                && reasons["page"] == "it answered with the status 404")
        #expect(reasons.count == odd.count, "\(reasons)")
        #expect(result.errorText.contains("9 nodes gave no answer"), "\(result.errorText)")
    }

    @Test func `answer for the ledgers that they serve, and nobody sees the token`() throws {
        let world = try World()
        try world.make("ada", ["Oldest", "Middle"])
        try world.make("bob", ["Elsewhere", "Also there", "Newest"])
        try world.make("eve", ["Cold"])
        try world.asker.succeed(["search", "razor"], on: world.url("ada"))
        let token = try world.token("fleet", for: "bob", "--scopes", "read")
        try world.configure([("bob3", world.serve("bob"), token)])
        let (result, form) = try world.search("razor", adding: ["http_proxy": "http://127.0.0.1:9"])
        #expect(result.exitCode == 5, "\(result.errorText)")
        #expect(form.searched.map(\.ledger) == ["ada", "bob"] && form.searched.map(\.node) == ["asker", "bob3"])
        #expect(form.notSearched.map(\.ledger) == ["eve"] && form.unanswered.isEmpty)
        #expect(Set(form.hits.map(\.subject)) == ["Oldest", "Middle", "Elsewhere", "Also there", "Newest"])
        #expect(form.hits.first?.subject == "Newest" && form.hits.first?.node == "bob3")
        #expect(form.hits.first?.from == "P" && form.hits.first?.isRead == false)
        #expect(try world.search("razor", "--limit", "1").form.hits.map(\.subject) == ["Newest"])
        // A folder and an account of another ledger: there is nothing, and it was searched.
        #expect(try world.search("in:Nowhere").form.searched.map(\.ledger) == ["ada", "bob"])
        let secret = try readText(token).trimmingCharacters(in: .whitespacesAndNewlines)
        for words in [
            ["fleet", "search", "razor", "--verbose"], ["config", "list"], ["config", "get", "fleet.node.bob3.url"],
        ] {
            let said = try world.run(words)
            #expect(!said.text.contains(secret) && !said.errorText.contains(secret), "\(words)")
        }
        // What a query needs and the token does not allow.
        let history = try world.search("is:deleted")
        #expect(history.form.unanswered.map(\.reason) == ["its token lacks a right that the query needs"])
        #expect(history.result.errorText.contains("bob3 gave no answer"), "\(history.result.errorText)")
    }

    @Test func `are named with what is wrong with their tokens`() throws {
        let world = try World()
        try world.make("ada", ["One"])
        try world.make("bob", ["Two"])
        let good = try world.token("good", for: "bob", "--scopes", "read")
        let secret = try readText(good).trimmingCharacters(in: .whitespacesAndNewlines)
        let part = try world.token("part", for: "bob", "--scopes", "read", "--account", "bob@example.org")
        let wrong = try world.file("wrong", "mlt_" + String(repeating: "w", count: 43))
        let nonsense = try world.file("nonsense", "hush\r\nX-Other: field")
        let open = try world.file("open", secret, mode: 0o640)
        let address = try world.serve("bob")
        try world.configure([
            ("none", address, nil), ("wrong", address, wrong), ("part", address, part), ("nonsense", address, nonsense),
            ("open", address, open), ("gone", address, world.directory.path("gone")),
        ])
        let (result, form) = try world.search("razor")
        #expect(result.exitCode == 5)
        #expect(form.searched.isEmpty && form.hits.isEmpty)
        let reasons = Dictionary(uniqueKeysWithValues: form.unanswered.map { ($0.node, $0.reason) })
        #expect(reasons["none"]?.contains("token_file names no file") == true, "\(reasons)")
        #expect(reasons["wrong"] == "it does not take the token")
        #expect(reasons["part"]?.contains("for some accounts alone") == true)
        #expect(reasons["nonsense"]?.contains("is not a token") == true)
        #expect(reasons["open"]?.contains("can be read by others") == true)
        #expect(reasons["gone"]?.contains("gone") == true && reasons.count == 6)
        #expect(!result.errorText.contains("mlt_") && !result.text.contains("mlt_"), "\(result.errorText)")
    }

    @Test func `have an address that protects the token`() throws {
        let world = try World()
        try world.configure([])
        #expect(
            try world.run(["config", "set", "fleet.node.n3.url", "https://node3.example.org:8420/ada"]).exitCode == 0)
        #expect(try world.run(["config", "set", "fleet.node.n3.token_file", "~/n3.token"]).exitCode == 0)
        #expect(try world.run(["config", "get", "fleet.node.n3.token_file"]).text == "~/n3.token\n")
        #expect(try world.run(["config", "set", "fleet.node.n3.token_file", "n3.token"]).exitCode == 2)
        let plain = try world.run(["config", "set", "fleet.node.n3.url", "http://node3.example.org"])
        #expect(plain.exitCode == 2 && plain.errorText.contains("https://"), "\(plain.errorText)")
        let named = try world.run(["config", "set", "fleet.node.n3.url", "https://ada:hush@node3.example.org"])
        #expect(named.exitCode == 2 && !named.errorText.contains("hush"), "\(named.errorText)")
        #expect(try world.run(["config", "list"]).errorText.isEmpty)
        #expect(try world.run(["config", "unset", "fleet.node.n3.url"]).exitCode == 0)
    }
}
