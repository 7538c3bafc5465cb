internal import CivilTime
public import DiskFiles

/// The amount of mail below some paths, counted quickly, for people who wait.
public struct MailboxExtent: Sendable {
    /// The files that a walk would inspect or skip, without links to folders and their contents.
    public private(set) var files = 0
    /// Their total size; nil if the files are too many to measure each.
    public private(set) var bytes: Int64? = 0

    /// The number of files up to which their sizes are read: more are single messages, and their number says as much.
    private static let measuredFiles = 2_000
    /// The limit for counting, in microseconds: a person waits for the import, not for this.
    private static let patience: Int64 = 500_000

    private let deadline: Int64
    private let disk: any Files

    /// Counts by listing folders and opening nothing; nil if that takes longer than half a second.
    public init?(of paths: [String], on disk: any Files = KernelFiles.shared) {
        self.disk = disk
        deadline = MonotonicClock.microseconds + Self.patience
        for path in paths {
            let path = FilePath(path)
            guard let state = try? FileState(of: path, followingLinks: true, on: disk) else { continue }
            if state.kind == .directory {
                guard count(below: path) else { return nil }
            } else {
                add(size: state.size)
            }
        }
    }

    private mutating func count(below root: FilePath) -> Bool {
        var folders = [root]
        while let folder = folders.popLast() {
            let place = OpenFolder.Place(folderName: folder.name)
            var isInTime = true
            // A folder that cannot be listed contains nothing to import.
            guard let opened = try? File(disk, folder, .folder) else { continue }
            try? disk.forEachEntry(of: opened.handle) { span, kind in
                let name = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
                let isHidden = name.first == UInt8(ascii: ".")
                var kind = kind
                if kind == nil || kind == .symbolicLink && !isHidden {
                    let target = try? FileState(of: folder.appending(name), followingLinks: true, on: disk).kind
                    kind = target == .regular ? .regular : kind
                }
                switch kind {
                case .directory where place == .plain && !name.elementsEqual("tmp".utf8):
                    let path = folder.appending(name)
                    if !isHidden
                        || (try? OpenFolder.isMaildir(Location(files: disk, path: path, bounds: .anywhere))) ?? false
                    {
                        folders.append(path)
                    }
                case .regular where !isHidden: add(folder, name)
                default: break
                }
                isInTime = files & 0xFF != 0 || MonotonicClock.microseconds < deadline
                return isInTime
            }
            guard isInTime, MonotonicClock.microseconds < deadline else { return false }
        }
        return true
    }

    private mutating func add(_ folder: FilePath, _ name: [UInt8]) {
        guard bytes != nil, files < Self.measuredFiles else { return add(size: 0) }
        add(size: (try? FileState(of: folder.appending(name), followingLinks: true, on: disk).size) ?? 0)
    }

    private mutating func add(size: Int64) {
        files += 1
        bytes = files <= Self.measuredFiles ? bytes.map { $0 + size } : nil
    }
}
