internal import Cryptography
internal import DiskFiles

/// The contents of a simulated disk, and the part of it that would survive.
struct DiskState: Sendable {
    /// A change of a file's bytes that was not synced yet.
    enum Write: Sendable {
        case bytes([UInt8], at: Int)
        case size(Int)
    }

    /// A change of a name; those of one call come together.
    enum Naming: Sendable {
        case put([UInt8], in: Int, node: Int)
        case drop([UInt8], in: Int)
    }

    struct Node: Sendable {
        var kind: FileKind
        /// The folder that it is in; of a file the one that it was made in.
        var parent: Int
        var links = 0
        var permissions: UInt32
        var modified: FileTime
        // The bytes of a file.
        var bytes: [UInt8] = []
        var durable: [UInt8] = []
        var writes: [Write] = []
        // The names in a folder.
        var names: [[UInt8]: Int] = [:]
        var durableNames: [[UInt8]: Int] = [:]
    }

    struct Opened: Sendable {
        let node: Int
        let path: String
    }

    static let root = 0
    /// The owner of everything.
    static let user: UInt32 = 1000
    private static let sector = 512

    var nodes: [Node]
    var opened: [Int32: Opened] = [:]
    var nextHandle: Int32 = 3
    var namings: [[Naming]] = []
    var flocks: [Int: (exclusive: Int32?, sharers: Set<Int32>)] = [:]
    var databases: [Int: DatabaseLocks] = [:]
    /// The number of times that the power came on.
    var starts = 1
    /// Microseconds since 1970; each change takes one millisecond.
    var clock: Int64 = 1_704_067_200_000_000
    var draws: UInt64 = 0

    var fault: SimulatedDisk.Fault?
    var calls = 0
    var changes = 0
    var isDown = false
    var ignoresSyncs = false
    var trace: [String]?

    init() {
        nodes = [Node(kind: .directory, parent: Self.root, links: 1, permissions: 0o755, modified: Self.time(0))]
    }

    static func time(_ microseconds: Int64) -> FileTime { FileTime(microseconds: microseconds) }

    // MARK: Calls

    /// Counts a call, and lets it fail if it is to fail.
    ///
    /// - Returns: Whether a write is to be cut short.
    mutating func step(_ call: FileCall, _ path: String, changes isChange: Bool) throws(FileError) -> Bool {
        guard !isDown else { throw FileError(call, path, .inputOutput) }
        if isChange {
            if case .powerLoss(let last)? = fault, changes >= last {
                isDown = true
                throw FileError(call, path, .inputOutput)
            }
            changes += 1
            clock += 1000
        }
        calls += 1
        trace?.append("\(call.rawValue) \(path)")
        switch fault {
        case .fails(calls, let code)?: throw FileError(call, path, code)
        case .shortWrite(calls)?:
            guard call != .write else { return true }
            throw FileError(call, path, .noRoom)
        default: return false
        }
    }

    // MARK: Bytes

    mutating func write(_ bytes: [UInt8], at offset: Int, to node: Int) {
        Self.put(bytes[...], at: offset, in: &nodes[node].bytes)
        nodes[node].writes.append(.bytes(bytes, at: offset))
        nodes[node].modified = Self.time(clock)
    }

    mutating func truncate(_ node: Int, to size: Int) {
        Self.resize(&nodes[node].bytes, to: size)
        nodes[node].writes.append(.size(size))
        nodes[node].modified = Self.time(clock)
    }

    /// Makes the bytes of a file last; of a folder all names that were changed so far.
    mutating func sync(_ node: Int) {
        guard !ignoresSyncs else { return }
        guard nodes[node].kind == .directory else {
            nodes[node].durable = nodes[node].bytes
            nodes[node].writes = []
            return
        }
        for naming in namings { apply(naming) }
        namings = []
    }

    /// Makes everything last.
    mutating func syncAll() {
        for node in nodes.indices {
            nodes[node].durable = nodes[node].bytes
            nodes[node].writes = []
            nodes[node].durableNames = nodes[node].names
        }
        namings = []
    }

    private static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, in target: inout [UInt8]) {
        let end = offset + bytes.count
        if target.count < end { resize(&target, to: end) }
        // By memory: otherwise unspecialised code, as in a debug build, takes most of a run.
        unsafe target.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset..<end]).copyMemory(from: bytes)
            }
        }
    }

    private static func resize(_ bytes: inout [UInt8], to size: Int) {
        if size < bytes.count {
            bytes.removeLast(bytes.count - size)
        } else {
            bytes.append(contentsOf: [UInt8](repeating: 0, count: size - bytes.count))
        }
    }

    // MARK: Names

    /// Records changes of names, which come together or not at all.
    mutating func record(_ naming: [Naming]) { namings.append(naming) }

    private mutating func apply(_ naming: [Naming]) {
        for change in naming {
            switch change {
            case .put(let name, let folder, let node): nodes[folder].durableNames[name] = node
            case .drop(let name, let folder): nodes[folder].durableNames[name] = nil
            }
        }
    }

    // MARK: Power

    /// Closes all files, for a disk that another process finds.
    mutating func letGo() {
        (opened, flocks, databases) = ([:], [:], [:])
        (fault, calls, changes, isDown, trace) = (nil, 0, 0, false, nil)
    }

    func afterPowerLoss(_ random: inout SeededRandom) -> DiskState {
        var after = self
        after.letGo()
        after.starts += 1
        for naming in namings.prefix(Int.random(in: 0...namings.count, using: &random)) { after.apply(naming) }
        after.namings = []
        for index in after.nodes.indices {
            after.nodes[index].durable = Self.kept(of: after.nodes[index], &random)
            after.nodes[index].bytes = after.nodes[index].durable
            after.nodes[index].writes = []
            after.nodes[index].names = after.nodes[index].durableNames
            after.nodes[index].links = 0
        }
        for node in after.nodes where node.kind == .directory {
            for named in node.names.values { after.nodes[named].links += 1 }
        }
        return after
    }

    /// The bytes that a disk may have kept of a file: each write is whole, absent or torn between sectors.
    private static func kept(of node: Node, _ random: inout SeededRandom) -> [UInt8] {
        var bytes = node.durable
        for write in node.writes {
            switch write {
            case .size(let size): if Bool.random(using: &random) { resize(&bytes, to: size) }
            case .bytes(let data, let offset):
                let way = Int.random(in: 0..<4, using: &random)
                guard way != 0 else { continue }
                var start = 0
                while start < data.count {
                    let end = min(data.count, start + sector - (offset + start) % sector)
                    if way == 1 || Bool.random(using: &random) {
                        put(data[start..<end], at: offset + start, in: &bytes)
                    }
                    start = end
                }
            }
        }
        return bytes
    }
}
