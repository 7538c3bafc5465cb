import MailLedger
import Projections
import SQLiteDatabase
import TestSupport

/// Everything that a ledger says, to be compared before and after something.
struct PublicAnswers: Equatable {
    /// The rows of each public table, as they are shown to people who open the views in `sqlite3`.
    var tables: [String: [String]] = [:]
    var folders: [String] = []
    var messages: [MessageRow] = []
    var threads: [ThreadRow] = []
    var counts: [String] = []
    var attachments: [String] = []
    var found: [String: Int] = [:]

    /// - Parameter words: What to search for.
    init(of ledger: Ledger, words: [String] = ["body", "kernel", "ada"]) throws {
        for word in words {
            let filter = try MessageFilter(query: word, in: .current())
            found[word] = try ledger.read { try $0.countMessages(matching: filter) }
        }
        try ledger.read { reader in
            tables = try Self.publicTables(reader.connection)
            folders = try reader.folders().map { String(describing: $0) }
            messages = try reader.messages()
            threads = try reader.threads()
            counts = try reader.counts().filter { $0.total != 0 }.map { String(describing: $0) }
            attachments = try messages.flatMap { message in
                try reader.attachments(of: message.stream).map { "\(message.id) \($0)" }
            }
        }
    }

    /// The rows of every public table but that of skipped files, of which an undo takes nothing back.
    static func publicTables(_ connection: Connection) throws -> [String: [String]] {
        var tables: [String: [String]] = [:]
        for table in AllProjections.publicTables where table.name != "skipped_files" {
            let name = table.name
            var rows = try connection.texts(of: table.rows)
            // A folder that was empty from the start and one that is empty again read alike.
            if name == "unread" { rows.removeAll { $0.contains("total=integer(0)") } }
            tables[name] = rows.sorted()
        }
        return tables
    }

    /// The first thing that differs, for a test's message.
    func difference(from other: PublicAnswers) -> String? {
        for name in tables.keys.sorted() where tables[name] != other.tables[name] {
            let mine = tables[name] ?? []
            let others = other.tables[name] ?? []
            let missing = Set(mine).subtracting(others).min() ?? ""
            let added = Set(others).subtracting(mine).min() ?? ""
            return "table \(name): \(mine.count) and \(others.count) rows\n- \(missing)\n+ \(added)"
        }
        if folders != other.folders {
            return "folders: \(Set(folders).symmetricDifference(other.folders).sorted().joined(separator: "\n"))"
        }
        if messages != other.messages { return "messages: \(messages.count) and \(other.messages.count)" }
        if threads != other.threads {
            return "threads: \(threads.count) and \(other.threads.count)\n"
                + Set(threads).symmetricDifference(other.threads).map { "\($0)" }.joined(separator: "\n")
        }
        if counts != other.counts { return "counts: \(counts) and \(other.counts)" }
        if attachments != other.attachments { return "attachments" }
        if found != other.found { return "found: \(found) and \(other.found)" }
        return nil
    }
}

/// Compares two sets of answers, and says where they differ.
func difference(_ left: PublicAnswers, _ right: PublicAnswers) -> String? {
    left == right ? nil : left.difference(from: right) ?? "they differ"
}
