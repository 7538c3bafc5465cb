internal import EventLog
internal import Mail

/// The phrase for an event: its verb, its object, and the rest.
///
/// ``EventWords`` makes sentences from phrases, and so does the script of a report's page, for which they are encoded.
struct EventPhrase: Encodable, Sendable {
    /// A part of a sentence; empty if the event has nothing for it.
    enum Part: Encodable, Sendable {
        case text(words: String)
        /// The new value of a field behind a word: "into Receipts".
        case new(word: String, field: String)
        /// The old value of a field behind a word: "out of Receipts".
        case old(word: String, field: String)
        /// Another thing behind a word, whose id is a field's value or in it: "to “Fees for 2026”".
        case thing(word: String, kind: String, field: String, key: String? = nil)
        /// The words for some values of a field; others follow a word.
        case named(words: [String: String], word: String, field: String)
        /// The words for a change of any field in a group.
        case group(prefix: String, words: String)
        /// What came into a list and what left it: "by adding ines".
        case members(field: String)
        /// The old and the new value of the first field.
        case change
        /// The new place of a folder.
        case parent
        /// From which folders to which a message went.
        case folders
        /// The claims about a message.
        case claims
    }

    /// The words for a field that is true or false.
    struct Switch: Encodable, Sendable {
        let field: String
        let on: String
        let off: String
    }

    /// A verb; an "of" at its end is used only if a thing follows.
    let verb: String
    var rest: [Part] = []
    /// The object, if that is no thing of the ledger.
    var object: String?
    /// The field whose new value is the object, if it has one.
    var objectField: String?
    var switches: [Switch] = []
    /// Whether it names the changed keywords.
    var saysKeywords = false
    /// Whether the verb is left out where keywords or switches say something.
    var isSpare = false
    /// The fields that the sentence says in full.
    var says: [String] = []
}

extension EventPhrase {
    /// The phrases of types by their names; other types use ``verbs`` or the changed fields.
    static let all: [String: EventPhrase] = [
        MessageAdded.type.name: EventPhrase(verb: "added", rest: [.new(word: "to", field: "folder")]),
        MessageCopied.type.name: EventPhrase(
            verb: "copied", rest: [.new(word: "to", field: "folder")], saysKeywords: true, says: ["keywords"]),
        CopyRemoved.type.name: EventPhrase(
            verb: "took", rest: [.old(word: "out of", field: "folder"), byRule], says: ["folder"]),
        MessageMoved.type.name: EventPhrase(verb: "moved", rest: [.folders], says: ["copies.folder"]),
        MessageMarked.type.name: EventPhrase(
            verb: "marked", saysKeywords: true, isSpare: true, says: ["keywords"]),
        CopyChanged.type.name: EventPhrase(
            verb: "noted a change of the file of",
            switches: [Switch(field: "is_hidden", on: "hid", off: "showed")], saysKeywords: true, isSpare: true,
            says: ["keywords", "is_hidden"]),
        ThreadMarked.type.name: EventPhrase(
            verb: "marked the thread of",
            switches: [
                Switch(field: "is_pinned", on: "pinned the thread of", off: "unpinned the thread of"),
                Switch(field: "is_muted", on: "muted the thread of", off: "unmuted the thread of"),
                Switch(field: "is_archived", on: "archived the thread of", off: "unarchived the thread of"),
            ], isSpare: true, says: ["is_pinned", "is_muted", "is_archived"]),
        MessageDeleted.type.name: EventPhrase(verb: "deleted", rest: [byRule]),
        CopyPushed.type.name: EventPhrase(verb: "wrote", rest: [.text(words: "to its Maildir")]),
        MessageBodyLoaded.type.name: EventPhrase(verb: "loaded the text of"),
        MessageReparsed.type.name: reread, AccountReparsed.type.name: reread,
        ConflictDetected.type.name: EventPhrase(
            verb: "found", rest: [.text(words: "in conflict with its Maildir")]),
        FileSkipped.type.name: EventPhrase(
            verb: "skipped", rest: [.named(words: skipped, word: "as", field: "reason")], object: "a file",
            objectField: "source"),
        FolderRenamed.type.name: EventPhrase(
            verb: "renamed", rest: [.change], object: "a folder", says: ["name"]),
        FolderMoved.type.name: EventPhrase(verb: "moved", rest: [.parent]),
        "assist.message-classified": EventPhrase(verb: "classified", rest: [.claims]),
        "chat.message-joined": EventPhrase(
            verb: "put", rest: [.thing(word: "into", kind: "conversation", field: "conversation")]),
        "chat.message-readers-changed": EventPhrase(
            verb: "changed the readers of", rest: [.members(field: "read_by")], says: ["read_by"]),
        "notes.note-linked": EventPhrase(
            verb: "linked", rest: [.thing(word: "to", kind: "message", field: "link", key: "message")], says: ["link"]),
        "notes.note-unlinked": EventPhrase(
            verb: "unlinked", rest: [.thing(word: "from", kind: "message", field: "link", key: "message")],
            says: ["link"]),
        "notes.action-status-changed": status, "chat.message-delivery-changed": status,
        "outbox.state-changed": EventPhrase(
            verb: "marked", rest: [.named(words: outbox, word: "as", field: "status")]),
        "ledger.key-rotated": EventPhrase(verb: "changed", object: "the signing key"),
        "ledger.log-salvaged": EventPhrase(verb: "salvaged", object: "the log"),
        "ledger.log-resumed": EventPhrase(verb: "restored", object: "the log"),
    ]

    private static let byRule = Part.group(prefix: "pruned_by.", words: "by a rule")
    private static let reread = EventPhrase(verb: "read", rest: [.new(word: "by parser", field: "parser")])
    /// Why a file was skipped.
    private static let skipped = [
        "not-mail": "since it is not mail", "entry-without-header": "since it has no header",
        "empty": "since it is empty", "unreadable": "since it cannot be read",
        "not-regular": "since it is not a regular file", "damaged": "since it is damaged",
        "truncated": "since its end is missing", "changed-while-read": "since it changed while it was read",
    ]
    /// The words for a change of an outbox state.
    private static let outbox = [
        "pending": "as waiting for its server", "synced": "as known to its server",
        "failed": "as not arrived at its server", "conflict": "as in conflict with its server",
    ]
    private static let status = EventPhrase(verb: "set", rest: [.new(word: "to", field: "status")])

    /// The verbs for the endings of types' names.
    static let verbs = [
        "added": "added", "created": "made", "opened": "opened", "deleted": "deleted", "restored": "brought back",
        "erased": "erased", "removed": "lifted", "overruled": "overruled", "used": "used", "linked": "linked",
        "unlinked": "unlinked", "issued": "issued", "revoked": "revoked",
    ]

    /// The words for a keyword that is no label.
    struct Keyword: Encodable, Sendable {
        struct Said: Encodable, Sendable {
            let verb: String
            var rest = ""
        }
        let on: Said
        let off: Said
    }

    static let labels = Keyword(
        on: .init(verb: "labelled", rest: "as"), off: .init(verb: "unlabelled", rest: "as"))

    static let keywords = [
        "$seen": Keyword(on: .init(verb: "marked", rest: "read"), off: .init(verb: "marked", rest: "unread")),
        "$flagged": Keyword(on: .init(verb: "flagged"), off: .init(verb: "unflagged")),
        "$answered": Keyword(
            on: .init(verb: "marked", rest: "answered"), off: .init(verb: "marked", rest: "unanswered")),
        "$draft": Keyword(on: .init(verb: "marked", rest: "a draft"), off: .init(verb: "marked", rest: "no draft")),
    ]
}
