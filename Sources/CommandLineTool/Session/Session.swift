internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import SystemIdentity

/// One run of a verb: the ledger that it works on, and how it answers.
struct Session {
    let output: Output
    let format: OutputFormat
    /// The version of the JSON.
    let version: Int
    let settings: Settings
    let style: Style
    let times: TimeFormat
    /// What a person reads in the place of an empty list.
    private let none: String
    private let ledgerOptions: LedgerOptions
    private let phases: PhaseLog?
    /// A setting that cannot be used; `open` throws it, so that the verbs that mend settings still run.
    private let fault: (any Error)?

    /// - Parameters:
    ///   - pages: whether the text may be long, so that a terminal shows it a screen at a time.
    ///   - dates: how lists show dates; nil where nobody has chosen.
    ///   - none: what a person reads in the place of an empty list.
    init(
        _ ledger: LedgerOptions, _ options: OutputOptions, pages: Bool = false, dates chosenDates: DateStyle? = nil,
        none: String = "Nothing found."
    ) {
        self.none = none
        format = options.format
        version = options.formatVersion
        settings = Settings()
        ledgerOptions = ledger
        phases = PhaseLog(isVerbose: options.verbose)
        var color = options.color ?? .auto
        var dates = chosenDates ?? .standard
        var pager: Pager?
        do {
            color = try settings.color(flag: options.color)
            dates = try settings.dates(flag: chosenDates)
            if pages, options.format == .text, !options.noPager { pager = try settings.pager() }
            fault = nil
        } catch {
            fault = error
        }
        output = Output(descriptor: Surroundings.current.output, pager: pager)
        style = Style(color, isTerminal: output.isTerminal, environment: { Surroundings.current.variable($0) })
        times = TimeFormat(now: Surroundings.current.now().microseconds, zone: .local, dates: dates)
    }

    /// The ledger that is meant, where there may be none yet.
    static func target(_ ledger: LedgerOptions) throws -> LedgerTarget {
        try Settings().ledger(flag: ledger.ledger)
    }

    /// The folder of the ledger that is meant, for a verb that works on its files itself.
    ///
    /// - Throws: `ValidationError` for a ledger on a server.
    static func location(_ ledger: LedgerOptions) throws -> LedgerLocation {
        switch try target(ledger) {
        case .folder(let location):
            try WorkingUser.becomeOwner(of: location)
            return location
        case .server(let address):
            throw ValidationError("this works on the files of a ledger in a folder, and \(address) is on a server")
        }
    }

    /// Says what can lose mail where a ledger is.
    static func note(_ warnings: [String]) {
        for warning in warnings { StandardError.line(Sanitizer.line("note: \(warning)")) }
    }

    /// Opens the ledger; building views shows its progress.
    ///
    /// - Parameters:
    ///   - moment: The moment that the answer represents; a remark about it goes to standard error.
    ///   - signing: The passphrase options of a verb that signs; other verbs ask nobody for one.
    ///   - checksWitnesses: Whether to refuse a ledger that disagrees with a witness.
    ///   - warns: Whether to note what can lose mail in the ledger's place; false for verbs that answer with it.
    func open(
        _ access: LogAccess = .readWrite, actor: String? = nil,
        at moment: MomentOptions = MomentOptions(), checksWitnesses: Bool = true, warns: Bool = true,
        signing: PassphraseOptions? = nil
    ) throws -> Ledger {
        if let fault { throw fault }
        let moment = try moment.moment()
        var environment = Surroundings.current.environment()
        if let time = Surroundings.clockOfReaders { environment.present = { time } }
        if let actor = try settings.actor(flag: actor) { environment.actor = actor }
        if let phases { environment.observer = phases.note }
        environment.passphrase = try PassphraseSource(signing, settings).passphrase
        let place = try settings.ledger(flag: ledgerOptions.ledger).place()
        let ledger = try place.open(access, environment: environment)
        if warns { Self.note(ledger.maintenance.warnings) }
        if ledger.erasure.hasResumed {
            let isThrough = try ledger.erasure.pending().isEmpty
            StandardError.line(
                isThrough
                    ? "note: an interrupted erasure is complete now"
                    : "note: an erasure continues with the next command: another process is in its way")
        }
        ledger.onUnusableViews = Self.tellUnusableViews
        let then = moment == nil ? "" : " of that moment"
        let progress = Progress("Building the views\(then)", unit: "events")
        ledger.onRebuild = { reached, head in
            progress.update(done: Int(reached.rawValue), total: Int(head.rawValue))
            if reached >= head { progress.clear() }
            return true
        }
        // A sample ledger has the same id wherever it is made, and no past to be held against.
        if checksWitnesses, !environment.isReproducible {
            try WorkingUser.asItself { try witnesses(of: ledger).watch(ledger) }
        }
        guard let moment else { return ledger }
        let past = try ledger.at(moment)
        if let resolved = past.moment {
            tellRemark(resolved)
            if resolved.position == .start {
                StandardError.line(
                    "note: nothing was recorded by then; 'mailledger events list --limit 1' shows the first change")
            }
        }
        return past
    }

    /// Says on standard error that the read models are built again.
    @Sendable static func tellUnusableViews(_ reason: String) {
        StandardError.line(Sanitizer.line("note: the views cannot be used and are rebuilt: \(reason)"))
    }

    /// Says on standard error what may not be as expected of a moment.
    func tellRemark(_ moment: ResolvedMoment) {
        if let remark = moment.remark { StandardError.line(remark.note(moment)) }
    }

    /// The witnesses that the configuration file names for a ledger.
    func witnesses(of ledger: Ledger) -> Witnesses {
        Witnesses(settings, of: ledger.store.identity.id)
    }

    /// Says on standard error that an answer is from views behind the log.
    func noteIfBehind(_ ledger: Ledger) {
        if ledger.lastReadWasBehind {
            StandardError.line("note: another process is at work; the answer is of a moment ago")
        }
    }

    // MARK: Answers

    /// Writes a list: lines for people, or its JSON forms.
    ///
    /// - Parameter isQuiet: Whether people get no text.
    func write<Form: Encodable>(
        _ forms: @autoclosure () -> [Form], isQuiet: Bool = false, text: () throws -> Void
    ) throws {
        switch format {
        case .text where isQuiet: break
        case .text:
            try text()
            tellIfEmpty()
        case .json, .jsonl, .csv:
            return try stream({ $0 }) { write in
                for form in forms() { guard try write(form) else { return } }
            }
        }
        try output.finish()
    }

    /// Says on a terminal that a list is empty; a program reads that from nothing.
    func tellIfEmpty() {
        if output.isBlank, output.isTerminal { line(none, .dim) }
    }

    /// Writes one thing: lines for people, or its JSON form.
    ///
    /// - Parameter isQuiet: Whether people get no text.
    func write(
        _ form: @autoclosure () -> some Encodable, isQuiet: Bool = false, text: () throws -> Void
    ) throws {
        switch format {
        case .text where isQuiet: break
        case .text: try text()
        case .csv:
            let list = ListWriter(output, format, version: version)
            _ = try list.write(form())
            return try list.finish()
        case .json, .jsonl:
            output.write(
                bytes: try JSONBytesEncoder(.answer(pretty: format == .json, version: version)).encode(form()) + [0x0A])
        }
        try output.finish()
    }

    /// Writes a request's answer: what a closure says of it to people, or the answer itself as JSON.
    func show<Answer: Encodable>(_ answer: Answer?, isQuiet: Bool = false, text: (Answer) throws -> Void) throws {
        // Nil only where an idempotency key was known, and the tool gives none.
        guard let answer else { return }
        try write(answer, isQuiet: isQuiet) { try text(answer) }
    }

    /// Writes a request's answer that is a list.
    func show<Form: Encodable>(_ forms: [Form], text: ([Form]) throws -> Void) throws {
        try write(forms) { try text(forms) }
    }

    /// Writes a table, fitted to the terminal.
    func write(_ table: Table, showsHeader: Bool = false) {
        table.forEachLine(width: width(), style: style, showsHeader: showsHeader) { output.line($0) }
    }

    /// The layout of a table that is fitted to the terminal, or whole.
    func layout(of table: Table, isWhole: Bool = false, showsHeader: Bool = false) -> TableLayout {
        table.layout(width: isWhole ? nil : width(), style: style, showsHeader: showsHeader)
    }

    private func width() -> Int? { output.isTerminal ? output.columns : nil }

    /// Writes a line of text; mail's control characters in it are made visible.
    ///
    /// On a terminal, a line that is too long is broken between its words.
    func line(_ text: String, _ looks: Style.Look...) {
        for piece in pieces(of: Sanitizer.line(text)) {
            output.line(looks.reduce(piece) { style.paint($0, $1) })
        }
    }

    /// Writes a line whose words are painted and hold no control characters of mail; broken as `line` is.
    func line(painted text: String) {
        for piece in pieces(of: text) { output.line(piece) }
    }

    private func pieces(of line: String) -> [String] {
        output.columns.map { TerminalWidth.wrap(line, to: $0, hanging: 2) } ?? [line]
    }

    /// Asks a person before something is destroyed; refuses where there is nobody to ask.
    func confirm(_ question: String, _ options: ConfirmationOptions) throws {
        guard !options.yes else { return }
        switch Confirmation.ask(question) {
        case .yes: return
        case .no: throw CleanExit.message("Nothing was changed.")
        case .cannotAsk:
            throw ValidationError("Not a terminal, so I cannot ask “\(question)”: pass --yes to confirm")
        }
    }
}
