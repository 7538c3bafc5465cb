internal import ArgumentParser
internal import EventLog
internal import JSONCoding
internal import MailLedger

/// One run of a verb: the ledger that it works on, and how it answers.
struct Session {
    let output: Output
    let format: OutputFormat
    let style: Style
    let times: TimeFormat
    private let location: LedgerLocation

    /// - Parameters:
    ///   - pages: whether the text may be long, so that a terminal shows it a screen at a time.
    ///   - dates: how lists show dates; nil where nobody has chosen.
    init(_ ledger: LedgerOptions, _ options: OutputOptions, pages: Bool = false, dates: DateStyle? = nil) {
        format = options.format
        output = Output(pager: pages && options.format == .text && !options.noPager ? Pager.chosen() : nil)
        style = Style(options.color, isTerminal: output.isTerminal, environment: { Terminal.environment($0) })
        times = TimeFormat(now: Timestamp.now.microseconds, zone: .local, dates: dates ?? .standard)
        location = Self.location(ledger)
    }

    static func location(_ ledger: LedgerOptions) -> LedgerLocation {
        if let path = ledger.ledger { return LedgerLocation(path) }
        var environment: [String: String] = [:]
        for name in ["MAILLEDGER", "XDG_DATA_HOME", "HOME"] { environment[name] = Terminal.environment(name) }
        return .standard(environment: environment)
    }

    /// Opens the ledger; building its views anew shows its progress.
    func open(_ access: SQLiteEventStore.Access = .readWrite, actor: String? = nil) throws -> Ledger {
        var environment = LedgerEnvironment.current()
        if let actor { environment.actor = actor }
        let ledger = try Ledger.open(at: location, access: access, environment: environment)
        let progress = Progress("Building the views", unit: "events")
        ledger.onRebuild = { reached, head in
            progress.update(done: Int(reached.rawValue), total: Int(head.rawValue))
            if reached >= head { progress.clear() }
            return true
        }
        return ledger
    }

    /// Says on standard error that an answer is from views behind the log.
    func noteIfBehind(_ ledger: Ledger) {
        if ledger.lastReadWasBehind {
            StandardError.line("note: another process is at work; the answer is of a moment ago")
        }
    }

    // MARK: Answers

    /// Writes a list: lines for people, or its JSON forms.
    func write<Form: Encodable>(_ forms: @autoclosure () -> [Form], text: () throws -> Void) throws {
        switch format {
        case .text: try text()
        case .json: try writeDocument(forms())
        case .jsonl: for form in forms() { try writeLine(form) }
        }
        try output.finish()
    }

    /// Writes one thing: lines for people, or its JSON form.
    func write(_ form: @autoclosure () -> some Encodable, text: () throws -> Void) throws {
        switch format {
        case .text: try text()
        case .json: try writeDocument(form())
        case .jsonl: try writeLine(form())
        }
        try output.finish()
    }

    /// Writes one line of JSON.
    func writeLine(_ form: some Encodable) throws {
        output.write(bytes: Sanitizer.json(try JSONBytesEncoder().encode(form)) + [0x0a])
    }

    private func writeDocument(_ form: some Encodable) throws {
        output.write(bytes: Sanitizer.json(try JSONBytesEncoder(.init(pretty: true)).encode(form)) + [0x0a])
    }

    /// Writes a table, fitted to the terminal.
    func write(_ table: Table, showsHeader: Bool = false) {
        table.forEachLine(width: output.isTerminal ? output.columns : nil, style: style, showsHeader: showsHeader) {
            output.line($0)
        }
    }

    /// Writes a line of text; mail's control characters in it are made visible.
    func line(_ text: String, _ looks: Style.Look...) {
        let text = Sanitizer.line(text)
        output.line(looks.reduce(text) { style.paint($0, $1) })
    }

    /// Asks a person before something is destroyed; refuses where there is nobody to ask.
    func confirm(_ question: String, _ options: ConfirmationOptions) throws {
        guard !options.yes else { return }
        switch Confirmation.ask(question) {
        case .yes: return
        case .no: throw CleanExit.message("Nothing was changed.")
        case .cannotAsk: throw ValidationError("This needs --yes where nobody can be asked")
        }
    }
}
