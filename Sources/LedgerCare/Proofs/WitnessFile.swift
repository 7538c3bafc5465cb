public import Cryptography
public import DiskFiles
public import EventLog
public import LedgerHistory
internal import LedgerKernel

/// A file outside of a ledger that remembers the last checkpoint, and so reveals a log that shrank or diverged.
///
///     mailledger-witness/1
///     key mailledger/8a3b…+ab12cd34+AQ…=
///     erased message 26 5b1e…
///
///     mailledger/8a3b…
///     159
///     Q2Xc…=
///
///     — mailledger/8a3b… q1Zk…=
///
/// It also lists what the log has erased, which an older backup still contains. Other lines between the key and the
/// first empty line are for others, and kept as they are.
public struct WitnessFile: Hashable, Sendable {
    /// The key that signed the checkpoint.
    public var key: NoteVerifier
    /// The log's erasures, in their order.
    public var erasures: [ErasureRecord]
    /// The other lines of the file.
    public var notes: [String]
    public var checkpoint: SignedCheckpoint

    private static let form = "mailledger-witness/1"
    private static let erased = "erased "

    init(
        key: NoteVerifier, erasures: [ErasureRecord] = [], notes: [String] = [], checkpoint: SignedCheckpoint
    ) {
        self.key = key
        self.erasures = erasures
        self.notes = notes
        self.checkpoint = checkpoint
    }

    /// Reads a witness; nil if the text is none or has an invalid signature.
    public init?(_ text: String) {
        guard let gap = text.firstRange(of: "\n\n") else { return nil }
        let head = text[..<gap.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard head.count >= 2, head[0] == Self.form, head[1].hasPrefix("key "),
            let key = NoteVerifier(String(head[1].dropFirst(4))),
            let checkpoint = SignedCheckpoint(String(text[gap.upperBound...])), checkpoint.isSigned(by: key)
        else { return nil }
        let lines = head.dropFirst(2)
        var erasures: [ErasureRecord] = []
        for line in lines where line.hasPrefix(Self.erased) {
            guard let record = ErasureRecord(line.dropFirst(Self.erased.count)) else { return nil }
            erasures.append(record)
        }
        self.init(
            key: key, erasures: erasures, notes: lines.filter { !$0.hasPrefix(Self.erased) }, checkpoint: checkpoint)
    }

    /// The file, byte for byte.
    public var text: String {
        ([Self.form, "key \(key)"] + erasures.map { Self.erased + $0.description } + notes)
            .map { $0 + "\n" }.joined() + "\n" + checkpoint.note.description
    }

    /// Adds the records that it does not have yet.
    mutating func remember(_ records: [ErasureRecord]) {
        let known = Set(erasures)
        erasures += records.filter { !known.contains($0) }
    }

    /// Reads a witness from a file.
    ///
    /// - Throws: ``LedgerError/io(path:reason:)`` if it cannot be read, ``WitnessFault`` if it is none.
    public static func read(_ path: String, on files: any Files = KernelFiles.shared) throws -> WitnessFile {
        guard let bytes = try NewFile.contents(of: path, limit: PortableFile.maximumByteCount, on: files) else {
            throw LedgerError.io(path: path, reason: SystemCode.notThere.words)
        }
        guard let text = String(validating: bytes, as: UTF8.self), let witness = WitnessFile(text) else {
            throw WitnessFault.damaged(path: path)
        }
        return witness
    }
}

/// A disagreement between a witness and a ledger.
public enum WitnessFault: Error, Hashable, Sendable {
    /// The log has fewer events than it had.
    case shrank(path: String, kept: Int64, now: Int64)
    /// The log has other events than it had.
    case forked(path: String, kept: Int64)
    /// The witness is of another log.
    case otherLog(path: String)
    /// The file is no witness, or its signature is invalid.
    case damaged(path: String)
    /// The key of the witness does not lead to the key that signs the log.
    case keyNotEndorsed(path: String)
}

extension WitnessFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .shrank(let path, let kept, let now):
            "\(path) remembers \(kept) events, and the log has \(now): it was cut or put back"
        case .forked(let path, let kept):
            "\(path) remembers other events than the first \(kept) of the log: they were changed"
        case .otherLog(let path): "\(path) is the witness of another ledger"
        case .damaged(let path): "\(path) is not a witness, or its signature does not hold"
        case .keyNotEndorsed(let path):
            "the key that signs now is not endorsed by the one that \(path) remembers"
        }
    }
}
