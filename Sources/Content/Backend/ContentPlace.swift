public import DiskFiles

/// What a backend is opened for.
public enum ContentAccess: Sendable {
    case readOnly
    /// What the place allows.
    case readWrite
}

/// Where contents are kept, to be opened by any thread.
public struct ContentPlace: Sendable {
    /// Names the place in errors.
    public let path: String
    let disk: any Files
    let scratchFolder: String?
    let isShared: Bool
    package let open: @Sendable (ContentAccess) throws -> any ContentBackend

    /// - Parameters:
    ///   - disk: Where large contents are unpacked for who reads them.
    ///   - scratchFolder: The folder of it for that; nil for one that the system gives.
    ///   - isShared: Whether who opens the place again finds the same contents.
    ///   - open: Opens a backend for one thread; `ContentError.notAStore` says that there is none.
    public init(
        path: String, disk: any Files = KernelFiles.shared, scratchFolder: String? = nil, isShared: Bool = true,
        open: @escaping @Sendable (ContentAccess) throws -> any ContentBackend
    ) {
        self.path = path
        self.disk = disk
        self.scratchFolder = scratchFolder
        self.isShared = isShared
        self.open = open
    }
}
