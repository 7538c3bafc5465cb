import EventLog
import Foundation
import Mail
import MailLedger
import SQLiteDatabase
import Testing

/// Whether the search index says what the mail says: what nobody asks for is told, too.
@Suite struct `A search index that was changed` {
    private static let account = "ada@example.org"

    private func sample() throws -> SampleLedger {
        let sample = try SampleLedger(.disk)
        try sample.addAccount(Self.account)
        try sample.importing(
            [
                SampleMail("one", body: "qwkernel and more\n"), SampleMail("two", body: "razor\n"),
                SampleMail("three", body: "razor and qwkernel\n"),
            ], account: Self.account)
        _ = try sample.subjects("razor")
        return sample
    }

    @Test func `is as the mail makes it, however it came about`() throws {
        let sample = try sample()
        try sample.addAccount("bob@example.org")
        // The same content in another account is indexed once.
        try sample.importing([SampleMail("one", body: "qwkernel and more\n")], account: "bob@example.org")
        _ = try sample.subjects("razor")
        #expect(try sample.ledger.maintenance.checkSearch() == nil)
        try sample.delete("razor")
        for day in 1...40 {
            try sample.importing([SampleMail("more \(day)", body: "razor \(day)\n")], account: Self.account)
            _ = try sample.subjects("razor")
        }
        #expect(try sample.ledger.maintenance.checkSearch() == nil)
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.ledger.maintenance.checkSearch() == nil)
        try sample.reopen(.readOnly)
        #expect(try sample.ledger.maintenance.checkSearch() == nil)
    }

    /// Changes by SQL, each to a file of its own.
    static let changes: [(name: String, statements: [SQL])] = [
        (
            "a word taken out",
            [
                """
                INSERT INTO text (text, rowid, sender, recipients, cc, bcc, subject, body, attachments)
                SELECT 'delete', min(id), 'ada ada@example.org', 'grace grace@example.org', '', '', 'one', 'qwkernel and more'
                    || char(10), '' FROM document
                """
            ]
        ),
        ("a word more", ["INSERT INTO text (rowid, body) SELECT max(id) + 1, 'forged' FROM document"]),
        ("all words taken out", ["INSERT INTO text (text) VALUES ('delete-all')"]),
        ("a setting", ["INSERT INTO text (text, rank) VALUES ('automerge', 2)"]),
        ("another digest", ["UPDATE document SET digest = zeroblob(32) WHERE id = (SELECT min(id) FROM document)"]),
        ("a document less", ["DELETE FROM document WHERE id = (SELECT min(id) FROM document)"]),
        ("an alias", ["INSERT INTO alias SELECT min(id), max(id), 1 FROM document"]),
        ("a position", ["UPDATE state SET position = position - 1"]),
        ("a table more", ["CREATE TABLE other (id INTEGER PRIMARY KEY)"]),
        ("an index less", ["DROP INDEX document_by_digest"]),
    ]

    @Test(arguments: changes.indices)
    func `is told of`(index: Int) throws {
        let sample = try sample()
        try sample.whileClosed { location in
            let connection = try Connection(path: location.searchPath, mode: .readWrite)
            for statement in Self.changes[index].statements { try connection.run(statement) }
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
        let difference = try sample.ledger.maintenance.checkSearch()
        #expect(difference?.table.hasPrefix("search") == true, "\(Self.changes[index].name)")
        try sample.ledger.maintenance.rebuild()
        #expect(try sample.ledger.maintenance.checkSearch() == nil)
    }

    @Test func `is told of where a letter of a word was changed in the file`() throws {
        let sample = try sample()
        try sample.whileClosed { location in
            let file = URL(filePath: location.searchPath)
            var bytes = try Data(contentsOf: file)
            let (word, other) = (Data("qwkernel".utf8), Data("qwkernem".utf8))
            var count = 0
            while let range = bytes.range(of: word) {
                bytes.replaceSubrange(range, with: other)
                count += 1
            }
            #expect(count > 0)
            try bytes.write(to: file)
        }
        #expect(try sample.subjects("qwkernem") == ["one", "three"])
        #expect(try sample.ledger.maintenance.checkSearch()?.table.hasPrefix("search") == true)
    }

    @Test func `is told of wherever a changed bit silently changes what is found by parts of words`() throws {
        let sample = try sample()
        let path = try #require(sample.location).searchPath
        var (whole, block) = ([UInt8](), [UInt8]())
        try sample.whileClosed(access: .readOnly) { _ in
            let connection = try Connection(path: path, mode: .readWrite)
            _ = try connection.truncateJournal()
            // The largest page of a segment.
            block = try #require(
                try connection.first("SELECT block FROM part_data WHERE id > 10 ORDER BY length(block) DESC LIMIT 1") {
                    try $0.next([UInt8].self)
                })
            whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
        }
        let place = try #require(whole.firstRange(of: block))
        func found() -> [[Int64]]? {
            try? ["sender : ada", "recipients : ada", "sender : exa", "recipients : gra", "subject : two"].map {
                let question: SQL = "SELECT rowid FROM part WHERE part MATCH \(bind: $0)"
                return try Connection(path: path, mode: .readOnly).rows(question) { try $0.next(Int64.self) }
            }
        }
        let before = try #require(found())
        var silent = 0
        for offset in place.prefix(250) {
            var bytes = whole
            bytes[offset] ^= 2
            try Data(bytes).write(to: URL(filePath: path))
            guard let now = found(), now != before else { continue }
            silent += 1
            #expect(try sample.ledger.maintenance.checkSearch() != nil, "byte \(offset)")
        }
        #expect(silent > 0)
    }
}
