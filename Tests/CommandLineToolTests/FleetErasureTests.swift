import FleetSupport
import Foundation
import TestSupport
import Testing

/// What is left of mail that was erased from a ledger on a server: on the server, and on each node.
@Suite(
    .serialized, .enabled(if: FleetDatabase.isPossible && mailledgerProgram() != nil, "PostgreSQL is not installed"))
struct FleetErasureTests {
    /// A machine: a cache and keys of its own.
    private struct Node {
        let folder: TemporaryDirectory
        let ledger: String

        init(of ledger: String) throws {
            folder = try TemporaryDirectory()
            self.ledger = ledger
        }

        var variables: [String: String] {
            [
                "MAILLEDGER": ledger, "MAILLEDGER_CONFIG": folder.path("none"), "XDG_CACHE_HOME": folder.path("cache"),
                "XDG_DATA_HOME": folder.path("data"),
            ]
        }

        @discardableResult
        func run(_ words: String) throws -> String {
            let program = try #require(mailledgerProgram()).path
            let result = try shell("'\(program)' \(words)", environment: variables)
            try #require(result.status == 0, "\(words): \(result.text)")
            return result.text
        }

        func holds(_ canary: String) -> [String] { files(below: folder.path("cache"), holding: canary) }
    }

    /// Words that no other mail has: in the subject, a header, the body, and the name of an attachment.
    private static let canaries = ["quonzalumpis", "brizzlewhack", "flimmerdunt", "zorpelgnack"]

    private static let mail = """
        From p@example.org Fri Mar  1 10:00:00 2024
        From: Peter <p@example.org>
        To: Mara <mara@harbour.example.com>
        Subject: The quonzalumpis of the harbour
        X-Remark: brizzlewhack
        Date: Fri, 1 Mar 2024 10:00:00 +0000
        Message-ID: <brizzlewhack@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/plain

        A flimmerdunt sings.
        --b
        Content-Type: application/octet-stream
        Content-Disposition: attachment; filename=zorpelgnack.bin

        0123456789
        --b--

        From p@example.org Fri Mar  1 11:00:00 2024
        From: Peter <p@example.org>
        Subject: Tides
        Date: Fri, 1 Mar 2024 11:00:00 +0000
        Message-ID: <tides@example.org>

        The tide is high.

        """

    /// A ledger with two messages, made by a node.
    private func makeLedger(_ url: String) throws -> Node {
        let node = try Node(of: url)
        let mail = node.folder.path("mail.mbox")
        try Self.mail.write(toFile: mail, atomically: true, encoding: .utf8)
        try node.run("init")
        try node.run("account add mara@harbour.example.com")
        try node.run("import '\(mail)' --account mara@harbour.example.com")
        try FileManager.default.removeItem(atPath: mail)
        return node
    }

    private static let erase = "erase query subject:quonzalumpis --reason test --yes"

    @Test func `after VACUUM and recycling of the write-ahead log no byte is in the server's folder or a cache`() throws
    {
        // The smallest write-ahead log that there is, and nothing that keeps more of it.
        let server = try PostgresServer(
            settings: ["wal_keep_size=0", "min_wal_size=32MB", "max_wal_size=32MB", "autovacuum=off"], inMemory: true)
        let database = try FleetDatabase(on: server)
        let node = try makeLedger(database.freshURL(user: database.nodeRole()))
        let other = try Node(of: node.ledger)
        try other.run("search flimmerdunt")
        for canary in ["quonzalumpis", "flimmerdunt"] { #expect(!other.holds(canary).isEmpty, "\(canary)") }
        // Statistics of columns have values of rows.
        try database.run("ANALYZE; CHECKPOINT")
        let data = server.folder + "/data"
        #expect(!files(below: data, holding: Self.canaries[0]).isEmpty)
        // The body is compressed: its stored bytes are what is looked for.
        let frame = try bytes(
            database.run(
                """
                SELECT encode(substring(data FROM 20 FOR 40), 'hex') FROM mailledger.content
                ORDER BY size DESC LIMIT 1
                """))
        #expect(frame.count == 40)
        #expect(!files(below: data, holding: frame).isEmpty)

        try node.run(Self.erase)
        try database.run("VACUUM")
        for _ in 1...8 {
            try database.run("SELECT txid_current(), pg_switch_wal()")
            try database.run("CHECKPOINT")
        }
        for canary in Self.canaries {
            #expect(files(below: data, holding: canary) == [], "\(canary)")
            #expect(node.holds(canary) == [], "\(canary)")
        }
        // A page keeps bytes of a removed row until something is written to it, or the table is rewritten.
        try database.run("VACUUM FULL mailledger.content")
        for _ in 1...8 {
            try database.run("SELECT txid_current(), pg_switch_wal()")
            try database.run("CHECKPOINT")
        }
        #expect(files(below: data, holding: frame) == [])
        // One that was off forgets before it answers.
        #expect(try other.run("count").contains("1"))
        for canary in Self.canaries { #expect(other.holds(canary) == [], "\(canary)") }
        #expect(try node.run("verify").contains("valid"))
    }

    private func bytes(_ hex: String) -> [UInt8] {
        var rest = hex[...]
        var bytes: [UInt8] = []
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private struct Erased: Decodable {
        struct Elsewhere: Decodable {
            struct Node: Decodable {
                let name: String
                let has_forgotten: Bool
                let is_away: Bool
            }
            let nodes: [Node]
            let retention_days: Int?
        }
        let remaining: [String]
        let elsewhere: Elsewhere?
    }

    /// The second one to get the lock has to forget what the first one erased.
    @Test func `two nodes that erase at the same time both end`() throws {
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let node = try makeLedger(database.freshURL(user: database.nodeRole()))
        let other = try Node(of: node.ledger)
        try other.run("search tide")
        let program = try #require(mailledgerProgram()).path
        let result = try shell(
            """
            timeout 60 '\(program)' erase query subject:quonzalumpis --reason a --yes & first=$!
            XDG_CACHE_HOME='\(other.folder.path("cache"))' \\
                timeout 60 '\(program)' erase query subject:Tides --reason b --yes
            second=$?
            wait $first && exit $second
            """, environment: node.variables)
        #expect(result.status == 0, "\(result.text)")
        #expect(try node.run("count").hasSuffix("0\n"))
        #expect(try other.run("count").hasSuffix("0\n"))
        try other.run("verify")
    }

    @Test func `erase names the nodes that have forgotten and those that have not, and the retention`() throws {
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let node = try makeLedger(database.freshURL(user: database.nodeRole()))
        let (late, away) = (try Node(of: node.ledger), try Node(of: node.ledger))
        try late.run("count")
        try away.run("count")
        try database.run(
            """
            UPDATE mailledger.node SET seen_at = now() - interval '8 days'
            WHERE node LIKE '%' || '\(away.folder.path)' || '%'
            """)
        #expect(try node.run("erase query subject:tides --reason test --yes").contains("Nobody has stated"))
        let administrator = node.ledger.replacing("some_node@", with: "postgres@")
        try node.run("fleet set --retention 35 --ledger '\(administrator)'")
        let text = try node.run(Self.erase + " --format json")
        let start = try #require(text.firstIndex(of: "{"))
        let answer = try JSONDecoder().decode(Erased.self, from: Data(text[start...].utf8))
        #expect(answer.remaining == [])
        let elsewhere = try #require(answer.elsewhere)
        #expect(elsewhere.retention_days == 35)
        func found(_ node: Node) -> Erased.Elsewhere.Node? {
            elsewhere.nodes.first { $0.name.contains(node.folder.path) }
        }
        #expect(elsewhere.nodes.count == 3)
        #expect(found(node)?.has_forgotten == true)
        #expect(found(late)?.has_forgotten == false && found(late)?.is_away == false)
        #expect(found(away)?.has_forgotten == false && found(away)?.is_away == true)
        try late.run("count")
        let behind = try database.run(
            """
            SELECT count(*) FROM mailledger.node JOIN mailledger.head USING (ledger) WHERE node.erasures < head.erasures
            """)
        #expect(behind == "1")
    }

    @Test func `a serve that is running forgets before its next answer, and soon without one`() throws {
        let database = try FleetDatabase(on: PostgresServer.shared.get())
        let node = try makeLedger(database.freshURL(user: database.nodeRole()))
        let served = try Node(of: node.ledger)
        let added = try node.run("token add t --scopes read")
        let token = try #require(added.firstMatch(of: /mlt_[A-Za-z0-9_-]{43}/)).0
        let process = Process()
        process.executableURL = URL(filePath: try #require(mailledgerProgram()).path)
        process.arguments = ["serve", "--listen", "127.0.0.1:0"]
        process.environment = ProcessInfo.processInfo.environment.merging(served.variables) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let found = try #require(said.firstMatch(of: /127\.0\.0\.1:([0-9]+)/), "\(said)")
        let port = try #require(UInt16(found.1))
        func ask(_ query: String) throws -> String {
            try RawHTTP(port: port).ask(
                "POST", "/v1/requests", host: "localhost:\(port)",
                ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
                body: #"{"query": "list-messages", "parameters": {"filter": "\#(query)"}}"#
            ).text
        }
        #expect(try ask("*").contains("quonzalumpis"))
        #expect(try ask("flimmerdunt").contains("quonzalumpis"))
        for canary in ["quonzalumpis", "flimmerdunt"] { #expect(!served.holds(canary).isEmpty, "\(canary)") }
        try node.run(Self.erase)
        let after = try ask("*")
        #expect(!after.contains("quonzalumpis") && after.contains("Tides"), "\(after)")
        #expect(try !ask("flimmerdunt").contains("quonzalumpis"))
        // Its threads that have nothing to do let go of the files of before within a second each.
        func isClean() throws -> Bool {
            let behind = try database.run(
                """
                SELECT count(*) FROM mailledger.node JOIN mailledger.head USING (ledger)
                WHERE node.erasures < head.erasures
                """)
            return behind == "0" && Self.canaries.allSatisfy { served.holds($0).isEmpty }
        }
        let deadline = Date() + 15
        while try !isClean(), Date() < deadline { Thread.sleep(forTimeInterval: 0.2) }
        #expect(try isClean(), "\(Self.canaries.map { served.holds($0) })")
    }
}
