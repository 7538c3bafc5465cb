internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger

extension Log {
    /// How many changes are shown to people who do not say.
    private static var shownChanges: Int { 50 }

    /// Returns the operation whose id was typed in place of a query; nil where it was none.
    ///
    /// A word of so few digits as `2026` is a word. With `op:` before it, it is an id however short.
    func shownOperation(_ session: Session) throws -> String? {
        let word = query.text.filter { !$0.isWhitespace }
        let isSaid = word.lowercased().hasPrefix("op:")
        let prefix = String(isSaid ? word.dropFirst(3) : word[...])
        let digits = prefix.filter { $0 != "-" }
        guard query.words.count == 1, isSaid || (7...32).contains(digits.count), digits.allSatisfy(\.isHexDigit)
        else { return nil }
        let ledger = try session.open(at: moment)
        guard try isSaid || !ledger.store.operations(withPrefix: prefix.lowercased(), limit: 1).isEmpty
        else { return nil }
        guard try log.requested() == RequestedLog(), page.offset == 0 else {
            throw ValidationError("An operation by its id takes no filter beside it")
        }
        return prefix
    }

    /// Says of a word with which nothing was found, and which may be the id of an operation, how it was read.
    func noteOfOperation(_ ledger: Ledger) {
        let word = query.text
        guard query.words.count == 1, (4...36).contains(word.count), word.count > 6 || word.contains(where: \.isNumber),
            word.allSatisfy({ $0.isHexDigit || $0 == "-" }),
            let found = try? ledger.store.operations(withPrefix: word.lowercased(), limit: 1)
        else { return }
        let hint =
            found.isEmpty ? "no operation has an id that begins so" : "'mailledger log op:\(word)' shows an operation"
        StandardError.line("\(word) was searched for as a word; \(hint)")
    }

    /// Shows one operation as a whole.
    func show(_ operation: String, _ session: Session) throws {
        let ledger = try session.open(at: moment)
        let limit = session.format == .text ? page.limit ?? Self.shownChanges : page.limit
        let question = ShowOperation(operation: operation, unfolds: unfold.unfold, limit: limit)
        guard session.format == .text else {
            return try ledger.answer(question) { answer in try session.write(answer) {} }
        }
        let words = try LogWords(ledger, session.times)
        try ledger.answer(question) { answer in
            let row = answer.operation.row
            session.writeHeader(row)
            var last: StreamID?
            var written = 0
            try answer.changes.forEach { change in
                let entry = change.event.entry
                if entry.stream != last { session.writeThing(change, words) }
                last = entry.stream
                session.writeChanges(entry, words)
                written += 1
                return session.output.isOpen
            }
            if written < row.events {
                let (shown, all) = (ProgressLine.grouped(written), ProgressLine.grouped(row.events))
                session.output.line()
                session.line("\(shown) of \(all) changes are shown; --limit \(row.events) shows all.", .dim)
            }
        }
        try session.output.finish()
    }
}

extension Session {
    /// Writes who did what, when and why.
    fileprivate func writeHeader(_ row: OperationRow) {
        line("operation \(row.operation)", .yellow)
        let lines = [
            ("Actor", ActWords.agent(row.actor, row.osUser, row.host)), ("Time", times.full(row.time.microseconds)),
            ("Verb", (row.command ?? "(erased)") + ActWords.cause(row.cause)),
            ("Events", "\(ProgressLine.grouped(row.events)), @\(row.firstPosition) to @\(row.lastPosition)"),
            ("Done", row.effects.text),
        ]
        for (name, text) in lines { line(TerminalWidth.pad(name + ":", to: 8) + text) }
        for reason in row.reasons { line("Reason: \(reason)") }
    }

    /// Writes the thing that the next changes are of: a message with its subject, and where it lay.
    fileprivate func writeThing(_ change: NamedChangeForm, _ words: LogWords) {
        let entry = change.event.entry
        let thing = words.thing(entry.entity, entry.id)
        let isNamed = change.name.map(thing.hasSuffix) ?? true
        output.line()
        output.line(
            style.paint(Sanitizer.line(thing), .bold)
                + Sanitizer.line(isNamed ? "" : "  " + (change.name ?? ""))
                + style.paint(
                    Sanitizer.line(
                        change.folders.isEmpty ? "" : "  (\(change.folders.joined(separator: ", ")))"), .dim))
    }

    /// Writes the fields of a change, old and new.
    fileprivate func writeChanges(_ entry: HistoryEntry, _ words: LogWords) {
        line("  \(entry.type.name)  @\(entry.position)", .dim)
        for change in entry.changes { line("    " + words.values.change(change)) }
        guard let cascade = entry.cascade else { return }
        line("    " + LogWords.cascade(cascade))
        for member in cascade.members ?? [] { line("      " + words.member(member), .dim) }
    }
}
