public import Cryptography
public import EventLog

/// A copy of a message as an importer found it.
public struct FoundCopy: Hashable, Sendable {
    public let source: String
    public let raw: SHA256Digest
    public let flags: String
    public let fromLine: String?
    /// The Maildir that a sync keeps in step; nil for an import.
    public let maildir: String?

    public init(source: String, raw: SHA256Digest, flags: String, fromLine: String?, maildir: String? = nil) {
        self.source = source
        self.raw = raw
        self.flags = flags
        self.fromLine = fromLine
        self.maildir = maildir
    }

    /// The copy with its number in its message, in a folder.
    public func numbered(_ number: Int, in folder: FolderID) -> MessageCopy {
        MessageCopy(
            number: number, folder: folder, source: source, raw: raw, flags: flags, fromLine: fromLine,
            maildir: maildir)
    }

    /// Whether its file is marked for the trash.
    package var isHidden: Bool { MessageCopy.isHidden(flags: flags) }

    /// The keywords that its flags mean.
    public var keywords: KeywordSet { KeywordSet(maildirFlags: flags) }
}

/// Records a copy of a message that the account has already.
public enum RecordCopy {
    /// Decides on a further copy, or on new flags of a known one; nil if the copy is known and unchanged.
    ///
    /// Keywords are the union of the flags of all copies until an event sets them; a *change* of a copy's flags is
    /// applied to the message as that change.
    ///
    /// - Parameters:
    ///   - keepsHidden: Whether a known copy stays hidden or shown as it is: its file says of that what it said before.
    ///   - folder: Called only for a further copy, so that no folder is made for a known one.
    public static func decide(
        _ found: FoundCopy, message: MessageState, stream: ProposedEvent.StreamReference, keepsHidden: Bool = false,
        folder: () throws -> FolderID
    ) rethrows -> ProposedEvent? {
        let event: (any Event)? =
            if let known = knownCopy(of: found, in: message) {
                changed(known, to: found, message: message, keepsHidden: keepsHidden)
            } else {
                copied(found, to: try folder(), message: message)
            }
        return event.map {
            ProposedEvent($0, target: .any(stream), account: .stream(.existing(message.accountStream)))
        }
    }

    /// The change of a copy that the account has from the same place; nil if there is none, or nothing changed.
    public static func recognition(
        of found: FoundCopy, in message: MessageState, keepsHidden: Bool = false
    ) -> CopyChanged? {
        knownCopy(of: found, in: message).flatMap {
            changed($0, to: found, message: message, keepsHidden: keepsHidden)
        }
    }

    /// The copy that the account has from the same place: its name includes the place, wherever the ledger has moved it since.
    package static func knownCopy(of found: FoundCopy, in message: MessageState) -> MessageCopy? {
        message.copies.first { $0.source == found.source && $0.raw == found.raw }
    }

    private static func copied(_ found: FoundCopy, to folder: FolderID, message: MessageState) -> MessageCopied {
        let keywords = message.keywordsAreSet ? message.keywords : message.keywords.union(found.keywords)
        return MessageCopied(
            message: message.id, copy: found.numbered(message.nextCopy, in: folder),
            keywords: change(message.keywords, keywords))
    }

    private static func changed(
        _ known: MessageCopy, to found: FoundCopy, message: MessageState, keepsHidden: Bool
    ) -> CopyChanged? {
        let adoption = found.maildir.flatMap {
            $0 == known.maildir ? nil : Change<String?>(old: known.maildir, new: $0)
        }
        let isHidden = known.isHidden
        let keepsHidden = keepsHidden && isHidden != found.isHidden
        let flags = keepsHidden ? MessageCopy.flags(found.flags, hidden: isHidden) : found.flags
        let isMarked = known.flags != flags
        // As the file had them: its T is what it was.
        let seen = keepsHidden ? MessageCopy.flags(known.flags, hidden: !isHidden) : known.flags
        guard isMarked || adoption != nil else { return nil }
        let before = KeywordSet(maildirFlags: known.flags)
        let after = found.keywords
        let keywords = message.keywords.subtracting(before.subtracting(after)).union(after.subtracting(before))
        return CopyChanged(
            message: message.id, copy: known.number,
            flags: isMarked ? Change(old: seen, new: found.flags) : nil,
            keywords: change(message.keywords, keywords), maildir: adoption,
            isHidden: isMarked && keepsHidden ? Change(old: isHidden, new: isHidden) : nil)
    }

    private static func change(_ old: KeywordSet, _ new: KeywordSet) -> Change<KeywordSet>? {
        old == new ? nil : Change(old: old, new: new)
    }
}
