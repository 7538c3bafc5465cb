import Glibc

/// The names in one folder, sorted by their bytes.
///
/// A folder may hold a million messages, so the names lie in one array, each behind a byte for its kind and before a NUL.
struct DirectoryListing: Sendable {
    struct Entry {
        /// Its name with the NUL behind it.
        let terminatedName: ArraySlice<UInt8>
        /// What the folder says it is; nil where it says nothing.
        let kind: FileKind?

        var name: ArraySlice<UInt8> { terminatedName.dropLast() }
        var isHidden: Bool { terminatedName.first == UInt8(ascii: ".") }
    }

    private var names: [UInt8] = []
    private var starts: [Int] = []

    /// Reads a folder. Fails on the first error, so that half a folder never passes for the whole.
    init(_ path: RawPath) throws(SystemError) {
        try self.init(Location(path: path, bounds: .anywhere))
    }

    /// The same of a folder that links may not lead away from.
    init(_ folder: Location) throws(SystemError) {
        try Self.forEachEntry(of: folder.openFolder()) { kind, name in
            starts.append(names.count)
            names.append(kind)
            unsafe name.withUnsafeBufferPointer { unsafe names.append(contentsOf: $0) }
            names.append(0)
            return true
        }
        let bytes = names
        starts.sort { Self.precedes($0, $1, in: bytes) }
    }

    var count: Int { starts.count }

    subscript(index: Int) -> Entry {
        let start = starts[index]
        var end = start + 1
        while names[end] != 0 { end += 1 }
        return Entry(terminatedName: names[(start + 1)...end], kind: Self.kind(names[start]))
    }

    /// Calls `body` with the `d_type` and the name of each entry but `.` and `..`, in the folder's own order, until it is false.
    static func forEachEntry(
        of path: RawPath, _ body: (_ type: UInt8, _ name: borrowing Span<UInt8>) -> Bool
    ) throws(SystemError) {
        try forEachEntry(of: Location(path: path, bounds: .anywhere).openFolder(), body)
    }

    private static func forEachEntry(
        of folder: consuming OpenFile, _ body: (_ type: UInt8, _ name: borrowing Span<UInt8>) -> Bool
    ) throws(SystemError) {
        guard let directory = unsafe fdopendir(folder.descriptor) else { throw .last }
        _ = folder.take()
        defer { unsafe closedir(directory) }
        while true {
            // The only way to tell the end from an error (readdir(3)).
            errno = 0
            guard let entry = unsafe readdir(directory) else {
                if errno != 0 { throw .last }
                return
            }
            let name = unsafe name(of: entry)
            let isItself = unsafe name.count == 1 && name[0] == UInt8(ascii: ".")
            let isParent = unsafe name.count == 2 && name[0] == UInt8(ascii: ".") && name[1] == UInt8(ascii: ".")
            if isItself || isParent { continue }
            if unsafe !body(entry.pointee.d_type, name.span) { return }
        }
    }

    /// What a folder says that an entry is; nil where it says nothing.
    static func kind(_ type: UInt8) -> FileKind? {
        switch Int(type) {
        case DT_REG: .regular
        case DT_DIR: .directory
        case DT_LNK: .symbolicLink
        case DT_FIFO: .pipe
        case DT_SOCK: .socket
        case DT_CHR, DT_BLK: .device
        default: nil
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeBufferPointer<UInt8> {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
        let length = unsafe strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
        return unsafe UnsafeBufferPointer(start: start, count: length)
    }

    private static func precedes(_ left: Int, _ right: Int, in bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            // As unsigned bytes (strcmp(3)); each name has a NUL behind it.
            return unsafe strcmp(base + left + 1, base + right + 1) < 0
        }
    }
}
