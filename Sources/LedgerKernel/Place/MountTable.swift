internal import DiskFiles

/// The mounted file systems of this process, as `/proc/self/mountinfo` lists them (proc(5)).
struct MountTable {
    // Bytes, as the system has them: every command reads the table, and to split it as text took a tenth of a short one.
    private let mounts: [(point: [UInt8], type: ArraySlice<UInt8>)]

    /// Reads the table; nil if the system does not provide it.
    static func current(on files: any Files) -> MountTable? {
        guard let text = try? files.contents(of: "/proc/self/mountinfo") else { return nil }
        return MountTable(parsing: text)
    }

    init(parsing text: [UInt8]) {
        mounts = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
            let fields = line.split(separator: UInt8(ascii: " "))
            guard let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }), dash >= 6,
                dash + 1 < fields.count
            else { return nil }
            return (Self.unescaped(fields[4]), fields[dash + 1])
        }
    }

    /// Returns the type of the file system that holds a folder, by the longest mount point above it.
    ///
    /// - Parameter directory: Its path without links.
    func fileSystemType(of directory: String) -> String? {
        let path = Array(directory.utf8)
        let slash = UInt8(ascii: "/")
        // The last of several mounts on one point covers the others.
        let mount = mounts.filter { mount in
            let point = mount.point
            return path.starts(with: point)
                && (point == [slash] || path.count == point.count || path[point.count] == slash)
        }.enumerated().max { ($0.element.point.count, $0.offset) < ($1.element.point.count, $1.offset) }
        return mount.map { String(decoding: $0.element.type, as: UTF8.self) }
    }

    // Blanks in a path are written as three octal digits.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        guard text.contains(backslash) else { return Array(text) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == backslash, digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
