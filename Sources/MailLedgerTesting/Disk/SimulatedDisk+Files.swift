public import DiskFiles
internal import Synchronization

extension SimulatedDisk: Files {
    public var user: FileUser { FileUser(effective: DiskState.user, real: DiskState.user) }
    public var startOfSystem: String? { state.withLock { "simulated-\($0.starts)" } }
    public var now: FileTime { state.withLock { DiskState.time($0.clock) } }
    public var databaseSystem: String? { databaseSystemName }

    /// Makes a call: lets others take a turn, then counts and performs it.
    private func call<Output>(
        _ call: FileCall, _ path: String, changes: Bool = false,
        _ body: (inout DiskState) throws(FileError) -> Output
    ) throws(FileError) -> Output {
        yield?(false)
        return try state.withLock { state throws(FileError) in
            _ = try state.step(call, path, changes: changes)
            return try body(&state)
        }
    }

    /// Makes a call on an open file.
    private func call<Output>(
        _ call: FileCall, on file: FileHandle, changes: Bool = false,
        _ body: (inout DiskState, Int) throws(FileError) -> Output
    ) throws(FileError) -> Output {
        yield?(false)
        return try state.withLock { state throws(FileError) in
            guard let opened = state.opened[file.number] else { throw FileError(call, "", .notOpen) }
            _ = try state.step(call, opened.path, changes: changes)
            return try body(&state, opened.node)
        }
    }

    // MARK: Opening

    public func open(
        _ path: FilePath, in folder: FileHandle?, _ mode: OpenMode, links: LinkRule
    ) throws(FileError) -> FileHandle {
        let makes = [.create, .createNew, .nameless].contains(mode)
        return try call(.open, path.text, changes: makes) { state throws(FileError) in
            let node = try Self.node(path, in: folder, mode, &state)
            defer { state.nextHandle += 1 }
            state.opened[state.nextHandle] = DiskState.Opened(node: node, path: path.text)
            return FileHandle(state.nextHandle)
        }
    }

    private static func node(
        _ path: FilePath, in folder: FileHandle?, _ mode: OpenMode, _ state: inout DiskState
    ) throws(FileError) -> Int {
        let place = try state.place(path, in: folder, .open)
        if mode == .nameless {
            state.nodes.append(
                DiskState.Node(
                    kind: .regular, parent: DiskState.root, permissions: 0o600, modified: state.nodes[0].modified))
            return state.nodes.count - 1
        }
        guard let node = place.node else {
            guard mode == .create || mode == .createNew else { throw FileError(.open, path.text, .notThere) }
            return state.make(.regular, at: place)
        }
        let isFolder = state.nodes[node].kind == .directory
        switch mode {
        case .createNew: throw FileError(.open, path.text, .taken)
        case .folder where !isFolder: throw FileError(.open, path.text, .notAFolder)
        case .readWrite where isFolder, .create where isFolder: throw FileError(.open, path.text, .isAFolder)
        default: return node
        }
    }

    public func close(_ file: FileHandle) {
        unlock(file)
        state.withLock { $0.opened[file.number] = nil }
    }

    // MARK: Bytes

    public func read(
        _ file: FileHandle, into buffer: inout [UInt8], _ range: Range<Int>, from offset: Int64
    ) throws(FileError) -> Int {
        let found = try bytes(of: file, Int(offset), count: range.count)
        buffer.replaceSubrange(range.lowerBound..<range.lowerBound + found.count, with: found)
        return found.count
    }

    /// The bytes from an offset on, fewer only at the end.
    func bytes(of file: FileHandle, _ offset: Int, count: Int) throws(FileError) -> ArraySlice<UInt8> {
        try call(.read, on: file) { state, node in
            let all = state.nodes[node].bytes
            let start = min(offset, all.count)
            return all[start..<min(start + count, all.count)]
        }
    }

    public func write(
        _ bytes: borrowing Span<UInt8>, to file: FileHandle, at offset: Int64
    ) throws(FileError) {
        let copy = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
        yield?(false)
        try state.withLock { state throws(FileError) in
            guard let opened = state.opened[file.number] else { throw FileError(.write, "", .notOpen) }
            let isShort = try state.step(.write, opened.path, changes: true)
            state.write(isShort ? Array(copy.prefix(copy.count / 2)) : copy, at: Int(offset), to: opened.node)
            if isShort { throw FileError(.write, opened.path, .noRoom) }
        }
    }

    public func truncate(_ file: FileHandle, to size: Int64) throws(FileError) {
        try call(.truncate, on: file, changes: true) { state, node in state.truncate(node, to: Int(size)) }
    }

    public func sync(_ file: FileHandle) throws(FileError) {
        try call(.sync, on: file, changes: true) { state, node in state.sync(node) }
    }

    public func syncAll(with file: FileHandle) throws(FileError) -> Bool {
        try call(.sync, on: file, changes: true) { state, _ in
            if !state.ignoresSyncs { state.syncAll() }
        }
        return true
    }

    // MARK: Status

    public func status(of file: FileHandle) throws(FileError) -> FileStatus {
        try call(.status, on: file) { state, node in state.status(of: node) }
    }

    public func status(
        of path: FilePath, in folder: FileHandle?, links: LinkRule
    ) throws(FileError) -> FileStatus {
        try call(.status, path.text) { state throws(FileError) in
            state.status(of: try state.node(path, in: folder, .status))
        }
    }

    public func allows(_ access: FileAccess, of path: FilePath) throws(FileError) {
        try call(.access, path.text) { state throws(FileError) in
            let node = try state.node(path, in: nil, .access)
            let needed: UInt32 =
                switch access {
                case .exists: 0
                case .read: 0o400
                case .write: 0o200
                case .execute: 0o100
                }
            guard state.nodes[node].permissions & needed == needed else {
                throw FileError(.access, path.text, .noAccess)
            }
        }
    }

    public func setModified(_ time: FileTime?, of file: FileHandle) throws(FileError) {
        try call(.status, on: file) { state, node in
            state.nodes[node].modified = time ?? DiskState.time(state.clock)
        }
    }

    public func setPermissions(_ permissions: UInt32, of path: FilePath) throws(FileError) {
        try call(.access, path.text) { state throws(FileError) in
            let node = try state.node(path, in: nil, .access)
            state.nodes[node].permissions = permissions
        }
    }

    public func setOwner(_ owner: UInt32, group: UInt32, of file: FileHandle) throws(FileError) {
        throw FileError(.access, "", .notPermitted)
    }

    // MARK: Names

    public func rename(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError) {
        try call(.rename, new.text, changes: true) { state throws(FileError) in
            let old = try state.place(old, in: oldFolder, .rename)
            try state.rename(old, to: state.place(new, in: newFolder, .rename), path: new.text)
        }
    }

    public func link(
        _ old: FilePath, in oldFolder: FileHandle?, to new: FilePath, in newFolder: FileHandle?
    ) throws(FileError) {
        try call(.link, new.text, changes: true) { state throws(FileError) in
            let node = try state.node(old, in: oldFolder, .link)
            let place = try state.place(new, in: newFolder, .link)
            guard place.node == nil else { throw FileError(.link, new.text, .taken) }
            state.link(node, at: place)
        }
    }

    public func remove(_ path: FilePath, in folder: FileHandle?) throws(FileError) {
        try call(.remove, path.text, changes: true) { state throws(FileError) in
            try state.remove(state.place(path, in: folder, .remove), folder: false, path: path.text)
        }
    }

    public func removeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError) {
        try call(.remove, path.text, changes: true) { state throws(FileError) in
            try state.remove(state.place(path, in: folder, .remove), folder: true, path: path.text)
        }
    }

    public func makeFolder(_ path: FilePath, in folder: FileHandle?) throws(FileError) {
        try call(.makeFolder, path.text, changes: true) { state throws(FileError) in
            let place = try state.place(path, in: folder, .makeFolder)
            guard place.node == nil else { throw FileError(.makeFolder, path.text, .taken) }
            _ = state.make(.directory, at: place)
        }
    }

    public func forEachEntry(
        of folder: FileHandle, _ body: (_ name: borrowing Span<UInt8>, _ kind: FileKind?) -> Bool
    ) throws(FileError) {
        let entries = try call(.list, on: folder) { state, node in
            state.nodes[node].names.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { name, node in
                (name: name, kind: state.nodes[node].kind)
            }
        }
        for entry in entries { guard body(entry.name.span, entry.kind) else { return } }
    }

    // MARK: Locks and places

    public func lock(_ file: FileHandle, _ kind: LockKind, waits: Bool) throws(FileError) -> Bool {
        while true {
            let isTaken = try call(.lock, on: file) { state, node in
                var held = state.flocks[node] ?? (nil, [])
                let others = held.sharers.subtracting([file.number])
                guard held.exclusive ?? file.number == file.number, kind == .shared || others.isEmpty else {
                    return false
                }
                held = kind == .exclusive ? (file.number, []) : (nil, held.sharers.union([file.number]))
                state.flocks[node] = held
                return true
            }
            if isTaken || !waits { return isTaken }
            yield?(true)
        }
    }

    public func unlock(_ file: FileHandle) {
        state.withLock { state in
            guard let node = state.opened[file.number]?.node else { return }
            state.flocks[node]?.sharers.remove(file.number)
            if state.flocks[node]?.exclusive == file.number { state.flocks[node]?.exclusive = nil }
        }
    }

    public func resolved(_ path: FilePath) throws(FileError) -> FilePath {
        try call(.status, path.text) { state throws(FileError) in
            FilePath(bytes: state.path(of: try state.node(path, in: nil, .status)))
        }
    }

    /// Lets the others work; no time goes by.
    public func pause(_ microseconds: UInt32) { yield?(true) }

    public func uniqueNumber() -> UInt64 {
        state.withLock { state in
            state.draws += 1
            return state.draws
        }
    }

    public func room(at path: FilePath) throws(FileError) -> Int64 { 1 << 40 }
}
