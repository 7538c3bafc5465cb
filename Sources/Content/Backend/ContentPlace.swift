public import DiskFiles

/// The access with which a backend is opened.
public enum ContentAccess: Sendable {
    case readOnly
    /// The access that the place allows.
    case readWrite
}

/// The place of contents, which any thread can open.
public struct ContentPlace: Sendable {
    /// Names the place in errors.
    public let path: String
    let disk: any Files
    let scratchFolder: String?
    let isShared: Bool
    package let open: @Sendable (ContentAccess) throws -> any ContentBackend

    /// - Parameters:
    ///   - disk: The disk on which large contents are decompressed for reading.
    ///   - scratchFolder: The folder for that; nil for one from the system.
    ///   - isShared: Whether opening the place again finds the same contents.
    ///   - open: Opens a backend for one thread; `ContentError.notAStore` means that there is none.
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
