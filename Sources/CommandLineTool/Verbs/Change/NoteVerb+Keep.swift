internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Notes

/// A verb that switches one thing about how a note is kept.
protocol NoteKeepingVerb: ParsableCommand {
    static var words: NoteKeepingWords { get }
    static func change(_ note: inout RequestedNoteChanges)
    var note: NoteKeeping { get }
}

/// What such a verb is called, what it does, and what comes of it.
struct NoteKeepingWords: Sendable {
    let verb: String
    let abstract: String
    let result: String

    init(_ verb: String, _ abstract: String, _ result: String) {
        self.verb = verb
        self.abstract = abstract
        self.result = result
    }
}

/// What such verbs take.
struct NoteKeeping: ParsableArguments {
    @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
    @OptionGroup var change: SettingChange
}

extension NoteKeepingVerb {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: words.verb, abstract: words.abstract,
            examples: (words.verb.hasPrefix("un")
                ? [CommandExample("mailledger note \(words.verb.dropFirst(2)) 'Club meeting'", "before")] : [])
                + [CommandExample("mailledger note \(words.verb) 'Club meeting'", words.result)])
    }

    func run() throws {
        var changes = RequestedNoteChanges()
        Self.change(&changes)
        try note.change.perform(
            note.name, as: "note \(Self.words.verb)", ChangeNoteRequest(note: note.name, changes: changes))
    }
}

extension NoteVerb {
    struct Pin: NoteKeepingVerb {
        static let words = NoteKeepingWords("pin", "Pin a note to the top of lists.", "lists begin with it")
        @OptionGroup var note: NoteKeeping

        static func change(_ note: inout RequestedNoteChanges) { note.isPinned = true }
    }

    struct Unpin: NoteKeepingVerb {
        static let words = NoteKeepingWords("unpin", "Remove the pin of a note.", "lists sort it by date again")
        @OptionGroup var note: NoteKeeping

        static func change(_ note: inout RequestedNoteChanges) { note.isPinned = false }
    }

    struct Archive: NoteKeepingVerb {
        static let words = NoteKeepingWords(
            "archive", "Archive a note: lists leave it out.", "'mailledger notes --all' lists it")
        @OptionGroup var note: NoteKeeping

        static func change(_ note: inout RequestedNoteChanges) { note.isArchived = true }
    }

    struct Unarchive: NoteKeepingVerb {
        static let words = NoteKeepingWords("unarchive", "Take a note out of the archive.", "lists show it again")
        @OptionGroup var note: NoteKeeping

        static func change(_ note: inout RequestedNoteChanges) { note.isArchived = false }
    }
}
