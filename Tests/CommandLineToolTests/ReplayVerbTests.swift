import Foundation
import JSONCoding
import TestSupport
import Testing

@testable import CommandLineTool

@Suite struct `The verb replay` {
    private let ledger: ToolLedger

    init() throws {
        ledger = try DemoLedger.make()
    }

    private func lines(_ words: String...) throws -> [JSONValue] {
        try ledger.succeed(words + ["--format", "jsonl"]).lines.map {
            try JSONBytesDecoder().decode(JSONValue.self, from: Array($0.utf8))
        }
    }

    @Test func `plays one transaction a line, with the rows of the tables that are asked for`() throws {
        let steps = try lines("replay", "--table", "unread", "--table", "threads")
        let numbers = steps.compactMap { $0["transaction"]?.integer }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        #expect(numbers.last == (try ledger.json("verify")["transactions"]?.integer))
        let rows = steps.flatMap { $0["rows"]?.array ?? [] }
        #expect(Set(rows.compactMap { $0["table"]?.string }) == ["unread", "threads"])
        // What the last row of a folder says is what the ledger answers.
        var counts: [String: Int64] = [:]
        for row in rows where row["table"]?.string == "unread" {
            let key = "\(row["account"]?.string ?? "") \(row["name"]?.string ?? "")"
            for column in row["columns"]?.array ?? [] where column["column"]?.string == "unread" {
                counts[key] = column["new"]?.integer ?? 0
            }
        }
        for folder in try ledger.json("folders").array ?? [] {
            let key = "\(folder["account"]?.string ?? "") \(folder["path"]?.string ?? "")"
            #expect(counts[key] ?? 0 == folder["unread"]?.integer, "\(key)")
        }
    }

    @Test func `begins with the operation that is named, and ends with the last that is`() throws {
        let steps = try lines("replay", "--from", "op:673a", "--upto", "op:673a", "--table", "copies")
        #expect(steps.compactMap { $0["command"]?.string } == ["move"])
        #expect(steps[0]["rows"]?.array?.count == 4)
        #expect(try lines("replay", "--from", "now").isEmpty)
        let text = try ledger.succeed("replay", "--from", "op:673a", "--upto", "op:673a", "--table", "unread").text
        #expect(text.contains("unread  INBOX  total 47 → 46"), "\(text)")
    }

    @Test func `says with --digest what the live read models say`() throws {
        try ledger.succeed("folders")
        func digests(_ rows: JSONValue) -> [String: String] {
            let pairs = (rows.array ?? []).compactMap { row -> (String, String)? in
                guard let name = row["name"]?.string, let digest = row["digest"]?.string else { return nil }
                return (name, digest)
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
        let all = try digests(ledger.json("replay", "--digest"))
        #expect(try all.filter { $0.key != "changes" } == digests(ledger.json("projections", "--digest")))
        #expect(try digests(ledger.json("replay", "--digest", "--upto", "150")) != all)
    }

    private func asked(_ rules: String) throws -> JSONValue {
        try writeFile(ledger.directory.path("rules"), rules)
        return try ledger.json("replay", "--with", ledger.directory.path("rules"))
    }

    private func counts(_ answer: JSONValue) -> [String] {
        (answer["counts"]?.array ?? []).map {
            "\($0["name"]?.string ?? "") \($0["now"]?.integer ?? -1) \($0["otherwise"]?.integer ?? -1)"
        }
    }

    private func differing(_ answer: JSONValue) -> [String] {
        (answer["models"]?.array ?? []).filter { model in
            ["added", "removed", "changed"].contains { model[$0]?.integer ?? 0 > 0 }
        }.compactMap { $0["name"]?.string }
    }

    @Test func `tells what other rules would change, and changes nothing`() throws {
        let before = try ledger.json("verify")
        let same = try asked("[unread]\nspam=no\n")
        #expect(differing(same).isEmpty)
        let spam = try asked("[unread]\nspam=yes\n")
        #expect(differing(spam) == ["activity", "unread"])
        #expect(counts(spam) == ["messages 82 83", "unread 15 16", "threads 48 48"])
        let subjects = try asked("[threads]\nby_subject=yes\n")
        #expect(differing(subjects) == ["threads"])
        let all = try asked("[unread]\nspam=yes\ntrash=yes\n[threads]\nby_subject=yes\n[retention]\nkeep_newest=10\n")
        #expect(differing(all) == ["activity", "mailboxes", "messages", "threads", "unread"])
        let kept = try asked("[retention]\nkeep_newest=10\n")
        let pruned = try ledger.json("prune", "--keep", "10", "--dry-run")["changed"]?.integer ?? -1
        let messages = try #require(kept["counts"]?.array?.first)
        #expect(pruned > 0)
        #expect((messages["now"]?.integer ?? 0) - (messages["otherwise"]?.integer ?? 0) <= pruned)
        #expect(try ledger.json("verify") == before)
    }

    @Test(arguments: [
        ("[unread]\nspamm=yes\n", "unread.spamm"), ("[unread]\nspam=perhaps\n", "unread.spam"),
        ("[retention]\nkeep_newest=-1\n", "retention.keep_newest"), ("", "gives no rule"),
        ("spam=yes\n", "cannot be read"),
    ])
    func `refuses rules that there are none of`(rules: String, word: String) throws {
        try writeFile(ledger.directory.path("rules"), rules)
        let result = try ledger.run("replay", "--with", ledger.directory.path("rules"))
        #expect(result.exitCode == 2 && result.errorText.contains(word), "\(result.errorText)")
    }

    @Test func `refuses tables that there are none of, and options that contradict each other`() throws {
        #expect(try ledger.run("replay", "--table", "nothing").exitCode == 3)
        #expect(try ledger.run("replay", "--digest", "--table", "unread").exitCode == 2)
        #expect(try ledger.run("replay", "--samples", "3").exitCode == 2)
        #expect(try ledger.run("replay", "--from", "now", "--upto", "1").exitCode == 2)
    }
}
