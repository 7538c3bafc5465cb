internal import CivilTime
internal import EventLog
internal import LedgerKernel
internal import MIME
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// A filter of the log with its names looked up in the read models of one moment.
struct LogQuestion {
    var selection = TransactionSelection()
    /// The positions of the matching events, in order; nil if no index can find them.
    var positions: [Position]?
    /// The messages that it is about, where the positions of their events are not gathered.
    private(set) var messages: [StreamID]?
    /// The end of the part of the log that is read.
    let end: Position
    private let reason: String?
    let effect: Effect?

    /// - Parameter gathersEvents: Whether the positions of all events of messages are wanted; a page of operations needs few of them.
    init(_ filter: LogFilter, _ reader: LedgerReader, gathersEvents: Bool = true) throws {
        end = reader.position
        reason = filter.reason.map(SearchFold.fold)
        selection.needsReason = filter.reason != nil
        selection.actor = filter.actor
        (selection.osUser, selection.host) = (filter.osUser, filter.host)
        effect = filter.effect
        selection.typeNames = filter.effect.map(reader.catalogue.typeNames)
        selection.command = filter.command
        selection.operation = try filter.operation.map(reader.store.operation(withPrefix:))
        selection.typeName = try filter.type.map(reader.catalogue.typeName)
        selection.recordedFrom = filter.recorded?.lower.map(Timestamp.init(microseconds:))
        selection.recordedBefore = filter.recorded?.upper.map(Timestamp.init(microseconds:))
        let account = try filter.account.map { try reader.everyAccount($0).stream }
        selection.account = account
        if let folder = filter.folder { narrow(to: try reader.positions(ofFolder: folder, in: account)) }
        if let wanted = filter.messages {
            let messages = try reader.streamsOfEver(matching: wanted)
            if gathersEvents || positions != nil {
                narrow(to: try MessageEvents(of: messages, reader).positions(through: reader.position))
            } else {
                self.messages = messages
            }
        }
    }

    /// More transactions are walked, and not looked up one by one.
    private static let mostTransactions = 20_000

    /// Returns the first positions of the transactions that it may be about, the latest first; nil if these are many.
    func transactions(of reader: LedgerReader) throws -> [Position]? {
        try RecordedQuery(on: reader.connection).transactions(
            .init(
                actor: selection.actor, from: selection.recordedFrom, before: selection.recordedBefore,
                types: selection.typeName.map { [$0] } ?? selection.typeNames), limit: Self.mostTransactions)
    }

    /// Keeps only events at these positions.
    mutating func narrow(to others: Set<Position>) {
        positions = positions.map { $0.filter(others.contains) } ?? others.sorted()
    }

    /// Whether the words of a reason are in the reason that was given.
    func takesReason(_ given: String?) -> Bool {
        guard let reason else { return true }
        return given.map { SearchFold.fold($0).contains(reason) } ?? false
    }

    /// Whether an event is of the account and the type that are asked for.
    func takes(_ event: EventPlace) -> Bool {
        (selection.account.map { $0 == event.account } ?? true) && (selection.typeName.map { $0 == event.type } ?? true)
            && (selection.typeNames?.contains(event.type) ?? true)
    }
}

extension LedgerReader {
    /// Returns the folder with a path, a role or an id, a live one before one that was deleted.
    func everyFolder(_ name: String, in account: StreamID? = nil) throws -> FolderRow {
        do {
            return try folder(name, in: account)
        } catch let error as DomainError {
            guard case .notFound = error else { throw error }
            let wanted = name.lowercased()
            let deleted = try folders(of: account, includingDeleted: true).filter { folder in
                [folder.path.lowercased(), folder.accountAddress.lowercased() + "/" + folder.path.lowercased()]
                    .contains(wanted) || folder.id.description == wanted
            }
            guard let folder = deleted.last else { throw error }
            return folder
        }
    }

    fileprivate func positions(ofFolder name: String, in account: StreamID?) throws -> Set<Position> {
        let all = try folders(of: account, includingDeleted: true)
        let wanted = name.lowercased()
        // A path means the folder of each account that has it.
        var tops = all.filter { folder in
            let path = folder.path.lowercased()
            return [path, folder.accountAddress.lowercased() + "/" + path, folder.id.description].contains(wanted)
                || folder.role == wanted && !folder.isDeleted
        }
        if tops.isEmpty { tops = [try everyFolder(name, in: account)] }
        let tree = all.filter { folder in
            tops.contains {
                folder.accountStream == $0.accountStream
                    && (folder.path == $0.path || folder.path.hasPrefix($0.path + "/"))
            }
        }
        return try FolderEvents(on: connection).positions(of: tree.map(\.stream), through: position, in: store)
    }
}

/// Finds the events that concern folders.
private struct FolderEvents {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    func positions(of folders: [StreamID], through end: Position, in store: any LogReading) throws -> Set<Position> {
        let numbers = SQL.rows(folders.map(\.rawValue))
        // A change of a folder's counts is a message that came in, went out, or was read there.
        var positions = Set(
            try connection.rows(
                """
                SELECT DISTINCT position FROM changes WHERE entity = 'folder' AND (counts_only OR kind <> 2)
                    AND position <= \(bind: end.rawValue)
                    AND id IN (\(numbers))
                """
            ) { try $0.next(Position.self) })
        let messages = try connection.rows(
            "SELECT DISTINCT message FROM copy WHERE folder IN (\(numbers))"
        ) { try $0.next(StreamID.self) }
        for stream in messages + folders { positions.formUnion(try store.positions(of: stream, through: end)) }
        return positions
    }
}
