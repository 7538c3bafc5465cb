internal import ArgumentParsing
internal import Mail
internal import MailLedger

struct LabelVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: "Add labels to messages, or remove them.",
        examples: [
            CommandExample(
                "mailledger label --add travel 'subject:ticket date:2025'",
                "a label of your own on the matching mail"),
            CommandExample("mailledger label --remove taxes 'label:taxes date:..2024'", "remove it from older mail"),
        ],
        discussion: """
            A label is a name of your own, and may contain spaces: 'label:"to do"' finds it. It keeps the case in which
            it was first written: TAX and Tax are the same. 'folder add NAME --kind label' makes a folder for a label.
            If the account has one with that name, the message is filed in it or removed from it, as 'copy' and
            'unfile' do. Otherwise the label is a keyword; the query label:NAME finds both. 'mailledger messages
            --output tags' lists the labels and flags in use.
            """)

    @Option(
        name: .long, help: ArgumentHelp("A label to add; may be repeated.", valueName: "label"),
        completion: .names(.label)) var add: [String] =
            []
    @Option(
        name: .long, help: ArgumentHelp("A label to remove; may be repeated.", valueName: "label"),
        completion: .names(.label)) var remove: [String] = []
    @OptionGroup var messages: MessageChange

    func validate() throws {
        if add.isEmpty && remove.isEmpty { throw ValidationError("Say which label: --add LABEL or --remove LABEL") }
        for label in add + remove {
            if let verb = Self.states[label.lowercased()] {
                throw ValidationError("'\(label)' is not a label but a state of a message: \(verb)")
            }
        }
    }

    /// What `mark` sets, and what notmuch calls a tag although it is a state here.
    private static let states = [
        "$seen": "'mailledger mark --read'", "$flagged": "'mailledger mark --flagged'",
        "$answered": "'mailledger mark --answered'", "$draft": "it is set by the program that writes the message",
        "unread": "'mailledger mark --unread'", "flagged": "'mailledger mark --flagged'",
        "replied": "'mailledger mark --answered'",
    ]

    func run() throws {
        let added = try add.map { try Keyword(typed: $0) }
        let removed = try remove.map { try Keyword(typed: $0) }
        if let label = added.first(where: removed.contains) {
            throw ValidationError("'\(label.text)' is to be added and to be removed")
        }
        let labels = removed.count == 1 ? "the label" : "the labels"
        let words =
            added.isEmpty
            ? (done: "Removed \(labels) from", planned: "Would remove \(labels) from")
            : (done: "Labelled", planned: "Would label")
        try messages.perform(words, as: "label") {
            MarkMessagesRequest(filter: $0, adding: KeywordSet(added), removing: KeywordSet(removed))
        }
    }
}
