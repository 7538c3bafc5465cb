internal import ArgumentParsing
internal import DiskFiles
internal import JSONCoding
internal import MailLedger
internal import Terminals

struct SQLVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Answer a query in SQL over the public tables: messages, folders, threads, notes and others.",
        examples: [
            CommandExample("mailledger sql --tables", "the public tables and their columns"),
            CommandExample(
                "mailledger sql 'SELECT from_address, count(*) FROM messages GROUP BY 1'",
                "how many messages each sender wrote"),
            CommandExample(
                "printf 'SELECT subject FROM messages' | mailledger sql --format csv",
                "a query from a pipe, for a spreadsheet"),
            CommandExample(
                "mailledger sql --at 2026-02-16 'SELECT path FROM folders'", "the folders at the end of that day"),
            CommandExample("mailledger sql --print > tables.sql", "the tables for sqlite3 and other programs"),
        ],
        discussion: """
            The query is one SELECT in the SQL of SQLite; nothing is changed by it. The tables leave out deleted
            things. Docs/ReadModels.md describes them, and the internal tables behind them, which may be read too.
            Times are microseconds since 1970 in UTC. In JSON and CSV each column needs a name of its own.

            --print writes the statements that make the tables in a connection of another program. The tables are
            temporary views: run the statements first in each connection.
            """)

    @Argument(help: "The query; without it, standard input is read.") var query: String?
    @Flag(name: .long, help: "List the public tables and their columns.") var tables = false
    @Flag(name: .customLong("print"), help: "Write the statements that make the public tables.") var prints = false
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if prints || tables, query != nil { throw ValidationError("--tables and --print take no query") }
        if prints, tables { throw ValidationError("--tables and --print exclude each other") }
    }

    func run() throws {
        let session = Session(ledger, output, pages: true, none: "No rows.")
        let sql = prints || tables ? nil : try text()
        let ledger = try session.open(at: moment)
        if prints {
            session.output.write(try ledger.read { $0.publicTablesScript })
            try session.output.finish()
        } else if let sql {
            try answer(sql, of: ledger, session)
        } else {
            try list(ledger, session)
        }
        session.noteIfBehind(ledger)
    }

    /// Nil on a terminal without a query, where the tables help more than a wait.
    private func text() throws -> String? {
        if let query { return query }
        guard !Terminal.isTerminal(Surroundings.current.input) else { return nil }
        return String(decoding: try MessageInput.bytes(of: "-"), as: UTF8.self)
    }

    private func list(_ ledger: Ledger, _ session: Session) throws {
        let tables = try ledger.read { try $0.publicTables() }
        try session.write(tables.map { Form(table: $0.name, columns: $0.columns) }) {
            session.write(
                [.init(looks: [.bold])],
                tables.map { table in
                    let columns = table.columns.joined(separator: ", ")
                    return .init(cells: [table.name], texts: [columns], below: columns)
                }, indent: 4)
        }
    }

    private struct Form: Encodable {
        let table: String
        let columns: [String]
    }

    // MARK: Rows

    private func answer(_ sql: String, of ledger: Ledger, _ session: Session) throws {
        guard session.format == .text else { return try stream(sql, of: ledger, session) }
        var writer: TableWriter?
        try ledger.read { reader in
            // Damaged views are rebuilt and read again.
            guard writer?.hasWritten != true else { throw InterruptedList() }
            writer = nil
            try reader.answer(sql: sql, namesAreKeys: false) { columns, row in
                let table = writer ?? TableWriter(session, zip(columns, row).map(Self.column))
                writer = table
                table.write(row.map(Self.text))
                return session.output.isOpen
            }
        }
        writer?.finish()
        session.tellIfEmpty()
        try session.output.finish()
    }

    private func stream(_ sql: String, of ledger: Ledger, _ session: Session) throws {
        guard let list = session.list() else { return }
        try ledger.read { reader in
            guard list.count == 0 else { throw InterruptedList() }
            try reader.answer(sql: sql, namesAreKeys: true) { columns, row in
                let members = zip(columns, row).map { JSONObject.Member($0, $1) }
                return try list.write(JSONValue.object(JSONObject(unique: members)))
            }
        }
        try list.finish()
    }

    private static func column(_ name: String, _ first: JSONValue) -> Table.Column {
        let isNumber =
            switch first {
            case .integer, .number: true
            default: false
            }
        return .init(Sanitizer.line(name), alignment: isNumber ? .right : .left, isFlexible: !isNumber)
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): Sanitizer.line(text)
        case .integer(let number): String(number)
        case .number(let number): String(number)
        default: "\(value)"
        }
    }
}
