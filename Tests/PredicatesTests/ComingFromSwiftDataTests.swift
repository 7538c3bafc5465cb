import EventLog
import Foundation
import Mail
import MailLedger
import Notes
import Predicates
import Projections
import TestSupport
import Testing

/// The Swift of Docs/ComingFromSwiftData.md: each line of the page's blocks is below, or in the sources that the page
/// names, and the tests below run them.
@Suite struct `Docs/ComingFromSwiftData.md` {
    /// Where the lines of the page come from.
    private static let sources = [
        "Tests/PredicatesTests/ComingFromSwiftDataTests.swift",
        "Sources/Notes/Catalogue/NotesCatalogue+Upcasters.swift",
        "Examples/VoiceNotes/Sources/VoiceNotes/RecordingEvents.swift",
        "Examples/VoiceNotes/Sources/VoiceNotes/RecordingRequests.swift",
        "Examples/VoiceNotes/Sources/VoiceNotes/RecordingsProjector.swift",
        "Examples/VoiceNotes/Sources/VoiceNotes/Voice.swift",
    ]

    @Test func `has no line of Swift that is not run`() throws {
        let page = try DocumentationPage("Docs/ComingFromSwiftData.md")
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let known = try Self.sources.map {
            "\n" + lines(try String(contentsOfFile: "\(projectRoot)/\($0)", encoding: .utf8)).joined(separator: "\n")
        }
        let blocks = page.sections.flatMap { $0.code("swift") }
        #expect(blocks.count >= 12)
        for block in blocks {
            // A line of dots stands for lines that are left out.
            for part in lines(block).split(separator: "…") {
                let text = "\n" + part.joined(separator: "\n")
                #expect(known.contains { $0.contains(text) }, "not in the sources: \(text)")
            }
        }
        let length = try String(contentsOfFile: "\(projectRoot)/Docs/ComingFromSwiftData.md", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(length <= 250)
    }

    /// A question that was read, its answer that was not, and a note.
    private static func container() async throws -> LedgerContainer {
        let container = try LedgerContainer.inMemory()
        let ada = try await container.accounts.save(
            Account(settings: AccountSettings(address: "ada@example.org", authTypes: [.password])))
        for (id, subject, keywords) in [("1", "Tides", [.seen]), ("2", "Re: Tides", [])]
            as [(String, String, KeywordSet)]
        {
            let lines = [
                "Message-ID: <\(id)@example.org>", "References: <1@example.org>", "Subject: \(subject)",
                "Date: Tue, 14 Nov 2023 22:13:0\(id) +0000", "", "High water at six.", "",
            ]
            try await container.messages.save(
                IncomingMessage(account: ada.id, bytes: Array(lines.joined(separator: "\n").utf8), keywords: keywords))
        }
        _ = try await container.perform(AddNoteRequest(title: "Outing"))
        return container
    }

    @Test func `opens a container`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "swiftdata-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let container = try LedgerContainer.create(at: LedgerLocation(folder))
            let reader = try await container.makeReader()
            #expect(try await container.head() == reader.head())
        }
        let container = try LedgerContainer.open(at: LedgerLocation(folder))
        #expect(try await container.head() == .start)
        let preview = try LedgerContainer.preview()
        #expect(try await preview.read { try $0.countMessages() } > 0)
    }

    @Test func `saves all or nothing`() async throws {
        let container = try LedgerContainer.inMemory()
        let bytes = Array("Subject: Tides\n\nHigh water at six.\n".utf8)
        let outcome = try await container.transaction("set up", reason: "a new member") { ledger, _ in
            _ = try ledger.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
            _ = try ledger.perform(AddFolderRequest(account: "ada@example.org", path: "Rowing"))
        }
        #expect(try await container.read { try $0.folders().map(\.path) }.contains("Rowing"))
        #expect(outcome.receipt != nil)
        let ada = try await container.read { try $0.account("ada@example.org") }
        let message = try await container.messages.save(IncomingMessage(account: ada.id, bytes: bytes))
        #expect(message.subject == "Tides")

        struct ChangedMyMind: Error {}
        let before = try await container.head()
        await #expect(throws: ChangedMyMind.self) {
            try await container.transaction("tidy") { ledger, _ in
                _ = try ledger.perform(DeleteMessagesRequest(filter: "subject:tides"))
                throw ChangedMyMind()
            }
        }
        #expect(try await container.head() == before)
        try await container.messages.delete(message.id)
        _ = try await container.perform(UndoRequest(), Call(reason: "it was needed"))
        #expect(try await container.read { try $0.countMessages() } == 1)
    }

    @Test func `asks with predicates`() async throws {
        let container = try await Self.container()
        let (unread, counted, large) = try await container.read { reader in
            let unread = try reader.messages(
                where: #Predicate { !$0.isRead && $0.subject?.contains("Tides") ?? false }, limit: 20)
            let counted = try reader.countMessages(where: #Predicate { $0.isRead })
            let large = try reader.messages().sorted(using: KeyPathComparator(\.size, order: .reverse))
            return (unread, counted, large)
        }
        #expect(unread.map(\.subject) == ["Re: Tides"] && counted == 1)
        #expect(large.map(\.size) == large.map(\.size).sorted(by: >) && large.count == 2)

        let (folders, threads, notes) = try await container.read { reader in
            let folders = try reader.folders(where: #Predicate { $0.unread > 0 })
            let threads = try reader.threads(where: #Predicate { $0.messageCount > 1 && !$0.isMuted }, limit: 20)
            let notes = try reader.notes(where: #Predicate { $0.fields.title == "Outing" })
            return (folders, threads, notes)
        }
        #expect(folders.map(\.path) == ["INBOX"] && threads.count == 1 && notes.count == 1)
        #expect(try await container.read { try $0.accounts(where: #Predicate { !$0.isEnabled }) }.isEmpty)
        #expect(try await container.read { try $0.threads(where: #Predicate { _ in true }, limit: 0) }.isEmpty)
    }

    @Test func `refuses what is there already`() async throws {
        let container = try await Self.container()
        await #expect(throws: DomainError.self) {
            _ = try await container.perform(AddAccountRequest(account: AddAccount(address: "ada@example.org")))
        }
        let call = Call(idempotencyKey: "form-7")
        let first = try await container.perform(AddNoteRequest(title: "Oars"), call)
        let again = try await container.perform(AddNoteRequest(title: "Oars"), call)
        #expect(again.isRepeat && again.operation == first.operation)
    }

    @Test func `has the rules of deletion`() async throws {
        let container = try await Self.container()
        await #expect(throws: DomainError.self) {
            _ = try await container.perform(DeleteAccountRequest(account: "ada@example.org", policy: .deny))
        }
        await #expect(throws: DomainError.self) {
            _ = try await container.perform(DeleteAccountRequest(account: "ada@example.org", policy: .nullify))
        }
        try await container.perform(DeleteAccountRequest(account: "ada@example.org", policy: .cascade))
        #expect(try await container.read { try $0.countMessages() } == 0)
        _ = try await container.perform(UndoRequest())
        #expect(try await container.read { try $0.countMessages() } == 2)
    }

    @Test func `keeps a list up to date`() async throws {
        let container = try await Self.container()
        let messages = try await container.read { try $0.messages() }
        let (beginnings, begin) = AsyncStream<Void>.makeStream()
        let task = Task {
            for try await answer in container.observe(.messages("is:unread in:INBOX")) {
                let (rows, difference) = (answer.rows, answer.difference)
                begin.yield()
                if rows.isEmpty { return difference.removed }
            }
            return []
        }
        for await _ in beginnings { break }
        try await container.messages.markAsRead(messages[0].id)
        #expect(try await task.value == [0])
        let busy = try LiveList.messages(where: #Predicate { $0.isFlagged }, limit: 50)
        let folders = LiveList { try $0.folders(where: #Predicate { $0.unread > 0 }) }
        var flagged = container.observe(busy).makeAsyncIterator()
        var full = container.observe(folders, pace: .latest).makeAsyncIterator()
        #expect(try await flagged.next()?.rows.isEmpty == true)
        #expect(try await full.next()?.rows.isEmpty == true)
    }

    @Test func `tells the history`() async throws {
        let container = try await Self.container()
        let (token, author) = (Position.start, "ada")
        var found: [String] = []
        let filter = EventFilter(types: ["message-added"])
        for try await transaction in container.events(after: token, matching: filter) {
            found.append(transaction.header?.actor ?? author)
            if try await container.head() >= transaction.position, found.count == 1 { break }
        }
        #expect(found.count == 1)
        let message = try #require(try await container.read { try $0.messages().first })
        let (entries, then) = try await container.perform { ledger in
            let entries = try ledger.read { try $0.history(of: message.id.description) }
            let then = try ledger.answer(CountMessages(filter: "is:unread"), at: Moment(.position(token))).count
            return (entries, then)
        }
        #expect(!entries.isEmpty && then == 0)
    }
}
