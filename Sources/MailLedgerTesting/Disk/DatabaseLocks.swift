internal import CSQLite

/// The locks of one database and the memory that processes share for it; gone when the power is.
struct DatabaseLocks: Sendable {
    /// The lock level of each connection (sqlite.org/lockingv3.html).
    private var levels: [Int32: Int32] = [:]
    /// For each slot of a write-ahead log (sqlite.org/walformat.html, section 2.3.1): its exclusive owner, and its
    /// sharers.
    private var owners = [Int32?](repeating: nil, count: 8)
    private var sharers = [Set<Int32>](repeating: [], count: 8)
    private var regions: [SharedMemory] = []
    /// The connections that have some of the memory.
    private var users: Set<Int32> = []

    // MARK: The file

    /// Takes a lock of a level for a connection; false if other locks prevent it.
    mutating func lock(_ level: Int32, for connection: Int32) -> Bool {
        let own = levels[connection] ?? SQLITE_LOCK_NONE
        guard own < level else { return true }
        let others = levels.filter { $0.key != connection }.values.max() ?? SQLITE_LOCK_NONE
        let isFree =
            switch level {
            case SQLITE_LOCK_SHARED: others < SQLITE_LOCK_PENDING
            case SQLITE_LOCK_RESERVED: others < SQLITE_LOCK_RESERVED
            default: others < SQLITE_LOCK_SHARED
            }
        if isFree {
            levels[connection] = level
        } else if level == SQLITE_LOCK_EXCLUSIVE, others == SQLITE_LOCK_SHARED {
            // A writer that waits for the readers keeps new ones out.
            levels[connection] = SQLITE_LOCK_PENDING
        }
        return isFree
    }

    mutating func unlock(to level: Int32, for connection: Int32) {
        levels[connection] = level == SQLITE_LOCK_NONE ? nil : level
    }

    var isReserved: Bool { levels.values.contains { $0 >= SQLITE_LOCK_RESERVED } }

    // MARK: Shared memory

    /// Takes slots for a connection, exclusively or shared; false if other locks prevent it.
    mutating func lock(_ slots: Range<Int>, alone: Bool, for connection: Int32) -> Bool {
        for slot in slots {
            guard owners[slot] ?? connection == connection else { return false }
            guard !alone || sharers[slot].subtracting([connection]).isEmpty else { return false }
        }
        for slot in slots {
            if alone { owners[slot] = connection } else { sharers[slot].insert(connection) }
        }
        return true
    }

    mutating func unlock(_ slots: Range<Int>, for connection: Int32) {
        for slot in slots {
            if owners[slot] == connection { owners[slot] = nil }
            sharers[slot].remove(connection)
        }
    }

    /// Lends a connection the part of the shared memory with a number; nil if there is none and none is to be made.
    mutating func region(_ number: Int, size: Int, makes: Bool, for connection: Int32) -> SharedMemory? {
        users.insert(connection)
        guard number < regions.count || makes else { return nil }
        while regions.count <= number { regions.append(SharedMemory(size: size)) }
        return regions[number]
    }

    /// Removes a connection's locks and its part of the memory; the last connection frees the memory.
    mutating func unmap(for connection: Int32) {
        unlock(0..<8, for: connection)
        users.remove(connection)
        if users.isEmpty { regions = [] }
    }
}

/// Memory that several connections write to, under locks of their own.
@safe final class SharedMemory: Sendable {
    nonisolated(unsafe) let start: UnsafeMutableRawPointer

    init(size: Int) {
        unsafe start = .allocate(byteCount: size, alignment: 4_096)
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    deinit {
        unsafe start.deallocate()
    }
}
