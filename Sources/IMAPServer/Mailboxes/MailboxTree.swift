internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// A folder under the name that clients know it by.
struct NamedMailbox {
    let name: String
    let row: FolderRow
}

/// The folders of an account as mailboxes: notebooks are none (RFC 9051 section 5.1).
///
/// The folder of new mail is `INBOX` in any case, and what lies below it is below `INBOX/`.
struct MailboxTree {
    static let inbox = "INBOX"
    static let delimiter: Character = "/"

    let boxes: [NamedMailbox]
    private let inboxPath: String?

    init(_ account: AccountRow, _ reader: LedgerReader) throws {
        let rows = try reader.folders(of: account.stream).filter { $0.kind != FolderKind.notebook.rawValue }
        let inbox =
            rows.first { $0.settings.role == .inbox }
            ?? rows.first { $0.depth == 0 && $0.name.uppercased() == Self.inbox }
        inboxPath = inbox?.path
        boxes = rows.map { [inboxPath] row in NamedMailbox(name: Self.name(of: row.path, inbox: inboxPath), row: row) }
    }

    func mailbox(_ name: String) -> NamedMailbox? {
        let name = Self.canonical(name)
        return boxes.first { $0.name == name }
    }

    func hasChildren(_ box: NamedMailbox) -> Bool {
        boxes.contains { $0.row.parent == box.row.id }
    }

    /// Returns the path that a folder of a name has, or would have.
    func path(of name: String) -> String {
        let name = Self.canonical(name)
        guard let inboxPath, name == Self.inbox || name.hasPrefix(Self.inbox + "/") else { return name }
        return inboxPath + name.dropFirst(Self.inbox.count)
    }

    /// Writes `INBOX` in upper case, as the name of all or of its first part (RFC 9051 section 5.1).
    static func canonical(_ name: String) -> String {
        let first = name.prefix { $0 != delimiter }
        guard first.utf8.count == inbox.utf8.count, first.uppercased() == inbox else { return name }
        return inbox + name.dropFirst(first.count)
    }

    private static func name(of path: String, inbox: String?) -> String {
        if let inbox, path == inbox || path.hasPrefix(inbox + "/") { return Self.inbox + path.dropFirst(inbox.count) }
        // What begins with a number sign is a namespace of its own (RFC 9051 section 5.1.2).
        return path.hasPrefix("#") ? "\u{FF03}" + path.dropFirst() : path
    }
}

/// The purposes of mailboxes (RFC 6154, RFC 8457), each with a folder's role.
enum SpecialUse {
    private static let all: [(attribute: String, role: FolderRole)] = [
        ("\\Archive", .archive), ("\\Drafts", .drafts), ("\\Junk", .spam), ("\\Sent", .sent), ("\\Trash", .trash),
    ]

    static func attribute(of row: FolderRow) -> String? {
        all.first { $0.role == row.settings.role }?.attribute
    }

    static func role(of attribute: String) -> FolderRole? {
        all.first { $0.attribute.lowercased() == attribute.lowercased() }?.role
    }
}
