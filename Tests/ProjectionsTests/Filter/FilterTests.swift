import Projections
import SQLiteDatabase
import Testing

struct FilterTests {
    // MARK: Depth and width

    private static func chain(_ depth: Int, _ step: (MessageFilter, Int) -> MessageFilter) -> MessageFilter {
        (0..<depth).reduce(.text(.any, TextMatch("foo"))) { step($0, $1) }
    }

    static let deep: [MessageFilter] = [
        chain(80) { inner, level in
            level % 2 == 0 ? .and([.state(.unread), inner]) : .or([inner, .size(Bounds(from: 1, to: 2)), .hasLabel])
        },
        chain(80) { inner, level in
            level % 2 == 0 ? .or([.hasLabel, .hasLabel, inner]) : .and([inner, .keyword("a")])
        },
        chain(40) { inner, _ in .not(.and([inner, .folder(FolderReference("Work"))])) },
        chain(10) { inner, level in level % 2 == 0 ? .and([inner, inner]) : .or([inner, inner]) },
        chain(40) { inner, level in
            let others = Array(repeating: MessageFilter.keyword("a"), count: 48)
            return level % 2 == 0 ? .and(others + [inner]) : .or([inner] + others)
        },
    ]

    @Test(arguments: deep.indices)
    func `a deeply nested filter passes SQLite's parser`(index: Int) throws {
        let fixture = try FilterFixture()
        #expect(try fixture.ids(Self.deep[index]).isEmpty)
        #expect(try fixture.ids(Self.deep[index], .probed).isEmpty)
        #expect(try fixture.ids(.and([.not(Self.deep[index]), .hasLabel])).isEmpty)
        // As a query of the read models would hold it.
        let filter = try Self.deep[index].resolved(by: ViewsFilterResolver(fixture.connection)) { $0 }
        let count = try fixture.connection.first(
            """
            WITH found AS (SELECT id FROM (SELECT id, is_live FROM message WHERE is_live = 1 AND (id > 0 AND \(filter.sql()))))
            SELECT count(*) FROM found JOIN message USING (id)
            """
        ) { try $0.next(Int64.self) }
        #expect(count == 0)
    }

    @Test func `a filter that nests too deeply is refused`() throws {
        let fixture = try FilterFixture()
        #expect(throws: FilterResolutionError.nestedTooDeeply) {
            try fixture.ids(Self.chain(1_000) { inner, _ in .not(inner) })
        }
    }

    @Test func `a filter of two thousand alternatives passes SQLite's parser`() throws {
        let fixture = try FilterFixture()
        let names = (0..<2_000).map { MessageFilter.keyword("k\($0)") }
        let words = (0..<2_000).map { MessageFilter.text(.subject, TextMatch("w\($0)")) }
        #expect(try fixture.ids(.or(names)).isEmpty)
        #expect(try fixture.ids(.and(names)).isEmpty)
        #expect(try fixture.ids(.or(words)).isEmpty)
        #expect(try fixture.ids(.and(words.map { .not($0) })).isEmpty)
    }

    // MARK: Words

    static let foundIn: [(text: String, word: TextMatch, isFound: Bool)] = [
        ("foo bar", TextMatch("foo-bar"), true), ("foo-bar", TextMatch("foo bar"), true),
        ("foo x bar", TextMatch("foo bar"), false),
        ("bar foo", TextMatch("foo bar"), false), ("r\u{E9}sum\u{E9}", TextMatch("resume"), true),
        ("resume", TextMatch("R\u{C9}SUM\u{C9}"), true), ("invoices", TextMatch("inv", isPrefix: true), true),
        ("invoices", TextMatch("inv"), false), ("tax returned", TextMatch("tax ret", isPrefix: true), true),
        ("a NEAR b", TextMatch("a NEAR b"), true), ("x OR y", TextMatch("or"), true),
        ("say hi", TextMatch("\"say\" hi"), true),
        ("ada@example.org", TextMatch("ada@example.org"), true),
        ("ada@example.com", TextMatch("ada@example.org"), false),
        ("subject y", TextMatch("subject:y"), true), ("x", TextMatch("x\0"), true), ("{x} y", TextMatch("{x}"), true),
        ("\u{1F951} toast", TextMatch("\u{1F951}"), true),
    ]

    @Test(arguments: foundIn.indices)
    func `words are found as the tokenizer splits them`(index: Int) throws {
        let row = Self.foundIn[index]
        let fixture = try FilterFixture()
        try fixture.connection.run("INSERT INTO message(id, sort_date, is_live) VALUES (7, 0, 1)")
        try fixture.connection.run("INSERT INTO search.text(rowid, body) VALUES (7, \(bind: row.text.lowercased()))")
        #expect(try fixture.ids(.text(.any, row.word)) == (row.isFound ? [7] : []))
        #expect(try fixture.ids(.text(.body, row.word)) == (row.isFound ? [7] : []))
        #expect(try fixture.ids(.text(.subject, row.word)).isEmpty)
        #expect(try fixture.ids(.not(.text(.any, row.word))) == (row.isFound ? [] : [7]))
    }

    @Test(arguments: ["!!!", "", "- \" '", "\u{301}", "\u{0}"])
    func `words without a letter or digit are refused, not left out`(text: String) throws {
        let fixture = try FilterFixture()
        #expect(throws: FilterResolutionError.self) { try fixture.ids(.text(.any, TextMatch(text))) }
    }

    @Test func `a character is searchable exactly when the tokenizer keeps it`() throws {
        let fixture = try FilterFixture()
        try fixture.connection.runScript("CREATE VIRTUAL TABLE temp.token USING fts5vocab(search, text, instance)")
        let scalars = (UInt32(1)...0x2FFFF).compactMap(Unicode.Scalar.init)
        try fixture.connection.transaction(.deferred) {
            for scalar in scalars {
                try fixture.connection.run(
                    "INSERT INTO search.text(rowid, body) VALUES (\(bind: Int64(scalar.value)), \(bind: String(scalar)))"
                )
            }
        }
        let kept = Set(try fixture.connection.rows("SELECT doc FROM temp.token") { try $0.next(Int64.self) })
        let wrong = scalars.filter { scalar in
            TextMatch(String(scalar)).isSearchable { $0 } != kept.contains(Int64(scalar.value))
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.suffix(50).map { String($0.value, radix: 16) })")
    }

    // MARK: Names

    @Test(arguments: [
        (MessageFilter.folder(FolderReference("nowhere")), FilterResolutionError.unknownFolder("nowhere")),
        (.folder(FolderReference("Work/Gone")), .unknownFolder("Work/Gone")),
        (.folder(FolderReference("Tax")), .unknownFolder("Tax", similar: ["Work/Tax"])),
        (.folder(FolderReference("old@example.org/INBOX")), .unknownFolder("old@example.org/INBOX")),
        (.account("carol"), .unknownAccount("carol")),
        (.account("old@example.org"), .unknownAccount("old@example.org")),
        (.account(""), .unknownAccount("")), (.id(prefix: "ffff"), .unknownMessage("ffff")),
        (.id(prefix: "12"), .ambiguousMessage("12")), (.id(prefix: "xyz"), .unknownMessage("xyz")),
        (.id(prefix: ""), .unknownMessage("")), (.thread(prefix: "12"), .ambiguousThread("12")),
        (.thread(prefix: "77"), .unknownThread("77")), (.id(prefix: "99"), .deletedMessage(id: "99")),
        (.folder(FolderReference("Wrok")), .unknownFolder("Wrok", similar: ["Work"])),
        (.folder(FolderReference("tx")), .unknownFolder("tx", similar: ["Work/Tax"])),
    ])
    func `an unknown or ambiguous name is an error that says it`(filter: MessageFilter, error: FilterResolutionError)
        throws
    {
        let fixture = try FilterFixture()
        try fixture.connection.runScript(
            """
            INSERT INTO message(id, uuid, sort_date, thread, is_live) VALUES
                (1, x'123456789abcdef0123456789abcdef0', 0, 1, 1), (2, x'12ff56789abcdef0123456789abcdef0', 0, 2, 1),
                (3, x'99ff56789abcdef0123456789abcdef0', 0, 2, 0);
            """)
        #expect(throws: error) { try fixture.ids(.or([.all, filter])) }
    }

    @Test func `a prefix with hyphens, in any case and of odd length names its message`() throws {
        let fixture = try FilterFixture()
        try fixture.connection.runScript(
            """
            INSERT INTO message(id, uuid, sort_date, thread, is_live) VALUES
                (1, x'123456789abcdef0123456789abcdef0', 0, 1, 1), (2, x'123456799abcdef0123456789abcdef0', 0, 1, 1);
            """)
        for prefix in ["12345678", "12345678-9", "12345678-9ABC-DEF0-1234-56789abcdef0"] {
            #expect(try fixture.ids(.id(prefix: prefix)) == [1])
        }
        #expect(try fixture.ids(.thread(prefix: "1234567")) == [1, 2])
    }

    @Test(
        arguments: [("ada@EXAMPLE.org", [1]), ("example", [1, 2]), ("bob", [2]), ("20aa", [2]), ("1", [1])]
            as [(String, [Int64])])
    func `an account goes by address, id or a part of its address`(text: String, accounts: [Int64]) throws {
        let fixture = try FilterFixture()
        #expect(try ViewsFilterResolver(fixture.connection).accounts(matching: text) == accounts)
    }

    // MARK: Plans

    @Test func `the newest of a folder are found along the index of dates, and a folder's all along its own`() throws {
        let fixture = try FilterFixture()
        func plan(_ membership: MembershipTest) throws -> String {
            let filter = try MessageFilter.folder(FolderReference("INBOX")).resolved(
                by: ViewsFilterResolver(fixture.connection)
            ) { $0 }
            return try fixture.connection.plan(
                of: "SELECT id FROM message WHERE \(filter.sql(membership)) ORDER BY sort_date DESC LIMIT 20"
            ).joined(separator: "\n")
        }
        let probed = try plan(.probed)
        #expect(probed.contains("message_date") && !probed.contains("TEMP B-TREE"), "\(probed)")
        let gathered = try plan(.gathered)
        #expect(
            gathered.contains("copy_folder") && gathered.contains("message USING INTEGER PRIMARY KEY"), "\(gathered)")
    }
}
