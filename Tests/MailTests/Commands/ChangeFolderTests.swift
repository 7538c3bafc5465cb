import EventLog
import Mail
import TestSupport
import Testing

struct ChangeFolderTests {
    private func account() -> (given: Given, ada: AccountState) {
        var given = Given()
        let ada = given.account("ada@example.org")
        return (given, ada)
    }

    @Test(.requirement(25, 38)) func `every changed field stands in one event, and what is so already in none`() {
        var (given, ada) = account()
        let work = given.folder("Work", in: ada)
        var change = ChangeFolder()
        (change.icon, change.color, change.sortOrder) = ("briefcase", "#1E90FF", 100)
        (change.visibility, change.externalID) = (.showIfUnread, "L1")
        when { try change.decide(work, others: given.folders) }.then(
            FolderChanged(folder: work.id) {
                $0.icon = Change(old: nil, new: "briefcase")
                $0.color = Change(old: nil, new: RGBColor(hex: "#1e90ff"))
                $0.visibility = Change(old: .show, new: .showIfUnread)
                $0.externalID = Change(old: nil, new: "L1")
            })
        when { try ChangeFolder().decide(work, others: given.folders) }.thenNothing()
    }

    @Test(.requirement(29)) func `an account has one folder a role, and INBOX keeps its own`() {
        var (given, ada) = account()
        let inbox = given.folder("INBOX", in: ada, role: .inbox)
        let archive = given.folder("Archive", in: ada, role: .archive)
        let work = given.folder("Work", in: ada)
        _ = given.folder("Old", in: ada, role: .sent, isDeleted: true)
        var change = ChangeFolder()
        change.role = .archive
        when { try change.decide(work, others: given.folders) }.thenConflict()
        when { try change.decide(archive, others: given.folders) }.thenNothing()
        when { try change.decide(inbox, others: [inbox]) }.thenForbidden()
        change.role = .sent
        when { try change.decide(work, others: given.folders) }
            .then(
                FolderChanged(folder: work.id) {
                    $0.role = Change(old: nil, new: .sent)
                })
        change.role = .other
        when { try change.decide(archive, others: given.folders) }
            .then(
                FolderChanged(folder: archive.id) {
                    $0.role = Change(old: .archive, new: nil)
                })
        when { try change.decide(inbox, others: given.folders) }.thenForbidden()
        change.role = .archive
        when {
            try AddFolder(name: "B", settings: change).decide(
                in: ada.id, ada.stream, under: nil, siblings: [], others: given.folders, newID: NewIDs().next)
        }.thenConflict()
    }

    @Test(
        .requirement(42),
        arguments: [
            ("color", "blue"), ("text_color", "#12"), ("icon", "a\u{7}"), ("icon", String(repeating: "x", count: 65)),
            ("external_id", "a\nb"),
        ])
    func `a value that cannot be is refused by its field`(field: String, value: String) {
        var (given, ada) = account()
        let work = given.folder("Work", in: ada)
        var change = ChangeFolder()
        switch field {
        case "color": change.color = value
        case "text_color": change.textColor = value
        case "icon": change.icon = value
        default: change.externalID = value
        }
        when { try change.decide(work, others: given.folders) }.thenInvalid(field)
        var order = ChangeFolder()
        order.sortOrder = -1
        when { try order.decide(work, others: given.folders) }.thenInvalid("sort_order")
    }

    @Test(.requirement(26)) func `a cursor is noted, and another numbering makes the known change void`() {
        var (given, ada) = account()
        let work = given.folder("Work", in: ada)
        let first = ChangeFolderCursor(
            uidValidity: .max, highestModSeq: ModificationSequence(1 << 63 + 1), supportsIdle: true)
        let outcome = when { first.decide(work) }
        outcome.then(
            FolderCursorChanged(folder: work.id) {
                $0.uidValidity = Change(old: nil, new: .max)
                $0.highestModSeq = Change(old: nil, new: ModificationSequence(1 << 63 + 1))
                $0.supportsIdle = Change(old: nil, new: true)
            })
        let known = FolderState(
            id: work.id, stream: work.stream, account: work.account, accountStream: work.accountStream, parent: nil,
            name: work.name, kind: work.kind, settings: work.settings,
            cursor: FolderCursor(uidValidity: .max, highestModSeq: ModificationSequence(9), supportsIdle: true),
            isDeleted: false)
        when { ChangeFolderCursor(uidValidity: 7).decide(known) }.then(
            FolderCursorChanged(folder: work.id) {
                $0.uidValidity = Change(old: .max, new: 7)
                $0.highestModSeq = Change(old: ModificationSequence(9), new: nil)
            })
        when { ChangeFolderCursor(uidValidity: .max, supportsIdle: true).decide(known) }.thenNothing()
    }

    @Test(.requirement(46)) func `siblings are put into an order by an event for each that goes to another place`()
        throws
    {
        var (given, ada) = account()
        let folders = ["A", "B", "C"].map { given.folder($0, in: ada) }
        let reorder = ReorderFolders()
        let places = try reorder.places(of: [folders[2], folders[0]], among: folders)
        #expect(places.map(\.0.name) == ["C", "A", "B"] && places.map(\.1) == [0, 1, 2])
        when { try reorder.decide(places) }.then(
            FolderChanged(folder: folders[2].id) {
                $0.sortOrder = Change(old: 100, new: 0)
            },
            FolderChanged(folder: folders[0].id) {
                $0.sortOrder = Change(old: 100, new: 1)
            },
            FolderChanged(folder: folders[1].id) {
                $0.sortOrder = Change(old: 100, new: 2)
            })
        let below = given.folder("D", in: ada, under: folders[0])
        #expect(throws: DomainError.self) { try reorder.places(of: [below], among: folders) }
        #expect(throws: DomainError.self) { try reorder.places(of: [folders[0], folders[0]], among: folders) }
        when { try reorder.decide([(folders[0], 1), (folders[1], -1)]) }.thenInvalid("sort_order")
    }

    // MARK: The end

    private func contents(_ below: [FolderState], messages: Int = 0) -> DeleteFolder.Contents {
        var contents = DeleteFolder.Contents()
        contents.messages = messages
        contents.below = below.map { DeleteFolder.Below($0, path: "Work/" + $0.name, messages: 2) }
        return contents
    }

    @Test(.requirement(33), arguments: [DeletePolicy.deny, .noAction])
    func `deny and no action refuse a folder that holds anything, and name it`(policy: DeletePolicy) {
        var (given, ada) = account()
        let work = given.folder("Work", in: ada)
        let tax = given.folder("Tax", in: ada, under: work)
        let command = DeleteFolder(policy: policy)
        when { try command.decide(work, holding: contents([tax], messages: 1)) }
            .thenRefused(.blocked("Work is not empty", by: ["1 message", "the folder Work/Tax with 2 messages"]))
        when { try command.decide(work, holding: contents([])) }
            .then(FolderDeleted(folder: work.id, policy: policy))
    }

    @Test(.requirement(33)) func `nullify moves what would be nowhere else to the archive, and then ends the folder`() {
        var (given, ada) = account()
        let archive = given.folder("Archive", in: ada, role: .archive)
        let work = given.folder("Work", in: ada)
        let tax = given.folder("Tax", in: ada, under: work)
        let inbox = given.folder("INBOX", in: ada, role: .inbox)
        var contents = contents([tax], messages: 2)
        contents.stranded = [given.message(in: work, tax, inbox)]
        when { try DeleteFolder(policy: .nullify).decide(work, holding: contents) }.thenConflict()
        contents.archive = archive
        when { try DeleteFolder(policy: .nullify).decide(work, holding: contents) }.then(
            MessageMoved(
                message: contents.stranded[0].id,
                copies: [
                    .init(copy: 1, folder: Change(old: work.id, new: archive.id)),
                    .init(copy: 2, folder: Change(old: tax.id, new: archive.id)),
                ]), FolderDeleted(folder: work.id, policy: .nullify))
    }

    @Test(.requirement(48)) func `a folder does not end with one below it that has a role`() {
        var (given, ada) = account()
        let work = given.folder("Work", in: ada)
        let sent = given.folder("Sent", in: ada, under: work, role: .sent)
        for policy in DeletePolicy.allCases {
            when { try DeleteFolder(policy: policy).decide(work, holding: contents([sent])) }.thenForbidden()
        }
    }

    @Test(.requirement(36)) func `a folder does not come back where another has taken its external id`() throws {
        var given = Given()
        let ada = given.account("ada@example.org")
        func folder(_ number: Int64, endedAt: Position?) -> FolderState {
            FolderState(
                id: FolderID(.number(number)), stream: StreamID(number), account: ada.id, accountStream: ada.stream,
                parent: nil, name: "F\(number)", kind: .label, settings: FolderSettings(externalID: "L1"),
                isDeleted: endedAt != nil, endedAt: endedAt)
        }
        let (gone, taker) = (folder(10, endedAt: Position(20)), folder(11, endedAt: nil))
        when { try RestoreFolder().decide(gone, parent: nil, siblings: [], others: [gone, taker]) }.thenConflict()
        when { try RestoreFolder().decide(gone, parent: nil, siblings: [], others: [gone]) }
            .then(FolderRestored(folder: gone.id))
    }
}
