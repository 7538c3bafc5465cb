internal import Chat
internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Notes
internal import Outbox
internal import Projections

/// Gathers the effects of one operation, event by event.
struct EffectTally {
    /// The key by which events form one effect.
    private struct Kind: Hashable {
        var effect: Effect
        var entity: String
        var word: String
        /// Empty if the word alone says what happened to messages.
        var noun: String
        var from: String?
        var to: String?
    }

    private struct Sum {
        var count = 0
        var fields: [String] = []
        /// The folders that all messages share, and all their folders; nil until a message is known.
        var shared: Set<String>?
        var folders: Set<String> = []
        var thing: StreamID?
    }

    private let isImport: Bool
    private let names: EffectNames
    private var order: [Kind] = []
    private var sums: [Kind: Sum] = [:]

    init(isImport: Bool, _ names: EffectNames) {
        self.isImport = isImport
        self.names = names
    }

    /// Adds events of a type.
    ///
    /// - Parameters:
    ///   - event: What each of them says; nil if that is erased or was not read.
    ///   - folders: Where the message lay; nil if that is not known.
    ///   - endedMessage: Whether a removed copy was the last one of its message.
    mutating func add(
        _ count: Int, _ type: String, _ event: (any Event)?, of thing: StreamID? = nil,
        in folders: Set<FolderID>? = nil, endedMessage: Bool = false
    ) {
        switch event {
        case let marked as MessageMarked: addMarks(marked.keywords, count, in: folders)
        case let changed as CopyChanged where changed.keywords != nil:
            if let keywords = changed.keywords {
                addMarks(KeywordChange(from: keywords.old, to: keywords.new), count, in: folders)
            }
        case let moved as MessageMoved:
            let ways = moved.copies.map(\.folder)
            for (index, way) in ways.enumerated() where ways.firstIndex(of: way) == index {
                add(count, message(.moved, "moved", names.path(way.old), names.path(way.new)))
            }
        case let added as MessageAdded:
            add(count, message(.added, isImport ? "imported" : "added"), in: [added.copy.folder])
        case let copied as MessageCopied: add(count, message(.added, "copied"), in: [copied.copy.folder])
        case let removed as CopyRemoved where !endedMessage:
            let word = removed.prunedBy == nil ? "removed" : "pruned"
            add(count, message(.removed, word), in: [removed.copy.folder])
        case let removed as CopyRemoved: addEnd(removed.prunedBy != nil, count, in: [removed.copy.folder])
        case let deleted as MessageDeleted: addEnd(deleted.prunedBy != nil, count, in: folders)
        case let thread as ThreadMarked:
            for (change, word) in [
                (thread.isPinned, "pinned"), (thread.isMuted, "muted"), (thread.isArchived, "archived"),
            ] {
                guard let change else { continue }
                add(
                    count,
                    Kind(
                        effect: .marked, entity: Entity.thread, word: change.new ? word : "un" + word, noun: "thread"))
            }
        case let renamed as FolderRenamed:
            add(
                count,
                Kind(
                    effect: .changed, entity: Entity.folder, word: "renamed", noun: "folder", from: renamed.name.old,
                    to: renamed.name.new))
        case let changed as ActionStatusChanged where changed.status != nil:
            let word =
                switch changed.status?.new {
                case .created: "accepted"
                case let stage?: stage.rawValue
                case nil: "changed"
                }
            add(count, Kind(effect: .changed, entity: Entity.action, word: word, noun: "action"), of: thing)
        case let queued as OutboxStateChanged where queued.status?.new == .pending:
            add(count, Kind(effect: .changed, entity: queued.entity, word: "queued", noun: queued.entity))
        case nil where type == CopyRemoved.type.name && endedMessage: addEnd(false, count, in: nil)
        default: addOther(count, type, event, of: thing)
        }
    }

    private mutating func addMarks(_ keywords: KeywordChange, _ count: Int, in folders: Set<FolderID>?) {
        for keyword in keywords.added ?? [] where keywords.removed?.contains(keyword) != true {
            add(count, message(.marked, Self.word(for: keyword, isSet: true)), in: folders)
        }
        for keyword in keywords.removed ?? [] where keywords.added?.contains(keyword) != true {
            add(count, message(.marked, Self.word(for: keyword, isSet: false)), in: folders)
        }
    }

    private static func word(for keyword: Keyword, isSet: Bool) -> String {
        switch keyword {
        case .seen: isSet ? "read" : "unread"
        case .flagged: isSet ? "flagged" : "unflagged"
        case .answered: isSet ? "answered" : "unanswered"
        default: (isSet ? "+" : "-") + keyword.text
        }
    }

    private mutating func addEnd(_ isPruned: Bool, _ count: Int, in folders: Set<FolderID>?) {
        let kind = Kind(
            effect: .deleted, entity: Entity.message, word: isPruned ? "pruned" : "deleted", noun: "message")
        add(count, kind, in: folders)
    }

    /// Adds an effect by the name of its type: `notes.note-linked` is "linked 1 note".
    private mutating func addOther(_ count: Int, _ type: String, _ event: (any Event)?, of thing: StreamID?) {
        var words = type.split(separator: ".").dropFirst().joined(separator: ".").split(separator: "-").map(String.init)
        var word = words.count > 1 ? words.removeLast() : "recorded"
        var noun = words.joined(separator: " ")
        switch type {
        case MessageAdded.type.name: (word, noun) = (isImport ? "imported" : "added", "")
        case CopyPushed.type.name: word = "wrote"
        case CopyChanged.type.name: word = "updated"
        case TagsAdopted.type.name: noun = "set of tags"
        case OutboxStateChanged.type.name: noun = "outbox state"
        case _ where word == "restored": word = "brought back"
        default: break
        }
        let kind = Kind(
            effect: Effect.of(type: type), entity: HistoryEntry.entity(of: type), word: word, noun: noun)
        add(count, kind, of: thing)
        if word == "changed", let event, let changes = try? FieldChange.all(of: event) {
            sums[kind, default: Sum()].fields += changes.map(\.field)
        }
    }

    private func message(_ effect: Effect, _ word: String, _ from: String? = nil, _ to: String? = nil) -> Kind {
        Kind(effect: effect, entity: Entity.message, word: word, noun: "", from: from, to: to)
    }

    private mutating func add(
        _ count: Int, _ kind: Kind, in folders: Set<FolderID>? = nil, of thing: StreamID? = nil
    ) {
        if sums[kind] == nil { order.append(kind) }
        var sum = sums[kind] ?? Sum()
        sum.count += count
        if let paths = folders.map({ Set($0.compactMap(names.path)) }), !paths.isEmpty {
            sum.folders.formUnion(paths)
            sum.shared = sum.shared.map { $0.intersection(paths) } ?? paths
        }
        sum.thing = thing
        sums[kind] = sum
    }

    /// The effects, those on messages first.
    ///
    /// - Parameter cascades: What ended or came back with accounts and folders.
    func effects(_ cascades: [Cascade]) throws -> [OperationEffect] {
        var taken: [Effect: Cascade] = [:]
        for cascade in cascades {
            let effect = cascade.isEnd ? Effect.deleted : .restored
            let before = taken[effect]
            taken[effect] = Cascade(
                folders: cascade.folders + (before?.folders ?? 0), messages: cascade.messages + (before?.messages ?? 0),
                isEnd: cascade.isEnd, members: nil)
        }
        let effects = try joiningWays().map { kind, sum in
            let isContainer = kind.entity == Entity.account || kind.entity == Entity.folder
            return OperationEffect(
                effect: kind.effect, entity: kind.entity, count: sum.count, word: kind.word,
                fields: sum.fields.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }, from: kind.from,
                to: kind.to, folders: (sum.shared.flatMap { $0.isEmpty ? nil : $0 } ?? sum.folders).sorted(),
                name: sum.count == 1 && kind.noun == kind.entity
                    ? try sum.thing.flatMap { try names.title(kind.entity, $0) } : nil,
                cascade: isContainer ? taken.removeValue(forKey: kind.effect) : nil, noun: kind.noun)
        }
        return effects.filter { $0.entity == Entity.message } + effects.filter { $0.entity != Entity.message }
    }

    /// Makes one effect of more ways between folders than a line should name.
    private func joiningWays() -> [(kind: Kind, sum: Sum)] {
        let ways = order.filter { $0.effect == .moved && $0.entity == Entity.message && $0.from != nil }
        let all = order.map { ($0, sums[$0] ?? Sum()) }
        guard ways.count > 3 else { return all }
        let targets = Set(ways.map(\.to))
        var joined = Sum()
        for way in ways {
            joined.count += sums[way]?.count ?? 0
            joined.folders.formUnion([way.from, way.to].compactMap { $0 })
        }
        let kind = Kind(
            effect: .moved, entity: Entity.message, word: "moved", noun: "", to: targets.count == 1 ? ways[0].to : nil)
        return [(kind, joined)] + all.filter { !ways.contains($0.0) }
    }
}
