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
        try AllProjections.publicTables.createTemporary(on: views)
        #expect(Set(documented.keys) == Set(AllProjections.publicTables.map(\.name)))
        let stored = try views.first("SELECT count(*) FROM main.sqlite_schema WHERE type = 'view'") {
            try $0.next(Int.self)
        }
        #expect(stored == 0)
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
}
