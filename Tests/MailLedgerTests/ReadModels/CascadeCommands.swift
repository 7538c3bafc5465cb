import Assist
import Chat
import EventLog
import Mail
import MailLedger
import Notes
import Outbox
import Projections
import TestSupport

/// Commands in all contexts, drawn by lot: most end things that others refer to, or bring them back.
struct CascadeCommands {
    var commands: RandomCommands
    var sample: SampleLedger { commands.sample }
    private var ledger: Ledger { sample.ledger }

    /// Whether nothing is erased, and no account gets another address: so the past can be told from the log.
    private let keepsPast: Bool

    init(seed: UInt64, keepsPast: Bool = false) throws {
        commands = try RandomCommands(.memory, seed: seed)
        self.keepsPast = keepsPast
        var profile = SetProfile()
        profile.email = "ada@example.org"
        _ = try sample.ledger.setProfile(profile, context: context("profile set"))
    }

    private mutating func chance(_ percent: Int) -> Bool { commands.chance(percent) }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &commands.generator) }

    private mutating func pick<Element>(_ choices: [Element]) -> Element? {
        choices.randomElement(using: &commands.generator)
    }

    private func context(_ command: String) -> OperationContext {
        ledger.context(command: command, reason: "drawn by lot")
    }

    /// Draws of ``step(_:)`` that make something of each context, in an order in which they can.
    ///
    /// Of the draws for answers and the profile a third makes one or the other.
    static let something = [0, 16, 0, 16, 21, 37, 40, 40, 40, 40, 40, 41, 42, 79, 83]

    /// Takes one step; one that is refused leaves nothing.
    ///
    /// - Parameter lot: The draw; by chance where it is nil.
    mutating func step(_ lot: Int? = nil) throws {
        do {
            switch lot ?? number(100) {
            case 0..<16: try importMail()
            case 16..<19: try commands.importChats()
            case 19..<21: try commands.changeChats()
            case 21..<37: try keepNotes()
            case 37..<40: try commands.claim()
            case 40..<41: try commands.keepAnswers()
            case 41..<42: try commands.keepTokens()
            case 42..<44: try commands.markInOutbox()
            case 44..<54: _ = try sample.delete(query())
            case 54..<60: try markMessages()
            case 60..<64: _ = try sample.move(query(), to: ["INBOX", "Work", "Logbook"][number(3)])
            case 64..<72: try changeFolders()
            case 72..<76: try changeAccounts()
            case 76..<79: try markThreads()
            case 79..<82: try hold()
            case 82..<83: try transfer()
            case 83..<86: if !keepsPast { try erase() }
            default: try undo()
            }
        } catch let error where error is DomainError || error is FilterResolutionError {
            return
        }
    }

    private mutating func query() throws -> String {
        let messages = try sample.messages()
        return chance(60) ? pick(messages).map { "id:\($0.id)" } ?? "*" : try commands.query()
    }

    /// Some of twenty messages that refer to each other, in any order and some with T, and a file that is no mail.
    private mutating func importMail() throws {
        commands.boxes += 1
        let box = "\(sample.scratch.path)/cascade\(commands.boxes)"
        for _ in 0...number(3) {
            var mail = commands.mail(number(20))
            if chance(30) { mail.headers.append("Content-Type: application/pdf; name=\"a.pdf\"") }
            let name = mail.messageID?.prefix { $0 != "@" } ?? "none"
            try sample.scratch.write(
                "cascade\(commands.boxes)/cur/\(name)\(chance(20) ? "-again" : ""):2,\(chance(20) ? "ST" : "")",
                mail.text)
        }
        if chance(20) { try sample.scratch.write("cascade\(commands.boxes)/cur/empty:2,", "") }
        try sample.importing(box, account: commands.account())
    }

    private mutating func markMessages() throws {
        let keywords: [Keyword] = [.seen, .flagged, .draft].filter { _ in chance(40) }
        try sample.mark(query(), adding: chance(60) ? keywords : [], removing: chance(50) ? keywords : [])
    }

    private mutating func markThreads() throws {
        let value = chance(60)
        let command = [MarkThreads(isPinned: value), MarkThreads(isMuted: value), MarkThreads(isArchived: value)][
            number(3)]
        _ = try ledger.markThreads(sample.filter(query()), command, context: context("thread"))
    }

    private mutating func keepNotes() throws {
        let notes = try ledger.read { try $0.notes() }
        guard let note = pick(notes), chance(70) else {
            let message = try pick(sample.messages())
            let links = message.map { [NoteLink(message: $0.id, scope: chance(50) ? .thread : .message)] } ?? []
            try ledger.addNote(AddNote(NoteFields(title: "note \(number(9))"), on: links), context: context("note add"))
            return
        }
        switch number(4) {
        case 0:
            let notebooks = try ledger.read { try $0.folders() }.filter { $0.kind == "notebook" }
            guard let notebook = pick(notebooks), chance(80) else {
                guard let account = try pick(ledger.read { try $0.accounts() }) else { return }
                _ = try ledger.addFolder(
                    FolderPath(parsing: chance(50) ? "Logbook" : "Work/Logbook"), to: account.address, kind: .notebook,
                    context: context("folder add"))
                return
            }
            var change = ChangeNote()
            change.filing = .folder(notebook.id)
            try ledger.changeNote(note.id.description, change, context: context("note edit"))
        case 1:
            guard let message = try pick(sample.messages()) else { return }
            let link = NoteLink(message: message.id, scope: chance(60) ? .thread : .message)
            try ledger.linkNote(note.id.description, LinkNote(adding: [link]), context: context("note link"))
        case 2:
            guard let message = try pick(sample.messages()) else { return }
            try ledger.addAction(
                AddAction(.nextStep, ActionFields(title: "action")),
                on: chance(50) ? .note(note.id) : .message(message.id), context: context("action add"))
        default: try commands.changeNotes()
        }
    }

    private mutating func changeFolders() throws {
        let folders = try ledger.read { try $0.folders() }
        guard let folder = pick(chance(70) ? folders.filter { $0.role == nil } : folders) else { return }
        let name = folder.id.description
        switch number(4) {
        case 0:
            _ = try ledger.renameFolder(
                name, to: "Logs \(number(4))", in: folder.accountAddress, context: context("folder rename"))
        case 1:
            let parent = chance(40) ? nil : pick(folders)?.id.description
            _ = try ledger.moveFolder(
                name, under: parent, in: folder.accountAddress, context: context("folder move"))
        default:
            _ = try ledger.deleteFolder(
                name, in: folder.accountAddress, policy: chance(60) ? .cascade : .nullify,
                context: context("folder delete"))
        }
    }

    private mutating func changeAccounts() throws {
        let address = commands.account()
        guard try ledger.read({ try $0.accounts().contains { $0.address == address } }) else {
            try sample.addAccount(address)
            return
        }
        if chance(30), !keepsPast {
            var change = ChangeAccount()
            change.address = pick(RandomCommands.addresses)
            _ = try ledger.changeAccount(address, change, context: context("account set"))
        } else {
            try sample.deleteAccount(address)
        }
    }

    private mutating func hold() throws {
        if chance(70), let hold = pick(try ledger.holds()) {
            _ = try ledger.removeHold(hold.name, context: context("hold remove"))
        } else if let message = try pick(sample.messages()) {
            let target = chance(50) ? HoldTarget.message(prefix: message.id.description) : .query("subject:m9")
            _ = try ledger.addHold("hold \(number(99))", on: target, context: context("hold add"))
        }
    }

    private mutating func transfer() throws {
        guard let message = try pick(sample.messages("has:attachment")) else { return }
        let url = "https://example.org/\(number(9))"
        _ = try ledger.changeTransfer(
            ofAttachment: 1, of: message.id.description, context: context("attachment set")
        ) { $0.url = url }
    }

    private mutating func erase() throws {
        let target: ErasureTarget
        switch number(8) {
        case 0: target = .account(commands.account())
        case 1: target = .note(prefix: try pick(ledger.read { try $0.notes() })?.id.description ?? "none")
        case 2:
            target = .conversation(try pick(ledger.read { try $0.conversations() })?.id.description ?? "none")
        default: target = .message(prefix: try pick(sample.messages())?.id.description ?? "none")
        }
        _ = try ledger.erase(target, context: context("erase"))
    }

    /// Takes back any operation, as far as that can be done: what it ended comes back, what it brought ends.
    private mutating func undo() throws {
        guard let operation = pick(try ledger.operations(limit: 30)) else { return }
        _ = try ledger.undo(.operation(prefix: operation.operation.description), partially: chance(50))
    }
}
