import EventLog
import Foundation
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

@Suite struct `Docs/ReadModels.md` {
    private static let page = Result { try DocumentationPage("Docs/ReadModels.md") }

    @Test func `names every column of the public tables with its type`() throws {
        let sample = try DocumentedLedger()
        let views = try Connection(path: sample.viewsPath(), mode: .readOnly)
        let documented = try Self.page.get().tables("view")
        let existing = try views.rows("SELECT name FROM sqlite_schema WHERE type = 'view'") { try $0.next(String.self) }
        #expect(Set(documented.keys) == Set(existing))
        for (view, columns) in documented { try expectColumns(columns, of: view, on: views) }
    }

    @Test func `names every table, and the columns of those beside the projections`() throws {
        let sample = try DocumentedLedger()
        let page = try Self.page.get()
        let views = try Connection(path: sample.viewsPath(), mode: .readOnly)
        let documented = page.tables("table")
        for (table, columns) in documented { try expectColumns(columns, of: table, on: views) }
        let existing = try views.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            try $0.next(String.self)
        }
        let text = page.sections.map(\.text).joined(separator: "\n")
        for table in existing where documented[table] == nil {
            #expect(text.contains("`\(table)`") || text.contains("`\(table) ("), "\(table) is not mentioned")
        }
    }

    @Test func `names every column of the search index`() throws {
        let sample = try DocumentedLedger()
        let search = try Connection(path: sample.location.searchPath, mode: .readOnly)
        var documented: [String: [DocumentedColumn]] = [:]
        for section in try Self.page.get().sections where section.title.hasPrefix("search table ") {
            let rows = section.rows.drop { $0.first != "column" }.dropFirst()
            documented[String(section.title.dropFirst(13))] = rows.map { DocumentedColumn(name: $0[0], type: $0[1]) }
        }
        #expect(documented.keys.sorted() == ["alias", "document", "state", "text"])
        for (table, columns) in documented {
            // FTS5 reads no rows of the full text without MATCH.
            let condition: SQL = table == "text" ? "text MATCH 'a*'" : "TRUE"
            try expectColumns(columns, of: table, where: condition, on: search)
        }
    }

    @Test(.enabled("sqlite3 is absent") { areInstalled("sqlite3") })
    func `asks questions that have these answers`() throws {
        let sample = try DocumentedLedger()
        let ledger = sample.ledger
        _ = try ledger.mark(
            MessageFilter(query: "in:INBOX", in: .current()), .init(adding: [.seen]),
            context: ledger.context(command: "mark"))
        _ = try ledger.move(
            MessageFilter(query: "subject:razor", in: .current()), to: "Archive",
            context: ledger.context(command: "move"))
        _ = try sample.viewsPath()
        // As the page says how the file is opened.
        let sections = try Self.page.get().sections
        let opening = try #require(sections.flatMap { $0.code("sh") }.first).trimmingCharacters(in: .newlines)
        var asked = 0
        for block in sections.flatMap({ $0.code("console") }) {
            let session = block.components(separatedBy: "sqlite> ").dropFirst().map { part in
                part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            }
            let commands = session.map { $0[0] }
            let answers = session.flatMap { $0.dropFirst() }.joined(separator: "\n")
            asked += commands.count
            let output = try shell(
                "\(opening) -header -column <<'END'\n\(commands.joined(separator: "\n"))\nEND\n",
                environment: ["MAILLEDGER": sample.location.directory])
            #expect(output.status == 0)
            #expect(lines(output.text) == lines(answers))
        }
        #expect(asked >= 7)
    }

    /// Lines without blanks at their ends, and without empty ones.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}
