import Projections

/// A field of the query language: what may stand before a `:`.
///
/// Help, completion and the parser read this one list.
public enum QueryField: String, CaseIterable, Sendable {
    case from, to, subject, body, attachment
    case folder = "in"
    case account, state = "is", has, label, id, messageID = "message-id", thread, date, received, size

    /// The name that the canonical text uses.
    public var name: String { rawValue }

    /// Other names for it.
    public var aliases: [String] {
        switch self {
        case .folder: ["folder"]
        case .label: ["tag", "keyword"]
        case .messageID: ["mid"]
        default: []
        }
    }

    /// What a message must have to match, in a few words.
    public var summary: String {
        switch self {
        case .from: "a sender with these words in name or address"
        case .to: "a recipient (To, Cc, Bcc) with these words"
        case .subject: "a subject with these words"
        case .body: "a text with these words"
        case .attachment: "an attachment with these words in its name"
        case .folder: "a copy in this folder or below it"
        case .account: "an account of this address"
        case .state: "a state: unread, read, flagged, answered or draft"
        case .has: "an attachment, or a label of yours"
        case .label: "this label; label:* is any"
        case .id: "the id that begins so"
        case .messageID: "this Message-ID"
        case .thread: "the thread of the message whose id begins so"
        case .date: "a date in this range"
        case .received: "a time of receipt in this range"
        case .size: "a size in this range: 10k, >1M, 1M..5M"
        }
    }

    /// The values it takes, where they are a short list.
    public var values: [String] {
        switch self {
        case .state: StateName.names.map(\.name)
        case .has: ["attachment", "label"]
        default: []
        }
    }

    /// Every name and alias, in the order of the help.
    static let names: [(name: String, field: QueryField)] = allCases.flatMap { field in
        ([field.name] + field.aliases).map { ($0, field) }
    }

    /// Finds a field by any of its names, in any case.
    init?(named name: String) {
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
}

/// Finds the name that was probably meant.
enum Spelling {
    /// Returns the nearest of the candidates: at most two slips away, one for a short word.
    static func nearest(to word: String, among candidates: [String]) -> String? {
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
