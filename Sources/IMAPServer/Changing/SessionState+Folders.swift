internal import Domain
internal import EventLog
internal import IMAPProtocol
internal import JMAP
internal import Mail
internal import MailLedger
internal import Projections

/// CREATE, DELETE, RENAME and SUBSCRIBE (RFC 9051 sections 6.3.4 to 6.3.8).
extension SessionState {
    private func ownName(_ name: MailboxName) throws -> String {
        var text = try text(of: name)
        if text.hasSuffix("/") { text.removeLast() }
        guard NamedPlace(text).isOfToday else { throw NoAnswer("The past cannot be changed", code: "NOPERM") }
        guard !text.hasPrefix("#") else {
            throw NoAnswer("No mailbox has a name that begins with #", code: "CANNOT")
        }
        return MailboxTree.canonical(text)
    }

    func create(_ command: IMAPCommand, _ name: MailboxName, _ uses: [String]) throws {
        try requireMayWrite()
        let name = try ownName(name)
        let (tree, address) = try read { (try MailboxTree(account($0), $0), try account($0).address) }
        guard tree.mailbox(name) == nil, name != MailboxTree.inbox || tree.mailbox(name) != nil else {
            throw NoAnswer("The mailbox is there already", code: "ALREADYEXISTS")
        }
        // What it is called gives it no purpose.
        var settings = ChangeFolder()
        settings.role = .other
        for use in uses {
            guard uses.count == 1, let role = SpecialUse.role(of: use) else {
                throw NoAnswer("No mailbox has this use here", code: "USEATTR")
            }
            guard !tree.boxes.contains(where: { $0.row.settings.role == role }) else {
                throw NoAnswer("Another mailbox has this use", code: "USEATTR")
            }
            settings.role = role
        }
        _ = try ledger.perform(adding(tree.path(of: name), settings, to: address, tree), call("CREATE"))
        let id = try read { try mailbox(name, $0).row.id }
        try finish(command, "CREATE completed", code: "MAILBOXID (\(JMAPID.text(of: id)))")
    }

    /// A command that adds a folder, and those above it that are missing (RFC 9051 section 6.3.4).
    private func adding(
        _ path: String, _ settings: ChangeFolder? = nil, to address: String, _ tree: MailboxTree
    ) throws -> AddFoldersRequest {
        var missing = [AddFoldersRequest.NewFolder(path: path, settings: settings)]
        var above = try FolderPath(parsing: path).parent
        while let path = above?.formatted, tree.boxes.allSatisfy({ $0.row.path != path }) {
            missing.append(AddFoldersRequest.NewFolder(path: path))
            above = above?.parent
        }
        return AddFoldersRequest(account: address, folders: missing.reversed())
    }

    func delete(_ command: IMAPCommand, _ name: MailboxName) throws {
        try requireMayWrite()
        let name = try ownName(name)
        guard name != MailboxTree.inbox else { throw NoAnswer("INBOX cannot be deleted", code: "CANNOT") }
        let (box, address) = try read { reader in
            let tree = try MailboxTree(account(reader), reader)
            guard let box = tree.mailbox(name) else {
                throw NoAnswer("There is no mailbox of this name", code: "NONEXISTENT")
            }
            guard !tree.hasChildren(box) else {
                throw NoAnswer("The mailbox has others below it", code: "HASCHILDREN")
            }
            return (box, try account(reader).address)
        }
        _ = try ledger.perform(
            DeleteFolderRequest(folder: box.row.path, account: address, policy: .cascade), call("DELETE"))
        if selected?.id == box.row.id {
            selected = nil
            output.line("* OK [CLOSED] The mailbox is closed, as it is deleted")
        }
        try finish(command, "DELETE completed")
    }

    func rename(_ command: IMAPCommand, _ old: MailboxName, to new: MailboxName) throws {
        try requireMayWrite()
        let (old, new) = try (ownName(old), ownName(new))
        let (tree, account): (MailboxTree, AccountRow) = try read { reader in
            let account = try self.account(reader)
            return (try MailboxTree(account, reader), account)
        }
        guard let box = tree.mailbox(old) else {
            throw NoAnswer("There is no mailbox of this name", code: "NONEXISTENT")
        }
        guard tree.mailbox(new) == nil, new != MailboxTree.inbox else {
            throw NoAnswer("A mailbox of this name is there already", code: "ALREADYEXISTS")
        }
        let call = try call("RENAME")
        // The mail of INBOX moves, and INBOX stays (RFC 9051 section 6.3.6).
        if box.name == MailboxTree.inbox {
            return try renameInbox(command, box, to: tree.path(of: new), account, tree, call)
        }
        let path = try FolderPath(parsing: tree.path(of: new))
        let context = ledger.environment.context(of: call, named: "rename-mailbox")
        _ = try ledger.transaction(context) { _ in
            if let parent = path.parent, tree.boxes.allSatisfy({ $0.row.path != parent.formatted }) {
                _ = try ledger.perform(adding(parent.formatted, to: account.address, tree), call)
            }
            _ = try ledger.perform(RenameMailbox(folder: box.row.id, path: path.formatted), call)
        }
        try finish(command, "RENAME completed")
    }

    private func renameInbox(
        _ command: IMAPCommand, _ box: NamedMailbox, to path: String, _ account: AccountRow, _ tree: MailboxTree,
        _ call: Call
    ) throws {
        let context = ledger.environment.context(of: call, named: "rename-mailbox")
        _ = try ledger.transaction(context) { _ in
            _ = try ledger.perform(adding(path, to: account.address, tree), call)
            let (uids, target) = try ledger.read { reader in
                (
                    try MailboxesQuery(on: reader.connection).uids(in: box.row.stream),
                    try MailboxTree(account, reader).boxes.first { $0.row.path == path }
                )
            }
            guard let target else { throw NoAnswer("The new mailbox could not be made", code: "CANNOT") }
            _ = try ledger.perform(
                TransferMessages(account: account.id, from: box.row.id, to: target.row.id, uids: uids, leaves: true),
                call)
        }
        try finish(command, "RENAME completed")
    }

    /// A folder that is hidden is not subscribed.
    func subscribe(_ command: IMAPCommand, _ name: MailboxName, to isSubscribed: Bool) throws {
        try requireMayWrite()
        let word = isSubscribed ? "SUBSCRIBE" : "UNSUBSCRIBE"
        let text = try text(of: name)
        let (box, address) = try read { (try mailbox(text, $0), try account($0).address) }
        let isNow = box.row.settings.visibility != .hide
        if isNow != isSubscribed {
            var changes = ChangeFolder()
            changes.visibility = isSubscribed ? .show : .hide
            _ = try ledger.perform(
                ChangeFolderRequest(folder: box.row.path, account: address, changes: changes), call(word))
        }
        try finish(command, "\(word) completed")
    }
}

/// Gives a folder another name and another parent.
struct RenameMailbox: LedgerCommand {
    static let name = "rename-mailbox"

    struct Answer: Encodable, Sendable {}

    let folder: FolderID
    let path: String

    func decide(_ reader: LedgerReader, _ call: CommandCall) throws -> Decision<Answer> {
        guard let row = try reader.folder(withID: folder) else {
            throw NoAnswer("There is no mailbox of this name", code: "NONEXISTENT")
        }
        let path = try FolderPath(parsing: path)
        let parent = try path.parent.map { parent in
            try reader.folders(of: row.accountStream).first { $0.path == parent.formatted }
        }
        if path.parent != nil, parent ?? nil == nil {
            throw NoAnswer("There is no mailbox above it", code: "NONEXISTENT")
        }
        return Decision(try reader.place(row, under: parent ?? nil, named: path.name.text)) { _ in Answer() }
    }
}
