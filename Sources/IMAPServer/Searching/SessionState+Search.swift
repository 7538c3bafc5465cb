internal import CivilTime
internal import EventLog
internal import IMAPProtocol
internal import MailLedger
internal import Projections

/// SEARCH, SORT and THREAD (RFC 9051 section 6.4.4, RFC 4731, RFC 5182, RFC 5256).
extension SessionState {
    /// A message that a search found.
    private struct Hit {
        let uid: UInt32
        let number: UInt32
        /// Nil where no key asks for it.
        let modSeq: Int64?

        init(_ message: SearchedMessage) {
            (uid, number, modSeq) = (message.entry.uid, message.number, message.modSeq)
        }
    }

    /// The most words that may be looked for in the texts: each of them may need all mail.
    private static let mostTexts = 50

    /// Returns what a closure makes of the messages that a key takes, in the order in which they were recorded.
    private func found<Found>(
        _ key: SearchKey, _ charset: String?, _ selected: SelectedMailbox, _ body: (SearchedMessage) throws -> Found
    ) throws -> (found: [Found], namesModSeq: Bool) {
        try requireKnown(charset)
        guard key.textCount <= Self.mostTexts else {
            throw NoAnswer("A search has at most \(Self.mostTexts) keys BODY and TEXT", code: "LIMIT")
        }
        let test = try SearchTest(key, selected, now: ledger.environment.log.now().microseconds)
        if test.asksForModSeq {
            try requireModSeqs(selected)
            try switchOn(.condstore)
        }
        let clock = SearchClock()
        let found = try read(past(of: selected)) { reader in
            var found: [Found] = []
            let facts = try MailboxFacts(reader, selected)
            let counted = try counted(selected, facts.rows, withModSeq: test.asksForModSeq)
            guard let first = counted.first else { return found }
            let message = SearchedMessage(first, facts, clock)
            for one in counted {
                try clock.check()
                message.turn(to: one)
                if try test.takes(message) { found.append(try body(message)) }
            }
            try facts.save()
            return found
        }
        return (found, test.asksForModSeq)
    }

    private func requireKnown(_ charset: String?) throws {
        // Other commands have to name one (RFC 6855 section 3 and erratum 4029).
        guard !enabled.contains(.utf8) || charset == nil || charset == "UTF-8" else {
            throw NoAnswer("After ENABLE of UTF8=ACCEPT words are UTF-8", isBad: true)
        }
        guard charset == nil || ["UTF-8", "US-ASCII"].contains(charset) else {
            throw NoAnswer("Words are read as UTF-8 here", code: "BADCHARSET (UTF-8 US-ASCII)")
        }
    }

    /// Returns the messages that the client counts, in the order in which they were recorded: that of the facts.
    private func counted(
        _ selected: SelectedMailbox, _ rows: FetchedRows, withModSeq: Bool
    ) throws -> [CountedMessage] {
        var counted: [CountedMessage] = []
        counted.reserveCapacity(selected.count)
        var numbering = selected.numbering
        var isInOrder = true
        func add(_ entry: MailboxEntry, _ modSeq: Int64?) -> Bool {
            guard !selected.gone.contains(entry.uid), let number = numbering.number(of: entry.uid) else { return true }
            isInOrder = isInOrder && counted.last.map { $0.entry.message < entry.message } != false
            counted.append(CountedMessage(entry: entry, modSeq: modSeq, number: number))
            return true
        }
        if withModSeq {
            try rows.forEachState(in: selected.folder, uids: selected.uids) { add($0.entry, $0.modSeq) }
        } else {
            try rows.forEachEntry(in: selected.folder, uids: selected.uids) { add($0, nil) }
        }
        if !isInOrder { counted.sort { ($0.entry.message, $0.number) < ($1.entry.message, $1.number) } }
        return counted
    }

    func search(_ command: IMAPCommand, _ request: SearchRequest) throws {
        let selected = try requireSelected()
        guard !enabled.contains(.utf8) || request.charset == nil else {
            throw NoAnswer("After ENABLE of UTF8=ACCEPT a search names no charset", isBad: true)
        }
        var hits: [Hit]
        let namesModSeq: Bool
        do {
            (hits, namesModSeq) = try found(request.key, request.charset, selected) { Hit($0) }
        } catch {
            // A search that fails saves nothing (RFC 5182 section 2.1).
            if request.results?.contains(.save) == true { self.selected?.saved = [] }
            throw error
        }
        hits.sort { $0.number < $1.number }
        answerFound(command, hits, request.results, isByUID: request.isByUID, namesModSeq: namesModSeq, word: "SEARCH")
        try finish(command, "SEARCH completed", allowsExpunge: request.isByUID)
    }

    private func answerFound(
        _ command: IMAPCommand, _ hits: [Hit], _ asked: [SearchRequest.Result]?, isByUID: Bool, namesModSeq: Bool,
        word: String, isSorted: Bool = true
    ) {
        func name(_ hit: Hit) -> UInt32 { isByUID ? hit.uid : hit.number }
        let modSeq = namesModSeq ? hits.compactMap(\.modSeq).max() : nil
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
            if wanted.contains(.min) { output.text(" MIN \(name(first))") }
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
        let keys = Set(request.criteria.map(\.key))
        let (found, namesModSeq) = try found(request.key, request.charset, selected) { message in
            func key(_ key: SortRequest.Key, _ text: MessageSummary.Text) throws -> String {
                keys.contains(key) ? try message.summary().string(text) : ""
            }
            let sorted = try SortedMessage(
                number: message.number, arrival: message.received(), date: message.date(),
                size: keys.contains(.size) ? Int64(message.summary().size) : 0,
                subject: key(.subject, .subjectKey), from: key(.from, .fromKey), to: key(.to, .toKey),
                cc: key(.cc, .ccKey))
            return (sorted, Hit(message))
        }
        let sorted = SortOrder.order(of: found.map(\.0), by: request.criteria).map { found[$0].1 }
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
        try requireKnown(request.charset)
        let (file, known) = try read { reader in
            let file = try KeptThreads(of: request, in: selected, reader)
            return try (file, file?.find(reader))
        }
        let text = try known ?? threads(request, selected, keptIn: file)[...]
        output.text("* THREAD")
        if !text.isEmpty { output.space() }
        output.raw(text)
        output.end()
        try finish(command, "THREAD completed", allowsExpunge: request.isByUID)
    }

    /// Makes the threads of messages, as the answer names them; they are kept if they are those of all.
    private func threads(
        _ request: ThreadRequest, _ selected: SelectedMailbox, keptIn file: KeptThreads?
    ) throws -> [UInt8] {
        let hasReferences = request.algorithm != "ORDEREDSUBJECT"
        var areWhole = true
        let (found, _) = try found(request.key, request.charset, selected) { message in
            let summary = try message.summary()
            areWhole = areWhole && message.hasBytes
            return ThreadedMessage(
                number: request.isByUID ? message.entry.uid : message.number, date: summary.date ?? summary.received,
                subjectKey: summary.string(.subjectKey), isReplyOrForward: summary.isReplyOrForward,
                messageID: hasReferences ? summary.strings(.id).first : nil,
                references: hasReferences ? summary.strings(.references) : [])
        }
        let threads =
            switch request.algorithm {
            case "ORDEREDSUBJECT": OrderedSubjectThreading.threads(of: found)
            case "REFS": ReferencesThreading.threads(of: found, joinsSubjects: false)
            default: ReferencesThreading.threads(of: found)
            }
        let text = ThreadAnswer.text(threads)
        // What another session took away leaves it out of the count.
        if areWhole, found.count == selected.count { try read { try file?.keep(text, $0) } }
        return text
    }
}

extension SearchKey {
    /// The number of its keys that look into texts.
    fileprivate var textCount: Int {
        switch self {
        case .body, .text: 1
        case .and(let keys): keys.reduce(0) { $0 + $1.textCount }
        case .or(let left, let right): left.textCount + right.textCount
        case .not(let key): key.textCount
        default: 0
        }
    }
}
