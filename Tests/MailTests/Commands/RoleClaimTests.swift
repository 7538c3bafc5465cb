import EventLog
import Mail
import Testing

/// Who gives up a role, and for what.
@Suite struct `A claim of a role` {
    private func account() -> (given: Given, ada: AccountState) {
        var given = Given()
        let ada = given.account("ada@example.org")
        return (given, ada)
    }

    private func folder(
        _ name: String, in account: AccountState, settings: FolderSettings, cursor: FolderCursor = FolderCursor(),
        parent: FolderID? = nil, stream: StreamID = StreamID(77)
    ) -> FolderState {
        FolderState(
            id: FolderID(.number(77)), stream: stream, account: account.id, accountStream: account.stream,
            parent: parent, name: name, kind: .folder, settings: settings, cursor: cursor, isDeleted: false)
    }

    @Test func `that a name tells takes it from an empty folder that came with the account, by one event`() {
        var (given, ada) = account()
        let trash = given.folder("Trash", in: ada, role: .trash)
        let claim = RoleClaim.told(.trash, holder: trash, isEmpty: true)
        #expect(claim.role == .trash)
        when { claim.events }.then(
            FolderChanged(folder: trash.id) {
                $0.role = Change(old: .trash, new: nil)
            })
        #expect(claim.settled([trash]).map(\.role) == [nil])
        #expect(RoleClaim.told(.trash, holder: trash, isEmpty: false) == .none)
        #expect(RoleClaim.told(.trash, holder: nil, isEmpty: true).role == .trash)
        #expect(RoleClaim.told(nil, holder: nil, isEmpty: true) == .none)
        #expect(RoleClaim.told(.other, holder: nil, isEmpty: true) == .none)
    }

    @Test func `that a name tells takes it from no folder that somebody said something of`() {
        let (_, ada) = account()
        let holders = [
            folder("Papierkorb", in: ada, settings: FolderSettings(role: .trash)),
            folder("Trash", in: ada, settings: FolderSettings(role: .trash, externalID: "17")),
            folder("Trash", in: ada, settings: FolderSettings(role: .trash, keepNewest: 10)),
            folder("Trash", in: ada, settings: FolderSettings(role: .trash, keepFor: RetentionPeriod(text: "P30D"))),
            folder("Trash", in: ada, settings: FolderSettings(role: .trash), cursor: FolderCursor(uidValidity: 3)),
            folder("Trash", in: ada, settings: FolderSettings(role: .trash), parent: FolderID(.number(5))),
            folder("Trash", in: ada, settings: FolderSettings(role: .trash), stream: .none),
        ]
        for holder in holders { #expect(RoleClaim.told(.trash, holder: holder, isEmpty: true) == .none) }
        let inbox = folder("INBOX", in: ada, settings: FolderSettings(role: .inbox))
        #expect(RoleClaim.told(.inbox, holder: inbox, isEmpty: true) == .none)
        let starred = folder("Flagged", in: ada, settings: FolderSettings(role: .flagged))
        #expect(RoleClaim.told(.flagged, holder: starred, isEmpty: true) == .none)
    }

    @Test func `that somebody asks for takes it from whoever has it, but for INBOX`() {
        var (given, ada) = account()
        let inbox = given.folder("INBOX", in: ada, role: .inbox)
        let papers = given.folder("Papierkorb", in: ada, role: .trash)
        let work = given.folder("Work", in: ada)
        _ = given.folder("Old", in: ada, role: .sent, isDeleted: true)
        #expect(RoleClaim.asked(.trash, by: work, among: given.folders).giver?.id == papers.id)
        #expect(RoleClaim.asked(.trash, by: papers, among: given.folders).giver == nil)
        #expect(RoleClaim.asked(.sent, by: work, among: given.folders).giver == nil)
        #expect(RoleClaim.asked(.inbox, by: work, among: given.folders).giver == nil)
        #expect(RoleClaim.asked(.other, by: papers, among: given.folders) == .none)
        var change = ChangeFolder()
        change.role = .inbox
        when { try change.decide(work, others: given.folders) }
            .thenRefused(.conflict("the folder INBOX is where new mail comes to and keeps that role"))
        _ = inbox
    }
}
