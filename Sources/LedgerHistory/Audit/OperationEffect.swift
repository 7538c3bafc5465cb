internal import LedgerKernel
internal import Projections

/// One kind of change that an operation made, with the number of things that it changed.
public struct OperationEffect: Hashable, Sendable {
    public let effect: Effect
    /// The kind of thing: `message`, `folder`, `account`, `note`, …
    public let entity: String
    /// The number of changed things; for a type with several events per thing, the number of events.
    public let count: Int
    /// The change in a word: `read`, `+taxes`, `imported`, `pruned`.
    public let word: String
    /// The settings that changed.
    public let fields: [String]
    /// The folder that messages left, or an old name; nil if there is none, or several.
    public let from: String?
    /// The folder that messages went to, or a new name; nil if there is none, or several.
    public let to: String?
    /// The folders that contained the messages: those common to all of them, or else all.
    public let folders: [String]
    /// The name of the thing; nil if there are several things.
    public let name: String?
    /// The things that ended or came back with it.
    public let cascade: Cascade?

    let noun: String

    /// The effect for people, as in `read 29 in INBOX`, `+taxes on 8`, `Receipts → Trash 3`, `deleted 1 account with 7 messages`.
    package var text: String {
        let number = GroupedNumber.text(count)
        if entity == Entity.message, noun.isEmpty {
            if let from, let to { return "\(from) → \(to) \(number)" }
            let isLabel = word.hasPrefix("+") || word.hasPrefix("-")
            return (isLabel ? "\(word) on \(number)" : "\(word) \(number)") + place
        }
        if let from, let to, count == 1 { return "\(word) \(from) → \(to)" }
        let settings = fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"
        return "\(word) \(number) \(Self.noun(noun, count))\(settings)\(place)\(taken)" + (name.map { ": \($0)" } ?? "")
    }

    private var place: String {
        switch (folders.count, to) {
        case (_, let to?): " to \(to)"
        case (0, _): ""
        case (1, _): " \(preposition) \(folders[0])"
        default: " \(preposition) \(folders.count) folders"
        }
    }

    private var preposition: String {
        switch effect {
        case .removed: "from"
        case .moved: "between"
        default: "in"
        }
    }

    private var taken: String {
        guard let cascade else { return "" }
        let messages = "\(GroupedNumber.text(cascade.messages)) \(Self.noun("message", cascade.messages))"
        let folders = "\(GroupedNumber.text(cascade.folders)) \(Self.noun("folder", cascade.folders))"
        // Every account has folders, so they say little about it.
        if cascade.messages == 0 { return " with \(folders)" }
        return entity == Entity.account || cascade.folders == 0
            ? " with \(messages)" : " with \(folders) and \(messages)"
    }

    private static func noun(_ noun: String, _ count: Int) -> String {
        guard count != 1, !noun.hasSuffix("s") else { return noun }
        return noun.hasSuffix("y") ? noun.dropLast() + "ies" : noun + "s"
    }
}

extension [OperationEffect] {
    /// The number of effects in a line; the operation itself has the rest.
    private static var most: Int { 6 }

    /// All effects in one line.
    package var text: String {
        prefix(Self.most).map(\.text).joined(separator: ", ") + (count > Self.most ? ", …" : "")
    }
}
