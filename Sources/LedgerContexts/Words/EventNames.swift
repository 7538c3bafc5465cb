internal import JSONCoding
package import LedgerHistory
internal import LedgerKernel

/// The names of things according to events: each event adds its own.
package struct EventNames {
    private var names: [String: String] = [:]
    private var parents: [String: String] = [:]

    package init() {}

    /// The fields with the name of a thing of a kind.
    static let fields = [
        "message": ["subject"], "folder": ["name"], "account": ["address"], "note": ["title"], "action": ["title"],
        "hold": ["name"], "conversation": ["name", "facts.display_name", "display_name"],
        "answer": ["question_pattern"], "profile": ["email"], "token": ["name"],
    ]

    /// Deeper folders are named without those above: a proof from elsewhere may say anything.
    private static let depthLimit = 64

    /// Takes the name that an event gives to its thing.
    package mutating func learn(_ deed: EventDeed) {
        guard let id = deed.id else { return }
        for change in deed.changes {
            if Self.fields[deed.entity]?.contains(change.field) ?? false {
                if case .string(let name) = change.new { names[id] = name }
            } else if deed.entity == "folder", change.field == "parent" {
                if case .string(let parent) = change.new { parents[id] = parent } else { parents[id] = nil }
            }
        }
    }

    /// Returns the name of a thing, a folder's path; nil if no event stated it.
    package func name(of id: String) -> String? {
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
