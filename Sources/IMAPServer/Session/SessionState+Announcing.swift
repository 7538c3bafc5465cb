internal import EventLog
internal import IMAPProtocol
internal import MailLedger
internal import Projections

/// Says what others changed in the selected mailbox (RFC 9051 section 7.5).
extension SessionState {
    /// Says what changed since the client last heard.
    ///
    /// - Parameters:
    ///   - allowsExpunge: Whether numbers may shift now: not within FETCH, STORE, SEARCH, SORT and THREAD (RFC 9051 section 7.5.1).
    ///   - namesUIDs: Whether the command is about UIDs.
    ///   - silent: UIDs whose flags the client set itself, and of which it wants no word.
    ///   - silentUpTo: The position of its change: what changes them later is said.
    func announce(
        allowsExpunge: Bool, namesUIDs: Bool, silent: Set<UInt32> = [], silentUpTo: Position? = nil
    ) throws {
        guard let selected, selected.isLive else { return }
        try read {
            try announce(
                $0, allowsExpunge: allowsExpunge, namesUIDs: namesUIDs, silent: silent, silentUpTo: silentUpTo)
        }
    }

    func announce(
        _ reader: LedgerReader, allowsExpunge: Bool, namesUIDs: Bool, silent: Set<UInt32> = [],
        silentUpTo: Position? = nil
    ) throws {
        guard var selected, selected.isLive else { return }
        let query = try MailboxesQuery(on: reader.connection)
        let last = selected.last ?? 0
        var changed: [MailboxMessage] = []
        var new: [UInt32] = []
        if reader.position > selected.heard {
            let since = selected.heard
            do {
                try selected.bookmark.read(reader.store) { _ in ((), reader.position) }
            } catch EventLogError.otherLog {
                // The numbers that the client knows may name other messages now.
                throw MailboxGone()
            }
            guard let row = try reader.folder(withID: selected.id), !row.isDeleted else { throw MailboxGone() }
            if selected.isOfDeleted {
                new = try hearOfDeleted(&selected, since: since, reader)
            } else {
                try hearOfGone(&selected, since: since, query, reader)
                changed = try query.changed(in: selected.folder, since: since.rawValue)
                new = changed.map(\.uid).filter { $0 > last }
            }
        }
        if allowsExpunge {
            let (numbers, uids) = selected.takeGone()
            if !uids.isEmpty, hasResync {
                output.text("* VANISHED ")
                output.set(uids)
                output.end()
            } else {
                for number in numbers { output.line("* \(number) EXPUNGE") }
            }
        } else if hasResync, let known = selected.heardBeforeGone {
            // A greater number may be answered now, and must not hide what is still to be said (RFC 7162 section 3.2).
            output.line("* OK [HIGHESTMODSEQ \(known.rawValue)] Messages that left are named later")
        }
        if !new.isEmpty {
            selected.append(new)
            output.line("* \(selected.count) EXISTS")
            announceRecent(&selected)
        }
        if changed.contains(where: { $0.flags.contains(.hasOthers) }) {
            try announceFlags(&selected, reader)
        }
        for message in changed where message.uid <= last {
            guard let number = selected.number(of: message.uid) else { continue }
            let isSilent = silent.contains(message.uid) && message.modSeq <= (silentUpTo?.rawValue ?? .max)
            guard !isSilent || hasCondstore else { continue }
            var items: FetchedItems = isSilent ? [.modSeq] : [.flags]
            if namesUIDs || alwaysNamesUIDs { items.insert(.uid) }
            if hasCondstore { items.insert(.modSeq) }
            try writeState(of: message.entry, message.modSeq, number, items, query)
        }
        self.selected = selected
    }

    /// Takes note of the messages that left a mailbox, and of those that were erased.
    private func hearOfGone(
        _ selected: inout SelectedMailbox, since: Position, _ query: MailboxesQuery, _ reader: LedgerReader
    ) throws {
        try selected.leave(query.vanished(in: selected.folder, since: since.rawValue), since: since)
        guard let erasure = try query.lastErasure(account: account(reader).stream), erasure > since.rawValue else {
            return
        }
        let present = Set(try query.uids(in: selected.folder))
        selected.leave(selected.uids.filter { !present.contains($0) }, since: since)
    }

    /// Takes note of the deleted messages that came back, and returns the UIDs of those that were deleted since.
    private func hearOfDeleted(
        _ selected: inout SelectedMailbox, since: Position, _ reader: LedgerReader
    ) throws -> [UInt32] {
        let last = selected.last ?? 0
        let uids = try FetchedRows(on: reader.connection)
            .latestDeleted(in: selected.folder, limit: SelectedMailbox.mostDeleted).map(\.uid)
        let present = Set(uids)
        selected.leave(selected.uids.filter { !present.contains($0) }, since: since)
        return uids.filter { $0 > last }
    }

    /// Takes note of the new messages that no session has, and says how many are recent (RFC 3501 section 7.3.2).
    func announceRecent(_ selected: inout SelectedMailbox) {
        guard !isRev2 else { return }
        selected.takeRecent(options.recent)
        output.line("* \(selected.countOfRecent) RECENT")
    }

    // MARK: Flags

    /// Names the flags once there are others: a client may ask for no keyword of which it has not heard.
    func announceFlags(_ reader: LedgerReader) throws {
        guard var selected else { return }
        try announceFlags(&selected, reader)
        self.selected = selected
    }

    private func announceFlags(_ selected: inout SelectedMailbox, _ reader: LedgerReader) throws {
        guard selected.isOfToday, reader.position > selected.flagsToldAt else { return }
        let flags = try allFlags(reader)
        selected.flagsToldAt = reader.position
        guard !Set(flags).isSubset(of: selected.flagsTold) else { return }
        selected.flagsTold = flags
        writeFlags(selected)
    }

    /// The flags of the system, and the first keywords that messages have.
    func allFlags(_ reader: LedgerReader) throws -> [String] {
        let query = try MailboxesQuery(on: reader.connection)
        let keywords = try query.allSpellings(limit: Self.mostKeywords).compactMap(FlagNames.keyword)
        return FlagNames.system.map(\.1) + keywords
    }

    /// As many are named by FLAGS.
    private static let mostKeywords = 200

    func writeFlags(_ selected: SelectedMailbox) {
        let flags = selected.flagsTold.joined(separator: " ")
        output.line("* FLAGS (\(flags))")
        let kept = selected.isReadOnly ? "" : flags + " \\*"
        output.line("* OK [PERMANENTFLAGS (\(kept))] Flags that are kept")
    }

    // MARK: Messages

    /// Writes the FETCH answer of what changes about a message.
    ///
    /// - Parameter modSeq: Nil where it is not among the items.
    func writeState(
        of message: MailboxEntry, _ modSeq: Int64?, _ number: UInt32, _ items: FetchedItems, _ query: MailboxesQuery
    ) throws {
        let isWithFlags = items.contains(.flags) && message.flags.contains(.hasOthers)
        try writeState(of: message, modSeq, number, items, isWithFlags ? query.spellings(of: message.message) : [])
    }

    /// - Parameter spellings: Those of the message's keywords, where flags are among the items.
    func writeState(
        of message: MailboxEntry, _ modSeq: Int64?, _ number: UInt32, _ items: FetchedItems, _ spellings: [String]
    ) throws {
        output.fetch(
            number, uid: items.contains(.uid) ? message.uid : nil,
            flags: items.contains(.flags) ? flags(of: message, spellings) : nil,
            modSeq: items.contains(.modSeq) ? modSeq.map { UInt64($0) } : nil)
        try flushIfLong()
    }

    /// The flags of a message as a list has them, without its brackets.
    ///
    /// - Parameter spellings: Those of its keywords; none are needed for a message that has only the system's.
    func flags(of message: MailboxEntry, _ spellings: [String]) -> [UInt8] {
        var flags = FlagNames.list(message.flags)
        if !isRev2, let selected, selected.isRecent(message.uid) {
            flags += (flags.isEmpty ? "\\Recent" : " \\Recent").utf8
        }
        guard message.flags.contains(.hasOthers) else { return flags }
        for spelling in spellings {
            guard let name = flagName(of: spelling) else { continue }
            if !flags.isEmpty { flags.append(UInt8(ascii: " ")) }
            flags += name.utf8
        }
        return flags
    }
}

/// Items of FETCH that say how a message is in its mailbox now.
struct FetchedItems: OptionSet {
    let rawValue: UInt8

    static let uid = FetchedItems(rawValue: 1)
    static let flags = FetchedItems(rawValue: 2)
    static let modSeq = FetchedItems(rawValue: 4)
}
