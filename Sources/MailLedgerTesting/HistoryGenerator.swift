internal import CivilTime
internal import Cryptography
internal import EventLog
internal import Mail
public import MailLedger
internal import Projections

/// Does random things to a ledger, as people and importers do them; the same for the same seed.
///
/// Accounts are added, deleted and restored. Messages that answer each other arrive, and are marked, moved and deleted.
/// Folders are made, renamed and deleted with their contents, and some of it is undone.
public struct HistoryGenerator {
    private var random: SeededRandom
    private var messageCount = 0

    private static let addresses = ["ada@example.org", "grace@example.org", "edsger@example.net"]
    private static let folders = ["Work", "Lists", "Café", "a b"]

    public init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Takes a number of steps; a step that is refused leaves nothing.
    public mutating func run(on ledger: Ledger, steps: Int) throws {
        for _ in 0..<steps { try takeStep(on: ledger) }
    }

    /// Takes one step; a step that is refused leaves nothing.
    public mutating func takeStep(on ledger: Ledger) throws {
        do {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40: try receive(on: ledger)
            case 40..<55: try mark(on: ledger)
            case 55..<65: try move(on: ledger)
            case 65..<72: try delete(on: ledger)
            case 72..<82: try changeFolders(on: ledger)
            case 82..<88: try changeAccounts(on: ledger)
            default: try undo(on: ledger)
            }
        } catch is DomainError {
            return
        }
    }

    // MARK: Steps

    private mutating func pick<Element>(_ choices: [Element]) -> Element? { choices.randomElement(using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func receive(on ledger: Ledger) throws {
        let address = Self.addresses[chance(60) ? 0 : chance(75) ? 1 : 2]
        if try !ledger.read({ try $0.accounts().contains { $0.address == address } }) {
            _ = try ledger.perform(
                AddAccountRequest(account: AddAccount(address: address)), Call(command: "account add"))
        }
        let account = try ledger.read { try $0.account(address) }
        var messages: [IncomingMessage] = []
        for _ in 0...Int.random(in: 0..<4, using: &random) { messages.append(message(to: account)) }
        _ = try ledger.mail.save(messages, context: ledger.context(command: "message add"))
    }

    private mutating func message(to account: AccountRow) -> IncomingMessage {
        messageCount += 1
        let answers = chance(50) && messageCount > 1 ? Int.random(in: 1..<messageCount, using: &random) : nil
        let sender = pick(Self.addresses) ?? account.address
        var lines = [
            "From: \(sender)", "To: \(account.address)", "Subject: message \(messageCount)",
            "Message-ID: <\(messageCount)@example.org>",
            "Date: \(Int.random(in: 1...28, using: &random)) Feb 2024 10:00:00 +0000",
        ]
        if let answers { lines.append("References: <\(answers)@example.org>") }
        let text = lines.joined(separator: "\n") + "\n\nText \(Int.random(in: 0..<1_000, using: &random)).\n"
        return IncomingMessage(
            account: account.id, bytes: Array(text.utf8), keywords: chance(30) ? [.seen] : [],
            receivedAt: Timestamp(microseconds: Int64(messageCount) * 1_000_000))
    }

    private mutating func someMessages(on ledger: Ledger) throws -> MessageQuery {
        let messages = try ledger.read { try $0.messages() }
        guard !chance(20), let message = pick(messages) else { return chance(50) ? "is:read" : "*" }
        return MessageQuery("id:\(message.id)")
    }

    private mutating func mark(on ledger: Ledger) throws {
        let keywords: [Keyword] = [.seen, .flagged, .answered].filter { _ in chance(50) }
        let isAdding = chance(60)
        _ = try ledger.perform(
            MarkMessagesRequest(
                filter: someMessages(on: ledger), adding: isAdding ? KeywordSet(keywords) : [],
                removing: isAdding ? [] : KeywordSet(keywords)),
            Call(command: "mark"))
    }

    private mutating func move(on ledger: Ledger) throws {
        guard let folder = try pick(ledger.read { try $0.folders() }) else { return }
        let messages = MessageQuery("\(try someMessages(on: ledger).text) account:\(folder.accountAddress)")
        _ = try ledger.perform(
            MoveMessagesRequest(filter: messages, folder: folder.path, account: folder.accountAddress),
            Call(command: "move"))
    }

    private mutating func delete(on ledger: Ledger) throws {
        _ = try ledger.perform(DeleteMessagesRequest(filter: someMessages(on: ledger)), Call(command: "delete"))
    }

    private mutating func changeFolders(on ledger: Ledger) throws {
        let folders = try ledger.read { try $0.folders().filter { $0.role == nil } }
        let name = pick(Self.folders) ?? ""
        guard let folder = pick(folders), chance(60) else {
            guard let account = try pick(ledger.read { try $0.accounts() }) else { return }
            _ = try ledger.perform(
                AddFolderRequest(account: account.address, path: name), Call(command: "folder add"))
            return
        }
        if chance(50) {
            _ = try ledger.perform(
                RenameFolderRequest(folder: folder.id.description, account: folder.accountAddress, newName: name),
                Call(command: "folder rename"))
        } else {
            _ = try ledger.perform(
                DeleteFolderRequest(
                    folder: folder.id.description, account: folder.accountAddress,
                    policy: chance(50) ? .cascade : .nullify),
                Call(command: "folder delete"))
        }
    }

    private mutating func changeAccounts(on ledger: Ledger) throws {
        guard let account = try pick(ledger.read { try $0.accounts() }), chance(40) else { return }
        _ = try ledger.perform(DeleteAccountRequest(account: account.address), Call(command: "account delete"))
    }

    private mutating func undo(on ledger: Ledger) throws {
        _ = try ledger.perform(UndoRequest(partially: chance(50)))
    }
}
