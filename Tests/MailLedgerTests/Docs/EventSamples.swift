import EventLog
import Hashing
import Mail

/// One event of each type with every field filled, and one with every field left out that may be.
enum EventSamples {
    static func full() throws -> [any Event] {
        let server = try MailServer(host: "imap.example.org", port: 993, security: .tls, username: "ada")
        var headers = MessageHeaders()
        headers.messageID = "1@example.org"
        headers.inReplyTo = ["0@example.org"]
        headers.references = ["0@example.org"]
        headers.subject = "razor"
        let ada = EmailAddress(name: "Ada", address: "ada@example.org")
        headers.from = [ada]
        headers.sender = [ada]
        headers.replyTo = [ada]
        headers.to = [ada]
        headers.cc = [ada]
        headers.bcc = [ada]
        headers.date = Timestamp(microseconds: 1)
        headers.listID = "list.example.org"
        headers.contentType = "text/plain"
        let attachment = AttachmentSummary(
            part: "2", fileName: "a.pdf", mimeType: "application/pdf", size: 1, isInline: true,
            contentID: "c@example.org")
        let copy = MessageCopy(
            number: 1, folder: folder, source: "a", raw: digest, flags: "FS", fromLine: "From ada@example.org",
            maildir: "/home/ada/Maildir")
        let keywords = Change(old: KeywordSet(), new: KeywordSet([.seen]))
        let side = ConflictDetected.Side(folder: "Work", flags: "S")
        let rule = PruningRule(
            origin: .folder, folder: folder, keepNewest: 1_000, keepFor: .last(7, .year), before: .epoch)
        return [
            AccountCreated(
                id: account,
                settings: AccountSettings(
                    address: "ada@example.org", displayName: "Ada", imap: server, smtp: server,
                    authTypes: [.password], credentialRef: try CredentialReference("env:PASSWORD"),
                    keepNewest: 1_000, keepFor: .last(7, .year))),
            AccountChanged(
                account: account, address: Change(old: "a@example.org", new: "b@example.org"),
                displayName: Change(old: nil, new: "Ada"), provider: Change(old: .custom, new: .gmail),
                imap: ServerChange(
                    host: Change(old: nil, new: "h"), port: Change(old: nil, new: 993),
                    security: Change(old: nil, new: .tls), username: Change(old: "a", new: nil)),
                smtp: ServerChange(
                    host: Change(old: "h", new: nil), port: Change(old: 465, new: nil),
                    security: Change(old: .tls, new: nil), username: Change(old: nil, new: "a")),
                authTypes: Change(old: [.password], new: [.appPassword]),
                credentialRef: Change(old: try CredentialReference("env:PASSWORD"), new: nil),
                isEnabled: Change(old: true, new: false), keepNewest: Change(old: nil, new: 1_000),
                keepFor: Change(old: .last(7, .year), new: nil)),
            AccountSyncChanged(
                account: account, historyID: Change(old: nil, new: "4711"), status: Change(old: .syncing, new: .error),
                errorMessage: Change(old: nil, new: "no route"),
                lastFullSync: Change(old: nil, new: Timestamp(microseconds: 1)),
                lastIncrementalSync: Change(old: Timestamp(microseconds: 1), new: nil)),
            AttachmentTransferChanged(
                message: message, attachment: 1, status: Change(old: nil, new: .failed),
                url: Change(old: nil, new: "https://files.example.org/1"), localURL: Change(old: "a", new: nil),
                thumbnailURL: Change(old: nil, new: "https://files.example.org/1.png"),
                error: Change(old: nil, new: "no route")),
            AccountDeleted(account: account), AccountRestored(account: account),
            FolderCreated(
                id: folder, account: account, parent: folder, name: "Work", kind: .folder,
                settings: FolderSettings(
                    role: .archive, sortOrder: 1, icon: "tray", color: RGBColor(hex: "#1e90ff"),
                    textColor: RGBColor(hex: "#000000"), visibility: .hide, messageVisibility: .hide,
                    externalID: "Label_1", keepNewest: 1_000, keepFor: .last(7, .year))),
            FolderChanged(
                folder: folder, role: Change(old: nil, new: .archive), sortOrder: Change(old: 1, new: 2),
                icon: Change(old: "tray", new: nil), color: Change(old: nil, new: RGBColor(hex: "#1e90ff")),
                textColor: Change(old: RGBColor(hex: "#ffffff"), new: nil),
                visibility: Change(old: .show, new: .showIfUnread), messageVisibility: Change(old: .hide, new: .show),
                externalID: Change(old: nil, new: "Label_1"), keepNewest: Change(old: nil, new: 1_000),
                keepFor: Change(old: nil, new: .forever)),
            FolderCursorChanged(
                folder: folder, uidValidity: Change(old: nil, new: 1),
                highestModSeq: Change(old: nil, new: ModificationSequence(1)),
                supportsIdle: Change(old: nil, new: true)),
            FolderRenamed(folder: folder, name: Change(old: "a", new: "b")),
            FolderMoved(folder: folder, parent: Change(old: folder, new: nil)),
            FolderDeleted(folder: folder), FolderRestored(folder: folder),
            MessageAdded(
                id: message, account: account, copy: copy, headers: headers, attachments: [attachment],
                snippet: "words", keywords: KeywordSet([.seen]), receivedAt: Timestamp(microseconds: 1),
                identity: digest, size: 1, parser: 1, lacksBody: true,
                external: ExternalIDs(id: "17a", thread: "16f", draft: "r-1")),
            MessageBodyLoaded(
                message: message, raw: Change(old: digest, new: digest), identity: Change(old: digest, new: digest),
                size: Change(old: 1, new: 2), attachments: [attachment], snippet: "words"),
            MessageLinked(
                message: message, id: Change(old: nil, new: "17a"), thread: Change(old: "16f", new: nil),
                draft: Change(old: nil, new: "r-1")),
            MessageCopied(message: message, copy: copy, keywords: keywords),
            CopyChanged(
                message: message, copy: 1, source: Change(old: "a", new: "b"), flags: Change(old: "", new: "S"),
                keywords: keywords, maildir: Change(old: nil, new: "/home/ada/Maildir"),
                isHidden: Change(old: true, new: false)),
            CopyPushed(
                message: message, copy: 1, source: Change(old: "a", new: "b"), flags: Change(old: "", new: "S")),
            ConflictDetected(
                message: message, copy: 1, field: .folder, base: side, here: side, there: side),
            CopyRemoved(message: message, copy: copy, keywords: keywords, isGone: true, prunedBy: rule),
            MessageMarked(message: message, keywords: keywords),
            MessageMoved(message: message, copies: [.init(copy: 1, folder: Change(old: folder, new: folder))]),
            MessageDeleted(message: message, prunedBy: rule), MessageRestored(message: message),
            ThreadMarked(
                message: message, isPinned: Change(old: false, new: true), isMuted: Change(old: false, new: true),
                isArchived: Change(old: false, new: true)),
            FileSkipped(account: account, source: "a", reason: "empty", detail: "it is empty"),
            MessageErased(message: message, account: account, events: 2, identities: [digest], messageID: digest),
            AccountErased(account: account, events: 3),
            HoldAdded(id: hold, name: "case 7", message: message, account: account, query: "from:ada"),
            HoldRemoved(hold: hold), HoldOverruled(hold: hold, messages: 2),
            KeyRotated(verifier: Change(old: "a+1+b", new: "a+2+c"), endorsement: "note"),
        ]
    }

    static func bare() throws -> [any Event] {
        let side = ConflictDetected.Side(folder: "Work", flags: "")
        let server = try MailServer(host: "imap.example.org", port: 993, security: .tls)
        var headers = MessageHeaders()
        headers.from = [EmailAddress(address: "ada@example.org")]
        let copy = MessageCopy(number: 1, folder: folder, source: "a", raw: digest, flags: "")
        let attachment = AttachmentSummary(
            part: "2", fileName: nil, mimeType: "text/plain", size: 1, isInline: false, contentID: nil)
        func account(_ imap: MailServer?) -> AccountCreated {
            AccountCreated(
                id: self.account, settings: AccountSettings(address: "ada@example.org", imap: imap))
        }
        return [
            account(nil), account(server),
            AccountChanged(account: self.account, imap: ServerChange()), AccountChanged(account: self.account),
            FolderChanged(folder: folder), FolderCursorChanged(folder: folder),
            AttachmentTransferChanged(message: message, attachment: 2),
            AccountSyncChanged(account: self.account),
            FolderCreated(
                id: folder, account: self.account, parent: nil, name: "Work", kind: .folder, role: nil, sortOrder: 1),
            MessageAdded(
                id: message, account: self.account, copy: copy, headers: headers, attachments: [attachment],
                snippet: "", keywords: KeywordSet(), receivedAt: Timestamp(microseconds: 1), identity: digest, size: 1,
                parser: 1, external: ExternalIDs()),
            MessageAdded(
                id: message, account: self.account, copy: copy, headers: headers, attachments: [], snippet: "",
                keywords: KeywordSet(), receivedAt: Timestamp(microseconds: 1), identity: digest, size: 1, parser: 1),
            MessageLinked(message: message),
            MessageCopied(message: message, copy: copy, keywords: nil),
            CopyChanged(message: message, copy: 1, source: nil, flags: nil, keywords: nil),
            ConflictDetected(
                message: message, copy: 1, field: .existence, base: side, here: .init(folder: "Work", flags: nil),
                there: nil),
            CopyPushed(message: message, copy: 1), CopyRemoved(message: message, copy: copy, keywords: nil),
            MessageDeleted(message: message),
            MessageDeleted(message: message, prunedBy: PruningRule(origin: .account)),
            ThreadMarked(message: message, isPinned: nil, isMuted: nil, isArchived: nil),
            FileSkipped(account: self.account, source: "a", reason: "empty", detail: nil),
            MessageErased(message: message, account: self.account, events: 2, identities: [], messageID: nil),
            HoldAdded(id: hold, name: "case 7"),
            KeyRotated(verifier: Change(old: "a+1+b", new: "a+2+c"), endorsement: nil),
        ]
    }

    private static let id = UniqueID.random { count in [UInt8](repeating: 7, count: count) }
    private static let account = AccountID(id)
    private static let folder = FolderID(id)
    private static let message = MessageID(id)
    private static let hold = HoldID(id)
    private static let digest = SHA256Hasher.digest(of: [])
}
