internal import ArgumentParsing
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections
internal import WireModels

extension NoteVerb {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change the fields of a note, and show them as old → new.",
            examples: [
                CommandExample(
                    "mailledger note edit 'Club meeting' --file - < fetched.eml", "its text, from standard input"),
                CommandExample(
                    "mailledger note edit 'Club meeting' --title 'Meeting in March' --add-tag books", "by name"),
            ])

        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @Option(name: .long, help: ArgumentHelp("Another title.", valueName: "text")) var title: String?
        @OptionGroup var text: NoteTextOptions
        @OptionGroup var fields: NoteFieldOptions
        @Option(name: .long, help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
        var addTag: [String] = []
        @Option(name: .long, help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag"))
        var removeTag: [String] = []
        @OptionGroup var change: SettingChange

        func run() throws {
            let changes = RequestedNoteChanges(
                title: title, transcript: try text.read(), summary: fields.summary, duration: fields.duration,
                addingTags: addTag.isEmpty ? nil : addTag, removingTags: removeTag.isEmpty ? nil : removeTag,
                isAIProcessed: fields.aiProcessed ? true : nil)
            guard changes != RequestedNoteChanges() else {
                throw ValidationError("Say what to change, as in --title, --text, --file, --summary or --add-tag")
            }
            try change.perform(name, as: "note edit", ChangeNoteRequest(note: name, changes: changes))
        }
    }

    struct File: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "file",
            abstract: "File a note in a notebook, or in none.",
            examples: [
                CommandExample(
                    "mailledger folder add Logbook --kind notebook -a mara@example.org", "a notebook"),
                CommandExample("mailledger note file 'Club meeting' --to Logbook", "in that notebook"),
                CommandExample("mailledger note file 'Club meeting'", "in none"),
            ],
            discussion: """
                'mailledger folder add NAME --kind notebook' makes a notebook. If the notebook is deleted, its notes
                are in no notebook; undo files them again.
                """)
        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @Option(
            name: .long, help: ArgumentHelp("The notebook (default: none).", valueName: "path"),
            completion: .names(.folder))
        var to: String?
        @OptionGroup var change: SettingChange

        func run() throws {
            let changes = RequestedNoteChanges(folder: FieldUpdate(to))
            try change.perform(name, as: "note file", ChangeNoteRequest(note: name, changes: changes))
        }
    }

    struct Link: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "link",
            abstract: "Link a note to messages or threads.",
            examples: [
                CommandExample("mailledger note link 'Club meeting' --on 3f2a", "'mailledger show 3f2a' shows it")
            ],
            discussion: """
                If the message is deleted, the note stays; undo brings the link back.
                """)
        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @OptionGroup var target: NoteTargetOptions
        @OptionGroup var change: SettingChange

        func validate() throws {
            if target.on.isEmpty, target.onThread.isEmpty { throw ValidationError("Say where: --on or --on-thread") }
        }

        func run() throws {
            try change.perform(name, as: "note link") { ledger in
                LinkNoteRequest(note: name, adding: try target.links(in: ledger))
            }
        }
    }

    struct Unlink: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlink",
            abstract: "Remove a note's links to messages or threads.",
            examples: [CommandExample("mailledger note unlink 'Club meeting' --on abc1", "remove the link")])
        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @OptionGroup var target: NoteTargetOptions
        @OptionGroup var change: SettingChange

        func validate() throws {
            if target.on.isEmpty, target.onThread.isEmpty { throw ValidationError("Say where: --on or --on-thread") }
        }

        func run() throws {
            try change.perform(name, as: "note unlink") { ledger in
                LinkNoteRequest(note: name, removing: try target.links(in: ledger, includingDeleted: true))
            }
        }
    }

    struct Audio: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "audio",
            abstract: "Attach a recording to a note, or save the one that it has.",
            examples: [
                CommandExample("mailledger note audio 'Club meeting' --attach tides.wav", "the ledger keeps a copy"),
                CommandExample("mailledger note audio 'Club meeting' --save copy.wav", "into a new file"),
            ],
            discussion: """
                The ledger keeps a copy of the recording. A saved file appears whole or not at all.
                """)
        @Argument(help: "The note's title, or the first digits of its id.", completion: .names(.note)) var name: String
        @Option(
            name: .long, help: ArgumentHelp("The recording to attach.", valueName: "file"), completion: .file())
        var attach: String?
        @Option(name: .long, help: ArgumentHelp("Its type (default: by the file's name).", valueName: "type"))
        var mediaType: String?
        @Option(name: .long, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
        var save: String?
        @Flag(name: .long, help: "Overwrite an existing file.") var force = false
        @OptionGroup var change: SettingChange

        func validate() throws {
            guard (attach == nil) != (save == nil) else { throw ValidationError("Say --attach FILE or --save FILE") }
            if force, save == nil { throw ValidationError("--force is about --save") }
        }

        func run() throws {
            if let save { return try write(to: save) }
            let path = attach ?? ""
            let bytes = try MessageInput.bytes(of: path)
            let fileName = path == "-" ? nil : path.split(separator: "/").last.map(String.init)
            try change.run(name, command: "note audio") { ledger, context, isDryRun in
                try ledger.notes.attachAudio(
                    bytes, fileName: fileName, mediaType: mediaType, to: name,
                    CommandCall(context, isDryRun: isDryRun))
            }
        }

        private func write(to path: String) throws {
            let session = Session(change.ledger, change.output)
            let saved = try session.open().notes.saveAudio(of: name, to: path, overwriting: force)
            try session.write(WrittenFileForm(path: saved.path, bytes: Int(saved.size))) {
                session.line("Saved \(Counted.bytes(saved.size)) to \(saved.path).")
            }
        }
    }
}
