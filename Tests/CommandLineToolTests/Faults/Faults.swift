import Glibc
import TestSupport

/// Faults beneath the tool, by the library that `Tests/Faults` is: it stands between a process and the C library.
struct Faults {
    /// The kinds of calls that can fail, in the order of the counts.
    enum Class: String, CaseIterable {
        case read, write, sync, open, rename, delete, lock, resize, make, any
    }

    enum Manner: String {
        /// The numbered call fails, and no other.
        case once
        /// It fails, and all behind it do.
        case on
        /// Of the numbered write only a part is done.
        case short
        /// The process dies before the call.
        case kill
    }

    /// One call of some kind, and what becomes of it.
    struct Fault: CustomStringConvertible {
        let kind: Class
        /// Counted from 1.
        let number: Int
        let manner: Manner
        var error: CInt = EIO

        var description: String { "\(kind.rawValue):\(number):\(manner.rawValue):\(error)" }
    }

    /// What the process sees of its environment.
    static func variables(
        below folder: String, at fault: Fault? = nil, counts: String? = nil, trace: String? = nil
    ) throws -> [String: String] {
        var variables = ["LD_PRELOAD": try library(), "FAULTS_BELOW": folder]
        variables["FAULTS_AT"] = fault?.description
        variables["FAULTS_COUNTS"] = counts
        variables["FAULTS_TRACE"] = trace
        return variables
    }

    /// How many calls of each kind a process made.
    static func counts(in path: String) throws -> [Class: Int] {
        let bytes = try readFile(path)
        return Dictionary(
            uniqueKeysWithValues: Class.allCases.enumerated().map { index, kind in
                (kind, (0..<8).reduce(0) { $0 | Int(bytes[index * 8 + $1]) << (8 * $1) })
            })
    }

    private static func library() throws -> String {
        let tool = try Tool.path()
        let path = tool.prefix(through: tool.lastIndex(of: "/") ?? tool.startIndex) + "libFaults.so"
        guard unsafe access(String(path), R_OK) == 0 else {
            throw ToolError("libFaults.so is built by 'swift build --build-tests'; not found as \(path)")
        }
        return String(path)
    }
}
