internal import ArgumentParsing
internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections
internal import WireModels

extension ActionKind: DomainWord {}
extension ActionStage: DomainWord {}
extension ActionUrgency: DomainWord {}

/// What a note is about.
struct NoteTargetOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The message whose id begins with this; may be repeated.", valueName: "id"),
        completion: .names(.message))
    var on: [String] = []
    @Option(
        name: .long,
        help: ArgumentHelp("The thread of the message whose id begins with this; may be repeated.", valueName: "id"),
        completion: .names(.message))
    var onThread: [String] = []

    /// Looks up what is no beginning of an id.
    ///
    /// - Parameter includingDeleted: Whether those are meant too that have ended, so that a link to one can be taken away.
    func links(in ledger: Ledger, includingDeleted: Bool = false) throws -> [RequestedLink] {
        func links(_ names: [String], _ scope: NoteLink.Scope) throws -> [RequestedLink] {
            try names.map {
                RequestedLink(
                    message: try ShownName.id(of: $0, in: ledger, includingDeleted: includingDeleted), scope: scope)
            }
        }
        return try links(on, .message) + links(onThread, .thread)
    }
}

/// The text of a note.
struct NoteTextOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Its text.", valueName: "text")) var text: String?
    @Option(
        name: .long, help: ArgumentHelp("Read its text from a file; '-' is standard input.", valueName: "file"),
        completion: .file())
    var file: String?

    func validate() throws {
        if text != nil, file != nil { throw ValidationError("--text and --file exclude each other") }
    }

    /// Reads the text; nil where none was given.
    func read() throws -> String? {
        guard let file else { return text }
        let bytes = try MessageInput.bytes(of: file)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("\(file) is not a text in UTF-8")
        }
        return text
    }
}

/// What is said of a note beside its text.
struct NoteFieldOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Its summary; an empty one removes it.", valueName: "text"))
    var summary: String?
    @Option(name: .long, help: ArgumentHelp("How long its recording is, in seconds; 0 for none.", valueName: "n"))
    var duration: Int?
    @Flag(name: .long, help: "A model has processed it.") var aiProcessed = false
}

/// What is said of an action.
struct ActionOptions: ParsableArguments {
    @Option(name: .long, help: "How urgent it is; a new action is medium without it.") var priority: ActionUrgency?
    @Option(name: .long, help: ArgumentHelp("More about it.", valueName: "text")) var description: String?
    @Option(
        name: .long, help: ArgumentHelp("When it begins, or when to be reminded: 2026-03-29T09:00.", valueName: "date"))
    var date: String?
    @Option(name: .long, help: ArgumentHelp("When it ends; 'none' removes it.", valueName: "date")) var end: String?
    @Option(name: .long, help: ArgumentHelp("Where it is.", valueName: "place")) var location: String?
    @Option(name: .long, help: ArgumentHelp("An attendee; may be repeated.", valueName: "address"))
    var attendee: [String] = []
    @Option(name: .long, help: ArgumentHelp("Whom to write to, separated by commas.", valueName: "addresses"))
    var emailTo: String?
    @Option(name: .long, help: ArgumentHelp("The subject of the mail to write.", valueName: "text")) var emailSubject:
        String?
    @Option(name: .long, help: ArgumentHelp("The text of the mail to write.", valueName: "text")) var emailBody: String?
    @Option(name: .long, help: ArgumentHelp("Another service's id for it.", valueName: "id"))
    var externalID: String?
    @Option(name: .long, help: ArgumentHelp("Which service that is.", valueName: "name")) var externalService: String?
    @Option(name: .long, help: ArgumentHelp("Its address there.", valueName: "url")) var externalURL: String?

    /// What they say, and a title.
    func fields(title: String?) throws -> RequestedAction {
        RequestedAction(
            title: title, priority: priority, description: description,
            scheduledDate: try date.map { try Self.time($0, "--date") },
            scheduledEndDate: end == "none" ? .clear : try end.map { .set(try Self.time($0, "--end")) } ?? .keep,
            location: location, attendees: attendee.isEmpty ? nil : attendee.filter { !$0.isEmpty }, emailTo: emailTo,
            emailSubject: emailSubject, emailBody: emailBody, externalID: externalID, externalService: externalService,
            externalURL: externalURL)
    }

    private static func time(_ text: String, _ option: String) throws -> WireTime {
        WireTime(try Timestamp(beginning: text, option: option, in: Settings.queryContext()))
    }
}
