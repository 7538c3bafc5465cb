internal import JSONCoding
internal import MailLedger

/// What things are called, as events say it: each event adds what it tells.
struct EventNames {
    private var names: [String: String] = [:]
    private var parents: [String: String] = [:]

    /// Deeper folders are named without those above: a proof from elsewhere may say anything.
    private static let depthLimit = 64

    /// Takes the name that an event gives to its thing.
    mutating func learn(_ deed: EventDeed) {
        guard let id = deed.id else { return }
        for change in deed.changes {
            switch (deed.entity, change.field) {
            case ("message", "subject"), ("folder", "name"), ("account", "address"), ("note", "title"),
                ("action", "title"), ("hold", "name"), ("conversation", "name"), ("answer", "question_pattern"),
                ("profile", "email"), ("token", "name"):
                if case .string(let name) = change.new { names[id] = name }
            case ("conversation", "facts.display_name"), ("conversation", "display_name"):
                if case .string(let name) = change.new { names[id] = name }
            case ("folder", "parent"):
                if case .string(let parent) = change.new { parents[id] = parent } else { parents[id] = nil }
            default: break
            }
        }
    }

    /// Returns what a thing is called, a folder by its path; nil where no event said so.
    func name(of id: String) -> String? {
        guard var path = names[id] else { return nil }
        var next = parents[id]
        for _ in 0..<Self.depthLimit {
            guard let parent = next, let name = names[parent] else { break }
            path = name + "/" + path
            next = parents[parent]
        }
        return path
    }
}
