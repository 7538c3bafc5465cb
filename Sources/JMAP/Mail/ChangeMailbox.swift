internal import EventLog
internal import Mail
internal import MailLedger
internal import Projections

/// Gives a folder another name, another parent and other settings, all or none.
struct ChangeMailbox: LedgerCommand {
    static let name = "change-mailbox"

    struct Answer: Encodable, Sendable {}

    let folder: FolderID
    let newName: String?
    let isMoved: Bool
    let parent: FolderID?
    let settings: ChangeFolder

    init(_ row: FolderRow, _ patch: MailboxPatch) {
        folder = row.id
        newName = patch.name
        isMoved = patch.parent != nil
        parent = patch.parent ?? row.parent
        settings = patch.settings
    }

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard let row = try reader.folder(withID: folder) else { throw SetError.notFound }
        let parent = try parent.flatMap { try reader.folder(withID: $0) }
        let placed = try reader.place(row, under: parent, named: newName ?? row.name)
        let others = try reader.holders(of: settings, in: row.accountStream)
        return Decision(try placed + settings.decide(row.state, others: others)) { _ in Answer() }
    }
}
