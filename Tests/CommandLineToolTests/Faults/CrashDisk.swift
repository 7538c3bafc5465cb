import Foundation
import TestSupport

/// What could be on a disk when the power goes: a trace of what a process wrote, and what of it a disk may have kept.
///
/// What was synced is there. Of all else each write is there, or not, or some of its sectors are, in whatever order; names come
/// and go in their order, as a file system with a journal has it, up to some point behind the last folder that was synced.
struct CrashDisk {
    private enum Record {
        case write(path: String, offset: Int, bytes: [UInt8])
        case resize(path: String, size: Int)
        case sync(path: String)
        case make(path: String)
        case makeFolder(path: String)
        case remove(path: String)
        case removeFolder(path: String)
        case rename(from: String, to: String)
        case link(from: String, to: String)

        /// Whether it changes names, not bytes.
        var isOfNames: Bool {
            switch self {
            case .write, .resize, .sync: false
            default: true
            }
        }
    }

    private static let sector = 512

    private let records: [Record]

    /// How many steps the process made.
    var count: Int { records.count }

    /// The numbers of steps behind which something had just been made to last.
    var stepsBehindSyncs: [Int] {
        records.indices.filter { if case .sync = records[$0] { true } else { false } }.map { $0 + 1 }
    }

    /// Reads a trace, as `Tests/Faults` writes it.
    init(trace path: String) throws {
        let bytes = try readFile(path)
        var records: [Record] = []
        var place = 0
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let fields = String(decoding: bytes[place..<end], as: UTF8.self)
                .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            place = end + 1
            let number = fields.count > 2 ? Int(fields[2]) ?? 0 : 0
            switch fields[0] {
            case "W":
                let count = Int(fields[3]) ?? 0
                records.append(.write(path: fields[1], offset: number, bytes: Array(bytes[place..<place + count])))
                place += count + 1
            case "T": records.append(.resize(path: fields[1], size: number))
            case "S": records.append(.sync(path: fields[1]))
            case "C": records.append(.make(path: fields[1]))
            case "M": records.append(.makeFolder(path: fields[1]))
            case "D": records.append(.remove(path: fields[1]))
            case "X": records.append(.removeFolder(path: fields[1]))
            case "R": records.append(.rename(from: fields[1], to: fields[2]))
            case "L": records.append(.link(from: fields[1], to: fields[2]))
            default: throw ToolError("a trace has no record \(fields[0])")
            }
        }
        self.records = records
    }

    /// Brings a folder, which is as it was before the process, to what may be there when the power goes behind some steps.
    ///
    /// - Parameter takesNames: Whether no change of a name is kept that need not be; else those up to one that is drawn are.
    func lose(
        after steps: Int, in root: String, takesNames: Bool = false, _ generator: inout some RandomNumberGenerator
    ) throws {
        let done = records.prefix(steps)
        let names = done.indices.filter { done[$0].isOfNames }
        let safeNames = namesThatAreSafe(done, names)
        let kept = takesNames ? safeNames : Int.random(in: safeNames...names.count, using: &generator)
        let keptNames = Set(names.prefix(kept))
        let safe = bytesThatAreSafe(done)
        // Files go by what they are, not by their names: a file that is renamed keeps its bytes.
        var files: [String: File] = [:]
        func file(_ path: String) throws -> File {
            if let known = files[path] { return known }
            let file = File((try? readFile(path)) ?? [])
            files[path] = file
            return file
        }
        // Those that the process saw, and those that the disk has: a name may be where the disk has none.
        var onDisk = Set(filesBelow(root).map { "\(root)/\($0)" })
        var diskNames: [String: File] = [:]
        for path in onDisk { diskNames[path] = try file(path) }
        for (index, record) in done.enumerated() {
            let isKept = keptNames.contains(index)
            switch record {
            case .write(let path, let offset, let bytes):
                let target = try file(path)
                if safe.contains(index) {
                    target.write(bytes, at: offset)
                } else {
                    for start in stride(from: 0, to: bytes.count, by: Self.sector)
                    where Bool.random(using: &generator) {
                        target.write(
                            Array(bytes[start..<min(start + Self.sector, bytes.count)]), at: offset + start)
                    }
                }
            case .resize(let path, let size):
                if safe.contains(index) || Bool.random(using: &generator) { try file(path).resize(to: size) }
            case .sync: break
            case .make(let path):
                files[path] = File([])
                if isKept { diskNames[path] = files[path] }
            case .makeFolder(let path):
                if isKept { try makeFolder(path) }
            case .remove(let path):
                files[path] = nil
                if isKept { diskNames[path] = nil }
            case .removeFolder(let path):
                if isKept { try? FileManager.default.removeItem(atPath: path) }
            case .rename(let from, let to):
                for path in files.keys where path == from || path.hasPrefix(from + "/") {
                    files[to + path.dropFirst(from.count)] = files.removeValue(forKey: path)
                }
                guard isKept else { continue }
                for path in diskNames.keys where path == from || path.hasPrefix(from + "/") {
                    diskNames[to + path.dropFirst(from.count)] = diskNames.removeValue(forKey: path)
                }
                if (try? FileManager.default.contentsOfDirectory(atPath: from)) != nil {
                    try FileManager.default.moveItem(atPath: from, toPath: to)
                    onDisk = Set(filesBelow(root).map { "\(root)/\($0)" })
                }
            case .link(let from, let to):
                files[to] = try file(from)
                if isKept { diskNames[to] = files[to] }
            }
        }
        for path in onDisk where diskNames[path] == nil { try? FileManager.default.removeItem(atPath: path) }
        for (path, file) in diskNames where file.isChanged || !onDisk.contains(path) {
            // A folder that the disk lost has lost its files too.
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            guard FileManager.default.fileExists(atPath: folder) else { continue }
            try writeFile(path, file.bytes)
        }
    }

    /// How many of the changes of names a synced folder has made safe, and with them all before.
    private func namesThatAreSafe(_ done: ArraySlice<Record>, _ names: [Int]) -> Int {
        var safe = 0
        for (index, record) in done.enumerated() {
            guard case .sync(let path) = record else { continue }
            for (place, name) in names.enumerated() where name < index && place >= safe {
                if path.isEmpty || Self.folders(of: done[name]).contains(path) { safe = place + 1 }
            }
        }
        return safe
    }

    private static func folders(of record: Record) -> [String] {
        let paths: [String] =
            switch record {
            case .make(let path), .makeFolder(let path), .remove(let path), .removeFolder(let path): [path]
            case .rename(let from, let to): [from, to]
            case .link(_, let to): [to]
            case .write, .resize, .sync: []
            }
        return paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
    }

    /// The writes and resizes with a sync of their file behind them.
    private func bytesThatAreSafe(_ done: ArraySlice<Record>) -> Set<Int> {
        var waiting: [String: [Int]] = [:]
        var safe: Set<Int> = []
        for (index, record) in done.enumerated() {
            switch record {
            case .write(let path, _, _), .resize(let path, _): waiting[path, default: []].append(index)
            case .sync(let path):
                let synced = path.isEmpty ? Array(waiting.keys) : [path]
                for path in synced { safe.formUnion(waiting.removeValue(forKey: path) ?? []) }
            case .rename(let from, let to):
                for path in waiting.keys where path == from || path.hasPrefix(from + "/") {
                    waiting[to + path.dropFirst(from.count)] = waiting.removeValue(forKey: path)
                }
            case .make(let path), .remove(let path): waiting[path] = nil
            default: break
            }
        }
        return safe
    }

    private final class File {
        private(set) var bytes: [UInt8]
        private(set) var isChanged = false

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func write(_ new: [UInt8], at offset: Int) {
            isChanged = true
            if bytes.count < offset + new.count {
                bytes += Array(repeating: 0, count: offset + new.count - bytes.count)
            }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        }

        func resize(to size: Int) {
            isChanged = true
            bytes = Array(bytes.prefix(size)) + Array(repeating: 0, count: max(0, size - bytes.count))
        }
    }
}
