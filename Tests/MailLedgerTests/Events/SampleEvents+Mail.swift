import CivilTime
import Cryptography
import EventLog
import Mail

extension SampleEvents {
    static let account = AccountID(.number(1))
    static let folder = FolderID(.number(2))
    static let message = MessageID(.number(3))
    static let copy = MessageCopy(
        number: 1, folder: folder, source: "cur/1:é", raw: .of("raw"), flags: "FS", fromLine: "From ada Thu Jan  1",
        maildir: "/home/ada/Maildir")
    static let keywords = Change<KeywordSet>(old: [], new: [.flagged, .seen])

    static var headers: MessageHeaders {
        var headers = MessageHeaders()
        headers.messageID = "1@example.org"
        headers.inReplyTo = ["0@example.org"]
        headers.references = ["0@example.org", "-1@example.org"]
        headers.subject = "Über \"uns\""
        headers.from = [EmailAddress(name: "Ada", address: "ada@example.org")]
        headers.sender = [EmailAddress(address: "s@example.org")]
        headers.replyTo = [EmailAddress(address: "r@example.org")]
        headers.to = [EmailAddress(address: "t@example.org")]
        headers.cc = [EmailAddress(address: "c@example.org")]
        headers.bcc = [EmailAddress(address: "b@example.org")]
        headers.date = Timestamp(microseconds: -1)
        headers.listID = "list.example.org"
        headers.contentType = "text/plain"
        return headers
    }

    static func mail() throws -> [any Event & Hashable] {
        let server = try MailServer(host: "mail.example.org", port: 993, security: .tls, username: "ada")
        return [
            AccountCreated(
                id: account,
                settings: AccountSettings(
                    address: "ada@example.org", displayName: "Ada", provider: .tOnline, imap: server, smtp: server,
                    authTypes: [.appPassword, .oauth2], credentialRef: try CredentialReference("env:SECRET"),
                    keepNewest: 1 << 40, keepFor: .last(7, .year))),
            try AccountChanged(account: account) {
                $0.address = Change(old: "a@example.org", new: "b@example.org")
                $0.displayName = Change(old: nil, new: "Ada")
                $0.provider = Change(old: .custom, new: .gmail)
                $0.imap = ServerChange(
                    host: Change(old: nil, new: "h"), port: Change(old: nil, new: 993),
                    security: Change(old: nil, new: .tls), username: Change(old: "a", new: nil))
                $0.smtp = ServerChange(
                    host: Change(old: "h", new: nil), port: Change(old: 465, new: 587),
                    security: Change(old: .tls, new: nil), username: Change(old: nil, new: "a"))
                $0.authTypes = Change(old: [], new: [.appPassword, .password])
                $0.credentialRef = Change(old: try CredentialReference("env:SECRET"), new: nil)
                $0.isEnabled = Change(old: true, new: false)
                $0.keepNewest = Change(old: nil, new: 1_000)
                $0.keepFor = Change(old: .last(18, .month), new: .forever)
            },
            AccountSyncChanged(account: account) {
                $0.historyID = Change(old: nil, new: "4711")
                $0.status = Change(old: .syncing, new: .error)
                $0.errorMessage = Change(old: nil, new: "no route")
                $0.lastFullSync = Change(old: nil, new: Timestamp(microseconds: 1))
                $0.lastIncrementalSync = Change(old: Timestamp(microseconds: 1), new: nil)
            },
            AttachmentTransferChanged(message: message, attachment: 1) {
                $0.status = Change(old: nil, new: .failed)
                $0.url = Change(old: nil, new: "https://files.example.org/1")
                $0.localURL = Change(old: "a", new: nil)
                $0.thumbnailURL = Change(old: nil, new: "https://files.example.org/1.png")
                $0.error = Change(old: nil, new: "no route")
            },
            AccountDeleted(account: account), AccountRestored(account: account),
            FolderCreated(
                id: folder, account: account, parent: FolderID(.number(4)), name: "Tax", kind: .notebook,
                settings: FolderSettings(
                    role: .archive, sortOrder: 100, icon: "tray", color: RGBColor(hex: "#1e90ff"),
                    textColor: RGBColor(hex: "#000000"), visibility: .showIfUnread, messageVisibility: .hide,
                    externalID: "Label_1", keepNewest: 1_000, keepFor: .last(90, .day))),
            FolderChanged(folder: folder) {
                $0.role = Change(old: nil, new: .archive)
                $0.sortOrder = Change(old: 1, new: 2)
                $0.icon = Change(old: "tray", new: nil)
                $0.color = Change(old: nil, new: RGBColor(hex: "#1e90ff"))
                $0.textColor = Change(old: RGBColor(hex: "#fff"), new: nil)
                $0.visibility = Change(old: .show, new: .showIfUnread)
                $0.messageVisibility = Change(old: .hide, new: .show)
                $0.externalID = Change(old: nil, new: "Label_1")
                $0.keepNewest = Change(old: 10, new: nil)
                $0.keepFor = Change(old: nil, new: .last(2, .week))
            },
            FolderCursorChanged(folder: folder) {
                $0.uidValidity = Change(old: nil, new: .max)
                $0.highestModSeq = Change(old: nil, new: ModificationSequence(.max))
                $0.supportsIdle = Change(old: false, new: true)
            },
            FolderRenamed(folder: folder, name: Change(old: "Tax", new: "Taxes")),
            FolderMoved(folder: folder, parent: Change(old: nil, new: FolderID(.number(4)))),
            FolderDeleted(folder: folder, policy: .noAction), FolderRestored(folder: folder),
            MessageAdded(
                id: message, account: account, copy: copy, headers: headers,
                attachments: [
                    AttachmentSummary(
                        part: "2", fileName: "a.pdf", mimeType: "application/pdf", size: 1 << 40, isInline: true,
                        contentID: "c@example.org")
                ],
                snippet: "The first words…", keywords: [.flagged, .seen],
                receivedAt: Timestamp(microseconds: 1_700_000_000_000_001), identity: .of("identity"), size: 12,
                parser: 1, lacksBody: true, external: ExternalIDs(id: "17a", thread: "16f", draft: "r-1")),
            MessageBodyLoaded(
                message: message, raw: Change(old: .of("header"), new: .of("whole")),
                identity: Change(old: .of("header"), new: .of("whole")),
                size: Change(old: 1, new: 2), attachments: [], snippet: "words"),
            MessageReparsed(message: message, parser: Change(old: 2, new: 3)) {
                let address = EmailAddress(name: "Ada", address: "ada@example.org")
                $0.messageID = Change(old: nil, new: "1@example.org")
                $0.inReplyTo = Change(old: [], new: ["0@example.org"])
                $0.references = Change(old: ["0@example.org"], new: [])
                $0.subject = Change(old: "Tide", new: "Tides")
                $0.from = Change(old: [], new: [address])
                $0.sender = Change(old: [], new: [address])
                $0.replyTo = Change(old: [], new: [address])
                $0.to = Change(old: [address], new: [EmailAddress(name: "Rowing Club", address: ""), address])
                $0.cc = Change(old: [], new: [address])
                $0.bcc = Change(old: [address], new: [])
                $0.date = Change(old: nil, new: Timestamp(microseconds: 1_700_000_000_000_000))
                $0.listID = Change(old: nil, new: "rowers.example.org")
                $0.contentType = Change(old: nil, new: "text/plain")
                $0.attachments = Change(
                    old: [],
                    new: [
                        AttachmentSummary(
                            part: "2", fileName: "oars.pdf", mimeType: "application/pdf", size: 7, isInline: false,
                            contentID: nil)
                    ])
                $0.snippet = Change(old: "", new: "High water at six")
            },
            AccountReparsed(
                account: account, reading: Change(old: nil, new: AccountReparsed.Reading(parser: 3, through: 7))),
            MessageLinked(
                message: message, id: Change(old: nil, new: "17a"), thread: Change(old: "16f", new: nil),
                draft: Change(old: nil, new: "r-1")),
            MessageCopied(message: message, copy: copy.numbered(2), keywords: keywords),
            CopyChanged(
                message: message, copy: 2, source: Change(old: "new/1", new: "cur/1"), flags: Change(old: "", new: "S"),
                keywords: keywords, maildir: Change(old: nil, new: "/home/ada/Maildir"),
                isHidden: Change(old: true, new: false)),
            CopyPushed(
                message: message, copy: 2, source: Change(old: "1", new: "2"), flags: Change(old: "", new: "S")),
            ConflictDetected(
                message: message, copy: 2, field: .folder, base: .init(folder: "INBOX", flags: "S"),
                here: .init(folder: "a", flags: "FS"), there: .init(folder: "b", flags: "S")),
            CopyRemoved(
                message: message, copy: copy, keywords: keywords, isGone: true,
                prunedBy: PruningRule(
                    origin: .command, folder: folder, keepNewest: 0, keepFor: .last(90, .day),
                    before: Timestamp(microseconds: 1_700_000_000_000_001))),
            MessageMarked(
                message: message, keywords: try KeywordChange(removed: [Keyword("Work")], added: [.flagged, .seen])),
            MessageMoved(
                message: message, copies: [.init(copy: 1, folder: Change(old: folder, new: FolderID(.number(4))))]),
            MessageDeleted(
                message: message,
                prunedBy: PruningRule(
                    origin: .folder, folder: folder, keepNewest: 10, keepFor: .last(7, .year),
                    before: Timestamp(microseconds: -1))),
            MessageRestored(message: message),
            ThreadMarked(
                message: message, isPinned: Change(old: false, new: true), isMuted: Change(old: true, new: false),
                isArchived: Change(old: false, new: true)),
            TagsAdopted(account: account, isAdopted: Change(old: false, new: true)),
            FileSkipped(account: account, source: "/mail/README", reason: "not-mail", detail: "no header"),
            MessageErased(
                message: message, account: account, events: 2, identities: [.of("raw")], messageID: .of("id"),
                keyCheck: .of("key")),
            AccountErased(account: account, events: 3),
            HoldAdded(
                id: HoldID(.number(5)), name: "case 7", message: message, account: account, query: "from:ada"),
            HoldRemoved(hold: HoldID(.number(5))), HoldOverruled(hold: HoldID(.number(5)), messages: 2),
            KeyRotated(verifier: Change(old: "a+1+b", new: "a+2+c"), endorsement: "note"),
            LogSalvaged(events: 12, fault: "position 9: the payload was changed"),
            LogResumed(events: 153),
        ]
    }

    static func bareMail() -> [any Event & Hashable] {
        [
            AccountCreated(
                id: account, settings: AccountSettings(address: "ada@example.org", isEnabled: false)),
            FolderCreated(
                id: folder, account: account, parent: nil, name: "Tax", kind: .folder, role: nil, sortOrder: 0),
            FolderMoved(folder: folder, parent: Change(old: FolderID(.number(4)), new: nil)),
            AccountChanged(account: account) { _ in },
            AccountChanged(account: account) {
                $0.imap = ServerChange()
            },
            FolderChanged(folder: folder) { _ in }, FolderCursorChanged(folder: folder) { _ in },
            AttachmentTransferChanged(message: message, attachment: 2) { _ in },
            AccountSyncChanged(account: account) { _ in },
            MessageAdded(
                id: message, account: account,
                copy: MessageCopy(number: 1, folder: folder, source: "", raw: .of(""), flags: ""),
                headers: MessageHeaders(), attachments: [], snippet: "", keywords: [], receivedAt: .epoch,
                identity: .of(""), size: 0, parser: 1),
            MessageAdded(
                id: message, account: account, copy: copy, headers: MessageHeaders(),
                attachments: [
                    AttachmentSummary(
                        part: "1", fileName: nil, mimeType: "x/y", size: 0, isInline: false, contentID: nil)
                ], snippet: "\u{0}\u{1b}[2J", keywords: [], receivedAt: .epoch, identity: .of(""), size: 0, parser: 1),
            MessageLinked(message: message),
            MessageCopied(message: message, copy: copy, keywords: nil),
            CopyChanged(message: message, copy: 1, source: nil, flags: nil, keywords: nil),
            CopyPushed(message: message, copy: 1),
            ConflictDetected(
                message: message, copy: 1, field: .existence, base: .init(folder: "INBOX", flags: ""),
                here: .init(folder: "a b", flags: "F"), there: nil),
            CopyRemoved(message: message, copy: copy, keywords: nil),
            MessageMarked(message: message, keywords: KeywordChange()),
            MessageMoved(message: message, copies: []), MessageDeleted(message: message),
            MessageReparsed(message: message, parser: Change(old: 1, new: 3)) { _ in },
            AccountReparsed(
                account: account, reading: Change(old: AccountReparsed.Reading(parser: 2, through: 5), new: nil)),
            MessageDeleted(message: message, prunedBy: PruningRule(origin: .account)),
            ThreadMarked(message: message, isPinned: nil, isMuted: nil, isArchived: nil),
            FileSkipped(account: account, source: "", reason: "", detail: nil),
            MessageErased(message: message, account: account, events: 0, identities: [], messageID: nil, keyCheck: nil),
            HoldAdded(id: HoldID(.number(5)), name: "case 7"),
            KeyRotated(verifier: Change(old: "", new: ""), endorsement: nil),
            LogSalvaged(events: nil, fault: "the end of the log cannot be read"),
        ]
    }
}
