internal import CivilTime
internal import EventLog
public import LedgerKernel
internal import MIME
internal import Mail
internal import Projections
internal import QueryLanguage
internal import SQLiteDatabase

extension LedgerReader {
    /// Explains why a message is in no list: what removed it, why it was never recorded, or that it is there.
    ///
    /// It searches all messages ever recorded.
    ///
    /// - Parameters:
    ///   - name: A Message-ID with or without angle brackets, or the beginning of a message's id. Otherwise a part of a
    ///     subject, a sender, the name of an attachment, or the path of a file, even of one that an import skipped.
    ///   - limit: The greatest number of messages to explain, those that no list has first; nil for all.
    /// - Complexity: O(the events of the matching messages, their accounts and folders), and for a name that is no id
    ///   and no Message-ID O(all messages, copies, attachments and skipped files).
    public func whyMissing(_ name: String, limit: Int? = nil) throws -> Absence {
        let name = Self.bare(name)
        guard !name.isEmpty else { throw DomainError.notFound(kind: "message", name: name) }
        let named = try self.named(name)
        var findings = named.findings
        var lookedUp: [KnownField] = [.id, .messageID]
        var rest = 0
        if findings.isEmpty {
            lookedUp = KnownField.allCases
            let found = try MessagesQuery(on: connection).every(naming: name, where: Self.contains(name))
            findings = try found.prefix(limit ?? .max).map { try finding($0.stream, matching: $0.field) }
            rest = found.count - findings.count
            findings += try SkippedQuery(on: connection).files(containing: name).map(skipped)
            findings += try namings(of: name)
        }
        // It may have been erased, or be one of several that match an id: nobody can say that it was not recorded.
        if findings.isEmpty, let fault = named.fault { throw fault }
        if findings.isEmpty, rest == 0 { findings = [AbsenceFinding(.notRecorded)] }
        return Absence(
            name: name, findings: findings, rest: rest, lookedUp: lookedUp,
            erasedMessages: try ErasuresQuery(on: connection).all().count { $0.kind == MessageErased.kind })
    }

    /// A name without the field of a query (`mid:`, `id:`) and without angle brackets.
    private static func bare(_ name: String) -> String {
        var name = name[...]
        if let colon = name.firstIndex(of: ":") {
            switch QueryField(named: String(name[..<colon])) {
            case .messageID, .id: name = name[name.index(after: colon)...]
            default: break
            }
        }
        // Blanks are in subjects and paths, too.
        guard name.hasPrefix("<"), name.hasSuffix(">") else { return String(name) }
        return Identifiers.named(String(name.dropFirst().dropLast()))
    }

    /// Messages with the name as their id or Message-ID, deleted and erased ones too; and the error that hid some of
    /// them.
    private func named(_ name: String) throws -> (findings: [AbsenceFinding], fault: (any Error)?) {
        var fault: (any Error)?
        var findings: [AbsenceFinding] = []
        let streams = try MessagesQuery(on: connection).every(withMessageID: Identifiers.named(name)).map(\.stream)
        do {
            findings = try streams.map { try finding($0, matching: .messageID) }
            if streams.isEmpty {
                findings = [try finding(messageStream(name, includingDeleted: true), matching: .id)]
            }
        } catch DomainError.notFound {
        } catch DomainError.erased {
        } catch let error as DomainError {
            fault = error
        }
        do {
            findings += try erased(name)
        } catch let error as ErasureKeyFault {
            fault = error
        }
        return (findings, fault)
    }

    /// Whether a text contains a name, ignoring case and accents.
    private static func contains(_ name: String) -> (String) -> Bool {
        let (folded, lower) = (SearchFold.fold(name), name.lowercased())
        return { text in text.lowercased().contains(lower) || SearchFold.fold(text).contains(folded) }
    }

    private func finding(_ stream: StreamID, matching field: KnownField) throws -> AbsenceFinding {
        guard let state = try MessageStates(on: connection).state(of: stream),
            let account = try accounts(includingDeleted: true).first(where: { $0.stream == state.accountStream })
        else { throw EventLogError.corrupt("message \(stream) has no account") }
        let timeline = try ContainerTimeline(of: account.stream, self)
        let life = try MessageLife(of: stream, in: account.stream, timeline, self)
        let end = life.end
        var turn = life.lastTurn { $0.isLive }
        // A mail reader hides a message first and removes it later.
        if let hidden = turn, !hidden.holds, let removed = life.lastTurn(of: { !$0.message.isDeleted }),
            !removed.holds, removed.position > hidden.position
        {
            turn = removed
        }
        let entry = try turn.map { try historyEntry(at: $0.position) }
        let rule = turn.flatMap { $0.holds ? nil : life.event(at: $0.position)?.prunedBy }
        return AbsenceFinding(
            kind: turn?.holds == true ? .present : rule != nil ? .pruned : entry.map(Self.kind) ?? .deleted,
            message: state.id, subject: end?.moment.facts.headers.subject, account: account.address,
            folders: end?.folders ?? [], source: nil,
            detail: rule.flatMap { rule in end.map { rule.words(in: $0.moment.containers) } }, event: entry,
            namedBy: [], matched: field, came: try historyEntry(at: Position(stream.rawValue)))
    }

    /// The meaning of the event that removed a message from all lists.
    private static func kind(_ entry: HistoryEntry) -> AbsenceFinding.Kind {
        switch (entry.type, entry.command) {
        case (AccountDeleted.type, _): .accountDeleted
        case (FolderDeleted.type, _): .folderDeleted
        case (MessageAdded.type, _), (MessageCopied.type, _), (CopyChanged.type, _): .hidden
        case (_, "undo"): .undone
        case (_, "sync"): .gone
        default: .deleted
        }
    }

    /// Erased messages with this Message-ID, or with an id that has it as a prefix.
    private func erased(_ name: String) throws -> [AbsenceFinding] {
        let query = ErasuresQuery(on: connection)
        var rows = [try query.erasure(withPrefix: name)].compactMap { $0 }
        let field = rows.isEmpty ? KnownField.messageID : .id
        if rows.isEmpty, let key = try erasureKey() {
            rows = try query.erasures(ofMessageID: key.digest(ofMessageID: Identifiers.named(name)))
        }
        return try rows.filter { $0.kind == MessageErased.kind }.map { row in
            AbsenceFinding(
                kind: .erased, message: MessageID(row.id), subject: nil,
                account: try accounts(includingDeleted: true).first { $0.id == row.account }?.address,
                folders: [], source: nil, detail: nil, event: try historyEntry(at: row.position), namedBy: [],
                matched: field, came: try historyEntry(at: Position(row.stream.rawValue)))
        }
    }

    private func skipped(_ file: SkippedFileRow) throws -> AbsenceFinding {
        AbsenceFinding(
            kind: .skipped, message: nil, subject: nil, account: file.account, folders: [], source: file.source,
            detail: file.detail ?? file.reason, event: try historyEntry(at: file.position), namedBy: [],
            matched: .path, came: nil)
    }

    /// Findings for a Message-ID that messages name but that was never recorded, one for each account of theirs.
    private func namings(of name: String) throws -> [AbsenceFinding] {
        let name = Identifiers.named(name)
        let namers = try ThreadsQuery(on: connection).messages(inThreadsNaming: name)
        let states = try MessageStates(on: connection)
        var byAccount: [StreamID: [MessageID]] = [:]
        for stream in namers {
            guard let state = try states.state(of: stream) else { continue }
            let headers = try self.headers(of: stream)
            if headers.references.contains(name) || headers.inReplyTo.contains(name) {
                byAccount[state.accountStream, default: []].append(state.id)
            }
        }
        let accounts = try self.accounts(includingDeleted: true)
        return byAccount.sorted { $0.key < $1.key }.map { account, ids in
            AbsenceFinding(.neverCame, account: accounts.first { $0.stream == account }?.address, namedBy: ids)
        }
    }
}

extension Event {
    /// The rule that pruned something.
    fileprivate var prunedBy: PruningRule? {
        (self as? MessageDeleted)?.prunedBy ?? (self as? CopyRemoved)?.prunedBy
    }
}

extension PruningRule {
    /// The owner and the text of the rule, as in "the account's rule: keep the newest 1000".
    fileprivate func words(in containers: Containers) -> String {
        let place = folder.map(containers.path)
        let whose =
            switch origin {
            case .account: "the account's rule"
            case .folder: "the rule of \(place ?? "a folder")"
            case .command: "a rule for \(place ?? "the account")"
            }
        let kept = [
            keepNewest.map { "the newest \($0)" }, keepFor?.description,
            before.map { "what is dated \($0.iso8601) or later" },
        ].compactMap { $0 }
        return "\(whose): keep \(kept.joined(separator: ", "))"
    }
}

extension AbsenceFinding {
    /// A finding without a known message or file.
    fileprivate init(_ kind: Kind, account: String? = nil, namedBy: [MessageID] = []) {
        self.init(
            kind: kind, message: nil, subject: nil, account: account, folders: [], source: nil, detail: nil, event: nil,
            namedBy: namedBy, matched: nil, came: nil)
    }
}
