internal import Cryptography
internal import JMAP
internal import Mail
internal import MailLedger

/// A mailbox, by the name that a client uses: one of today, of an earlier moment, or of what was deleted.
struct NamedPlace {
    enum Kind: Hashable {
        case today
        /// `#at/2026-02-12/INBOX`: any moment that the ledger understands.
        case moment(String)
        /// `#deleted/INBOX`: the messages that ended there.
        case deleted
    }

    static let past = "#at/"
    static let deleted = "#deleted/"

    let kind: Kind
    /// The mailbox; empty for a namespace or a moment itself.
    let mailbox: String

    init(_ name: String) {
        if name.hasPrefix(Self.deleted) {
            (kind, mailbox) = (.deleted, String(name.dropFirst(Self.deleted.count)))
        } else if name.hasPrefix(Self.past) {
            let rest = name.dropFirst(Self.past.count)
            let moment = rest.prefix { $0 != "/" }
            (kind, mailbox) = (.moment(String(moment)), String(rest.dropFirst(moment.count + 1)))
        } else {
            (kind, mailbox) = (.today, name)
        }
    }

    var isOfToday: Bool { kind == .today }

    /// The client's name of a mailbox of the same kind.
    func name(of mailbox: String) -> String {
        switch kind {
        case .today: mailbox
        case .moment(let moment): "\(Self.past)\(moment)/\(mailbox)"
        case .deleted: Self.deleted + mailbox
        }
    }

    /// The mailbox's id: each mailbox has one of its own, and keeps it (RFC 8474 section 4).
    func mailboxID(of folder: FolderID) -> String {
        let id = JMAPID.text(of: folder)
        switch kind {
        case .today: return id
        // What a client writes as a moment may be longer than an id, and have other characters.
        case .moment(let moment): return "\(id)-at-\(SHA256Hasher.digest(of: Array(moment.utf8)).hex.prefix(32))"
        case .deleted: return "\(id)-deleted"
        }
    }
}

/// A place with what a look at it needs beside the read models there.
struct ReachedPlace {
    let place: NamedPlace
    /// The ledger of its moment; nil for the present.
    let past: Ledger?
    /// The position before which today's UIDs may have named other messages; 0 where nothing was restored.
    ///
    /// The read models of an earlier moment know nothing of a restore since then.
    let resumption: Int64
    /// Whether its mod-sequences only grow.
    ///
    /// Those of deleted mail do not, as it may come back, and neither do those of a moment that may come to lie earlier.
    let hasModSeqs: Bool
}
