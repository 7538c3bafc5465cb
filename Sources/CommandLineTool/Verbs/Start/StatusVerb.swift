internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Projections

struct StatusVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the ledger: mail, last import, backup, witness, and what is out of date.",
        examples: [
            CommandExample("mailledger status", "on one screen"),
            CommandExample("mailledger status --format json", "for a program that monitors it"),
        ],
        discussion: """
            Views and full text are updated by the next query. 'doctor' looks for faults, 'verify' checks the log,
            'stats' counts.
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = Session(ledger, output)
        let ledger = try session.open(.readOnly, checksWitnesses: false, warns: false)
        let place = try Session.target(self.ledger).name
        let form = try form(of: ledger, at: place, session)
        try session.write(form) { write(form, session) }
        session.noteIfBehind(ledger)
    }

    private func form(of ledger: Ledger, at place: String, _ session: Session) throws -> StatusForm {
        // Before anything is asked that brings them up.
        let health = try ledger.maintenance.readModelHealth()
        let behind = StatusForm.Behind(
            views: health.filter { $0.name != Self.search }.map(\.behind).max() ?? 0,
            search: health.first { $0.name == Self.search }?.behind ?? 0)
        let events = try ledger.store.head().position.rawValue
        let witnesses = try session.forms(of: session.witnesses(of: ledger).paths(), ledger) {
            try ledger.proofs.check(witness: $0)
        }
        let backup = LastBackup(of: ledger).map { last in
            StatusForm.Backup(
                path: last.path, time: last.finishedAt, behind: max(0, events - last.position.rawValue))
        }
        let unread = try ledger.answer(CountUnread()).total
        let damage = try Self.damage(of: ledger)
        return try ledger.read { reader in
            StatusForm(
                path: place, damage: damage, events: events, messages: try reader.countMessages(),
                accounts: try reader.accounts().map(\.address), unread: unread,
                unreadApart: try reader.countMessages(matching: .state(.unread)) - unread,
                deletedAccounts: try reader.accounts(includingDeleted: true).filter(\.isDeleted).map(\.address),
                lastImport: try Self.lastImport(reader), backup: backup, witnesses: witnesses,
                warnings: ledger.maintenance.warnings + (try Self.unfinishedErasure(of: ledger)), behind: behind)
        }
    }

    private static func unfinishedErasure(of ledger: Ledger) throws -> [String] {
        try ledger.erasure.pending().isEmpty
            ? [] : ["an erasure has not come to its end; each command that may write tries to continue it"]
    }

    /// The name of the full text among the read models.
    private static let search = "search"

    private static func damage(of ledger: Ledger) throws -> String? {
        do {
            try ledger.store.requireSound()
            return nil
        } catch EventLogError.markedDamaged(let finding) {
            return finding
        }
    }

    private static func lastImport(_ reader: LedgerReader) throws -> StatusForm.LastImport? {
        let rows = try ["import", "sync"].compactMap { command in
            try reader.operations(matching: LogFilter(command: command), limit: 1).first
        }
        return rows.max { $0.lastPosition < $1.lastPosition }.map { row in
            StatusForm.LastImport(
                operation: row.operation.description, time: row.time.iso8601, command: row.command ?? "import",
                cause: row.cause)
        }
    }

    private func write(_ form: StatusForm, _ session: Session) {
        var table = Table([.init(looks: [.dim]), .init()])
        func time(_ text: String) -> String {
            Timestamp(iso8601: text).map { session.times.minute($0.microseconds) } ?? text
        }
        table.append(["ledger", form.path])
        if let damage = form.damage {
            table.append(["log", "damaged: \(damage); 'mailledger doctor' says what to do"])
        }
        for warning in form.warnings { table.append(["warning", warning]) }
        table.append(["mail", form.accounts.isEmpty ? "none, for there is no account" : mail(form)])
        if !form.deletedAccounts.isEmpty {
            table.append([
                "deleted",
                "\(form.deletedAccounts.joined(separator: ", ")); 'mailledger log --effect deleted' shows by which "
                    + "operation, and 'mailledger undo OPERATION' brings it back",
            ])
        } else if form.accounts.isEmpty {
            table.append(["account", "none yet; 'mailledger account add ADDRESS' adds one"])
        }
        if let last = form.lastImport {
            table.append(["last import", "\(time(last.time)), \(last.command)\(ActWords.cause(last.cause))"])
        } else {
            table.append(["last import", "none; 'mailledger import PATH' brings mail in"])
        }
        if let backup = form.backup {
            let rest = backup.behind > 0 ? "\(changes(backup.behind)) behind" : "up to date"
            table.append(["backup", "\(time(backup.time)), \(backup.path), \(rest)"])
        } else {
            table.append(["backup", "none known; 'mailledger backup DIR' makes one"])
        }
        if form.witnesses.isEmpty {
            table.append(["witness", "none; 'mailledger witness add FILE' makes one"])
        }
        for witness in form.witnesses {
            let missing = witness.events - (witness.kept ?? 0)
            let rest = missing > 0 ? "\(changes(missing)) behind" : "up to date"
            table.append(["witness", witness.problem ?? "\(witness.path), \(rest)"])
        }
        table.append(["behind", behind(form.behind)])
        session.write(table)
    }

    private func mail(_ form: StatusForm) -> String {
        "\(Counted.messages(form.messages)) of \(accounts(form.accounts)), \(ProgressLine.grouped(form.unread)) unread"
            + (form.unreadApart > 0 ? " (and \(ProgressLine.grouped(form.unreadApart)) in spam and trash)" : "")
    }

    private func accounts(_ addresses: [String]) -> String {
        switch addresses.count {
        case 1...3: addresses.joined(separator: ", ")
        default: "\(addresses.count) accounts"
        }
    }

    private func behind(_ behind: StatusForm.Behind) -> String {
        let parts = [("views", behind.views), ("full text", behind.search)].filter { $0.1 > 0 }.map { name, count in
            "\(name) by \(changes(count))"
        }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ") + "; the next query adds them"
    }

    private func changes(_ count: Int64) -> String { Counted.of(Int(count), "change", "changes") }
}
