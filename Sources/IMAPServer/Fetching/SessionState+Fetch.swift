internal import EventLog
internal import IMAPProtocol
internal import JMAP
internal import Mail
internal import MailLedger
internal import Projections

/// FETCH (RFC 9051 section 6.4.5).
extension SessionState {
    func fetch(_ command: IMAPCommand, _ request: FetchRequest) throws {
        let selected = try requireSelected()
        guard let uids = selected.uids(in: request.messages) else {
            throw NoAnswer("There is no message of this number", isBad: true)
        }
        if request.wantsVanished, !(hasResync && request.messages.isByUID && request.changedSince != nil) {
            throw NoAnswer("VANISHED needs QRESYNC, UID FETCH and CHANGEDSINCE", isBad: true)
        }
        if request.changedSince != nil || request.items.contains(.modSeq) {
            try requireModSeqs(selected)
            try switchOn(.condstore)
        }
        let plan = FetchPlan(request, hasModSeq: request.changedSince != nil)
        if plan.marksAsSeen, !selected.isReadOnly { try markAsSeen(uids, since: request.changedSince, selected) }
        var unknown = false
        if plan.items.contains(.flags), selected.isOfToday { try read { try announceFlags($0) } }
        try read(past(of: selected)) { reader in
            if request.wantsVanished, let since = request.changedSince {
                try writeVanished(since: Int64(clamping: since), request.messages.set, selected, reader)
            }
            try write(uids, plan, since: request.changedSince, selected, reader, &unknown)
        }
        guard !unknown else {
            try announce(allowsExpunge: request.messages.isByUID, namesUIDs: request.messages.isByUID)
            throw NoAnswer("A part has an encoding that is unknown", code: "UNKNOWN-CTE")
        }
        try finish(command, "FETCH completed", allowsExpunge: request.messages.isByUID)
    }

    private func writeVanished(
        since: Int64, _ set: SequenceSet, _ selected: SelectedMailbox, _ reader: LedgerReader
    ) throws {
        let query = try MailboxesQuery(on: reader.connection)
        let numbers = try query.numbers(of: selected.folder)
        // The star is up to the last UID ever, since the last messages may be what left.
        let asked =
            set.isSaved
            ? Vanished.ranges(of: selected.saved) : set.ranges(greatest: max(numbers.uidNext, 1) - 1)
        let vanished = try Vanished(
            since: since, left: query.vanished(in: selected.folder, since: since), selected, numbers,
            account: account(reader).stream, query)
        try writeVanished(vanished.ranges(within: asked))
    }

    private func write(
        _ uids: [UInt32], _ plan: FetchPlan, since: UInt64?, _ selected: SelectedMailbox, _ reader: LedgerReader,
        _ unknown: inout Bool
    ) throws {
        let query = try MailboxesQuery(on: reader.connection)
        let rows = selected.rows(reader)
        var numbering = selected.numbering
        func isAsked(_ state: MailboxMessage) -> Bool { Self.hasChanged(state, since: since) }
        if plan.isOfStates, since == nil, !plan.states.contains(.modSeq) {
            return try rows.forEachEntry(in: selected.folder, uids: uids) { entry in
                guard let number = numbering.number(of: entry.uid) else { return true }
                try writeState(of: entry, nil, number, plan.states, query)
                return true
            }
        }
        if plan.isOfStates {
            return try rows.forEachState(in: selected.folder, uids: uids) { state in
                guard isAsked(state), let number = numbering.number(of: state.uid) else { return true }
                try writeState(of: state.entry, state.modSeq, number, plan.states, query)
                return true
            }
        }
        let facts = try FetchedFacts(self, MailboxFacts(reader, selected), reader)
        try rows.forEach(in: selected.folder, uids: uids) { row in
            guard isAsked(row.state), let number = numbering.number(of: row.uid) else { return true }
            let writer = FetchWriter(self, row, facts, reader)
            do {
                try writer.write(number, plan.items)
            } catch is UnknownEncoding {
                unknown = true
            }
            try flushIfLong()
            return true
        }
        try facts.mailbox.save()
    }

    private static func hasChanged(_ state: MailboxMessage, since modSeq: UInt64?) -> Bool {
        modSeq.map { state.modSeq > Int64(clamping: $0) } ?? true
    }

    /// Marks messages as read whose bodies are about to be fetched: FLAGS is answered behind them.
    private func markAsSeen(_ uids: [UInt32], since modSeq: UInt64?, _ selected: SelectedMailbox) throws {
        let unseen = try read { reader in
            var unseen: [UInt32] = []
            try FetchedRows(on: reader.connection).forEachState(in: selected.folder, uids: uids) { state in
                if !state.flags.contains(.seen), Self.hasChanged(state, since: modSeq) { unseen.append(state.uid) }
                return true
            }
            return unseen
        }
        guard !unseen.isEmpty else { return }
        _ = try ledger.perform(
            StoreFlags(folder: selected.id, uids: unseen, action: .add, keywords: [.seen]), call("FETCH"))
    }
}

/// What a FETCH asks for, in the order of the answer.
struct FetchPlan {
    let items: [FetchItem]
    let marksAsSeen: Bool
    /// Whether all of it stands in the mailbox's own rows.
    let isOfStates: Bool
    let states: FetchedItems

    init(_ request: FetchRequest, hasModSeq: Bool) {
        var items: [FetchItem] = request.messages.isByUID ? [.uid] : []
        for item in request.items where !items.contains(item) { items.append(item) }
        if hasModSeq, !items.contains(.modSeq) { items.append(.modSeq) }
        self.items = items
        var states: FetchedItems = []
        var isOfStates = true
        var marksAsSeen = false
        for item in items {
            switch item {
            case .uid: states.insert(.uid)
            case .flags: states.insert(.flags)
            case .modSeq: states.insert(.modSeq)
            default: isOfStates = false
            }
            switch item {
            case .body(let request) where !request.isPeek: marksAsSeen = true
            case .binary(_, isPeek: false, _): marksAsSeen = true
            default: break
            }
        }
        (self.states, self.isOfStates, self.marksAsSeen) = (states, isOfStates, marksAsSeen)
    }
}
