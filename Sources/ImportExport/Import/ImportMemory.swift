internal import Content
internal import Cryptography
internal import DiskFiles
internal import EventLog
internal import LedgerKernel
internal import Mail
internal import Mailboxes

/// The files that earlier imports took, so that the next import of the same path need not read them again.
///
/// This is only an optimisation: the ledger has a file `imports/….seen` for each imported folder, with the stamps of
/// its files. It is used only if the log has since grown by events that keep it valid (``FileKnowledge``), and if the
/// contents exist. If it is missing, damaged or outdated, all files are read.
struct ImportMemory {
    /// The place of a stamp, and the stamp, until the message is recorded.
    struct Place: Sendable {
        fileprivate let walk: Int
        fileprivate let index: Int
        fileprivate let stamp: FileStamp
    }

    /// The files of one folder.
    private struct Folder {
        let path: String
        let seen: SeenFiles
        /// In the order of the walk; the stamps of files not yet recorded are blank.
        var stamps: [FileStamp] = []
    }

    private static let blank = FileStamp(high: 0, low: 0)

    /// Nil for a path without memory: only folders are walked again and again.
    private var folders: [Folder?] = []
    private let start: Int64

    /// Remembers nothing.
    init() {
        start = 0
    }

    init(of paths: [String], account: StreamID, ledger: Ledger, options: ImportOptions) throws {
        start = try ledger.store.head().transaction
        guard let location = ledger.location, !options.treatsFilesAsMbox else { return }
        folders = paths.map { path in
            guard location.files.isFolder(path) else { return nil }
            let file = Self.file(for: path, to: options.folder, account: account, at: location)
            let memory = options.rereads ? nil : Memory(at: file, on: location.files)
            let holds = memory.map { (try? $0.holds(in: ledger)) ?? false } ?? false
            return Folder(path: file, seen: SeenFiles(holds ? memory?.stamps ?? [] : []))
        }
    }

    /// Two paths of one folder count as two: the names of copies begin below them. So do two folders of the account,
    /// because an import to another one tells where the mail is.
    private static func file(
        for path: String, to target: String, account: StreamID, at location: LedgerLocation
    ) -> String {
        let folder = LedgerLocation(path, on: location.files).directory
        let top = target == ImportOptions().folder ? "" : "\0" + target
        let name = SHA256Hasher.digest(of: Array("\(account.rawValue) \(folder)\(top)".utf8)).bytes.prefix(16)
        return "\(location.importsDirectory)/\(Array(name).hex).seen"
    }

    /// The files that a walk may skip; nil if it has none.
    func seen(_ walk: Int) -> SeenFiles? {
        walk < folders.count ? folders[walk]?.seen : nil
    }

    /// Records unchanged files.
    mutating func keep(_ stamps: [FileStamp], of walk: Int) {
        folders[walk]?.stamps.append(contentsOf: stamps)
    }

    /// Reserves a place for a file whose message is not recorded yet.
    mutating func place(for stamp: FileStamp?, of walk: Int) -> Place? {
        guard let stamp, walk < folders.count, let index = folders[walk]?.stamps.count else { return nil }
        folders[walk]?.stamps.append(Self.blank)
        return Place(walk: walk, index: index, stamp: stamp)
    }

    /// Records a file whose message is recorded.
    mutating func fill(_ place: Place?) {
        guard let place else { return }
        folders[place.walk]?.stamps[place.index] = place.stamp
    }

    /// Saves the present knowledge, unless another process meanwhile did something that makes it doubtful.
    func save(of ledger: Ledger, after operation: OperationID) {
        guard let location = ledger.location, folders.contains(where: { $0 != nil }) else { return }
        // A file that is not remembered is read again: that is no failure of the import.
        try? save(of: ledger, at: location, after: operation)
    }

    private func save(of ledger: Ledger, at location: LedgerLocation, after operation: OperationID) throws {
        let head = try ledger.store.head()
        let others = try ledger.store.typeNames(afterTransaction: start, but: operation)
        guard head.transaction > 0, others.allSatisfy(FileKnowledge.outlives),
            let leaf = try ledger.store.recordedLeaf(at: head.position)
        else { return }
        let contents = try ledger.content.lastNumber()
        for folder in folders {
            guard let folder else { continue }
            let stamps = folder.stamps.filter { $0 != Self.blank }
            // Unchanged knowledge need not be saved again.
            guard stamps != folder.seen.stamps else { continue }
            let memory = Memory(head: head, leaf: leaf, contents: contents, stamps: stamps)
            try NewFile.makeFolder(location.importsDirectory, on: location.files)
            try NewFile.replace(folder.path, with: memory.bytes, on: location.files)
        }
    }
}

extension ImportMemory {
    /// The contents of a file: its place in the log, and the stamps.
    private struct Memory {
        let head: LogHead
        let leaf: SHA256Digest
        let contents: Int64
        let stamps: [FileStamp]

        private static let mark = Array("MailLedger seen 1\n".utf8)
        /// A hundred million files.
        private static let limit = 1_600_000_000

        init(head: LogHead, leaf: SHA256Digest, contents: Int64, stamps: [FileStamp]) {
            self.head = head
            self.leaf = leaf
            self.contents = contents
            self.stamps = stamps
        }

        /// Reads a file; nil if it is missing, of another kind, or damaged.
        init?(at path: String, on files: any Files) {
            guard let bytes = try? NewFile.contents(of: path, limit: Self.limit, on: files),
                bytes.starts(with: Self.mark),
                bytes.count >= Self.mark.count + 24 + 2 * SHA256Digest.byteCount
            else { return nil }
            let end = bytes.count - SHA256Digest.byteCount
            guard SHA256Digest(bytes: bytes[end...]) == SHA256Hasher.digest(of: Array(bytes[..<end])) else {
                return nil
            }
            var rest = bytes[Self.mark.count..<end]
            guard let leaf = SHA256Digest(bytes: rest.prefix(SHA256Digest.byteCount)) else { return nil }
            rest.removeFirst(SHA256Digest.byteCount)
            let numbers = Self.numbers(rest)
            guard numbers.count >= 3, numbers.count % 2 == 1 else { return nil }
            self.leaf = leaf
            head = LogHead(
                position: Position(Int64(bitPattern: numbers[0])), transaction: Int64(bitPattern: numbers[1]))
            contents = Int64(bitPattern: numbers[2])
            stamps = stride(from: 3, to: numbers.count, by: 2).map {
                FileStamp(high: numbers[$0], low: numbers[$0 + 1])
            }
        }

        var bytes: [UInt8] {
            var bytes = Self.mark + leaf.bytes
            bytes.reserveCapacity(bytes.count + 24 + stamps.count * 16 + SHA256Digest.byteCount)
            func append(_ number: UInt64) {
                unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
            }
            append(UInt64(bitPattern: head.position.rawValue))
            append(UInt64(bitPattern: head.transaction))
            append(UInt64(bitPattern: contents))
            for stamp in stamps {
                append(stamp.high)
                append(stamp.low)
            }
            return bytes + SHA256Hasher.digest(of: bytes).bytes
        }

        private static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
            unsafe bytes.withUnsafeBytes { buffer in
                stride(from: 0, to: buffer.count - 7, by: 8).map { offset in
                    unsafe UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                }
            }
        }

        /// Whether its knowledge of files is still true.
        func holds(in ledger: Ledger) throws -> Bool {
            try ledger.store.recordedLeaf(at: head.position) == leaf
                && ledger.store.typeNames(afterTransaction: head.transaction).allSatisfy(FileKnowledge.outlives)
                && ledger.content.lastNumber() >= contents
        }
    }
}
