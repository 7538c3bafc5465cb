import Content
import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import Testing

@Suite struct `The full text` {
    private static let account = "ada@example.org"

    private static var mails: [SampleMail] {
        var street = SampleMail("street", body: "Die Straße nach Köln ist gesperrt.\n")
        street.from = "\"Jürgen Müller\" <jm@example.de>"
        var html = SampleMail(
            "html",
            body: "<html><head><style>p {color: red}</style></head><p>An <b>annual</b>&nbsp;re&shy;port</p></html>\n")
        html.headers = ["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8"]
        var parts = SampleMail(
            "parts",
            body: """
                --sep
                Content-Type: text/plain; charset=utf-8

                See the enclosed file.
                --sep
                Content-Type: application/pdf; name="Größenordnung 2024.pdf"
                Content-Disposition: attachment; filename="Größenordnung 2024.pdf"
                Content-Transfer-Encoding: base64

                aGVsbG8=
                --sep--

                """)
        parts.headers = ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=sep"]
        let plain = SampleMail("plain", subject: "Quarterly résumé", body: "The quick brown fox.\nA brown dog.\n")
        var east = SampleMail("east", body: "昨日、東京駅で新しい時計を買いました。\n한국어를 배웁니다. iPhone買取\n")
        east.to = "Hanako <hanako@example.jp>"
        east.headers = [
            "Content-Type: text/plain; charset=utf-8",
            "Cc: Office <office@example.com>, Ada Lovelace <ada@example.net>",
            "Bcc: Vera <vera@example.net>",
        ]
        return [street, html, parts, plain, east]
    }

    private static func sample(_ place: Place = .memory) throws -> SampleLedger {
        let sample = try SampleLedger(place)
        try sample.addAccount(account)
        try sample.importing(mails, account: account)
        return sample
    }

    /// A query and the subjects that it finds.
    static let found: [(query: String, subjects: [String])] = [
        ("fox", ["Quarterly résumé"]), ("FOX brown", ["Quarterly résumé"]), ("fox straße", []),
        ("\"quick brown\"", ["Quarterly résumé"]), ("\"brown quick\"", []), ("\"fox a brown\"", ["Quarterly résumé"]),
        ("qui*", ["Quarterly résumé"]), ("quarter", []), ("quarter*", ["Quarterly résumé"]),
        ("resume", ["Quarterly résumé"]), ("RÉSUMÉ", ["Quarterly résumé"]),
        ("re\u{301}sume\u{301}", ["Quarterly résumé"]),
        ("strasse", ["street"]), ("STRASSE", ["street"]), ("straße", ["street"]), ("koln", ["street"]),
        ("from:müller", ["street"]), ("from:muller", ["street"]), ("from:jm@example.de", ["street"]), ("from:fox", []),
        ("subject:street", ["street"]), ("subject:köln", []), ("body:köln", ["street"]),
        ("to:grace", ["Quarterly résumé", "html", "parts", "street"]),
        ("annual", ["html"]), ("\"annual report\"", ["html"]), ("color", []), ("style", []),
        ("attachment:größenordnung", ["parts"]), ("grossenordnung", ["parts"]), ("enclosed", ["parts"]),
        ("aGVsbG8", []),
        ("has:attachment", ["parts"]), ("-fox -annual", ["east", "parts", "street"]),
        // Words inside of runs of characters, in scripts that put no spaces between them.
        ("東京", ["east"]), ("京駅", ["east"]), ("東駅", []), ("京東", []), ("時計", ["east"]), ("東*", ["east"]),
        ("東京駅で", ["east"]), ("\"東京 駅\"", ["east"]), ("東京 時計", ["east"]), ("한국어", ["east"]), ("국어", ["east"]),
        ("어국", []), ("iphone", ["east"]), ("買取", ["east"]), ("iPhone買取", ["east"]), ("phone", []),
        // Who got it, and how.
        ("to:hanako", ["east"]), ("to:office", ["east"]), ("to:vera", ["east"]), ("cc:office", ["east"]),
        ("cc:hanako", []), ("cc:vera", []), ("bcc:vera", ["east"]), ("bcc:office", []),
        ("contact:office", ["east"]), ("contact:müller", ["street"]), ("contact:東京", []), ("recip:vera", ["east"]),
        ("vera", ["east"]),
        // A phrase ends with the address that it began in.
        ("\"hanako hanako\"", ["east"]), ("to:\"example.com vera\"", []), ("\"hanako@example.jp\"", ["east"]),
        ("cc:\"example.com ada\"", []), ("cc:\"lovelace ada@example.net\"", ["east"]),
        ("attachment:\"pdf invoice\"", []), ("cc:*com*", ["east"]),
        ("fox or annual", ["Quarterly résumé", "html"]),
    ]

    @Test(arguments: Place.allCases)
    func `finds words, phrases, beginnings and names, whatever their case and accents`(place: Place) throws {
        let sample = try Self.sample(place)
        for row in Self.found { #expect(try sample.subjects(row.query) == row.subjects, "\(row.query)") }
    }

    @Test func `is built again when its file is gone, damaged, or of an older log`() throws {
        let sample = try Self.sample(.disk)
        func expectAll() throws {
            for row in Self.found { #expect(try sample.subjects(row.query) == row.subjects, "\(row.query)") }
        }
        try expectAll()
        try sample.whileClosed { location in
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: location.searchPath + suffix)
            }
        }
        try expectAll()
        try sample.whileClosed { location in
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: location.searchPath + suffix) }
            try Data("no database at all".utf8).write(to: URL(filePath: location.searchPath))
        }
        try expectAll()

        // The log goes back to an earlier copy and then another way, with as many events.
        var copies: [String: Data] = [:]
        try sample.whileClosed { location in
            for name in ["log.sqlite", "content.sqlite"] {
                copies[name] = try Data(contentsOf: URL(filePath: "\(location.directory)/\(name)"))
            }
        }
        try sample.importing([SampleMail("lost", body: "zebra\n")], account: Self.account)
        #expect(try sample.subjects("zebra") == ["lost"])
        try sample.whileClosed { location in
            for (name, data) in copies { try data.write(to: URL(filePath: "\(location.directory)/\(name)")) }
        }
        #expect(try sample.subjects("zebra").isEmpty)
        try expectAll()
        try sample.importing([SampleMail("other", body: "giraffe\n")], account: Self.account)
        #expect(try sample.subjects("zebra").isEmpty)
        #expect(try sample.subjects("giraffe") == ["other"])
    }

    @Test func `catches up with what an import recorded before it was killed`() throws {
        let sample = try Self.sample(.disk)
        // As a process that ended between the commit of the log and that of the index would leave it.
        var index: Data?
        try sample.whileClosed { location in
            let connection = try Connection(path: location.searchPath, mode: .readWrite)
            _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
            index = try Data(contentsOf: URL(filePath: location.searchPath))
        }
        try sample.importing([SampleMail("late", body: "zebra\n")], account: Self.account)
        try sample.whileClosed { location in
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: location.searchPath + suffix) }
            try index?.write(to: URL(filePath: location.searchPath))
        }
        let status = try #require(try sample.ledger.maintenance.readModelHealth().first { $0.name == "search" })
        #expect(status.behind == 1)
        #expect(try sample.subjects("zebra") == ["late"])
        #expect(try sample.ledger.maintenance.readModelHealth().allSatisfy { $0.behind == 0 })
    }

    @Test func `holds content once that two accounts share`() throws {
        let sample = try Self.sample()
        try sample.addAccount("grace@example.org")
        try sample.importing(Self.mails, account: "grace@example.org")
        #expect(try sample.messages("fox").map(\.accountAddress).sorted() == [Self.account, "grace@example.org"])
        let counts = try sample.ledger.read { reader in
            try ["SELECT count(*) FROM search.document", "SELECT count(*) FROM search.alias"].map { sql -> Int64 in
                try reader.connection.first(sql) { try $0.next(Int64.self) } ?? -1
            }
        }
        #expect(counts == [5, 5])
        #expect(try sample.ledger.content.stats().count == 5)
        try sample.deleteAccount(Self.account)
        #expect(try sample.messages("fox").map(\.accountAddress) == ["grace@example.org"])
    }

    // MARK: Messages that are not indexed yet

    /// Empties the index behind the ledger's back, as if the import had not come to it yet.
    private func forgetText(_ sample: SampleLedger) throws {
        let path = try #require(sample.location).searchPath
        let index = try Connection(path: path, mode: .readWrite)
        try index.transaction(.immediate) {
            try index.run("INSERT INTO text (text) VALUES ('delete-all')")
            try index.run("DELETE FROM part")
            try index.run("DELETE FROM document")
            try index.run("DELETE FROM alias")
            try index.run("UPDATE state SET position = 0, leaf = NULL")
        }
    }

    @Test func `what is not indexed yet has no words and lacks none`() throws {
        let sample = try Self.sample(.disk)
        try forgetText(sample)
        let lacking = try sample.filter("not fox")
        // While another process writes the index, nobody else brings it up.
        let path = try #require(sample.location).searchPath
        let other = try Connection(path: path, mode: .readWrite)
        let found = try other.transaction(.immediate) {
            try sample.ledger.read { try $0.countMessages(matching: lacking) }
        }
        #expect(found == 0)
        #expect(try sample.ledger.read { try $0.countMessages(matching: lacking) } == 4)
    }

    @Test func `a change by words is decided with every message indexed`() throws {
        let sample = try Self.sample(.disk)
        try forgetText(sample)
        #expect(try sample.mark("not fox", adding: [.flagged]).changed == 4)
        try forgetText(sample)
        #expect(try sample.delete("not fox").changed == 4)
        #expect(try sample.ledger.read { try $0.messages().map(\.subject) } == ["Quarterly résumé"])
    }

    @Test func `a change by words is refused while somebody else writes the index`() throws {
        let sample = try Self.sample(.disk)
        try forgetText(sample)
        let path = try #require(sample.location).searchPath
        let other = try Connection(path: path, mode: .readWrite)
        let head = try sample.ledger.store.head()
        _ = try other.transaction(.immediate) {
            #expect(throws: EventLogError.busy(holder: nil)) { try sample.mark("not fox", adding: [.flagged]) }
        }
        #expect(try sample.ledger.store.head() == head)
    }
}
