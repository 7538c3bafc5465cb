import CivilTime
import Content
import Cryptography
import EventLog
import MailLedger
import Mailboxes
import Projections
import SQLiteDatabase

/// What a ledger's live mail is, whatever ids and names it has there.
struct MailState: Equatable {
    struct Message: Equatable {
        let folders: [String]
        let keywords: [String]
        let receivedSecond: Int64
        /// The digests of its copies with their folders; a copy under two names counts twice.
        let copies: [String]
        /// The identities of the messages of its thread.
        let thread: [String]
    }

    /// By the digest of identity.
    var messages: [String: Message] = [:]

    init(of ledger: Ledger) throws {
        try ledger.read { reader in
            let identities = Dictionary(
                uniqueKeysWithValues: try reader.connection.rows("SELECT id, lower(hex(identity)) FROM message") {
                    try ($0.next(Int64.self), $0.next(String.self))
                })
            let paths = Dictionary(uniqueKeysWithValues: try reader.folders().map { ($0.stream, $0.path) })
            let rows = try reader.messages()
            let threads = Dictionary(grouping: rows, by: \.thread)
            for row in rows {
                let copies = try reader.copies(of: row).map { "\(paths[$0.folder] ?? "?") \($0.raw)" }
                messages[identities[row.stream.rawValue] ?? ""] = Message(
                    folders: row.folders, keywords: row.keywords,
                    receivedSecond: row.receivedAt.microseconds / 1_000_000, copies: copies.sorted(),
                    thread: (threads[row.thread] ?? []).compactMap { identities[$0.stream.rawValue] }.sorted())
            }
        }
    }

    /// The same without what a format has no place for.
    func without(_ parts: Set<Part>, messages left: Set<String> = []) -> MailState {
        var state = self
        state.messages = messages.filter { !left.contains($0.key) }.mapValues { message in
            Message(
                folders: message.folders, keywords: parts.contains(.keywords) ? [] : message.keywords,
                receivedSecond: parts.contains(.received) ? 0 : message.receivedSecond,
                copies: parts.contains(.copies) ? [] : message.copies,
                thread: message.thread.filter { !left.contains($0) })
        }
        return state
    }

    enum Part {
        case keywords, received, copies
    }

    /// The identities of live messages that do not begin with a header field, by whether a byte-order mark is the reason.
    ///
    /// A Maildir takes any file for a message. A walk passes over a byte-order mark, and an mbox has no place for one.
    static func headless(in ledger: Ledger) throws -> [String: Bool] {
        try ledger.read { reader in
            let found = try reader.connection.rows("SELECT lower(hex(identity)), content FROM message WHERE is_live") {
                try ($0.next(String.self), $0.next(SHA256Digest?.self))
            }
            var headless: [String: Bool] = [:]
            for (identity, digest) in found {
                guard let digest, case .bytes(let bytes) = try ledger.content.read(digest) else { continue }
                if !MailStart.canFollowSeparator(bytes[...]) {
                    headless[identity] = bytes.starts(with: [0xEF, 0xBB, 0xBF])
                }
            }
            return headless
        }
    }

    /// The first message that differs, for a test's message.
    func difference(from other: MailState) -> String? {
        guard self != other else { return nil }
        let identity = Set(messages.keys).union(other.messages.keys).sorted().first {
            messages[$0] != other.messages[$0]
        }
        guard let identity else { return "?" }
        return "\(messages.count) and \(other.messages.count) messages\n- \(String(describing: messages[identity]))\n"
            + "+ \(String(describing: other.messages[identity]))"
    }
}

/// The digest of each message that a walk finds, sorted.
func digests(below path: String) throws -> [String] {
    var walk = try MailboxWalk(path: path)
    var digests: [String] = []
    try walk.forEach { item in
        if case .message(let message) = item {
            digests.append(try MessageReader().read(message).digests.raw.description)
        }
    }
    return digests.sorted()
}
