import CivilTime
import EventLog
import JSONCoding
import Mail
import MailLedger
import Projections
import TestSupport
import Testing
import WireModels

/// The forms in which programs exchange folders and notebooks.
@Suite struct `Folders as programs exchange them` {
    private static let account = "ada@example.org"
    private static let created = WireTime(Timestamp(microseconds: 1_707_127_200_000_000))

    private func id(_ number: UInt8) -> UniqueID {
        UniqueID.random { count in [UInt8](repeating: number, count: count) }
    }

    /// Work, Projects below it, Ideas below that.
    private func tree() -> FolderResponse {
        let ideas = FolderResponse(
            id: id(3), name: "Ideas", icon: "", parentId: id(2), depth: 2, createdAt: Self.created)
        let projects = FolderResponse(
            id: id(2), name: "Projects", icon: "hammer", color: "", noteCount: 2, parentId: id(1), depth: 1,
            children: [ideas], createdAt: Self.created)
        return FolderResponse(
            id: id(1), name: "Work", color: "#1e90ff", isSystem: true, sortOrder: 1, children: [projects],
            createdAt: Self.created)
    }

    @Test(.requirement(39)) func `the JSON has these keys in this order`() throws {
        let json = String(decoding: try JSONBytesEncoder().encode(tree()), as: UTF8.self)
        let ids = (1...3).map { id($0).description }
        let expected =
            ##"{"id":"\##(ids[0])","name":"Work","icon":"folder.fill","color":"#1e90ff","is_system":true,"##
            + ##""note_count":0,"sort_order":1,"depth":0,"children":[{"id":"\##(ids[1])","name":"Projects","##
            + ##""icon":"hammer","color":"","is_system":false,"note_count":2,"sort_order":100,"##
            + ##""parent_id":"\##(ids[0])","depth":1,"children":[{"id":"\##(ids[2])","name":"Ideas","icon":"","##
            + ##""is_system":false,"note_count":0,"sort_order":100,"parent_id":"\##(ids[1])","depth":2,"children":[],"##
            + ##""created_at":"\##(Self.created)"}],"created_at":"\##(Self.created)"}],"##
            + ##""created_at":"\##(Self.created)"}"##
        #expect(json == expected)
        #expect(try JSONBytesDecoder().decode(FolderResponse.self, from: Array(json.utf8)) == tree())
    }

    @Test(.requirement(39, 47)) func `the trees are those of the ledger, their numbers derived`() throws {
        let sample = try Undo.sample()
        let trees = try sample.ledger.read { try $0.folderTrees(of: Self.account) }
        let work = try #require(trees.first { $0.name == "Work" })
        #expect(work.noteCount == 1 && work.depth == 0 && !work.isSystem && work.icon == "folder.fill")
        #expect(work.children.map(\.name) == ["Deep"] && work.children[0].depth == 1)
        #expect(work.children[0].parentId == work.id)
        #expect(trees.first { $0.name == "INBOX" }?.isSystem == true)
        let rows = try sample.ledger.read { try $0.folders() }
        #expect(trees.flatMap { [$0] + $0.allDescendants() }.map(\.id) == rows.map(\.id.uniqueID))
        #expect(work.createdAt == rows.first { $0.id.uniqueID == work.id }.map { WireTime($0.createdAt) })
    }

    @Test(.requirement(40)) func `notes, children and a colour are there or not`() {
        let (work, projects) = (tree(), tree().children[0])
        #expect(!work.hasNotes && projects.hasNotes)
        #expect(work.hasChildren && !projects.children[0].hasChildren)
        #expect(work.hasColor && !projects.hasColor && !projects.children[0].hasColor)
    }

    @Test(.requirement(41, 42)) func `a picture has a default, and a colour that cannot be read is none`() {
        let tree = tree()
        #expect(tree.sfSymbolName == "folder.fill" && tree.children[0].sfSymbolName == "hammer")
        #expect(tree.children[0].children[0].sfSymbolName == "folder.fill")
        #expect(tree.folderColor == RGBColor(red: 0x1e, green: 0x90, blue: 0xff))
        #expect(tree.children[0].folderColor == nil)
        let bad = FolderResponse(id: id(1), name: "A", color: "blue", createdAt: Self.created)
        #expect(bad.folderColor == nil && bad.hasColor)
    }

    @Test(.requirement(43, 44)) func `paths lead from the top, and what is below is found at any depth`() {
        let tree = tree()
        let ideas = tree.children[0].children[0]
        #expect(ideas.displayPath(in: [tree]) == "Work/Projects/Ideas")
        #expect(tree.displayPath(in: [tree]) == "Work" && ideas.displayPath(in: []) == "Ideas")
        #expect(tree.allDescendants().map(\.name) == ["Projects", "Ideas"])
        #expect(tree.findChild(id: id(3)) == ideas && tree.findChild(id: id(1)) == tree)
        #expect(tree.findChild(id: id(9)) == nil)
    }

    private func read<Request: Decodable>(_ json: String, as: Request.Type = Request.self) throws -> Request {
        try JSONBytesDecoder().decode(Request.self, from: Array(json.utf8))
    }

    @Test(.requirement(45, 47)) func `requests become events, and what is derived is not taken from them`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let work = try sample.ledger.made(
            CreateFolder(
                account: Self.account,
                folder: read(##"{"name":"Work","icon":"briefcase","color":"#1e90ff","note_count":99,"depth":7}"##)))
        #expect(work.noteCount == 0 && work.depth == 0 && work.icon == "briefcase" && work.color == "#1e90ff")
        let ideas = try sample.ledger.made(
            CreateFolder(account: Self.account, folder: read(#"{"name":"Ideas","parent_id":"\#(work.id)"}"#)))
        #expect(ideas.depth == 1 && ideas.parentId == work.id)
        let home = try sample.ledger.made(CreateFolder(account: Self.account, folder: read(#"{"name":"Home"}"#)))
        let head = try sample.head()
        let moved = try sample.ledger.made(
            UpdateFolder(
                id: ideas.id,
                changes: read(
                    #"{"name":"Plans","icon":"star","sort_order":3,"parent_id":"\#(home.id)","note_count":5}"#)))
        #expect(moved.name == "Plans" && moved.parentId == home.id && moved.icon == "star" && moved.sortOrder == 3)
        #expect(moved.noteCount == 0)
        var types: [String] = []
        try sample.ledger.store.forEach(EventSelection(after: head)) { event in
            types.append(event.type.name)
            return true
        }
        #expect(types == ["mail.folder-moved", "mail.folder-renamed", "mail.folder-changed"])
        #expect(try sample.ledger.read { try $0.folder("Home/Plans") }.kind == "notebook")
        #expect(throws: DomainError.self) {
            try sample.ledger.made(UpdateFolder(id: work.id, changes: read(#"{"name":"Home"}"#)))
        }
        #expect(throws: DomainError.self) {
            try sample.ledger.made(UpdateFolder(id: home.id, changes: read(#"{"parent_id":"\#(moved.id)"}"#)))
        }
        #expect(try sample.ledger.maintenance.checkViews() == nil)
    }

    @Test(.requirement(46)) func `many places are taken together, or none where an id is unknown`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let rows = try ["A", "B"].map { try sample.addFolder($0, to: Self.account) }
        let head = try sample.head()
        let bad: FolderBulkReorder = try read(
            #"{"items":[{"id":"\#(rows[0].id)","sort_order":5},{"id":"\#(id(9))","sort_order":1}]}"#)
        #expect(throws: DomainError.notFound(kind: "folder", name: id(9).description)) {
            try sample.ledger.made(bad)
        }
        #expect(try sample.head() == head)
        let good = FolderBulkReorder(items: [
            FolderReorderItem(id: rows[0].id.uniqueID, sortOrder: 50),
            FolderReorderItem(id: rows[1].id.uniqueID, sortOrder: 40),
        ])
        let placed = try sample.ledger.made(good)
        #expect(placed.map(\.sortOrder) == [50, 40] && placed.map(\.name) == ["A", "B"])
        #expect(try sample.head() == head.advanced(by: 2))
        #expect(try sample.ledger.read { try $0.folders().suffix(2).map(\.path) } == ["B", "A"])
    }

    @Test(.requirement(48)) func `a folder that is the system's is not renamed by a request`() throws {
        let sample = try SampleLedger()
        try sample.addAccount(Self.account)
        let inbox = try sample.ledger.read { try $0.folder("INBOX") }
        #expect(throws: DomainError.self) {
            try sample.ledger.made(
                UpdateFolder(id: inbox.id.uniqueID, changes: FolderUpdateRequest(name: "Mine")))
        }
    }
}
