import Cryptography
import EventLog
import Foundation
import IMAPServer
import Mail
import MailLedger
import Projections
import SQLiteDatabase
import TestSupport
import Testing

/// A ledger with some mail, whose clients speak IMAP to it.
final class MailedLedger {
    let folder: TemporaryDirectory
    let ledger: Ledger
    /// The same ledger as another process has it.
    let other: Ledger
    static let address = "mara@example.org"

    init(_ mail: [String] = []) throws {
        folder = try TemporaryDirectory()
        var environment = LedgerEnvironment.current()
        environment.actor = "owner"
        let location = LedgerLocation(folder.path("ledger"))
        ledger = try Ledger.create(at: location, environment: environment)
        _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: Self.address)))
        other = try Ledger.open(at: location, access: .readWrite, environment: environment)
        for path in mail { try load("\(projectRoot)/\(path)") }
    }

    private init(_ folder: TemporaryDirectory, _ ledger: Ledger, _ other: Ledger) {
        (self.folder, self.ledger, self.other) = (folder, ledger, other)
    }

    /// The ledger of a backup, in another folder.
    func restored(from backup: String) throws -> MailedLedger {
        let folder = try TemporaryDirectory()
        let location = LedgerLocation(folder.path("ledger"))
        _ = try LedgerMaintenance.restore(from: backup, to: location, environment: ledger.environment)
        // A backup of a ledger in which mail was erased has no key, and its owner brings that.
        let keys = (from: self.folder.path("ledger/keys"), to: folder.path("ledger/keys"))
        if FileManager.default.fileExists(atPath: keys.from), !FileManager.default.fileExists(atPath: keys.to) {
            try FileManager.default.copyItem(atPath: keys.from, toPath: keys.to)
        }
        return try MailedLedger(
            folder, Ledger.open(at: location, access: .readWrite, environment: ledger.environment),
            Ledger.open(at: location, access: .readWrite, environment: ledger.environment))
    }

    /// The same as processes have it that begin now.
    func reopened() throws -> MailedLedger {
        let location = LedgerLocation(folder.path("ledger"))
        return try MailedLedger(
            folder, Ledger.open(at: location, access: .readWrite, environment: ledger.environment),
            Ledger.open(at: location, access: .readWrite, environment: ledger.environment))
    }

    /// The ledger of a copy of the files, as nobody should make it.
    func copied() throws -> Ledger {
        let path = folder.path("copy")
        try FileManager.default.copyItem(atPath: folder.path("ledger"), toPath: path)
        return try Ledger.open(at: LedgerLocation(path), access: .readWrite, environment: ledger.environment)
    }

    func load(_ path: String) throws {
        _ = try Importer(
            into: ledger, account: Self.address, options: ImportOptions(),
            context: ledger.context(command: "import")
        ).run([path])
    }

    /// Takes a message in, as an import does.
    func receive(_ text: String, as name: String = "\(UUID().uuidString).eml") throws {
        let path = folder.path(name)
        try Data(text.replacing("\n", with: "\r\n").utf8).write(to: URL(filePath: path))
        try load(path)
    }

    /// The bytes of the messages of INBOX, as they are stored, in the order of their numbers.
    func inbox() throws -> [[UInt8]] {
        try ledger.read { reader in
            let contents: [SHA256Digest] = try reader.connection.rows(
                """
                SELECT content FROM mailbox_message JOIN message ON message.id = mailbox_message.message
                WHERE folder = (SELECT id FROM folder WHERE name = 'INBOX' AND parent IS NULL) AND left IS NULL ORDER BY uid
                """
            ) { try $0.next() }
            return try contents.map { try reader.blob(ofMessage: $0)?.bytes(limit: 1 << 30) ?? [] }
        }
    }

    /// The names of the files with facts about messages.
    var factFiles: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path("ledger/views/facts"))) ?? []
    }

    func client(isReadOnly: Bool = false, recent: RecentMessages? = nil) throws -> IMAPClient {
        var options = try IMAPOptions(
            account: ledger.read { try $0.account(Self.address).id },
            recent: recent ?? RecentMessages(after: ledger.store.head().position))
        options.isReadOnly = isReadOnly
        let ledger = try Ledger.open(
            at: LedgerLocation(folder.path("ledger")), access: .readWrite, environment: ledger.environment)
        return IMAPClient(ledger, options)
    }
}

/// A client in the same process: it sends commands and reads the answers as lines, literals included.
final class IMAPClient {
    private let received = Received()
    let session: IMAPSession
    /// Where the session reads: another one after the server has opened it again.
    var ledger: Ledger
    private var count = 0

    private final class Received {
        var bytes: [UInt8] = []
    }

    init(_ ledger: Ledger, _ options: IMAPOptions) {
        let received = received
        self.ledger = ledger
        session = IMAPSession(.known(options)) { bytes, _ in
            received.bytes += bytes
            return true
        }
        session.greet()
    }

    /// Everything that came since the last look.
    func take() -> String {
        defer { received.bytes = [] }
        return String(decoding: received.bytes, as: UTF8.self)
    }

    /// The bytes that came since the last look.
    func takeBytes() -> [UInt8] {
        defer { received.bytes = [] }
        return received.bytes
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) { session.receive(bytes, on: ledger) }

    /// Announces to the session that the log has grown.
    func headMoved() { session.headMoved(on: ledger) }

    /// Sends a command, and returns the lines that answer it; the last one is tagged.
    @discardableResult
    func ask(_ command: String) -> [String] {
        _ = take()
        count += 1
        send("t\(count) \(command)\r\n")
        return lines()
    }

    /// Sends a command that has to be answered by OK, and returns the untagged lines.
    @discardableResult
    func ok(_ command: String, location: SourceLocation = #_sourceLocation) -> [String] {
        let lines = ask(command)
        #expect(lines.last?.hasPrefix("t\(count) OK") == true, "\(command): \(lines)", sourceLocation: location)
        return lines.dropLast()
    }

    /// The words behind the tag.
    func outcome(_ command: String) -> String {
        ask(command).last.map { String($0.drop { $0 != " " }.dropFirst()) } ?? ""
    }

    /// Appends a message.
    @discardableResult
    func append(_ text: String, to mailbox: String = "INBOX", flags: String = "", date: String? = nil) -> String {
        let bytes = text.replacing("\n", with: "\r\n")
        let date = date.map { "\"\($0)\" " } ?? ""
        return outcome(
            "APPEND \(mailbox) \(flags.isEmpty ? "" : "(\(flags)) ")\(date){\(bytes.utf8.count)+}\r\n\(bytes)")
    }

    private func lines() -> [String] {
        take().split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init).dropLast()
    }
}
