internal import ArgumentParsing
internal import EventLog
internal import Mail
internal import MailLedger

/// What may be said of a folder.
struct FolderOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The name of its picture.", valueName: "name")) var icon: String?
    @Option(name: .long, help: ArgumentHelp("The background colour of its name.", valueName: "#rrggbb"))
    var folderColor: String?
    @Option(name: .long, help: ArgumentHelp("The colour of its name.", valueName: "#rrggbb")) var textColor: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Its place among its siblings; the smallest number comes first.", valueName: "n"))
    var order: Int?
    @Option(name: .long, help: ArgumentHelp("Whether 'folders' lists it.", valueName: "when"))
    var visibility: FolderVisibility?
    @Option(name: .long, help: ArgumentHelp("Whether a label shows beside its messages.", valueName: "when"))
    var messageVisibility: MessageVisibility?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Its purpose: inbox, drafts, sent, trash, archive, spam, flagged, all or none.", valueName: "role"),
        completion: .list(FolderOptions.roles))
    var role: String?
    @Option(name: .long, help: ArgumentHelp("A server's id for it.", valueName: "id")) var externalID: String?
    @OptionGroup var retention: RetentionOptions

    /// The words that `--role` takes; `none` takes a role away.
    private static let roles = FolderRole.allCases.filter { $0 != .other }.map(\.rawValue) + ["none"]

    func command() throws -> ChangeFolder {
        var command = ChangeFolder()
        command.icon = icon
        command.color = folderColor
        command.textColor = textColor
        command.sortOrder = order
        command.visibility = visibility
        command.messageVisibility = messageVisibility
        command.externalID = externalID
        command.keepNewest = retention.newest
        command.keepFor = retention.period
        if let role {
            guard let known = role == "none" ? .other : FolderRole(rawValue: role.lowercased()) else {
                throw ValidationError("The role '\(role)' is none of \(Self.roles.joined(separator: ", "))")
            }
            command.role = known
        }
        return command
    }
}

extension FolderSettings {
    /// The settings in the words of `folder show`; nil for what is not set.
    var words: [(name: String, value: String?)] {
        [
            ("order", String(sortOrder)), ("icon", icon), ("color", color?.hex), ("text color", textColor?.hex),
            ("visibility", visibility.rawValue.replacing("_", with: "-")),
            ("on messages", messageVisibility.rawValue), ("external id", externalID), ("keeps", retention?.kept),
        ]
    }
}

/// What the verbs that change a folder have in common.
struct FolderChange: ParsableArguments {
    @OptionGroup var place: FolderAccountOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    /// Performs a command, and says in two numbers and a sentence what it did.
    ///
    /// - Parameters:
    ///   - name: The name by which the log knows it.
    ///   - matched: How many folders are meant.
    func perform<Command: LedgerCommand>(
        _ command: Command, as name: String, of matched: Int = 1, done: String, planned: String
    ) throws where Command.Answer == SettingsChangeForm {
        let session = Session(ledger, output)
        let ledger = try session.open(actor: change.actor)
        guard let answer = try ledger.perform(command, change.call(name, dryRun)).answer else { return }
        let form = OutcomeForm(
            matched: matched, changed: answer.changes.count, operation: answer.operation, isDryRun: answer.isDryRun)
        try session.write(form) {
            session.line(answer.changes.isEmpty ? "Nothing to change." : answer.isDryRun ? planned : done)
        }
    }
}
