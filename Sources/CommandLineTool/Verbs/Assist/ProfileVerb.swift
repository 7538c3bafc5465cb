internal import ArgumentParsing
internal import Assist
internal import EventLog
internal import MailLedger
internal import Projections

struct ProfileVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Set the owner of the ledger, and its features.",
        discussion: """
            A ledger has one profile at most. Without one, every feature is on. Neither a password nor a token is kept:
            'connect' records that a service is connected; its credentials are kept elsewhere.
            """,
        subcommands: [ShowOne.self, Change.self, Feature.self, Connect.self, Disconnect.self, Remove.self])

    struct ShowOne: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the owner of the ledger, and its features.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org", "the profile"),
                CommandExample("mailledger profile show", "name, address, features and services"),
            ])

        @OptionGroup var moment: MomentOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            try session.show(session.open(at: moment).answer(ShowProfile())) { profile in
                let settings = profile.row.settings
                var table = Table([.init(looks: [.dim]), .init()])
                func add(_ label: String, _ value: String?) {
                    if let value { table.append([.init(label), .init(value)]) }
                }
                add("id", profile.row.id.description)
                add("external id", settings.externalID)
                add("email", settings.email)
                add("name", settings.displayName)
                add("photo", settings.photoURL)
                add("time zone", settings.timeZone)
                add("transcribes", settings.transcribesAutomatically ? "by itself" : "when asked")
                add("makes actions", settings.createsActionsAutomatically ? "by itself" : "when asked")
                for feature in AssistFeature.allCases {
                    add(feature.defaultValueDescription, settings.features.contains(feature) ? "on" : "off")
                }
                for service in ConnectedService.allCases {
                    add(service.rawValue, settings.services.contains(service) ? "connected" : "not connected")
                }
                session.write(table)
            }
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Make the profile, or change the given fields; an empty value removes one.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org --display-name Mara", "who you are"),
                CommandExample(
                    "mailledger profile set --email mara@example.org --time-zone Europe/Oslo --dry-run",
                    "what that would change"),
            ],
            discussion: """
                No password or token is kept: an address or a URL that holds one is refused.
                """)

        @Option(name: .long, help: ArgumentHelp("Your e-mail address; a new profile needs it.", valueName: "address"))
        var email: String?
        @Option(name: .long, help: ArgumentHelp("Your name.", valueName: "name")) var displayName: String?
        @Option(
            name: .long, help: ArgumentHelp("The address of your picture, without a secret in it.", valueName: "url"))
        var photoURL: String?
        @Option(name: .long, help: ArgumentHelp("Your time zone, as in Europe/Oslo.", valueName: "zone"))
        var timeZone: String?
        @Option(name: .long, help: ArgumentHelp("Another system's id for you.", valueName: "id"))
        var externalID: String?
        @Option(name: .long, help: "Whether recordings are transcribed automatically.") var autoTranscribe: YesOrNo?
        @Option(name: .long, help: "Whether actions are created from notes automatically.") var autoCreateActions:
            YesOrNo?
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard profile != SetProfile() else {
                throw ValidationError("Say what to set, as in --email or --display-name")
            }
        }

        private var profile: SetProfile {
            var profile = SetProfile()
            profile.email = email
            profile.displayName = displayName
            profile.photoURL = photoURL
            profile.timeZone = timeZone
            profile.externalID = externalID
            profile.transcribesAutomatically = autoTranscribe.map { $0 == .yes }
            profile.createsActionsAutomatically = autoCreateActions.map { $0 == .yes }
            return profile
        }

        func run() throws { try change.perform("the profile", as: "profile set", SetProfileRequest(profile)) }
    }

    struct Feature: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "feature",
            abstract: "Switch a feature on or off; with a feature off, 'classify' refuses its claims.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org", "the profile"),
                CommandExample("mailledger profile feature sentiment off", "no moods are claimed any more"),
            ],
            discussion: """
                All features are on at first, also without a profile. Switching one needs a profile, which 'mailledger
                profile set --email ADDRESS' makes. With categorization, sentiment, opportunity-scoring or smart-reply
                off, 'classify' refuses the claims of that name; with memory-storage off, the references to a memory.
                If canned-answers is off, 'answer suggest' and 'answer use' are refused, too.
                """)

        @Argument(help: "The feature.") var feature: AssistFeature
        @Argument(help: "Whether it is on.") var state: OnOrOff
        @OptionGroup var change: SettingChange

        func run() throws {
            try change.perform(
                "the profile", as: "profile feature", SwitchFeatureRequest(feature: feature, isEnabled: state == .on))
        }
    }

    struct Connect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "connect",
            abstract: "Record that a service is connected.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org", "the profile"),
                CommandExample("mailledger profile connect google", "no token is kept here"),
            ])

        @Argument(help: "The service.") var service: ConnectedService
        @OptionGroup var change: SettingChange

        func run() throws {
            try change.perform(
                "the profile", as: "profile connect", SwitchServiceRequest(service: service, isConnected: true))
        }
    }

    struct Disconnect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disconnect",
            abstract: "Record that a service is no longer connected.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org", "the profile"),
                CommandExample("mailledger profile connect google", "a service"),
                CommandExample("mailledger profile disconnect google", "the log keeps both"),
            ])

        @Argument(help: "The service.") var service: ConnectedService
        @OptionGroup var change: SettingChange

        func run() throws {
            try change.perform(
                "the profile", as: "profile disconnect", SwitchServiceRequest(service: service, isConnected: false))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete the profile and its canned answers; undo brings them back.",
            examples: [
                CommandExample("mailledger profile set --email mara@example.org", "the profile"),
                CommandExample(
                    "mailledger profile delete --reason 'new owner'", "its canned answers are deleted with it"),
            ])

        @OptionGroup var dryRun: DryRunOptions
        @OptionGroup var change: ChangeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let session = Session(ledger, output)
            let ledger = try session.open(actor: change.actor)
            let done = try ledger.perform(DeleteProfileRequest(), change.call("profile delete", dryRun))
            try session.show(done.answer) { answer in
                let with = "with \(Counted.of(answer.matched, "canned answer", "canned answers"))"
                session.line(
                    answer.isDryRun
                        ? "Would delete the profile \(answer.told.subject) \(with)."
                        : "Deleted the profile \(answer.told.subject) \(with); 'mailledger undo' brings it back.")
            }
        }
    }
}
