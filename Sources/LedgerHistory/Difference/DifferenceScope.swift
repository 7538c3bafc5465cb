internal import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// A filter of differences at two moments: it finds things that existed at either.
struct DifferenceScope {
    /// The names of a thing for people.
    struct Identity {
        let id: UniqueID
        /// The address of its account; nil for a thing of none.
        let account: String?
        /// A subject, a path, an address …; nil for a thing without one.
        let name: String?
    }

    private let old: Connection
    private let new: Connection
    private var account: Int64?
    private var folders: Set<Int64>?
    /// Nil for all things.
    private var messages: Set<Int64>?
    private let things: [ThingKind]
    private let paths: [StreamID: String]
    private let addresses: [StreamID: String]

    /// - Parameter messages: The matches of the filter's query.
    init(
        _ filter: DifferenceFilter, messages found: [StreamID]?, old: Connection, new: Connection, things: [ThingKind]
    ) throws {
        self.things = things
        (self.old, self.new) = (old, new)
        messages = found.map { Set($0.map(\.rawValue)) }
        let known = try FoldersQuery(on: new).all(includingDeleted: true)
        addresses = Dictionary(
            try AccountsQuery(on: new).all(includingDeleted: true).map { ($0.stream, $0.address) }
        ) { first, _ in first }
        paths = Dictionary(known.map { ($0.stream, $0.path) }) { first, _ in first }
        if let name = filter.account { account = try Self.account(name, old, new) }
        if let path = filter.folder {
            let before = try FoldersQuery(on: old).all(includingDeleted: true)
            let wanted = (before + known).filter { folder in
                guard account == nil || folder.accountStream.rawValue == account else { return false }
                let full = folder.accountAddress + "/" + folder.path
                return [folder.path, full, folder.role ?? ""].contains(path)
                    || [folder.path, full].contains { $0.hasPrefix(path + "/") }
            }
            guard !wanted.isEmpty else { throw DomainError.notFound(kind: "folder", name: path) }
            folders = Set(wanted.map(\.stream.rawValue))
        }
        if let prefix = filter.message {
            let found = try MessagesQuery(on: new).streams(withPrefix: prefix, includingDeleted: true, limit: 10)
            guard let first = found.first else { throw DomainError.notFound(kind: "message", name: prefix) }
            guard found.count == 1 else {
                throw DomainError.ambiguous(kind: "message", name: prefix, count: found.count)
            }
            messages = messages.map { $0.intersection([first.rawValue]) } ?? [first.rawValue]
        }
    }

    private static func account(_ name: String, _ old: Connection, _ new: Connection) throws -> Int64 {
        for connection in [new, old] {
            let accounts = try AccountsQuery(on: connection).all(includingDeleted: true)
            let found = accounts.filter {
                AddAccount.sameAddress($0.address, name) || name.count >= 4 && $0.id.description.hasPrefix(name)
            }
            if let account = found.first(where: { !$0.isDeleted }) ?? found.last { return account.stream.rawValue }
        }
        throw DomainError.notFound(kind: "account", name: name)
    }

    /// Names a thing; nil if the filter leaves it out.
    func identity(of thing: TouchedThing) throws -> Identity? {
        guard try takes(thing) else { return nil }
        let kind = things.first { $0.name == thing.entity }
        guard let found = try kind?.identity(of: thing.stream, on: new),
            account == nil || account == found.account.rawValue
        else { return nil }
        return Identity(id: found.id, account: addresses[found.account], name: paths[thing.stream] ?? found.title)
    }

    private func takes(_ thing: TouchedThing) throws -> Bool {
        if let messages, thing.entity != "message" || !messages.contains(thing.stream.rawValue) { return false }
        guard let folders else { return true }
        switch thing.entity {
        case "folder": return folders.contains(thing.stream.rawValue)
        case "message":
            return try [old, new].contains { connection in
                try connection.rows(
                    "SELECT folder FROM copy WHERE message = \(bind: thing.stream.rawValue) AND is_live"
                ) { try $0.next(Int64.self) }.contains(where: folders.contains)
            }
        default: return false
        }
    }
}
