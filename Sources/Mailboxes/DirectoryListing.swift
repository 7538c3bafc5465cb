import DiskFiles

/// The names in one folder, sorted by their bytes.
///
/// A folder may hold a million messages, so the names lie in one array, each behind a byte for its kind and before a NUL.
struct DirectoryListing: Sendable {
    struct Entry {
        /// Its name with the NUL behind it.
        let terminatedName: ArraySlice<UInt8>
        /// The kind according to the folder; nil if it gives none.
        let kind: FileKind?

        var name: ArraySlice<UInt8> { terminatedName.dropLast() }
        var isHidden: Bool { terminatedName.first == UInt8(ascii: ".") }
    }

    private var names: [UInt8] = []
    private var starts: [Int] = []

    /// Reads a folder that links may not lead away from. Fails on the first error, so that half a folder never passes for the whole.
    init(_ folder: Location) throws(FileError) {
        let opened = try folder.open(.folder)
        try opened.files.forEachEntry(of: opened.handle) { name, kind in
            starts.append(names.count)
            names.append(kind?.byte ?? 0)
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
        return Entry(terminatedName: names[(start + 1)...end], kind: FileKind(byte: names[start]))
    }

    private static func precedes(_ left: Int, _ right: Int, in bytes: [UInt8]) -> Bool {
        // Each name has a NUL behind it, which is less than any byte of a name.
        var (left, right) = (left + 1, right + 1)
        while bytes[left] == bytes[right], bytes[left] != 0 {
            left += 1
            right += 1
        }
        return bytes[left] < bytes[right]
    }
}

extension FileKind {
    private static let inOrder: [FileKind] = [.regular, .directory, .symbolicLink, .pipe, .socket, .device, .other]

    fileprivate var byte: UInt8 { UInt8(Self.inOrder.firstIndex(of: self) ?? 0) + 1 }

    fileprivate init?(byte: UInt8) {
        guard byte > 0 else { return nil }
        self = Self.inOrder[Int(byte) - 1]
    }
}
