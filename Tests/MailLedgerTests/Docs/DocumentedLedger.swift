import EventLog
import Foundation
import Mail
import MailLedger
import SQLiteDatabase
import TestSupport
import Testing

/// A ledger on disk with the sample mail, of which the pages of Docs speak.
final class DocumentedLedger {
    let location: LedgerLocation
    let ledger: Ledger
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        location = LedgerLocation(scratch.path + "/ledger")
        ledger = try Ledger.create(at: location)
        _ = try ledger.addAccount(
            AddAccount(address: "mara@example.org"), context: ledger.context(command: "account add"))
        let samples = ["maildir", "eml", "lists.mbox"].map { "\(projectRoot)/Samples/\($0)" }
        let report = try Importer(
            into: ledger, account: "mara@example.org", options: ImportOptions(),
            context: ledger.context(command: "import")
        ).run(samples)
        #expect(report.added == 66)
    }

    /// The file of the live views.
    func viewsPath() throws -> String {
        "\(location.viewsDirectory)/\(try ledger.stores.register.latestGeneration()).sqlite"
    }
}

/// A column as a page describes it.
struct DocumentedColumn {
    let name: String
    /// As in `text` or `integer or null`.
    let type: String
}

extension DocumentationPage {
    /// The columns of each section that is headed `table name` or `view name`, by that name.
    func tables(_ kinds: String...) -> [String: [DocumentedColumn]] {
        var tables: [String: [DocumentedColumn]] = [:]
        for section in sections {
            let words = section.title.split(separator: " ")
            guard words.count == 2, (kinds.isEmpty ? ["table"] : kinds).contains(String(words[0])) else { continue }
            let rows = section.rows.drop { $0.first != "column" }.dropFirst().prefix { $0.count == 3 }
            tables[String(words[1])] = rows.map { DocumentedColumn(name: $0[0], type: $0[1]) }
        }
        return tables
    }
}

/// Holds the documented columns against those of a database, and their types against every value in it.
func expectColumns(
    _ columns: [DocumentedColumn], of table: String, where condition: SQL = "TRUE", on connection: Connection,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let existing = try connection.rows("SELECT name FROM pragma_table_info(\(bind: table)) ORDER BY cid") {
        try $0.next(String.self)
    }
    #expect(columns.map(\.name) == existing, "\(table)", sourceLocation: sourceLocation)
    for column in columns where existing.contains(column.name) {
        let found = try connection.rows(
            "SELECT DISTINCT typeof(\(SQL.identifier(column.name))) FROM \(SQL.identifier(table)) WHERE \(condition)"
        ) { try $0.next(String.self) }
        let allowed = Set(column.type.components(separatedBy: " or "))
        #expect(Set(found).isSubset(of: allowed), "\(table).\(column.name)", sourceLocation: sourceLocation)
    }
}
