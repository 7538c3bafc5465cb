import Foundation
import IMAPServer
import TestSupport
import Testing

@Suite struct NarrowedSearchTests {
    private func search(_ client: IMAPClient, _ key: String, _ needle: String) -> Set<Int> {
        let answer = client.ok("SEARCH CHARSET UTF-8 \(key) {\(needle.utf8.count)+}\r\n\(needle)")
        return Set(answer.joined().split(separator: " ").compactMap { Int($0) })
    }

    @Test func `what was kept of messages narrows a search, and changes no answer`() throws {
        let mail = try MailedLedger()
        var mails = Mails(random: SeededGenerator(for: "what was kept of messages narrows a search"))
        let client = try mail.client()
        client.ok("SELECT INBOX")
        var plain: [PlainSearch] = []
        var hits = 0
        for round in 0..<4 {
            for _ in 0..<25 {
                let message = mails.message(plain.count)
                #expect(client.append(message.replacing("\r\n", with: "\n")).hasPrefix("OK"))
                plain.append(try PlainSearch(Array(message.utf8)))
            }
            client.ok("NOOP")
            for _ in 0..<40 {
                let needle = mails.needle()
                // Each on its own path: by the texts, by the header, by the summary.
                let cases: [(String, (PlainSearch) -> Bool)] = [
                    ("BODY", { $0.has(inBody: needle) }), ("TEXT", { $0.has(inText: needle) }),
                    ("HEADER X-Odd", { $0.has(needle, in: "x-odd") }), ("TO", { $0.has(needle, in: "to") }),
                    ("CC", { $0.has(needle, in: "cc") }),
                ]
                for (key, takes) in cases {
                    let expected = Set(plain.indices.filter { takes(plain[$0]) }.map { $0 + 1 })
                    #expect(
                        search(client, key, needle) == expected,
                        "\(key) \(needle), round \(round), \(mails.random.seed)")
                    hits += expected.count
                }
            }
        }
        #expect(hits > 500)
        #expect(
            mail.factFiles.contains { $0.hasPrefix("words-") } && mail.factFiles.contains { $0.hasPrefix("header-") })
    }

    @Test(.needsSharedMail) func `real mail is found by the same words with and without what was kept`() throws {
        let folder = try requireSharedMail()
        let mail = try MailedLedger()
        let flat = mail.folder.path("mail")
        try FileManager.default.createDirectory(atPath: flat, withIntermediateDirectories: false)
        for (number, path) in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().enumerated() {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"), data.count < 100_000,
                number % 3 == 0
            else { continue }
            try data.write(to: URL(filePath: "\(flat)/\(number).eml"))
        }
        try mail.load(flat)
        let client = try mail.client()
        client.ok("SELECT INBOX")
        let words = ["penguin", "the ", "http", "ing t", "=?", "für", "x-", "2002", "e, a", "received: from", "!"]
        func answers(_ client: IMAPClient) -> [[String]] {
            words.flatMap { word in
                ["BODY", "TEXT", "SUBJECT", "FROM", "HEADER Received"].map { key in
                    client.ok("SEARCH CHARSET UTF-8 \(key) {\(word.utf8.count)+}\r\n\(word)")
                }
            }
        }
        let narrowed = {
            let _ = answers(client); return answers(client)
        }()
        #expect(!mail.factFiles.isEmpty)
        let plain = try mail.inbox().map { try PlainSearch($0) }
        #expect(plain.count > 100)
        for (index, word) in words.enumerated() {
            let (body, text) = (narrowed[index * 5], narrowed[index * 5 + 1])
            func numbers(_ answer: [String]) -> Set<Int> {
                Set(answer.joined().split(separator: " ").compactMap { Int($0) })
            }
            #expect(numbers(body) == Set((1...plain.count).filter { plain[$0 - 1].has(inBody: word) }), "BODY \(word)")
            #expect(numbers(text) == Set((1...plain.count).filter { plain[$0 - 1].has(inText: word) }), "TEXT \(word)")
        }
    }
}
