internal import CivilTime
internal import EventLog
internal import Mail
internal import Projections
internal import SQLite

extension LedgerReader {
    /// Tells why a message is in no list: what took it away, why it never came in, or that it is there.
    ///
    /// - Parameter name: A Message-ID with or without angle brackets, the beginning of a message's id, or a part of the path
    ///   of a file that an import may have passed over.
    /// - Complexity: O(the events of the messages it means, their accounts and folders), and of a name that no message has
    ///   O(the skipped files).
    public func whyMissing(_ name: String) throws -> Absence {
        let name = name.hasPrefix("<") && name.hasSuffix(">") ? String(name.dropFirst().dropLast()) : name
        guard !name.isEmpty else { throw DomainError.notFound(kind: "message", name: name) }
        var findings = try streams(everyMessageNamed: name).map { try finding($0) }
        var fault: ErasureKeyFault?
        do {
            findings += try erased(name)
        } catch let error as ErasureKeyFault {
            fault = error
        }
        if findings.isEmpty {
            findings = try SkippedQuery(on: connection).files(containing: name).map(skipped)
        }
        // It may have been erased: nobody can say that it never came.
        if findings.isEmpty, let fault { throw fault }
        if findings.isEmpty { findings = try namings(of: name) }
        return Absence(name: name, findings: findings)
    }

    private func finding(_ stream: StreamID) throws -> AbsenceFinding {
        guard let state = try MessageStates(on: connection).state(of: stream),
            let account = try accounts(includingDeleted: true).first(where: { $0.stream == state.accountStream })
        else { throw EventLogError.corrupt("message \(stream) has no account") }
        let timeline = try ContainerTimeline(of: account.stream, self)
        let life = try MessageLife(of: stream, in: account.stream, timeline, self)
        let end = life.end
        let turn = life.lastTurn { $0.isLive }
        let entry = try turn.map { try historyEntry(at: $0.position) }
        let rule = turn.flatMap { $0.holds ? nil : life.event(at: $0.position)?.prunedBy }
        return AbsenceFinding(
            kind: turn?.holds == true ? .present : rule != nil ? .pruned : entry.map(Self.kind) ?? .deleted,
            message: state.id, subject: end?.moment.facts.headers.subject, account: account.address,
            folders: end?.folders ?? [], source: nil,
            detail: rule.flatMap { rule in end.map { rule.words(in: $0.moment.containers) } }, event: entry,
            namedBy: [])
    }

    /// What the event means that took a message out of all lists.
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

    /// What was erased and had this Message-ID, or has an id that begins so.
    private func erased(_ name: String) throws -> [AbsenceFinding] {
        let query = ErasuresQuery(on: connection)
        var rows = [try query.erasure(withPrefix: name)].compactMap { $0 }
        if rows.isEmpty, let key = try erasureKey() {
            rows = try query.erasures(ofMessageID: key.digest(ofMessageID: name))
        }
        return try rows.filter { $0.kind == MessageErased.kind }.map { row in
            AbsenceFinding(
                kind: .erased, message: MessageID(row.id), subject: nil,
                account: try accounts(includingDeleted: true).first { $0.id == row.account }?.address,
                folders: [], source: nil, detail: nil, event: try historyEntry(at: row.position), namedBy: [])
        }
    }

    private func skipped(_ file: SkippedFileRow) throws -> AbsenceFinding {
        AbsenceFinding(
            kind: .skipped, message: nil, subject: nil, account: file.account, folders: [], source: file.source,
            detail: file.detail ?? file.reason, event: try historyEntry(at: file.position), namedBy: [])
    }

    /// That nothing of a name came in, with the messages that name it.
    private func namings(of name: String) throws -> [AbsenceFinding] {
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
        let findings = byAccount.sorted { $0.key < $1.key }.map { account, ids in
            AbsenceFinding.neverCame(
                account: accounts.first { $0.stream == account }?.address, namedBy: ids)
        }
        return findings.isEmpty ? [.neverCame(account: nil, namedBy: [])] : findings
    }
}

extension Event {
    /// The rule by which it took something away.
    fileprivate var prunedBy: PruningRule? {
        (self as? MessageDeleted)?.prunedBy ?? (self as? CopyRemoved)?.prunedBy
    }
}

extension PruningRule {
    /// Whose rule it is and what it says, as in "the account's rule: keep the newest 1000".
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

extension LedgerReader {
    /// The messages with a Message-ID, else the one whose id begins so, deleted ones too.
    fileprivate func streams(everyMessageNamed name: String) throws -> [StreamID] {
        let found = try MessagesQuery(on: connection).every(withMessageID: name).map(\.stream)
        guard found.isEmpty else { return found }
        do {
            return [try messageStream(name, includingDeleted: true)]
        } catch DomainError.notFound {
            return []
        } catch DomainError.erased {
            return []
        }
    }
}

extension AbsenceFinding {
    fileprivate static func neverCame(account: String?, namedBy: [MessageID]) -> AbsenceFinding {
        AbsenceFinding(
            kind: .neverCame, message: nil, subject: nil, account: account, folders: [], source: nil, detail: nil,
            event: nil, namedBy: namedBy)
    }
}
