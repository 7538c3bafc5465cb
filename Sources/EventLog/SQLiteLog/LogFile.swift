public import DiskFiles

/// The log of a ledger in a folder: one SQLite file, which any number of processes share.
public struct LogFile: LogPlace {
    public let path: String
    let files: any Files

    public init(_ path: String, on files: any Files = KernelFiles.shared) {
        self.path = path
        self.files = files
    }

    public func create(origin: String, environment: LogEnvironment) throws {
        _ = try SQLiteLogStore.create(at: path, origin: origin, environment: environment, on: files)
    }

    public func open(_ access: LogAccess, environment: LogEnvironment) throws -> OpenLog {
        let store = try SQLiteLogStore.open(at: path, access: access, environment: environment, on: files)
        return OpenLog(store: store, views: store)
    }

    public func openCopy(_ access: LogAccess) throws -> any LogStore {
        try SQLiteLogStore.openCopy(at: path, access: access, on: files)
    }

    public func makeCopy(
        of identity: LedgerIdentity, environment: LogEnvironment, _ fill: (any LogStore) throws -> Void
    ) throws {
        try SQLiteLogStore.makeCopy(of: identity, at: path, environment: environment, on: files, fill)
    }

    /// Whether a file of a log's folder was left behind by a log that was being made there, and never was whole.
    public func isLeftover(_ name: String) -> Bool {
        name.hasPrefix(String(decoding: FilePath(path).name, as: UTF8.self) + SQLiteLogStore.unnamedSuffix)
    }
}

extension OpenLog {
    /// Makes a log in SQLite's memory, which ends with its store.
    public static func inSQLiteMemory(environment: LogEnvironment = .system) throws -> OpenLog {
        let store = try SQLiteLogStore.inMemory(environment: environment)
        return OpenLog(store: store, views: store)
    }
}
