internal import Cryptography
internal import EventLog
internal import MIME
internal import MailLedger
internal import Projections

/// A kind of facts, each with files of its own: few questions need all.
enum FactKind: Int, CaseIterable {
    /// ``MessageSummary``.
    case summary
    /// ``SearchableHeader``.
    case header
    /// ``WordList`` of the texts.
    case words
    /// ``MessageAnswers``.
    case answers
    /// The fields of the parts' headers, as ``SearchableText`` has them.
    case partFields

    /// In the names of files.
    var name: String { "\(self)" }
}

/// The facts of one kind while a command asks for them: one file at a time is in memory.
///
/// Ask in the order of the messages' numbers: then each file is read once.
struct FactShelf {
    private let kind: FactKind
    private let reader: LedgerReader
    private let erasures: Int64
    private var number: Int64?
    private var segment: FactSegment?
    private var added: [Int64: FactSegment.Fact] = [:]
    private var addedBytes = 0
    /// The position at which messages of this file were last read otherwise, as by a `reparse`.
    private var renewals: [Int64: Int64] = [:]
    /// The place of the message that was found last.
    private var last = -1
    private var opened = 0
    private var asked = 0

    /// Fewer new ones are read again the next time: a file is written as a whole.
    private static let fewest = 8
    /// What a message takes at most; one with more is read each time.
    static let longestFact = 1 << 18

    /// Rises with all that facts are made of.
    static let version =
        FactSegment.version + 1_000 * (Int64(MessageParser.version) + 1_000 * Int64(MessagesProjector.version))

    /// - Parameter erasures: Those when the command began.
    init(_ kind: FactKind, _ reader: LedgerReader, erasures: Int64) {
        self.kind = kind
        self.reader = reader
        self.erasures = erasures
    }

    /// Facts, and the bytes they are of.
    struct Found {
        let bytes: [UInt8]
        let place: Range<Int>
        let since: Int64
        fileprivate let entry: FactSegment.Entry?
    }

    mutating func find(_ message: Int64) throws -> Found? {
        try open(FactSegment.number(of: message))
        if !added.isEmpty, let fact = added[message] {
            return Found(bytes: fact.bytes, place: 0..<fact.bytes.count, since: fact.since, entry: nil)
        }
        guard let segment, let index = segment.index(of: message, after: last) else { return nil }
        last = index
        let entry = segment[index]
        guard entry.since >= renewals[message] ?? 0 else { return nil }
        return Found(bytes: segment.bytes, place: entry.place, since: entry.since, entry: entry)
    }

    /// Whether facts that were found last are of certain bytes.
    func isFound(_ found: Found, of digest: SHA256Digest, _ message: Int64) -> Bool {
        guard let entry = found.entry else { return added[message]?.digest == digest }
        return segment?.digest(of: entry) == digest
    }

    /// Keeps facts about a message that was just looked for.
    mutating func add(_ bytes: [UInt8], about message: Int64, of digest: SHA256Digest) throws {
        try open(FactSegment.number(of: message))
        guard addedBytes + bytes.count <= FactSegment.mostBytes else { return }
        addedBytes += bytes.count
        added[message] = FactSegment.Fact(digest: digest, since: reader.position.rawValue, bytes: bytes)
    }

    /// Writes what is new.
    mutating func save() throws {
        defer { (added, addedBytes) = ([:], 0) }
        guard added.count >= Self.fewest, let number, let files = reader.factFiles, !reader.isOfPast,
            let leaf = try reader.recordedLeaf(at: reader.position)
        else { return }
        let bytes = FactSegment.made(
            adding: added, to: segment, version: Self.version, position: reader.position.rawValue, leaf: leaf)
        try files.write(bytes, to: .init(kind.name, number)) { try reader.erasureCount() != erasures }
    }

    private mutating func open(_ number: Int64) throws {
        asked += 1
        guard number != self.number else { return }
        try save()
        self.number = number
        (segment, last, renewals) = (nil, -1, [:])
        // In an order that is not that of the numbers, to read the files would take longer than to read the messages.
        guard opened <= 32 + asked / 32 else { return }
        opened += 1
        guard let bytes = reader.factFiles?.contents(of: .init(kind.name, number)),
            let segment = FactSegment(bytes, version: Self.version), try reader.has(segment)
        else { return }
        self.segment = segment
        renewals = try MailboxesQuery(on: reader.connection).lastRenewals(of: FactSegment.messages(of: number))
    }
}

extension LedgerReader {
    /// Whether a file is of this log: after the restore of an older copy other events have the same positions.
    func has(_ segment: FactSegment) throws -> Bool {
        try recordedLeaf(at: Position(segment.position)) == segment.leaf
    }
}
