internal import CivilTime
internal import EventLog
internal import MailLedger
internal import Notes
internal import Projections

/// Writes notes and actions for people.
struct NoteText {
    private let session: Session

    init(_ session: Session) {
        self.session = session
    }

    func write(_ notes: [ShownNote]) {
        var table = Table([
            .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(),
            .init(minimum: 12, isFlexible: true), .init(minimum: 8, isFlexible: true, looks: [.dim]),
        ])
        for note in notes {
            let fields = note.row.fields
            let marks =
                (fields.isPinned ? "★" : " ") + (fields.audio == nil ? " " : "♪") + (fields.isArchived ? "▾" : " ")
            let pending = note.row.pendingActions
            let words =
                [note.row.folderName].compactMap(\.self) + fields.tags.map { "#\($0)" }
                + (pending > 0 ? ["\(pending) to do"] : [])
            table.append([
                .init(String(note.row.id.description.prefix(8))),
                .init(session.times.listed(note.row.updated.microseconds)), .init(marks),
                fields.isPinned ? .init(fields.title, .bold) : .init(fields.title), .init(words.joined(separator: " ")),
            ])
        }
        session.write(table)
    }

    func write(_ actions: [ActionRow]) {
        var table = Table([
            .init(looks: [.yellow]), .init(alignment: .right, looks: [.dim]), .init(), .init(), .init(),
            .init(minimum: 12, isFlexible: true),
        ])
        for action in actions {
            table.append([
                String(action.id.description.prefix(8)),
                action.fields.scheduledDate.map { session.times.minute($0.microseconds) } ?? "–",
                action.kind.words, action.progress.stage.rawValue, action.fields.priority.rawValue,
                action.fields.title,
            ])
        }
        session.write(table)
    }

    func write(_ shown: ShownNote) {
        let (row, fields) = (shown.row, shown.row.fields)
        header("Id", row.id.description)
        header("Title", fields.title)
        header("Notebook", row.folderName)
        header("Tags", fields.tags.map(\.text).joined(separator: ", "))
        header("On", row.links.map { "\($0.scope.rawValue) \($0.message)" }.joined(separator: ", "))
        header("Kept", [fields.isPinned ? "pinned" : "", fields.isArchived ? "archived" : ""].joined(separator: " "))
        header("Recording", fields.audio.map { "\($0.fileName ?? $0.mediaType), \(Counted.bytes($0.size))" })
        header("Duration", fields.duration.map { "\($0) s" })
        header("Made", session.times.full(row.created.microseconds))
        header("Changed", session.times.full(row.updated.microseconds))
        header("Summary", fields.summary)
        session.output.line()
        session.output.line(fields.transcript.isEmpty ? "(no text)" : Sanitizer.text(fields.transcript))
        guard !shown.actions.isEmpty else { return }
        session.output.line()
        session.line("Actions", .bold)
        write(shown.actions)
    }

    func write(_ action: ActionRow) {
        let (fields, progress) = (action.fields, action.progress)
        func time(_ time: Timestamp?) -> String? { time.map { session.times.full($0.microseconds) } }
        header("Id", action.id.description)
        header("Title", fields.title)
        header("Kind", action.kind.words)
        header("Status", progress.stage.rawValue + (progress.error.map { ": \($0)" } ?? ""))
        header("Priority", fields.priority.rawValue)
        header("Note", action.holder.note?.description)
        header("Message", action.holder.message?.description)
        header("Begins", time(fields.scheduledDate))
        header("Ends", time(fields.scheduledEndDate))
        header("Location", fields.location)
        header("Attendees", fields.attendees.joined(separator: ", "))
        header("To", fields.emailTo)
        header("Subject", fields.emailSubject)
        header(
            "External",
            [fields.externalService, fields.externalID, fields.externalURL].compactMap(\.self)
                .joined(separator: " "))
        header("Made", time(action.created))
        header("Executed", time(action.executed))
        header("By", progress.execution?.service)
        header("Draft", progress.execution?.draft?.description)
        for text in [fields.description, fields.emailBody].compactMap(\.self) {
            session.output.line()
            session.output.line(Sanitizer.text(text))
        }
    }

    private func header(_ name: String, _ value: String?) {
        guard let value, value.contains(where: { !$0.isWhitespace }) else { return }
        session.output.line(session.style.paint(name + ": ", .dim) + Sanitizer.line(value))
    }
}
