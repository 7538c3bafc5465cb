internal import EventLog
internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// SELECT, EXAMINE and their ends (RFC 9051 sections 6.3.2, 6.3.3, 6.4.1 and 6.4.2; RFC 7162).
extension SessionState {
    /// Reads a mailbox's name: UTF-8 where the client asked for it, else modified UTF-7.
    func text(of name: MailboxName) throws -> String {
        let text = hasUTF8 ? String(validating: name.bytes, as: UTF8.self) : ModifiedUTF7.decode(name.bytes)
        guard let text else { throw NoAnswer("The mailbox's name is not encoded as it must be", code: "CANNOT") }
        return text
    }

    /// Goes to a place, if the session may.
    func reach(_ place: NamedPlace) throws -> ReachedPlace {
        let resumption =
            place.isOfToday ? 0 : try read { try MailboxesQuery(on: $0.connection).lastResumption() }
        // One reading of the clock: what does not move at its beginning must not move later.
        let context = ledger.environment.queryContext
        let past = try past(of: place, context)
        let hasModSeqs =
            switch place.kind {
            case .today: true
            case .moment(let text): try !moment { try Moment.isMoving(text, in: context) }
            case .deleted: false
            }
        return ReachedPlace(place: place, past: past, resumption: resumption, hasModSeqs: hasModSeqs)
    }

    /// Returns the position before which UIDs may have named other messages.
    ///
    /// Where it is noted that the log lost its end, the next event says so: its position is known before it is there. The
    /// note may come with a look at the read models, so it is asked for within one.
    func resumption(of reached: ReachedPlace) throws -> Int64 {
        guard try ledger.store.isRestored() else { return reached.resumption }
        return try ledger.store.head().position.rawValue + 1
    }

    private func past(of place: NamedPlace, _ context: QueryContext) throws -> Ledger? {
        guard options.showsPast || place.isOfToday else {
            throw NoAnswer("This session may not look at what was", code: "NOPERM")
        }
        guard case .moment(let text) = place.kind else { return nil }
        return try moment { try ledger.at(Moment(parsing: text, in: context)) }
    }

    private func moment<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as MomentError {
            throw NoAnswer("\(error)", code: "NONEXISTENT")
        }
    }

    /// Refuses what needs mod-sequences in a mailbox without them (RFC 7162 section 3.1.2.2).
    func requireModSeqs(_ selected: SelectedMailbox) throws {
        guard selected.hasModSeqs else { throw NoAnswer("The mailbox has no mod-sequences", isBad: true) }
    }

    func mailbox(_ name: String, _ reader: LedgerReader) throws -> NamedMailbox {
        guard let box = try MailboxTree(account(reader), reader).mailbox(name) else {
            throw NoAnswer("There is no mailbox of this name", code: "NONEXISTENT")
        }
        return box
    }

    func select(_ command: IMAPCommand, _ name: MailboxName, _ options: SelectOptions, isReadOnly: Bool) throws {
        operation.end()
        // Whatever is switched on (RFC 7162 section 3.2.11).
        if selected != nil { output.line("* OK [CLOSED] The mailbox before is closed") }
        // A mailbox that cannot be selected leaves none selected (RFC 9051 section 6.3.2).
        selected = nil
        if options.resync != nil, !hasResync { throw NoAnswer("ENABLE QRESYNC first", isBad: true) }
        if options.condstore { try switchOn(.condstore) }
        let text = try text(of: name)
        let place = NamedPlace(text)
        let reached = try reach(place)
        let form = OpenedMailbox.Form(
            name: text, isReadOnly: isReadOnly || self.options.isReadOnly || !place.isOfToday, isRev2: isRev2,
            isUTF8: hasUTF8)
        try read(reached.past) { reader in
            var pages: MailboxPages?
            let resumption = try resumption(of: reached)
            if place.isOfToday, let opened, try opened.isStill(form, validSince: resumption, reader) {
                output.raw(opened.words)
            } else {
                (opened, pages) = try open(form, reached, resumption, reader)
            }
            guard let opened else { return }
            var selected = opened.selected
            announceRecent(&selected)
            self.selected = selected
            if let resync = options.resync, resync.uidValidity == opened.numbers.uidValidity, selected.hasModSeqs {
                try resynchronize(resync, opened, pages, reader)
            }
        }
        output.line("\(command.tag) OK [\(form.isReadOnly ? "READ-ONLY" : "READ-WRITE")] The mailbox is selected")
    }

    /// Reads a mailbox, and writes the lines that describe it.
    private func open(
        _ form: OpenedMailbox.Form, _ reached: ReachedPlace, _ resumption: Int64, _ reader: LedgerReader
    ) throws -> (OpenedMailbox, MailboxPages?) {
        let place = reached.place
        let box = try mailbox(place.mailbox, reader)
        let messages = try messages(in: box, at: place, reader)
        let numbers = try numbers(of: box, at: place, validSince: resumption, reader)
        var selected = SelectedMailbox(
            folder: box.row.stream, id: box.row.id, name: place.name(of: box.name), isReadOnly: form.isReadOnly,
            past: reached.past?.moment.map { Moment(.position($0.position)) }, isOfDeleted: place.kind == .deleted,
            hasModSeqs: reached.hasModSeqs, uids: UIDList(messages.uids), heard: reader.position)
        if selected.isLive { try selected.bookmark.place(in: reader.store) }
        selected.flagsTold = try allFlags(reader)
        let mark = output.bytes.count
        describe(selected, place, numbers, unseen: messages.numberOfFirstUnseen)
        let opened = try OpenedMailbox(
            form: form, resumption: resumption, selected: selected, numbers: numbers,
            words: Array(output.bytes[mark...]), reader)
        if case .present(let pages) = messages { return (opened, pages) }
        return (opened, nil)
    }

    /// Reads which messages a mailbox has at a place.
    func messages(in box: NamedMailbox, at place: NamedPlace, _ reader: LedgerReader) throws -> ShownMessages {
        let folder = box.row.stream
        guard place.kind == .deleted else {
            return .present(try MailboxesQuery(on: reader.connection).pages(of: folder))
        }
        return .deleted(
            try FetchedRows(on: reader.connection).latestDeleted(in: folder, limit: SelectedMailbox.mostDeleted))
    }

    /// Reads the numbers that a mailbox has at a place.
    func numbers(
        of box: NamedMailbox, at place: NamedPlace, validSince resumption: Int64, _ reader: LedgerReader
    ) throws -> MailboxNumbers {
        let numbers =
            place.kind == .deleted
            ? try MailboxesQuery(on: reader.connection).numbersOfDeleted(in: box.row.stream)
            : try MailboxesQuery(on: reader.connection).numbers(of: box.row.stream)
        return try numbers.valid(since: resumption)
    }

    private func describe(
        _ selected: SelectedMailbox, _ place: NamedPlace, _ numbers: MailboxNumbers, unseen: @autoclosure () -> Int?
    ) {
        writeFlags(selected)
        output.line("* \(selected.count) EXISTS")
        if !isRev2 {
            if let unseen = unseen() { output.line("* OK [UNSEEN \(unseen)] The first that was not read") }
        }
        output.line("* OK [UIDVALIDITY \(numbers.uidValidity)] UIDs are valid")
        output.line("* OK [UIDNEXT \(numbers.uidNext)] The next UID is no less")
        output.line(
            selected.hasModSeqs
                ? "* OK [HIGHESTMODSEQ \(numbers.highestModSeq)] The last change"
                : "* OK [NOMODSEQ] Changes have no numbers here")
        output.line("* OK [MAILBOXID (\(place.mailboxID(of: selected.id)))] The mailbox's id")
        if isRev2 {
            output.text("* LIST () \"/\" ")
            output.mailbox(selected.name, isUTF8: hasUTF8)
            output.end()
        }
    }

    /// Says what changed since a client was here (RFC 7162 section 3.2.5).
    private func resynchronize(
        _ resync: SelectOptions.Resync, _ opened: OpenedMailbox, _ pages: MailboxPages?, _ reader: LedgerReader
    ) throws {
        let (selected, numbers) = (opened.selected, opened.numbers)
        let since = Int64(clamping: resync.modSeq)
        guard since < numbers.highestModSeq else { return }
        let query = try MailboxesQuery(on: reader.connection)
        let account = try account(reader).stream
        let known = resync.knownUIDs?.ranges(greatest: numbers.uidNext - 1)
        var left: [UInt32] = []
        var changed: [(entry: MailboxEntry, modSeq: Int64, number: UInt32)] = []
        var numbering = selected.numbering
        var entries = try (pages ?? query.pages(of: selected.folder)).makeIterator()
        var next = entries.next()
        for change in try query.changes(in: selected.folder, since: since) {
            while let entry = next, entry.uid < change.uid { next = entries.next() }
            if let next, next.uid == change.uid, let number = numbering.number(of: change.uid) {
                changed.append((next, change.modSeq, number))
            } else {
                // Those that came since count, too: a client may know them without the number of their last change.
                left.append(change.uid)
            }
        }
        let vanished = try Vanished(since: since, left: left, selected, numbers, account: account, query)
        try writeVanished(vanished.ranges(within: known))
        if let known { changed.removeAll { !Vanished.contains($0.entry.uid, known) } }
        let others = changed.lazy.map(\.entry).filter { $0.flags.contains(.hasOthers) }.map(\.message)
        let spellings = try query.spellings(of: Array(others))
        for message in changed {
            try writeState(
                of: message.entry, message.modSeq, message.number, [.uid, .flags, .modSeq],
                spellings[message.entry.message] ?? [])
        }
    }

    func writeVanished(_ ranges: [ClosedRange<UInt32>]) throws {
        guard !ranges.isEmpty else { return }
        output.text("* VANISHED (EARLIER) ")
        output.set(ranges)
        output.end()
        try flushIfLong()
    }
}

/// The messages that a mailbox shows.
enum ShownMessages {
    /// Those that are there.
    case present(MailboxPages)
    /// Those that ended there, by the positions at which they did.
    case deleted([MailboxEntry])

    var uids: [UInt32] {
        switch self {
        case .present(let pages): pages.uids
        case .deleted(let entries): entries.map(\.uid)
        }
    }

    /// What STATUS counts.
    var counts: MailboxCounts {
        switch self {
        case .present(let pages): pages.counts
        case .deleted(let entries): entries.counts
        }
    }

    var numberOfFirstUnseen: Int? {
        switch self {
        case .present(let pages): pages.numberOfFirstUnseen
        case .deleted(let entries): entries.numberOfFirstUnseen
        }
    }
}
