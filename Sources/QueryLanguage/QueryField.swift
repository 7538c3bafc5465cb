internal import Assist
import Domain
import Projections

/// A field of the query language: the word before a `:`.
///
/// Help, completion and the parser use this one list.
public enum QueryField: String, CaseIterable, Sendable {
    case word, from, to, cc, bcc, contact, list, subject, body, attachment
    case folder = "in"
    case account, state = "is", has, kind, label, tag, id, messageID = "message-id", external, thread, date, received,
        size
    case added, changed, changedBy = "changed-by", movedTo = "moved-to"
    case category, sentiment, score, answer, query

    /// The name that the canonical text uses.
    public var name: String { rawValue }

    /// Other names for it.
    public var aliases: [String] {
        switch self {
        case .to: ["recip"]
        case .attachment: ["file"]
        case .folder: ["folder"]
        case .state: ["flag"]
        case .label: ["keyword"]
        case .messageID: ["mid", "msgid"]
        default: []
        }
    }

    /// The condition on a matching message, in a few words.
    public var summary: String {
        switch self {
        case .word: "these words anywhere; never read as an id"
        case .from: "a sender with these words in name or address"
        case .to: "a recipient (To, Cc, Bcc) with these words"
        case .cc: "a recipient of a copy (Cc) with these words"
        case .bcc: "a recipient of a blind copy (Bcc) with these words"
        case .contact: "a sender or recipient with these words"
        case .list: "a mailing list with this in its List-Id; list:* is any"
        case .subject: "a subject with these words"
        case .body: "a text with these words"
        case .attachment: "an attachment with these words in its name"
        case .folder: "a copy in this folder or below it"
        case .account: "an account of this address"
        case .state: "a state: unread, flagged, draft, signed, deleted …"
        case .has: "an attachment, or a label of yours"
        case .kind: "mail, or chat: messages of a conversation"
        case .label: "this label; label:* is any"
        case .tag: "a tag of notmuch: unread, inbox, …; others are labels"
        case .id: "the message whose id begins with this"
        case .messageID: "this Message-ID"
        case .external: "this id at its server"
        case .thread: "the thread of the message whose id begins with this"
        case .date: "a date in this range"
        case .received: "a time of receipt in this range"
        case .size: "a size in this range: 10k, >1M, 1M..5M"
        case .added: "recorded as new in this range"
        case .changed: "recorded as new or changed in this range"
        case .changedBy: "added or changed by this actor"
        case .movedTo: "a move into this folder or below it"
        case .category: "a claimed category: fan, business, spam, urgent"
        case .sentiment: "a claimed mood: positive, negative, urgent, neutral"
        case .score: "a claimed score in this range: 80, >70, 50..80"
        case .answer: "the canned answer that is claimed to fit"
        case .query: "what the saved query of this name finds"
        }
    }

    /// The production of ``QueryHelp/grammar`` for its values.
    package var production: String {
        switch self {
        case .from, .to, .cc, .bcc, .contact, .subject: "header"
        case .word, .body, .attachment: "text"
        case .folder, .account, .messageID, .external, .changedBy, .movedTo: "string"
        case .label, .tag, .list: "label"
        case .state: "state"
        case .has: "feature"
        case .kind: "kind"
        case .id, .thread: "id"
        case .date, .received, .added, .changed: "dates"
        case .size: "sizes"
        case .category: "category"
        case .sentiment: "mood"
        case .score: "scores"
        case .answer: "answer"
        case .query: "saved"
        }
    }

    /// The values it takes, if they are a short list.
    public var values: [String] {
        switch self {
        case .state: StateName.all
        case .has: ["attachment", "label"]
        case .kind: MessageKind.allCases.map(\.rawValue)
        case .category: MessageCategory.allCases.map(\.rawValue)
        case .sentiment: Sentiment.allCases.map(\.rawValue)
        case .tag: ["unread", "flagged", "replied", "passed", "draft", "attachment", "inbox"]
        default: []
        }
    }

    /// Every name and alias, in the order of the help.
    static let names: [(name: String, field: QueryField)] = allCases.flatMap { field in
        ([field.name] + field.aliases).map { ($0, field) }
    }

    /// Finds a field by any of its names, in any case.
    public init?(named name: String) {
        let wanted = name.lowercased()
        guard let match = Self.names.first(where: { $0.name == wanted }) else { return nil }
        self = match.field
    }
}

/// The names that `is:` takes.
enum StateName {
    static let names: [(name: String, state: MessageFilter.State)] = [
        ("unread", .unread), ("read", .read), ("flagged", .flagged), ("answered", .answered), ("draft", .draft),
        ("starred", .flagged), ("replied", .answered), ("unseen", .unread), ("seen", .read),
    ]
    /// The marks of a message in the index of words.
    static let marks: [(name: String, mark: IndexMark)] = [("encrypted", .encrypted), ("signed", .signed)]

    static let all = names.map(\.name) + marks.map(\.name) + MessageFilter.Liveness.allCases.map(\.rawValue)
}

/// The replacements for fields of notmuch, mu or web mail that this language does not have.
enum ForeignField {
    private static let hints: [String: String] = [
        "path": "write in:FOLDER; a query cannot ask for the paths of files",
        "maildir": "write in:FOLDER, without the slash before its name",
        "mimetype": "types of parts are not indexed; attachment:pdf finds names, has:attachment any",
        "mime": "types of parts are not indexed; attachment:pdf finds names, has:attachment any",
        "prio": "a priority is not kept; is:flagged finds what you flagged",
        "priority": "a priority is not kept; is:flagged finds what you flagged",
        "property": "properties are not kept",
        "lastmod": "write changed:yesterday",
        "since": "write date:2024-03-05.. for that day and later", "after": "write date:>2024-03-05",
        "newer": "write date:3d.. for the last three days", "newer_than": "write date:3d.. for the last three days",
        "until": "write date:..2024-03-05 for that day and earlier", "before": "write date:<2024-03-05",
        "older": "write date:..3m for three months ago and earlier",
        "older_than": "write date:..3m for three months ago and earlier",
        "larger": "write size:>1M", "smaller": "write size:<1M", "filename": "write attachment:NAME",
        "s": "write subject:", "f": "write from:", "t": "write to:", "c": "write cc:", "b": "write body:",
        "d": "write date:", "z": "write size:", "x": "write label:", "g": "write is:", "m": "write in:",
        "i": "write mid:",
    ]

    static func hint(for name: String) -> String? { hints[name.lowercased()] }

    static func advice(for name: String) -> Hint? { name.lowercased() == "lastmod" ? .readLog : nil }
}

/// Finds the name that was probably meant.
package enum Spelling {
    /// Returns the nearest of the candidates: at most two mistakes away, one for a short word.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = Array(word.lowercased().unicodeScalars.prefix(24))
        let allowed = word.count <= 3 ? 1 : 2
        let distances = candidates.map { (name: $0, distance: distance(word, Array($0.unicodeScalars))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= allowed else { return nil }
        return best.name
    }

    /// Counts letters added, left out, changed, or swapped with their neighbour (optimal string alignment).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
