import EventLog
import Foundation
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing

/// Which types of properties events take, and what becomes of those that are not stored.
@Suite struct `Properties of events` {
    enum Medium: String, Codable, CaseIterable { case movie, tvSeries, person }
    enum Place: Codable, Hashable { case none, named(String), at(x: Int, y: Double) }
    struct Inner: Codable, Hashable, Sendable { var text: String; var numbers: [Int]? }

    /// One property of each type that the reference names, plain, optional and in an array.
    struct Everything: Event, Hashable {
        static let type = EventType("test.everything-stored", schema: 1)
        var bool: Bool, int: Int, double: Double, float: Float, string: String
        var date: Date, url: URL, uuid: UUID, data: Data
        var maybe: String?, maybeDate: Date?, maybeInner: Inner?
        var ints: [Int], dates: [Date], optionals: [Int?], nested: [[String]], datas: [Data]
        var medium: Medium, media: [Medium], place: Place, inner: Inner, inners: [Inner], byName: [String: Int]
        var wide: UInt64, narrow: Int8

        static func sample(_ full: Bool) throws -> Everything {
            Everything(
                bool: full, int: full ? .min : .max, double: full ? .pi : -0.0, float: full ? .pi : 1e-30,
                string: full ? "Ü \"q\" \\ \u{0} 😀 \u{2028}" : "",
                date: Date(timeIntervalSinceReferenceDate: full ? 727_000_000.123_456 : -1),
                url: try #require(URL(string: "https://example.org/a%20b?c=d#e")),
                uuid: try #require(UUID(uuidString: "00000000-0000-4000-8000-0000000000FF")),
                data: Data(full ? [0, 255, 128] : []), maybe: full ? "x" : nil,
                maybeDate: full ? Date(timeIntervalSinceReferenceDate: 0) : nil,
                maybeInner: full ? Inner(text: "i", numbers: []) : nil, ints: full ? [1, 2, .max] : [],
                dates: full ? [Date(timeIntervalSinceReferenceDate: 1)] : [], optionals: full ? [1, nil, 3] : [],
                nested: full ? [[], ["a", "b"]] : [], datas: full ? [Data([1])] : [], medium: full ? .tvSeries : .movie,
                media: full ? Medium.allCases : [], place: full ? .at(x: 1, y: 0.5) : .none,
                inner: Inner(text: "", numbers: nil), inners: full ? [Inner(text: "a", numbers: [1])] : [],
                byName: full ? ["é": 1, "b c": -1] : [:], wide: full ? .max : 0, narrow: full ? .min : .max)
        }
    }

    /// One field that is kept, one that is for the moment and one that follows from the first.
    struct Remembered: Event, Hashable {
        static let type = EventType("test.image-remembered", schema: 1)
        var source: String
        var isDownloading = false
        var shout: String { source.uppercased() }
        enum CodingKeys: CodingKey { case source }
    }

    private func stored(_ event: some Event) throws -> (back: any Event, json: String) {
        let catalogue = EventCatalogue([Everything.self, Remembered.self])
        let store = try OpenLog.inSQLiteMemory().store
        let context = OperationContext(
            operation: OperationID(.random { [UInt8](repeating: 1, count: $0) }), command: "test", actor: "a",
            osUser: "a",
            host: "h", program: "p")
        _ = try store.append(
            ProposedTransaction([ProposedEvent(event, target: .noStream, account: .none)], context: context))
        let raw = try #require(try store.events(EventSelection()).first?.payload)
        guard case .event(let back)? = try catalogue.contents(of: store.events(EventSelection())[0]).first else {
            throw RepositoryError.notFound(entity: "event", id: "1")
        }
        return (back, String(decoding: raw, as: UTF8.self))
    }

    @Test(.requirement(229), arguments: [true, false])
    func `every supported type comes back from the log as it went in`(full: Bool) throws {
        let event = try Everything.sample(full)
        let back = try #require(try stored(event).back as? Everything)
        #expect(back == event)
        #expect(back.double.sign == event.double.sign)
    }

    @Test(.requirement(231)) func `what is for the moment only, and what follows from the rest, is not stored`() throws
    {
        let (back, json) = try stored(Remembered(source: "a", isDownloading: true))
        #expect(json == #"{"source":"a"}"#)
        let remembered = try #require(back as? Remembered)
        #expect(remembered == Remembered(source: "a", isDownloading: false) && remembered.shout == "A")
    }

    @Test(.requirement(230)) func `a filter by a value of an enum finds what a look at each finds`() async throws {
        let world = try RepositoryWorld(.memory)
        let ada = try await world.addAccount()
        let sets: [KeywordSet] = [
            [], [.seen], [.flagged], [.answered], [.draft], [.seen, .flagged], [.draft, .answered],
        ]
        for (number, set) in sets.enumerated() { try await world.addMessage("m\(number)", to: ada, keywords: set) }
        let all = try await world.messages.fetch()
        for state in MessageFilter.State.allCases {
            let expected = all.filter { row in
                switch state {
                case .unread: !row.keywords.contains("$seen") && !row.keywords.contains("$draft")
                case .read: row.keywords.contains("$seen")
                case .flagged: row.keywords.contains("$flagged")
                case .answered: row.keywords.contains("$answered")
                case .draft: row.keywords.contains("$draft")
                }
            }
            let found = try await world.container.read { try $0.messages(matching: .state(state)) }
            #expect(found.map(\.id) == expected.map(\.id) && !found.isEmpty, "\(state)")
        }
        for role in AddAccount.roles {
            let folders = try await world.folders.fetchAll(account: ada.id)
            #expect(folders.filter { $0.settings.role == role }.count == 1)
        }
    }

    @Test(.requirement(232)) func `every row has an id that stays, and the position of its last change`() async throws {
        let world = try RepositoryWorld(.memory)
        let ada = try await world.addAccount()
        let row = try await world.addMessage("one", to: ada)
        func id<Row: Identifiable>(of row: Row) -> Row.ID { row.id }
        let inbox = try await world.inbox(of: ada)
        #expect(id(of: ada) == ada.id && id(of: row) == row.id && id(of: inbox).description.count == 36)
        let before = try await world.container.read { try $0.lastPosition(of: row.stream) }
        try await world.messages.markAsRead(row.id)
        let after = try await world.container.read { try $0.lastPosition(of: row.stream) }
        let head = try await world.container.head()
        #expect(before?.rawValue == row.stream.rawValue && after == head)
        try await world.container.perform { try $0.maintenance.rebuild() }
        #expect(try await world.messages.fetch(byID: row.id)?.stream == row.stream)
    }

    @Test(.requirement(233)) func `what was deleted can be asked for, and says so`() async throws {
        let world = try RepositoryWorld(.memory)
        let ada = try await world.addAccount()
        let work = try await world.folder("Work", of: ada)
        #expect(!ada.isDeleted && !work.isDeleted)
        try await world.folders.delete(work.id, policy: .cascade)
        try await world.accounts.delete(ada.id)
        let (accounts, folders) = try await world.container.read { reader in
            (try reader.accounts(includingDeleted: true), try reader.folders(includingDeleted: true))
        }
        #expect(accounts.map(\.isDeleted) == [true])
        #expect(folders.first { $0.id == work.id }?.isDeleted == true)
    }

    @Test(.requirement(234)) func `a form without the fields that came later is read with their defaults`() throws {
        func read(_ type: EventType, _ json: String) throws -> any Event {
            try #require(try Contexts.builtIn.catalogue.decode(Array(json.utf8), type: type, at: Position(1)).first)
        }
        let id = "00000000-0000-4000-8000-000000000001"
        let folder = try #require(
            try read(
                FolderCreated.type, #"{"id":"\#(id)","account":"\#(id)","name":"A","kind":"folder","sort_order":1}"#)
                as? FolderCreated)
        #expect(folder.settings == FolderSettings(sortOrder: 1) && folder.settings.visibility == .show)
        let account = try #require(
            try read(
                AccountCreated.type,
                #"{"id":"\#(id)","address":"a@b","provider":"custom","auth_types":[],"is_enabled":true}"#)
                as? AccountCreated)
        #expect(account.imap == nil && account.credentialRef == nil)
        let transfer = try #require(
            try read(AttachmentTransferChanged.type, #"{"message":"\#(id)","attachment":1}"#)
                as? AttachmentTransferChanged)
        #expect(transfer.status == nil)
        let sync = try #require(try read(AccountSyncChanged.type, #"{"account":"\#(id)"}"#) as? AccountSyncChanged)
        #expect(sync.historyID == nil)
    }

    @Test(.requirement(235)) func `every stored name begins with its context`() {
        #expect(!Contexts.builtIn.catalogue.types.isEmpty)
        for type in Contexts.builtIn.catalogue.types {
            #expect(
                ["mail", "ledger", "access", "assist", "chat", "notes", "outbox"].contains(
                    type.name.prefix { $0 != "." }),
                "\(type)")
        }
    }

    @Test(.requirement(236)) func `what comes out of a container is plain values`() async throws {
        let container = try LedgerContainer.preview()
        let accounts = try await container.accounts.fetchAll()
        let values: [Any] = [
            accounts[0], try await container.messages.fetch()[0], try await container.folders.fetchAll(account: nil)[0],
            try await container.messages.fetchThreads(account: nil, folder: nil, limit: 1)[0],
            Account(accounts[0]), SyncState(), IncomingMessage(account: accounts[0].id, bytes: []),
        ]
        for value in values { expectValues(value, in: "\(type(of: value))") }
    }

    private func expectValues(_ value: Any, in path: String) {
        let mirror = Mirror(reflecting: value)
        #expect(mirror.displayStyle != .class, "\(path)")
        for child in mirror.children { expectValues(child.value, in: "\(path).\(child.label ?? "")") }
    }
}
