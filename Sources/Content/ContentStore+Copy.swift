import DiskFiles
import Hashing
import SQLite

/// What a copy between two stores did.
public struct ContentCopy: Equatable, Sendable {
    /// Contents that were copied.
    public internal(set) var copied = 0
    /// Their bytes as they are stored.
    public internal(set) var storedBytes: Int64 = 0
    /// Contents that were there already.
    public internal(set) var present = 0
    /// Contents that cannot be copied, since they are damaged or their file is gone.
    public internal(set) var faults: [ContentFinding] = []

    public init() {}
}

extension ContentStore {
    /// How many contents, and how many bytes of them, are copied in one commit.
    private static let batch = (count: 4096, bytes: Int64(32 << 20))

    /// Copies what another store has and this one has not, as it is compressed there; each content is checked on the way.
    ///
    /// Others may read and write the other store meanwhile. Stopped at any moment, what is here is whole, and the next copy
    /// goes on from there.
    ///
    /// - Parameter progress: Told how many of how many are copied; false stops, with what was copied so far.
    /// - Complexity: O(contents) look-ups in the two indexes; only what is new is read.
    public func copyContents(
        from source: ContentStore, progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
    ) throws -> ContentCopy {
        var report = ContentCopy()
        let missing = try missing(of: source, counting: &report.present)
        var next = 0
        var goesOn = true
        while next < missing.count, goesOn {
            try batch { batch in
                let start = next
                let bytes = report.storedBytes
                while next < missing.count, goesOn, next - start < Self.batch.count,
                    report.storedBytes - bytes < Self.batch.bytes
                {
                    try batch.copy(missing[next].digest, from: source, into: &report)
                    next += 1
                    goesOn = progress(next, missing.count)
                }
            }
        }
        return report
    }

    /// Lists what another store has and this one has not, in the order in which it came there.
    private func missing(
        of source: ContentStore, counting present: inout Int
    ) throws -> [(id: Int64, digest: SHA256Digest)] {
        // By digest, so that one index answers here and there; the rows lie in the order of their ids.
        let find = try connection.prepare("SELECT 1 FROM content WHERE digest = ?")
        var missing: [(id: Int64, digest: SHA256Digest)] = []
        var last: [UInt8] = []
        while true {
            let page = try source.calling {
                try source.connection.rows(
                    "SELECT id, digest FROM content WHERE digest > \(bind: last) ORDER BY digest LIMIT 1024"
                ) { try (id: $0.next(Int64.self), digest: $0.next([UInt8].self)) }
            }
            guard let final = page.last else { break }
            for (id, bytes) in page {
                if try calling({ try find.first(bytes) { try $0.next(Int64.self) } }) != nil {
                    present += 1
                } else if let digest = SHA256Digest(bytes: bytes) {
                    missing.append((id, digest))
                }
            }
            last = final.digest
        }
        return missing.sorted { $0.id < $1.id }
    }

    /// Returns a content's size and its frame as it is stored, nil for one in a file, after its bytes were found to be right.
    fileprivate func checkedFrame(of digest: SHA256Digest) throws -> (size: Int64, frame: [UInt8]?) {
        let location = try locate(digest)
        try stream(location, of: digest) { _ in }
        let row = try calling {
            try statements.load.first(digest.bytes) { row -> [UInt8]? in
                row.skip(2)
                return try row.next()
            }
        }
        guard let frame = row else { throw ContentError.missing(digest) }
        return (location.size, frame)
    }
}

extension ContentBatch {
    fileprivate mutating func copy(
        _ digest: SHA256Digest, from source: ContentStore, into report: inout ContentCopy
    ) throws {
        do {
            let (size, frame) = try source.checkedFrame(of: digest)
            if let frame {
                try store.calling {
                    _ = try store.statements.insert.run(digest.bytes, size, frame.count, frame)
                }
                report.storedBytes += Int64(frame.count)
            } else {
                report.storedBytes += try copyFile(digest, of: size, from: source)
            }
            report.copied += 1
        } catch ContentError.missing {
            // What was taken away since the list was made is not missed.
            if try source.contains(digest) { report.faults.append(.missing(digest)) }
        } catch ContentError.corrupt(_, let reason) {
            report.faults.append(.corrupt(digest, reason: reason))
        }
    }

    private mutating func copyFile(
        _ digest: SHA256Digest, of size: Int64, from source: ContentStore
    ) throws -> Int64 {
        guard let files = store.files, let file = try source.files?.open(digest) else {
            throw ContentError.missing(digest)
        }
        var temporary = try files.makeTemporary()
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        var position: Int64 = 0
        while true {
            do throws(FileError) {
                let count = try file.read(into: &piece, 0..<piece.count, from: position)
                guard count > 0 else { break }
                try temporary.file.write(piece.span.extracting(0..<count), at: position)
                position += Int64(count)
            } catch {
                throw ContentError(error)
            }
        }
        try publish(&temporary, of: size, as: digest, in: files)
        return position
    }
}
