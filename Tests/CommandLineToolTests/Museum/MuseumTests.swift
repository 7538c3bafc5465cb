import Foundation
import JSONCoding
import TestSupport
import Testing

/// Ledgers of every format that was ever declared, opened with today's tool: CONTRIBUTING.md, "The museum".
@Suite struct `The museum` {
    /// Before format 1 shapes of events came and went, and no program reads all of them: such a ledger moves to a new one.
    private static let unread = MuseumPiece.all.filter { $0.format == 0 }
    private static let read = MuseumPiece.all.filter { $0.format != 0 }

    // MARK: Making

    private static let name = ProcessInfo.processInfo.environment["MAILLEDGER_MUSEUM"]

    private static func formatOfToday() throws -> Int {
        Int(try #require(ToolLedger(account: nil).json("init")["format"]?.integer))
    }

    @Test(.enabled("MAILLEDGER_MUSEUM is not set") { name != nil })
    func `a ledger of today is added`() throws {
        let name = Self.name.flatMap { $0.isEmpty ? nil : $0 }
        let piece = MuseumPiece(name: try name ?? "format-\(Self.formatOfToday())")
        try #require(!piece.isThere, "\(piece.name) is there and never changes; PIECE=\(piece.name)-WORD adds another")
        let ledger = try MuseumStory.tell()
        try ledger.checkAll()
        let answers = try MuseumStory.questions(ledger).map { try MuseumAnswer(of: ledger, to: $0) }
        try piece.keep(ledger, answers: answers)
    }

    // MARK: What is there

    @Test(arguments: MuseumPiece.all)
    func `no piece was changed since it was made`(piece: MuseumPiece) throws {
        try piece.expectUnchanged()
    }

    @Test func `every format has a piece, and every type of event that can be written is in one`() throws {
        let formats = Set(MuseumPiece.all.map(\.format))
        #expect(formats == Set(0...(try Self.formatOfToday())))
        func types(_ answer: JSONValue, _ name: String, _ version: String) -> [String] {
            (answer.array ?? []).filter { $0["kind"]?.string != "read_model" }.compactMap { element in
                guard let name = element[name]?.string, let version = element[version]?.integer else { return nil }
                return "\(name)/\(version)"
            }
        }
        var missing = Set(types(try ToolLedger(account: nil).json("catalogue"), "name", "version"))
        #expect(missing.count > 30)
        for piece in Self.read {
            missing.subtract(types(try piece.lend().json("events", "list"), "type", "schema"))
        }
        #expect(missing.isEmpty, "'make museum PIECE=…' adds a ledger that has them")
    }

    // MARK: Opening

    @Test(.requirement(211, 212), arguments: read)
    func `a ledger that an older program wrote answers as it did then`(piece: MuseumPiece) throws {
        let ledger = try piece.lend()
        let answers = try piece.answers()
        #expect(answers.contains { $0.arguments == ["verify", "--content"] })
        for answer in answers { try answer.expectStillGiven(by: ledger) }
        try ledger.succeed("rebuild")
        for answer in answers { try answer.expectStillGiven(by: ledger) }
        try piece.expectUnchanged()
    }

    @Test(arguments: read)
    func `a ledger that an older program wrote goes on`(piece: MuseumPiece) throws {
        let ledger = try piece.lend()
        let messages = try #require(ledger.json("count", "*")["count"]?.integer)
        try ledger.succeed("label", "--add", "museum", "*")
        #expect(try ledger.json("count", "label:museum")["count"]?.integer == messages)
        try ledger.succeed("undo")
        #expect(try ledger.json("count", "label:museum")["count"]?.integer == 0)
        try ledger.checkAll()
        // What it gave away is good for it as it is now.
        let papers = ledger.directory.path("papers")
        try ledger.succeed("witness", "check", papers + "/witness")
        try ledger.succeed("prove", "--since", papers + "/checkpoint", "--output", papers + "/growth.proof")
        try ledger.succeed("verify-proof", papers + "/growth.proof", "--key", papers + "/verifier.key")
        try piece.expectUnchanged()
    }

    @Test(arguments: MuseumPiece.all)
    func `a proof that an older program wrote still proves`(piece: MuseumPiece) throws {
        let papers = try piece.lend().directory
        try withExtendedLifetime(papers) {
            let tool = try ToolLedger(account: nil)
            let proof = papers.path("papers/history.proof")
            let key = papers.path("papers/verifier.key")
            try tool.succeed("verify-proof", proof, "--key", key)
        }
    }

    // MARK: Moving

    @Test(arguments: MuseumPiece.all)
    func `lines of events that an older program wrote make the same ledger`(piece: MuseumPiece) throws {
        let ledger = try piece.lend()
        removeTree(ledger.path)
        try ledger.succeed("import", "--events", ledger.directory.path("papers/events.jsonl.gz"))
        try expectSameMail(ledger, as: piece)
    }

    @Test(arguments: unread)
    func `a ledger of before format 1 is refused with the way out, which leads to the same ledger`(
        piece: MuseumPiece
    ) throws {
        let old = try piece.lend()
        let before = try contents(of: old.path)
        for arguments in Self.verbs {
            let result = try old.run(arguments)
            #expect(result.exitCode == 1 && result.errorText.contains("export --events"), "\(arguments)")
        }
        let lines = old.directory.path("events.jsonl")
        try old.succeed("export", "--events", "--content", "--to", lines)
        #expect(try contents(of: old.path) == before)
        let new = try ToolLedger(account: nil)
        try new.succeed("import", "--events", lines)
        try expectSameMail(new, as: piece)
        try piece.expectUnchanged()
    }

    /// Expects all answers that need no more than events and contents, and a whole ledger.
    private func expectSameMail(_ ledger: ToolLedger, as piece: MuseumPiece) throws {
        // Checkpoints stay with the ledger that signed them.
        for kept in try piece.answers() where kept.arguments[0] != "verify" { try kept.expectStillGiven(by: ledger) }
        let then = try #require(piece.answers().first { $0.arguments == ["verify", "--content"] }?.answer["root"])
        #expect(try ledger.json("verify", "--content")["root"] == then)
        try ledger.succeed("verify", "--content")
        try ledger.succeed("rebuild", "--check")
        // The key of erasures stays behind, too, and nothing else does.
        let findings = try JSONBytesDecoder().decode(
            JSONValue.self, from: ledger.run("doctor", "--format", "json").output
        ).array
        #expect(
            findings?.filter { $0["is_healthy"] != .bool(true) }.allSatisfy { $0["subject"]?.string == "erasures" }
                == true)
    }

    // MARK: Refusing

    private static let verbs = [
        ["messages", "*"], ["folders"], ["log"], ["verify"], ["mark", "--read", "*"], ["undo"], ["rebuild"],
        ["account", "add", "eve@example.org"],
    ]

    /// All files of a folder; SQLite may leave its empty journals beside a database that it only read.
    private func contents(of folder: String) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in filesBelow(folder) where !name.hasSuffix("-shm") {
            let bytes = try readFile("\(folder)/\(name)")
            if !bytes.isEmpty || !name.hasSuffix("-wal") { contents[name] = bytes }
        }
        return contents
    }

    @Test(.enabled("sqlite3 is not installed") { areInstalled("sqlite3") }, arguments: read)
    func `a ledger of a newer format is refused and left as it is`(piece: MuseumPiece) throws {
        let ledger = try piece.lend()
        let changed = try shell(
            "sqlite3 '\(ledger.path)/log.sqlite' 'UPDATE ledger SET format = 99'", environment: [:])
        try #require(changed.status == 0, "\(changed.text)")
        let before = try contents(of: ledger.path)
        for arguments in Self.verbs {
            let result = try ledger.run(arguments)
            #expect(result.exitCode == 1 && result.errorText.contains("use a newer mailledger"), "\(arguments)")
            #expect(try contents(of: ledger.path) == before, "\(arguments)")
        }
    }

    // MARK: Comparing

    @Test func `a key may be added to an answer, and nothing else`() throws {
        let kept: JSONValue = ["id": "a", "folders": ["INBOX", "Sent"], "size": 3]
        func losses(_ today: JSONValue) -> [String] { MuseumAnswer.losses(of: kept, in: today) }
        #expect(losses(kept).isEmpty)
        #expect(losses(["new": nil, "id": "a", "folders": ["INBOX", "Sent"], "size": 3]).isEmpty)
        #expect(losses(["folders": ["INBOX", "Sent"], "size": 3]) == [".id is gone"])
        #expect(losses(["id": "a", "folders": ["INBOX"], "size": 3]).count == 1)
        #expect(losses(["id": "a", "folders": ["INBOX", "Spam"], "size": 3]).count == 1)
        #expect(losses(["id": "a", "folders": ["INBOX", "Sent"], "size": nil]).count == 1)
    }
}
