/// The page of the fields of every event.
enum EventPage {
    private static let origin = "Sources/Reference/Events"
    private static let groups: [(title: String, shapes: [EventShape])] = [
        ("Accounts and holds", EventShape.accounts), ("Folders", EventShape.folders), ("Messages", EventShape.messages),
        ("Conversations and the outbox", EventShape.chats), ("Notes and actions", EventShape.notes),
        ("Claims, answers and profiles", EventShape.assist), ("Tokens", EventShape.access),
        ("The log itself", EventShape.ledgers),
        ("Shapes inside events", EventShape.parts),
    ]

    static var page: ReferencePage {
        var page = Markdown()
        page.origin(origin)
        page.heading(1, "Events")
        page.paragraph(
            "The payload of every type of event, in the version that is written today. [Events.md](../Events.md) "
                + "explains [the types of fields](../Events.md#how-to-read-the-tables) and "
                + "[older versions](../Events.md#versions).")
        page.paragraph(
            "An event is in the stream of the thing that it is about. `mail.file-skipped` is in the account's stream; "
                + "`mail.thread-marked`, and claims about a message, are in that of the message; `ledger.key-rotated` "
                + "has one of its own. Canned answers, profiles and tokens have streams of their own, and no account. The first "
                + "event of a stream makes the thing, and the stream's number is its position.")
        page.list(groups.map { "[\($0.title)](#\(anchor($0.title)))" })
        for group in groups {
            page.heading(2, group.title)
            for shape in group.shapes {
                page.heading(3, Markdown.code(shape.name))
                if !shape.about.isEmpty { page.paragraph(shape.about) }
                page.table(
                    ["key", "type", "meaning"],
                    shape.fields.map { field in
                        [Markdown.code(field.name), linked(field.type), field.meaning.replacing("|", with: "\\|")]
                    })
            }
        }
        return ReferencePage(path: "Docs/Reference/Events.md", text: page.text)
    }

    private static func anchor(_ title: String) -> String {
        String(title.lowercased().filter { $0.isLetter || $0 == " " }).replacing(" ", with: "-")
    }

    /// The type, with a link where it names a part.
    private static func linked(_ type: String) -> String {
        let word = type.split { !$0.isLetter && $0 != "_" }.first { word in
            EventShape.parts.contains { $0.name == word }
        }
        return word.map { type.replacing($0, with: "[\($0)](#\($0))") } ?? type
    }
}
