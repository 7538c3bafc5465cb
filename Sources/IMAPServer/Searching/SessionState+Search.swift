internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import MIME
internal import MailLedger
internal import Projections

/// SEARCH, SORT and THREAD (RFC 9051 section 6.4.4, RFC 4731, RFC 5182, RFC 5256).
extension SessionState {
    /// A message that a search found.
    private struct Hit {
        let uid: UInt32
        let number: UInt32
        let modSeq: Int64
    }

    private static let mostSeconds: Double = 60

    /// Lends the messages that a key takes, in the order of their numbers.
    private func forEachHit(
        _ key: SearchKey, _ charset: String?, _ selected: SelectedMailbox,
        _ body: (SearchedMessage, LedgerReader) throws -> Void
    ) throws -> Bool {
        guard charset == nil || ["UTF-8", "US-ASCII"].contains(charset) else {
            throw NoAnswer("Words are read as UTF-8 here", code: "BADCHARSET (UTF-8 US-ASCII)")
        }
        let test = try SearchTest(key, selected, now: ledger.environment.log.now().microseconds)
        if test.asksForModSeq { switchOn(.condstore) }
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .seconds(Self.mostSeconds))
        try read(past(of: selected)) { reader in
            let rows = selected.rows(reader)
            let query = try MailboxesQuery(on: reader.connection)
            try rows.forEach(in: selected.folder, uids: selected.uids) { row in
                guard let number = selected.number(of: row.uid), !selected.gone.contains(row.uid) else { return true }
                guard clock.now < end else { throw NoAnswer("The search takes too long; ask for less", code: "LIMIT") }
                let message = SearchedMessage(row, number: number, reader, rows, query)
                if try test.takes(message, by: self) { try body(message, reader) }
                return true
            }
        }
        return test.asksForModSeq
    }

    func search(_ command: IMAPCommand, _ request: SearchRequest) throws {
        let selected = try requireSelected()
        var hits: [Hit] = []
        let namesModSeq: Bool
        do {
            namesModSeq = try forEachHit(request.key, request.charset, selected) { message, _ in
                hits.append(
                    Hit(uid: message.row.uid, number: message.number, modSeq: message.row.state.modSeq))
            }
        } catch {
            // A search that fails saves nothing (RFC 5182 section 2.1).
            if request.results?.contains(.save) == true { self.selected?.saved = [] }
            throw error
        }
        answerFound(command, hits, request.results, isByUID: request.isByUID, namesModSeq: namesModSeq, word: "SEARCH")
        try finish(command, "SEARCH completed", allowsExpunge: request.isByUID)
    }

    private func answerFound(
        _ command: IMAPCommand, _ hits: [Hit], _ asked: [SearchRequest.Result]?, isByUID: Bool, namesModSeq: Bool,
        word: String, isSorted: Bool = true
    ) {
        func name(_ hit: Hit) -> UInt32 { isByUID ? hit.uid : hit.number }
        let modSeq = namesModSeq ? hits.map(\.modSeq).max() : nil
        // RFC 9051 knows one form of answer, RFC 3501 the other.
        guard let results = asked ?? (isRev2 && word == "SEARCH" ? [] : nil) else {
            output.text("* \(word)")
            for hit in hits {
                output.text(" ")
                output.number(UInt64(name(hit)))
            }
            if let modSeq { output.text(" (MODSEQ \(modSeq))") }
            return output.end()
        }
        if results.contains(.save) { save(hits, results) }
        let shown = results.filter { $0 != .save }
        guard !shown.isEmpty || results.isEmpty else { return }
        let wanted = results.isEmpty ? [.all] : shown
        output.text("* ESEARCH (TAG \"\(command.tag)\")\(isByUID ? " UID" : "")")
        if let first = hits.first, let last = hits.last {
            if wanted.contains(.min) { output.text(" MIN \(name(isSorted ? first : hits[0]))") }
            if wanted.contains(.max) { output.text(" MAX \(name(last))") }
        }
        if wanted.contains(.count) { output.text(" COUNT \(hits.count)") }
        if wanted.contains(.all), !hits.isEmpty {
            output.text(" ALL ")
            if isSorted {
                output.set(hits.map(name))
            } else {
                output.text(hits.map { "\(name($0))" }.joined(separator: ","))
            }
        }
        if let modSeq = namesModSeq ? Self.modSeq(of: hits, wanted) ?? modSeq : nil { output.text(" MODSEQ \(modSeq)") }
        output.end()
    }

    /// MIN and MAX alone name the greatest of theirs (RFC 7162 section 3.1.10).
    private static func modSeq(of hits: [Hit], _ wanted: [SearchRequest.Result]) -> Int64? {
        guard !wanted.contains(.all), !wanted.contains(.count) else { return nil }
        return [wanted.contains(.min) ? hits.first : nil, wanted.contains(.max) ? hits.last : nil]
            .compactMap { $0?.modSeq }.max()
    }

    private func save(_ hits: [Hit], _ results: [SearchRequest.Result]) {
        // MIN and MAX alone save what they name (RFC 5182 section 2.4).
        let isOfEnds =
            !results.contains(.all) && !results.contains(.count)
            && (results.contains(.min) || results.contains(.max))
        guard isOfEnds else {
            selected?.saved = hits.map(\.uid).sorted()
            return
        }
        let ends = [results.contains(.min) ? hits.first : nil, results.contains(.max) ? hits.last : nil]
        selected?.saved = Set(ends.compactMap { $0?.uid }).sorted()
    }

    func sort(_ command: IMAPCommand, _ request: SortRequest) throws {
        let selected = try requireSelected()
        var found: [SortedMessage] = []
        var hits: [UInt32: Hit] = [:]
        let keys = Set(request.criteria.map(\.key))
        let namesModSeq = try forEachHit(request.key, request.charset, selected) { message, _ in
            let row = message.row
            hits[message.number] = Hit(uid: row.uid, number: message.number, modSeq: row.state.modSeq)
            func mailbox(_ key: SortRequest.Key, _ name: String) throws -> String {
                guard keys.contains(key) else { return "" }
                return SortOrder.mailboxKey(try message.firstMailbox(name))
            }
            found.append(
                SortedMessage(
                    number: message.number, arrival: row.receivedAt.microseconds,
                    date: (row.date ?? row.receivedAt).microseconds,
                    size: keys.contains(.size) ? Int64(try message.size(by: self)) : 0,
                    subject: keys.contains(.subject) ? SortOrder.subjectKey(try message.subjectText()) : "",
                    from: try mailbox(.from, "from"), to: try mailbox(.to, "to"), cc: try mailbox(.cc, "cc")))
        }
        let sorted = SortOrder.sorted(found, by: request.criteria).compactMap { hits[$0.number] }
        answerFound(
            command, sorted, request.results, isByUID: request.isByUID, namesModSeq: namesModSeq, word: "SORT",
            isSorted: false)
        try finish(command, "SORT completed", allowsExpunge: request.isByUID)
    }

    func thread(_ command: IMAPCommand, _ request: ThreadRequest) throws {
        let selected = try requireSelected()
        guard ["REFERENCES", "ORDEREDSUBJECT", "REFS"].contains(request.algorithm) else {
            throw NoAnswer("There is no way to thread of this name", isBad: true)
        }
        var found: [ThreadedMessage] = []
        _ = try forEachHit(request.key, request.charset, selected) { message, _ in
            let (id, references): (String?, [String]) =
                request.algorithm == "ORDEREDSUBJECT" ? (nil, []) : try message.references()
            found.append(
                ThreadedMessage(
                    number: request.isByUID ? message.row.uid : message.number,
                    date: (message.row.date ?? message.row.receivedAt).microseconds,
                    subject: try message.subjectText(), messageID: id, references: references))
        }
        let threads =
            switch request.algorithm {
            case "ORDEREDSUBJECT": OrderedSubjectThreading.threads(of: found)
            case "REFS": ReferencesThreading.threads(of: found, joinsSubjects: false)
            default: ReferencesThreading.threads(of: found)
            }
        output.text("* THREAD")
        let text = ThreadAnswer.text(threads)
        if !text.isEmpty { output.space() }
        output.raw(text)
        output.end()
        try finish(command, "THREAD completed", allowsExpunge: request.isByUID)
    }
}
