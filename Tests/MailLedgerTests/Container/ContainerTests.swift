import Chat
import EventLog
import Foundation
import Glibc
import Mail
import MailLedger
import Notes
import Projections
import TestSupport
import Testing

/// The service cases of the baseline: a container that tasks share.
@Suite struct `A container` {
    @Test(.requirement(240, 210, part: 1), arguments: Place.allCases)
    func `is ready when it is made, and reads and writes`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("one", to: ada)
        #expect(try await world.messages.count(account: nil, folder: nil) == 1)
    }

    @Test(.requirement(240, 213, part: 2)) func `that cannot be opened says why, and names the place`() throws {
        let scratch = try ScratchFolder()
        let nothing = LedgerLocation(scratch.path + "/nothing")
        #expect(throws: EventLogError.notALedger(path: nothing.directory)) { try LedgerContainer.open(at: nothing) }
        let spoilt = scratch.path + "/spoilt"
        _ = try LedgerContainer.create(at: LedgerLocation(spoilt))
        #expect(throws: EventLogError.alreadyExists(path: spoilt)) {
            try LedgerContainer.create(at: LedgerLocation(spoilt))
        }
        try Data("no database".utf8).write(to: URL(filePath: spoilt + "/log.sqlite"))
        // The rest of a ledger is there: its log is damaged, and it is no folder to make another one in.
        #expect(throws: EventLogError.corrupt("its file does not begin as a log does")) {
            try LedgerContainer.open(at: LedgerLocation(spoilt))
        }
    }

    @Test(.requirement(240, 218, 224, part: 3)) func `in memory makes no file`() async throws {
        await #expect(processExitsWith: .success) {
            // What another test had open when it began this process.
            let inherited = try Set(openFiles())
            let container = try LedgerContainer.inMemory()
            let account = try await container.accounts.save(
                Account(settings: AccountSettings(address: "ada@example.org", authTypes: [.password])))
            try await container.messages.saveAll(
                (0..<50).map { RepositoryWorld.message("m\($0)", to: account.id, body: "walrus") })
            guard try await container.messages.search("walrus").count == 50 else { Glibc.exit(3) }
            let opened = try Set(openFiles()).subtracting(inherited)
            for path in opened where path.contains("sqlite") || path.contains("content") { Glibc.exit(4) }
        }
    }

    @Test(.requirement(240, 215, part: 4)) func `a reader sees one position at a time while another writes`()
        async throws
    {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        let reader = try await world.container.makeReader()
        #expect(!reader.canWrite)
        let messages = world.messages
        let writing = Task {
            for batch in 0..<40 {
                try await messages.saveAll((0..<50).map { RepositoryWorld.message("m\(batch)-\($0)", to: ada.id) })
            }
        }
        var seen: [(position: Position, count: Int)] = []
        while (seen.last?.count ?? 0) < 2_000 {
            let snapshot = try await reader.read { reader in
                let position = reader.position
                let counted = try reader.countMessages()
                // What one snapshot says in three ways is the same, whatever is written meanwhile.
                let folders = try reader.folders().reduce(0) { $0 + $1.total }
                let account = try reader.counts().first?.total ?? 0
                return (position, counted, folders, account, reader.position)
            }
            #expect(snapshot.1 == snapshot.2 && snapshot.1 == snapshot.3 && snapshot.0 == snapshot.4)
            #expect(snapshot.1 % 50 == 0, "views move by whole transactions")
            if snapshot.1 != seen.last?.count { seen.append((snapshot.0, snapshot.1)) }
        }
        try await writing.value
        #expect(seen.count > 1)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.position < $1.position && $0.count < $1.count })
    }

    @Test(.requirement(240, 216, part: 5), arguments: Place.allCases)
    func `many tasks share it, and each of their changes is there once`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        let messages = world.messages
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<5 {
                        let row = try await messages.save(RepositoryWorld.message("t\(task)-\(number)", to: ada.id))
                        try await messages.markAsRead(row.id, number.isMultiple(of: 2))
                        _ = try await messages.fetch(account: ada.id)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.messages.count(account: ada.id, folder: nil) == 40)
        #expect(try await world.messages.unreadCount(account: ada.id, folder: nil) == 16)
        #expect(try await world.container.perform { try $0.maintenance.checkViews() } == nil)
    }

    @Test(.requirement(240, 220, part: 6), arguments: Place.allCases)
    func `opened for reading it answers, and refuses commands`(place: Place) async throws {
        let world = try RepositoryWorld(place)
        let ada = try await world.addAccount()
        try await world.addMessage("one", to: ada)
        let reader = try await world.container.makeReader()
        guard place == .disk else {
            #expect(reader === world.container, "a ledger in memory has one connection")
            return
        }
        #expect(try await reader.messages.count(account: nil, folder: nil) == 1)
        let error = await repositoryError { _ = try await reader.accounts.save(Account(ada)) }
        #expect(
            error?.code == "DB_002"
                && error?.underlyingError as? EventLogError == .readOnly(path: world.scratch.path + "/ledger"))
        await #expect(throws: EventLogError.self) { try await reader.transaction("tidy") { _, _ in } }
    }

    @Test(.requirement(218)) func `in memory and on disk give the same answers to the same commands`() async throws {
        var answers: [[String]] = []
        for place in Place.allCases {
            let world = try RepositoryWorld(place)
            let ada = try await world.addAccount()
            let work = try await world.folder("Work", of: ada)
            try await world.addMessage("one", to: ada, minute: 1)
            let two = try await world.addMessage("two", to: ada, minute: 2, folder: work.id, inReplyTo: "one")
            try await world.messages.markAsRead(two.id)
            let rows = try await world.messages.fetch()
            let threads = try await world.messages.fetchThreads(account: nil, folder: nil, limit: nil)
            answers.append(
                rows.map { "\($0.subject ?? "") \($0.folders) \($0.keywords)" }
                    + threads.map { "\($0.messageCount) \($0.unreadCount)" }
                    + [String(try await world.eventCount())])
        }
        #expect(answers[0] == answers[1])
    }

    @Test(.requirement(219, 237)) func `a preview has an account, a thread and two messages, a new one each time`()
        async throws
    {
        let (first, second) = (try LedgerContainer.preview(), try LedgerContainer.preview())
        #expect(try await first.accounts.fetchAll().map(\.address) == ["ada@example.org"])
        // A conversation is a thread in all lists, so its messages make one beside that of the mail.
        let threads = try await first.messages.fetchThreads(account: nil, folder: nil, limit: nil)
        #expect(threads.map(\.messageCount) == [2, 2] && threads.map(\.unreadCount) == [1, 1])
        let mail = try Ledger.preview().read {
            try $0.threads(matching: MessageFilter(query: "kind:mail", in: .standard()), limit: 10)
        }
        #expect(mail.map(\.messageCount) == [2] && mail.first?.unreadCount == 1)
        try await first.accounts.delete(first.accounts.fetchAll()[0].id)
        #expect(try await second.accounts.fetchAll().count == 1)
    }

    @Test func `a preview has something of each context`() throws {
        let ledger = try Ledger.preview()
        try ledger.read { reader in
            #expect(try reader.conversations().map(\.facts.displayName) == ["The crew"])
            let said = try reader.messages(matching: MessageFilter(query: "kind:chat", in: .standard()), limit: 10)
            #expect(said.map(\.from?.address) == ["ada@example.org", "grace@example.org"])
            #expect(said.map(\.isRead) == [true, false])
            let claimed = try reader.messages(
                matching: MessageFilter(query: "category:fan", in: .standard()), limit: 10)
            #expect(claimed.map(\.subject) == ["Re: Tides"])
            #expect(try reader.notes().map(\.fields.title) == ["Outing"])
            let action = try #require(try reader.actions().first)
            #expect(action.fields.title == "First outing" && action.executed != nil)
        }
        #expect(try ledger.answer(ListAnswers()).count == 1)
        let claims = try ledger.answer(History(of: nil, matching: RequestedLog(type: "assist.message-classified"))) {
            rows in
            var actors: [String] = []
            try rows.forEach { row in
                actors += row.entry.changes.map(\.field)
                return true
            }
            return actors
        }
        #expect(claims == ["category", "category"])
    }

    @Test(.requirement(223)) func `a ledger is made and opened within what a person waits for`() throws {
        let scratch = try ScratchFolder()
        let location = LedgerLocation(scratch.path + "/ledger")
        let making = try ThreadClock.seconds { _ = try Ledger.create(at: location) }
        let opening = try ThreadClock.seconds {
            let ledger = try Ledger.open(at: location, access: .readWrite)
            _ = try ledger.read { try $0.accounts() }
        }
        // A debug build; the figures are in Docs/Performance.md.
        #expect(making < 5 && opening < 5, "\(making), \(opening)")
    }

    @Test(.requirement(225)) func `the end of an account is one event, however much it holds`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        try await world.messages.saveAll((0..<1_000).map { RepositoryWorld.message("m\($0)", to: ada.id) })
        let head = try await world.eventCount()
        try await world.accounts.delete(ada.id)
        #expect(try await world.eventCount() == head + 1)
        #expect(try await world.messages.fetch().isEmpty)
    }

    @Test(.requirement(226)) func `its files are for its owner only`() async throws {
        let world = try RepositoryWorld(.disk)
        let ada = try await world.addAccount()
        try await world.messages.save(
            IncomingMessage(
                account: ada.id, bytes: Array(("Subject: x\n\n" + String(repeating: "line\n", count: 400_000)).utf8)))
        _ = try await world.messages.search("line")
        let root = world.scratch.path + "/ledger"
        let names = try FileManager.default.subpathsOfDirectory(atPath: root)
        #expect(names.contains("log.sqlite") && names.contains { $0.hasPrefix("content/") })
        for name in names + [""] {
            var status = stat()
            guard unsafe stat("\(root)/\(name)", &status) == 0 else { continue }
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
    }

    @Test(.requirement(227)) func `a secret in a field that it does not belong in is in no file`() async throws {
        let world = try RepositoryWorld(.disk)
        let canary = "c4nary-\(UUID().uuidString)"
        let ada = try await world.addAccount()
        var settings = ada.state.settings
        settings.displayName = "imaps://ada:\(canary)@example.org"
        _ = await repositoryError { [settings] in try await world.accounts.save(Account(id: ada.id, settings: settings))
        }
        _ = await repositoryError { try await world.addAccount("ada:\(canary)@example.org") }
        _ = await repositoryError {
            try await world.syncStates.updateHistoryID("imaps://ada:\(canary)@example.org", for: ada.id)
        }
        #expect(throws: (any Error).self) { try CredentialReference("password:\(canary)") }
        let root = world.scratch.path + "/ledger"
        var looked = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            guard let data = FileManager.default.contents(atPath: "\(root)/\(name)") else { continue }
            looked += 1
            #expect(data.range(of: Data(canary.utf8)) == nil, "\(name)")
        }
        #expect(looked >= 3)
    }

    @Test(.requirement(238)) func `nothing keeps a container alive that nobody holds`() async throws {
        weak var container: LedgerContainer?
        weak var ledger: Ledger?
        do {
            let world = try RepositoryWorld(.memory)
            let ada = try await world.addAccount()
            try await world.addMessage("one", to: ada)
            container = world.container
            _ = world.messages
            var changes = world.container.changes(after: .start).makeAsyncIterator()
            #expect(try await changes.next() != nil)
            let own = try Ledger.inMemory()
            ledger = own
            try own.transaction(own.context(command: "x")) { _ in
                _ = try own.addAccount(AddAccount(address: "a@example.org"), context: own.context(command: "x"))
            }
        }
        #expect(ledger == nil)
        // The thread that did its last work may hold it for a moment.
        for _ in 0..<12_000 where container != nil { usleep(10_000) }
        #expect(container == nil)
    }
}
