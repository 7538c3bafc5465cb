internal import CivilTime
internal import Content
internal import Cryptography
public import EventLog
internal import LedgerKernel
internal import MIME
public import Mail
internal import Mailboxes
internal import Projections
internal import SQLiteDatabase

/// A message among whose copies is mail that reads otherwise: an older program took one for the other by their identity.
public struct MixedMessage: Sendable, Hashable {
    public let message: MessageID
    public let subject: String?
    /// The copies that read otherwise, by the names under which they were found.
    public let sources: [String]
}

/// The result of a split, or of a dry run.
public struct SplitOutcome: Sendable, Hashable {
    public let mixed: [MixedMessage]
    /// The number of messages made from their copies.
    public let made: Int
    /// Nil if there was nothing to do, or for a dry run.
    public let receipt: Receipt?
}

extension LedgerMail {
    /// Returns the messages that have copies which read otherwise than they do.
    ///
    /// - Complexity: O(the bytes of messages whose copies differ in any byte).
    public func mixedMessages() throws -> [MixedMessage] {
        try ledger.read { reader in try MixedCopies.all(reader, ledger.content).map(\.mixed) }
    }

    /// Makes messages of their own of copies that read otherwise than their message, in one transaction that an undo takes back.
    @discardableResult
    public func splitMixedMessages(context: OperationContext, dryRun: Bool = false) throws -> SplitOutcome {
        let found = try ledger.read { try MixedCopies.all($0, ledger.content) }
        let made = found.reduce(0) { $0 + $1.others.count }
        guard !found.isEmpty, !dryRun else { return SplitOutcome(mixed: found.map(\.mixed), made: made, receipt: nil) }
        let receipt = try ledger.writing.change(context) { reader in
            var events: [ProposedEvent] = []
            for message in try MixedCopies.all(reader, ledger.content) {
                events += try split(message, at: events.count)
            }
            return events
        }
        if receipt != nil { try ledger.stores.catchUpSearch() }
        return SplitOutcome(mixed: found.map(\.mixed), made: made, receipt: receipt)
    }

    private func split(_ mixed: MixedCopies, at offset: Int) throws -> [ProposedEvent] {
        let state = mixed.state
        var events: [ProposedEvent] = []
        for copies in mixed.others {
            guard let first = copies.first else { continue }
            let stored = try ledger.content.read(first.raw)
            let parsed = try MessageParser().parse(stored: stored)
            let digests = try ledger.content.digests(of: first.raw)
            events += copies.map {
                ProposedEvent(
                    CopyRemoved(message: state.id, copy: $0, keywords: nil), target: .any(.existing(state.stream)),
                    account: .stream(.existing(state.accountStream)))
            }
            let keywords = copies.reduce(KeywordSet()) { $0.union(KeywordSet(maildirFlags: $1.flags)) }
            let added = MessageAdded(
                id: MessageID(ledger.writing.newID()), account: mixed.account, copy: first.numbered(1),
                headers: MessageHeaders(parsed), attachments: parsed.attachments.map(AttachmentSummary.init),
                snippet: parsed.snippet, keywords: keywords,
                receivedAt: ReceivedTime.ofCopy(source: first.source, fromLine: first.fromLine) ?? mixed.received,
                identity: digests.identity, size: try ledger.content.size(of: first.raw) ?? 0,
                parser: MessageParser.version)
            let start = offset + events.count
            events.append(
                ProposedEvent(added, target: .noStream, account: .stream(.existing(state.accountStream))))
            for (index, copy) in copies.enumerated().dropFirst() {
                events.append(
                    ProposedEvent(
                        MessageCopied(message: added.id, copy: copy.numbered(index + 1), keywords: nil),
                        target: .any(.started(start)), account: .stream(.existing(state.accountStream))))
            }
        }
        return events
    }
}

/// A message, and its copies that read otherwise.
private struct MixedCopies {
    let state: MessageState
    let account: AccountID
    let subject: String?
    let received: Timestamp
    /// One group for each reading that is not the message's own.
    let others: [[MessageCopy]]

    var mixed: MixedMessage {
        MixedMessage(message: state.id, subject: subject, sources: others.flatMap { $0.map(\.source) })
    }

    private struct Row {
        let stream: StreamID
        let content: SHA256Digest
        let subject: String?
        let received: Timestamp
    }

    static func all(_ reader: LedgerReader, _ content: ContentStore) throws -> [MixedCopies] {
        // A copy with the message's own bytes need not be read.
        let rows = try reader.connection.rows(
            """
            SELECT message.id, message.content, message.subject, message.received
            FROM message JOIN account ON account.id = message.account
            WHERE message.ended IS NULL AND account.ended IS NULL AND message.has_body AND EXISTS (
                SELECT 1 FROM copy WHERE copy.message = message.id AND copy.raw <> message.content AND copy.ended IS NULL)
            ORDER BY message.id
            """
        ) { row in
            try Row(stream: row.next(), content: row.next(), subject: row.next(), received: row.next())
        }
        guard !rows.isEmpty else { return [] }
        let states = try MessageStates(on: reader.connection)
        let accounts = Dictionary(uniqueKeysWithValues: try reader.accounts().map { ($0.stream, $0.id) })
        var mixed: [MixedCopies] = []
        try inHundreds({ _ = try rows.allSatisfy($0) }) { rows in
            let found = try rows.compactMap { row in try states.state(of: row.stream).map { (row, $0) } }
            var contents = ContentsAhead(
                found.flatMap { row, state in [row.content] + state.copies.map(\.raw).filter { $0 != row.content } },
                of: content)
            for (row, state) in found {
                let raw = row.content
                guard let own = try contents.readingIfThere(of: raw), let account = accounts[state.accountStream]
                else { continue }
                var others: [SHA256Digest: [MessageCopy]] = [:]
                for copy in state.copies where copy.raw != raw {
                    guard let reading = try contents.readingIfThere(of: copy.raw), reading != own else { continue }
                    others[reading, default: []].append(copy)
                }
                guard !others.isEmpty else { continue }
                let groups = others.values.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }
                mixed.append(
                    MixedCopies(
                        state: state, account: account, subject: row.subject, received: row.received, others: groups))
            }
            return true
        }
        return mixed
    }
}

extension ContentsAhead {
    /// Computes the reading digest of a message; nil if its bytes are missing or damaged: `verify --content` names
    /// those.
    fileprivate mutating func readingIfThere(of digest: SHA256Digest) throws -> SHA256Digest? {
        do {
            return try MessageDigests(of: read(digest)).reading
        } catch ContentError.missing, ContentError.corrupt {
            return nil
        }
    }
}
