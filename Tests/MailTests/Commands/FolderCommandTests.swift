import EventLog
import Mail
import Testing

struct FolderCommandTests {
    @Test func `a folder is made under its parent`() throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        let outcome = when {
            try AddFolder(name: "Tax", kind: .label).decide(
                in: ada.id, ada.stream, under: work, siblings: given.siblings(under: work, in: ada),
                newID: NewIDs().next)
        }
        outcome.then(
            FolderCreated(
                id: FolderID(.number(1001)), account: ada.id, parent: work.id, name: "Tax", kind: .label, role: nil,
                sortOrder: 100))
        #expect(outcome.targets == [.noStream])
        #expect(outcome.accounts == [.stream(.existing(ada.stream))])
    }

    private func add(_ name: String, besides siblings: [FolderState], in account: AccountState) -> Outcome {
        when {
            try AddFolder(name: name).decide(
                in: account.id, account.stream, under: nil, siblings: siblings, newID: NewIDs().next)
        }
    }

    @Test(arguments: [
        ("Work", "Work"), ("INBOX", "inbox"), ("INBOX", "InBox"), ("Caf\u{e9}", "Cafe\u{301}"),
        ("Cafe\u{301}", "Caf\u{e9}"),
    ])
    func `R51 siblings have different names, in normal form and INBOX in any case`(old: String, new: String) {
        var given = Given()
        let ada = given.account("ada@example.org")
        _ = given.folder(old, in: ada)
        add(new, besides: given.folders, in: ada).thenRefused {
            if case .alreadyExists("folder", _) = $0 { true } else { false }
        }
    }

    @Test(arguments: [("Work", "work"), ("Work", "Works"), ("Work", "Wörk")])
    func `other names are free`(old: String, new: String) throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        _ = given.folder(old, in: ada)
        let events = try add(new, besides: given.folders, in: ada).result.get()
        #expect((events.first?.event as? FolderCreated)?.name == new)
    }

    @Test func `the name of a deleted folder is free`() throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        _ = given.folder("Work", in: ada, isDeleted: true)
        #expect(try add("Work", besides: given.folders, in: ada).result.get().count == 1)
    }

    @Test(arguments: ["", " ", "a/b", ".", "..", "a\u{7}", String(repeating: "x", count: 256)])
    func `what is no name is refused`(name: String) {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        add(name, besides: [], in: ada).thenInvalid("folder name")
        when { try RenameFolder(name: name).decide(work, siblings: []) }.thenInvalid("folder name")
    }

    @Test func `a name in another normal form is stored in the composed one`() throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        let events = try add("Cafe\u{301}", besides: [], in: ada).result.get()
        let name = try #require((events.first?.event as? FolderCreated)?.name)
        #expect(Array(name.utf8) == Array("Caf\u{e9}".utf8))
    }

    @Test func `a folder takes another name`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        let outcome = when { try RenameFolder(name: "Job").decide(work, siblings: given.folders) }
        outcome.then(FolderRenamed(folder: work.id, name: Change(old: "Work", new: "Job")))
        #expect(outcome.targets == [.any(.existing(work.stream))])
        when { try RenameFolder(name: "Work").decide(work, siblings: given.folders) }.thenNothing()
    }

    @Test func `a folder does not take the name of a sibling`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        _ = given.folder("INBOX", in: ada, role: .inbox)
        when { try RenameFolder(name: "inbox").decide(work, siblings: given.folders) }
            .thenRefused(.alreadyExists(kind: "folder", name: "INBOX"))
    }

    @Test(arguments: AddAccount.roles)
    func `R48 a folder with a role stays as it is`(role: FolderRole) {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        let folder = given.folder(role == .inbox ? "INBOX" : role.displayName, in: ada, role: role)
        when { try RenameFolder(name: "Other").decide(folder, siblings: given.folders) }.thenForbidden()
        when { try MoveFolder().decide(folder, under: work, ancestors: [work.id], siblings: []) }.thenForbidden()
        when { try DeleteFolder().decide(folder) }.thenForbidden()
        // Its own name and its own place are no change, and that is no offence.
        when { try RenameFolder(name: folder.name).decide(folder, siblings: given.folders) }.thenNothing()
        when { try MoveFolder().decide(folder, under: nil, ancestors: [], siblings: []) }.thenNothing()
    }

    @Test func `a folder goes under another, and to the top`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let (work, home) = (given.folder("Work", in: ada), given.folder("Home", in: ada))
        let tax = given.folder("Tax", in: ada, under: work)
        when { try MoveFolder().decide(tax, under: home, ancestors: [home.id], siblings: []) }
            .then(FolderMoved(folder: tax.id, parent: Change(old: work.id, new: home.id)))
        when {
            try MoveFolder().decide(tax, under: nil, ancestors: [], siblings: given.siblings(under: nil, in: ada))
        }.then(FolderMoved(folder: tax.id, parent: Change(old: work.id, new: nil)))
        when { try MoveFolder().decide(tax, under: work, ancestors: [work.id], siblings: [tax]) }.thenNothing()
    }

    @Test func `R24 a folder goes neither below itself nor below one of its own`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        let tax = given.folder("Tax", in: ada, under: work)
        let old = given.folder("Old", in: ada, under: tax)
        when { try MoveFolder().decide(work, under: work, ancestors: [work.id], siblings: [tax]) }.thenConflict()
        when { try MoveFolder().decide(work, under: old, ancestors: [old.id, tax.id, work.id], siblings: []) }
            .thenConflict()
    }

    @Test func `a folder stays in its account and beside other names`() {
        var given = Given()
        let (ada, bob) = (given.account("ada@example.org"), given.account("bob@example.org"))
        let (work, theirs) = (given.folder("Work", in: ada), given.folder("Home", in: bob))
        let home = given.folder("Home", in: ada)
        let tax = given.folder("Tax", in: ada, under: work)
        let taken = given.folder("Tax", in: ada, under: home)
        when { try MoveFolder().decide(tax, under: theirs, ancestors: [theirs.id], siblings: []) }.thenConflict()
        when { try MoveFolder().decide(tax, under: home, ancestors: [home.id], siblings: [taken]) }
            .thenRefused(.alreadyExists(kind: "folder", name: "Tax"))
    }

    @Test func `a folder ends by one event, and once`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        when { try DeleteFolder().decide(work) }.then(FolderDeleted(folder: work.id))
        let gone = given.folder("Gone", in: ada, isDeleted: true)
        when { try DeleteFolder().decide(gone) }.thenNothing()
    }

    @Test func `a deleted folder comes back`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada)
        let tax = given.folder("Tax", in: ada, under: work, isDeleted: true)
        when { try RestoreFolder().decide(tax, parent: work, siblings: [tax]) }.then(FolderRestored(folder: tax.id))
        when { try RestoreFolder().decide(work, parent: nil, siblings: [work]) }.thenNothing()
    }

    @Test func `a folder comes back neither under a deleted one nor beside one that took its name`() {
        var given = Given()
        let ada = given.account("ada@example.org")
        let work = given.folder("Work", in: ada, isDeleted: true)
        let tax = given.folder("Tax", in: ada, under: work, isDeleted: true)
        when { try RestoreFolder().decide(tax, parent: work, siblings: [tax]) }.thenConflict()
        let again = given.folder("Work", in: ada)
        when { try RestoreFolder().decide(work, parent: nil, siblings: [work, again]) }
            .thenRefused(.alreadyExists(kind: "folder", name: "Work"))
    }
}
