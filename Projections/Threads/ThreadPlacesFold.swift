internal import EventLog
internal import SQLiteDatabase

/// Keeps in which folders each message of a fold is behind its last event, and writes the tables of ``ThreadPlaces``.
struct ThreadPlacesFold {
    private let rows: TreeWriter
    private let addToFolder: Statement
    private let selectTrash: Statement
    private var folders: [Int64] = []
    private var numbers: [Int64: UInt32] = [:]
    /// Of each message twice the number of its folder, from 1, and whether it is unread; 0 if it is in none.
    private var stays: [UInt32] = []
    /// The other folders of the few messages that are in several.
    private var otherStays: [FoldedPartition.Member: [UInt32]] = [:]
    private var places: [ThreadPlaces.Place] = []
    private var isTrash: [Int64: Bool] = [:]
    private var counts = ThreadPlaceCounts()
    private var record = RecordBuilder()

    init(into tables: FoldedTables) throws {
        rows = tables.tree("thread_place", .index)
        addToFolder = try tables.connection.prepare(ThreadPlaces.addition)
        selectTrash = try tables.connection.prepare(ThreadPlaces.trash)
    }

    /// Adds the next message.
    ///
    /// - Parameter state: The message behind the last event.
    mutating func append(_ state: MessageTransition.State?) {
        let member = FoldedPartition.Member(stays.count)
        guard let state, let folder = state.folders.first else { return stays.append(0) }
        stays.append(stay(in: folder, state))
        if state.folders.count > 1 { otherStays[member] = state.folders.dropFirst().map { stay(in: $0, state) } }
    }

    private mutating func stay(in folder: Int64, _ state: MessageTransition.State) -> UInt32 {
        if numbers[folder] == nil {
            folders.append(folder)
            numbers[folder] = UInt32(folders.count)
        }
        return 2 * (numbers[folder] ?? 0) + (state.isUnread ? 1 : 0)
    }

    /// Writes the rows of a thread; the threads come in the order of their ids.
    mutating func write(_ thread: FoldedPartition.Member, of partition: FoldedPartition) throws {
        places.removeAll(keepingCapacity: true)
        partition.forEachMember(of: thread) { member in
            guard stays[Int(member)] != 0 else { return }
            add(stays[Int(member)])
            for stay in otherStays[member] ?? [] { add(stay) }
        }
        places.sort { $0.folder < $1.folder }
        for place in places {
            record.append(partition.id(of: thread))
            record.append(place.folder)
            record.append(place.isUnread)
            record.finish()
            try rows.append(record.record)
        }
        for place in places where isTrash[place.folder] == nil {
            isTrash[place.folder] = try selectTrash.first(place.folder) { try $0.next(Bool.self) } ?? false
        }
        counts.add(places) { isTrash[$0] ?? false }
    }

    private mutating func add(_ stay: UInt32) {
        let (folder, isUnread) = (folders[Int(stay / 2) - 1], stay % 2 == 1)
        if let place = places.firstIndex(where: { $0.folder == folder }) {
            places[place].isUnread = places[place].isUnread || isUnread
        } else {
            places.append(ThreadPlaces.Place(folder: folder, isUnread: isUnread))
        }
    }

    /// Writes the numbers of threads in folders.
    mutating func finish() throws {
        _ = try counts.take { folder, total, unread in try addToFolder.run(folder, total, unread) }
    }
}
