internal import Assist
internal import Mail
internal import SQLiteDatabase

/// The messages that a query selects, as a value that can be stored, compared and compiled to SQL.
///
/// ```swift
/// let filter: MessageFilter = .and([.text(.from, TextMatch("ada")), .state(.unread)])
/// ```
///
/// Folders, accounts and ids are kept as typed; ``resolved(by:fold:)`` looks them up. A field without names to look up
/// consists of a case, its ``condition(_:)`` and its ``term``, all in this file.
public indirect enum MessageFilter: Hashable, Sendable, Codable {
    /// Every message.
    case all
    /// The messages that match all of these: every message if there are none.
    case and([MessageFilter])
    /// The messages that match any of these: no message if there are none.
    case or([MessageFilter])
    case not(MessageFilter)
    /// Words in the full text.
    case text(TextField, TextMatch)
    /// A part of a header field, even within words; case and accents are ignored, punctuation counts.
    case part(TextField, String)
    case state(State)
    case hasAttachments
    /// Has a keyword of the user's, which is one whose name does not begin with `$`.
    case hasLabel
    /// Has this keyword, in any case.
    case keyword(String)
    /// Has notmuch's tag `inbox`: if a dump of notmuch listed its tags, they decide; otherwise it is in the inbox.
    case inboxTag
    /// Has this keyword with exactly this spelling.
    case spelledKeyword(String)
    /// Has a copy in this folder or in one below it.
    case folder(FolderReference)
    /// Belongs to an account with this address.
    case account(String)
    /// Has this Message-ID, without its angle brackets; case counts (RFC 5322, section 3.6.4).
    case messageID(String)
    /// Came by a mailing list whose List-Id has this in it, in any case of ASCII letters; by any list where it is nil.
    case list(String?)
    /// Is known to its server by exactly this id.
    case externalID(String)
    /// Is the one message whose id has this prefix.
    case id(prefix: String)
    /// Belongs to the one thread with a member whose id has this prefix.
    case thread(prefix: String)
    /// Has a date in these bounds, in µs since 1970: its own date, or else the time of its receipt.
    case date(Bounds)
    /// Has a sort time in these bounds, in µs since 1970.
    case sorted(Bounds)
    /// Was received in these bounds, in µs since 1970.
    case received(Bounds)
    /// Has a size in these bounds, in bytes.
    case size(Bounds)
    /// Passes this test of its claims.
    case claim(ClaimTest)
    /// Has a text in a column that passes the test.
    case column(TextColumn, TextTest)
    /// Has a copy directly in a folder of exactly this path, in any account; a missing folder contains nothing.
    case folderPath(String)

    /// Is of this kind.
    case kind(MessageKind)

    /// Is deleted, is erased, or is any message ever recorded: such a filter selects more than live messages.
    case liveness(Liveness)
    /// Was added by a transaction recorded in these bounds, in µs since 1970.
    case added(Bounds)
    /// Has an event recorded in these bounds, in µs since 1970: its own, or one that ended or restored its folder or
    /// account.
    case changed(Bounds)
    /// Has such an event by this actor; ASCII letters match in any case.
    case changedBy(String)
    /// Was moved into this folder, or into one below it, whether it is still there or not.
    case movedTo(FolderReference)

    /// A state that a message is in or is not in.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Neither seen nor a draft.
        case unread
        /// Has `$seen`, as `is_read` shows.
        case read
        case flagged
        case answered
        case draft
    }

    /// The liveness of the selected messages.
    public enum Liveness: String, Hashable, Sendable, Codable, CaseIterable {
        /// It ended: by itself, with all its copies, or with its folder or account.
        case deleted
        /// Only the record of its erasure is left.
        case erased
        /// Live or deleted.
        case any
    }

    /// The same filter for live messages alone.
    public var onlyLive: MessageFilter { .and([self, .not(.liveness(.deleted))]).canonical }

    /// The messages that the filter covers: live ones, unless it names deleted or erased ones.
    public var range: MessageRange {
        switch self {
        case .liveness: .ever
        case .and(let parts), .or(let parts): parts.contains { $0.range == .ever } ? .ever : .live
        case .not(let inner): inner.range
        default: .live
        }
    }
}

extension MessageFilter {
    /// The condition over a row of the table `message`, never NULL, of a filter without names to look up.
    func condition(_ membership: MembershipTest) -> SQL {
        switch self {
        case .state(.unread): "message.is_unread = 1"
        // An unseen draft is neither unread nor read.
        case .state(.read): ResolvedFilter.keyword(where: "name = '$seen'", membership)
        case .state(.flagged): "message.is_flagged = 1"
        case .state(.answered): "message.is_answered = 1"
        case .state(.draft): "message.is_draft = 1"
        case .hasAttachments: "message.has_attachments = 1"
        case .hasLabel: ResolvedFilter.keyword(where: "(name < '$' OR name >= '%')", membership)
        case .kind(.chat): "EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id)"
        case .kind(.mail): "NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id)"
        case .liveness(.deleted): MessageRange.isDeleted
        case .liveness(.any): "1"
        case .added(let bounds):
            ChangedMessages.arrival(ResolvedFilter.range("recorded.time", bounds), membership)
        case .changed(let bounds): ChangedMessages.test(ResolvedFilter.range("recorded.time", bounds), membership)
        case .changedBy(let actor):
            ChangedMessages.test(ChangedMessages.isBy(actor), membership)
        case .keyword(let name): ResolvedFilter.keyword(where: "name = \(bind: name)", membership)
        case .spelledKeyword(let name):
            ResolvedFilter.keyword(
                where: "name = \(bind: Keyword.key(of: name)) AND spelling = \(bind: name)", membership)
        case .messageID(let id): "message.message_id IS \(bind: id)"
        case .list(nil): "message.list_id IS NOT NULL"
        case .list(let part?): "ifnull(instr(lower(message.list_id), \(bind: part.lowercased())), 0) > 0"
        // By account and id, since an id is of one account.
        case .externalID(let id):
            """
            message.id IN (SELECT known.id FROM account CROSS JOIN message AS known \
            ON known.account = account.id AND known.external_id = \(bind: id))
            """
        case .date(let bounds): ResolvedFilter.dated(bounds)
        case .sorted(let bounds): ResolvedFilter.range("message.sort_date", bounds)
        case .received(let bounds): ResolvedFilter.range("message.received", bounds)
        case .size(let bounds): ResolvedFilter.range("message.size", bounds)
        case .claim(let test): ResolvedFilter.claim(test, membership)
        case .column(let column, let test): test.sql(of: column)
        case .all, .and, .or, .not, .text, .part, .inboxTag, .folder, .account, .id, .thread, .folderPath,
            .movedTo, .liveness(.erased):
            preconditionFailure("a filter with names or words is resolved first")
        }
    }

    /// The field and the value by which a query expresses it; nil for lists, negations and words.
    package var term: (field: String, value: TermValue)? {
        switch self {
        case .all, .and, .or, .not, .text, .part: nil
        case .state(let state): ("is", .word(state.rawValue))
        case .hasAttachments: ("has", .word("attachment"))
        case .hasLabel: ("has", .word("label"))
        case .kind(let kind): ("kind", .word(kind.rawValue))
        case .liveness(let liveness): ("is", .word(liveness.rawValue))
        case .added(let bounds): ("added", .dates(bounds))
        case .changed(let bounds): ("changed", .dates(bounds))
        case .changedBy(let actor): ("changed-by", .name(actor))
        case .movedTo(let folder): ("moved-to", .name(folder.path))
        case .inboxTag: ("tag", .word("inbox"))
        case .keyword(let name), .spelledKeyword(let name): ("label", .name(name))
        case .folder(let folder): ("in", .name(folder.path))
        case .account(let address): ("account", .name(address))
        // The reader strips one pair of angle brackets.
        case .messageID(let id): ("message-id", .name(id.hasPrefix("<") && id.hasSuffix(">") ? "<\(id)>" : id))
        case .list(nil): ("list", .word("*"))
        case .list(let part?): ("list", .name(part))
        case .externalID(let id): ("external", .name(id))
        case .id(let prefix): ("id", .name(prefix))
        case .thread(let prefix): ("thread", .name(prefix))
        case .date(let bounds): ("date", .dates(bounds))
        case .received(let bounds): ("received", .dates(bounds))
        case .size(let bounds): ("size", .sizes(bounds))
        case .claim(.category(let category)): ("category", .word(category?.rawValue ?? "*"))
        case .claim(.sentiment(let sentiment)): ("sentiment", .word(sentiment?.rawValue ?? "*"))
        case .claim(.score(let bounds)): ("score", .scores(bounds))
        case .claim(.answer(let prefix)): ("answer", .word(prefix ?? "*"))
        // No query makes these: a program does, and the text is only for its people.
        case .sorted(let bounds): ("sorted", .datesOfProgram(bounds))
        case .column(let column, .isMissing): (column.rawValue, .ofProgram("is missing", nil))
        case .column(let column, .equals(let text)): (column.rawValue, .ofProgram("=", text))
        case .column(let column, .contains(let text)): (column.rawValue, .ofProgram("contains", text))
        case .column(let column, .begins(let text)): (column.rawValue, .ofProgram("begins with", text))
        case .folderPath(let path): ("folder", .ofProgram("=", path))
        }
    }

    /// The value after a field's colon, by the way in which it is written.
    package enum TermValue {
        /// Unquoted.
        case word(String)
        /// Quoted if it would otherwise be read as something else.
        case name(String)
        case dates(Bounds)
        case sizes(Bounds)
        case scores(Bounds)
        /// A comparison for which the language has no words.
        case ofProgram(String, String?)
        case datesOfProgram(Bounds)
    }
}

/// A folder as typed: a path with `/` between names, the name of a role, or either after an account's address.
public struct FolderReference: Hashable, Sendable, Codable {
    /// The text that was typed.
    public let path: String

    /// Takes a path as typed.
    public init(_ path: String) {
        self.path = path
    }
}

/// A half-open range of numbers; a side without a bound is unlimited.
public struct Bounds: Hashable, Sendable, Codable {
    /// The least number in it.
    public let lower: Int64?
    /// The least number beyond it.
    public let upper: Int64?

    /// Takes the least number in the range and the least beyond it.
    public init(from lower: Int64? = nil, to upper: Int64? = nil) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether the range contains a number.
    public func contains(_ number: Int64) -> Bool {
        (lower.map { $0 <= number } ?? true) && (upper.map { number < $0 } ?? true)
    }
}

extension MessageFilter {
    /// The same filter, simplified: without redundant nesting and double negation.
    ///
    /// Lists in lists of the same kind become one list, a list of one becomes its element, and an empty one `all` or
    /// its negation.
    public var canonical: MessageFilter {
        switch self {
        case .and(let parts):
            return Self.flattened(parts, empty: .all, join: Self.and) {
                if case .and(let inner) = $0 { inner } else { nil }
            }
        case .or(let parts):
            return Self.flattened(parts, empty: .not(.all), join: Self.or) {
                if case .or(let inner) = $0 { inner } else { nil }
            }
        case .not(let inner):
            let inner = inner.canonical
            if case .not(let positive) = inner { return positive }
            return .not(inner)
        default:
            return self
        }
    }

    private static func flattened(
        _ parts: [MessageFilter], empty: MessageFilter, join: ([MessageFilter]) -> MessageFilter,
        inner: (MessageFilter) -> [MessageFilter]?
    ) -> MessageFilter {
        let parts = parts.flatMap { part in
            let part = part.canonical
            return inner(part) ?? [part]
        }
        return parts.isEmpty ? empty : parts.count == 1 ? parts[0] : join(parts)
    }
}
