internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import Mail
internal import MailLedger
internal import Projections

/// STORE, COPY, MOVE, APPEND and EXPUNGE (RFC 9051 sections 6.3.12, 6.4.3 and 6.4.6 to 6.4.8).
extension SessionState {
    private func uids(_ messages: MessageSet, _ selected: SelectedMailbox) throws -> [UInt32] {
        guard let uids = selected.uids(in: messages) else {
            throw NoAnswer("There is no message of this number", isBad: true)
        }
        return uids
    }

    func store(_ command: IMAPCommand, _ request: StoreRequest) throws {
        if request.unchangedSince != nil { try requireModSeqs(requireSelected()) }
        let selected = try requireWritable()
        let uids = try uids(request.messages, selected)
        if request.unchangedSince != nil { try switchOn(.condstore) }
        let action: StoreFlags.Action =
            switch request.action {
            case .replace: .replace
            case .add: .add
            case .remove: .remove
            }
        var change = StoreFlags(
            folder: selected.id, uids: uids, action: action, keywords: try FlagNames.keywords(request.flags))
        change.strikesOut = request.flags.contains(.deleted)
        change.unchangedSince = request.unchangedSince.map { Int64(clamping: $0) }
        change.heard = selected.heard
        let done = uids.isEmpty ? nil : try ledger.perform(change, call("STORE"))
        let modified = done?.answer?.modified ?? []
        let heldBy = done?.answer?.heldBy ?? []
        let failed = Set(modified)
        var silent: Set<UInt32> = []
        if request.isSilent {
            // What others changed besides is said: a client that asks for silence knows its own change alone.
            silent = Set(uids).subtracting(failed).subtracting(done?.answer?.unheard ?? [])
        }
        try announce(
            allowsExpunge: request.messages.isByUID, namesUIDs: request.messages.isByUID, silent: silent,
            silentUpTo: done?.position)
        if !request.isSilent {
            try answerUnchanged(request, uids.filter { !failed.contains($0) }, since: selected.heard)
        }
        guard !modified.isEmpty else {
            guard heldBy.isEmpty else { throw NoAnswer.held(by: heldBy) }
            // Some that another session took away, and that this one still counts, stay as they were.
            let isOfGone = self.selected.map { !$0.gone.isDisjoint(with: uids) } ?? false
            return output.line("\(command.tag) OK \(isOfGone ? "[EXPUNGEISSUED] " : "")STORE completed")
        }
        let named = request.messages.isByUID ? modified : modified.compactMap { self.selected?.number(of: $0) }
        output.text("\(command.tag) \(heldBy.isEmpty ? "OK" : "NO") [MODIFIED ")
        output.set(named)
        output.line("] Some changed meanwhile\(heldBy.isEmpty ? "" : ", and some are held")")
    }

    /// Answers FLAGS of messages that had them already: a client that asks for them waits for an answer.
    private func answerUnchanged(_ request: StoreRequest, _ uids: [UInt32], since before: Position) throws {
        guard let selected, !uids.isEmpty else { return }
        try read { reader in
            let query = try MailboxesQuery(on: reader.connection)
            var numbering = selected.numbering
            try FetchedRows(on: reader.connection).forEachState(in: selected.folder, uids: uids) { state in
                guard state.modSeq <= before.rawValue, let number = numbering.number(of: state.uid) else { return true }
                var items: FetchedItems = request.messages.isByUID || alwaysNamesUIDs ? [.uid, .flags] : [.flags]
                if hasCondstore { items.insert(.modSeq) }
                try writeState(of: state.entry, state.modSeq, number, items, query)
                return true
            }
        }
    }

    func copy(_ command: IMAPCommand, _ messages: MessageSet, to name: MailboxName) throws {
        try transfer(command, messages, to: name, from: try requireSelected(), leaves: false)
    }

    func move(_ command: IMAPCommand, _ messages: MessageSet, to name: MailboxName) throws {
        try transfer(command, messages, to: name, from: try requireWritable(), leaves: true)
    }

    private func transfer(
        _ command: IMAPCommand, _ messages: MessageSet, to name: MailboxName, from selected: SelectedMailbox,
        leaves: Bool
    ) throws {
        try requireMayWrite()
        let uids = try uids(messages, selected)
        let target = try target(name)
        let word = leaves ? "MOVE" : "COPY"
        guard !uids.isEmpty else { return try finish(command, "\(word) completed") }
        let transfer = TransferMessages(
            account: options.account, from: selected.id,
            source: selected.isOfDeleted ? .deleted : selected.isOfToday ? .today : .moment, to: target.row.id,
            uids: uids, leaves: leaves)
        let done: TransferMessages.Answer?
        do {
            done = try ledger.perform(transfer, call(word)).answer
        } catch let refusal as NoAnswer where refusal.code == "EXPUNGEISSUED" {
            try announce(allowsExpunge: true, namesUIDs: messages.isByUID)
            throw refusal
        }
        guard let done, !done.pairs.isEmpty else { return try finish(command, "\(word) completed") }
        if leaves {
            // Before the messages leave (RFC 6851 section 4.3); and again below, as some clients read it there alone.
            output.text("* OK [COPYUID ")
            writeUIDs(done)
            output.line("] Moved")
            try announce(allowsExpunge: true, namesUIDs: messages.isByUID)
        } else {
            try announce(allowsExpunge: true, namesUIDs: messages.isByUID)
        }
        output.text("\(command.tag) OK [COPYUID ")
        writeUIDs(done)
        output.line("] \(word) completed")
    }

    private func writeUIDs(_ done: TransferMessages.Answer) {
        output.number(UInt64(done.validity))
        output.text(" ")
        let isAscending = zip(done.pairs, done.pairs.dropFirst()).allSatisfy { $0.old < $1.old }
        if isAscending {
            output.set(done.pairs.map(\.old))
        } else {
            output.text(done.pairs.map { "\($0.old)" }.joined(separator: ","))
        }
        output.text(" ")
        output.set(done.pairs.map(\.new))
    }

    /// The mailbox that messages are to come into (RFC 9051 section 7.1, TRYCREATE).
    private func target(_ name: MailboxName) throws -> NamedMailbox {
        let text = try text(of: name)
        guard NamedPlace(text).isOfToday else { throw NoAnswer("The past cannot be changed", code: "NOPERM") }
        return try read { reader in
            guard let box = try MailboxTree(account(reader), reader).mailbox(text) else {
                throw NoAnswer("There is no mailbox of this name", code: "TRYCREATE")
            }
            return box
        }
    }

    func append(_ command: IMAPCommand, _ request: AppendRequest) throws {
        try requireMayWrite()
        let box = try target(request.mailbox)
        guard !request.message.isEmpty else { throw NoAnswer("The message is empty", code: "CANNOT") }
        let call = try call("APPEND")
        guard let done = try place(request, in: box, call), let uid = done.uid else {
            throw NoAnswer("The mailbox is not there any more", code: "TRYCREATE")
        }
        if request.flags.contains(.deleted) {
            _ = try ledger.perform(
                StoreFlags(folder: box.row.id, uids: [uid], action: .add, keywords: [], strikesOut: true), call)
        }
        try finish(command, "APPEND completed", code: "APPENDUID \(done.validity) \(uid)")
    }

    private func place(_ request: AppendRequest, in box: NamedMailbox, _ call: Call) throws -> AppendMessage.Answer? {
        let account: AccountRow = try read { try self.account($0) }
        let content = request.message.content
        let keywords = try FlagNames.keywords(request.flags)
        var message = try PlacedMessage(
            content, in: [box.row.id], keywords: read { try LabelsQuery(on: $0.connection).spelled(keywords) },
            receivedAt: request.date.map { Timestamp(microseconds: $0) })
        message.mayRepeat = true
        return try ledger.mail.perform(
            AppendMessage(account: account.id, folder: box.row.id, message: message),
            bringing: [BroughtMessage(message, content)],
            into: account, indexesLater: true, call
        ).answer
    }

    func expunge(_ command: IMAPCommand, _ set: SequenceSet?) throws {
        let selected = try requireWritable()
        let uids = try set.map { try self.uids(MessageSet($0, isByUID: true), selected) }
        let heldBy = try ledger.perform(ExpungeMessages(folder: selected.id, uids: uids), call("EXPUNGE")).answer?
            .heldBy
        operation.end()
        if let heldBy, !heldBy.isEmpty {
            try announce(allowsExpunge: true, namesUIDs: uids != nil)
            throw NoAnswer.held(by: heldBy)
        }
        try announce(allowsExpunge: true, namesUIDs: uids != nil)
        let code = try hasCondstore ? highestModSeq(selected) : nil
        output.line("\(command.tag) OK \(code.map { "[HIGHESTMODSEQ \($0)] " } ?? "")EXPUNGE completed")
    }

    /// CLOSE takes out what is struck out, without an answer about each (RFC 9051 section 6.4.1).
    func close(_ command: IMAPCommand) throws {
        let selected = try requireSelected()
        if !selected.isReadOnly {
            _ = try ledger.perform(ExpungeMessages(folder: selected.id, uids: nil), call("CLOSE"))
        }
        self.selected = nil
        operation.end()
        output.line("\(command.tag) OK CLOSE completed")
    }
}
