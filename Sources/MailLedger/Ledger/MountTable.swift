internal import Glibc
internal import Mailboxes

/// The mounted file systems of this process, as `/proc/self/mountinfo` lists them (proc(5)).
struct MountTable {
    private let mounts: [(point: String, type: String)]

    /// Reads the table; nil where the system does not tell.
    static func current() -> MountTable? {
        guard let file = unsafe fopen("/proc/self/mountinfo", "re") else { return nil }
        defer { unsafe fclose(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 { text += buffer.prefix(count) }
        return MountTable(parsing: String(decoding: text, as: UTF8.self))
    }

    init(parsing text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
            let fields = line.split(separator: " ")
            guard let dash = fields.firstIndex(of: "-"), dash >= 6, dash + 1 < fields.count else { return nil }
            return (Self.unescaped(fields[4]), String(fields[dash + 1]))
        }
    }

    /// Returns the type of the file system that holds a folder, by the longest mount point above it.
    func fileSystemType(of directory: String) -> String? {
        let path = resolvedPath(directory) ?? directory
        // Of mounts on one point the last covers the others.
        return mounts.filter { $0.point == "/" || path == $0.point || path.hasPrefix($0.point + "/") }
            .enumerated().max { ($0.element.point.utf8.count, $0.offset) < ($1.element.point.utf8.count, $1.offset) }?
            .element.type
    }

    // Blanks in a path are written as three octal digits.
    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
