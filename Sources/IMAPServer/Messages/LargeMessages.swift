internal import Cryptography
internal import Dispatch
internal import EventLog
internal import IMAPProtocol
internal import MIME
internal import MailLedger

/// The turn of a large message: one at a time is in the memory of the program, however many sessions ask for some.
///
/// It ends with its last owner. Who has it waits for no client, and takes no second one. What comes in takes none: it goes from file to
/// file.
final class LargeMessageTurn: Sendable {
    private static let others = DispatchSemaphore(value: 1)

    /// Messages of more bytes take turns.
    static let least = 4 << 20

    private static let patience: DispatchTimeInterval = .seconds(30)

    /// Waits for the turn.
    ///
    /// - Throws: ``LargeMessagesBusy`` if others have it for too long.
    init() throws(LargeMessagesBusy) {
        guard Self.others.wait(timeout: .now() + Self.patience) == .success else { throw LargeMessagesBusy() }
    }

    deinit {
        Self.others.signal()
    }
}

/// A large message waited for its turn for too long.
struct LargeMessagesBusy: Error {}

/// A message as it is stored, with its turn where it is large: then it lies in a file.
struct LoadedMessage {
    private let content: BlobContent
    let turn: LargeMessageTurn?

    /// One whose bytes are missing.
    static let none = LoadedMessage(content: BlobContent(bytes: []), turn: nil)

    private init(content: BlobContent, turn: LargeMessageTurn?) {
        (self.content, self.turn) = (content, turn)
    }

    /// Finds a message; nil where its bytes are missing.
    init?(_ digest: SHA256Digest, _ reader: LedgerReader) throws {
        guard let content = try reader.blob(ofMessage: digest) else { return nil }
        turn = content.size > LargeMessageTurn.least ? try LargeMessageTurn() : nil
        self.content = content
    }

    var isMissing: Bool { content.size == 0 }

    /// Reads all bytes.
    func bytes() throws -> [UInt8] { try content.bytes(limit: Int(Int32.max)) ?? [] }

    /// Returns RFC822.SIZE.
    func size() throws -> Int { try content.sizeOfLines() }

    /// Lends the bytes to a parser.
    func withSource<Output>(_ body: (MessageSource) throws -> Output) rethrows -> Output {
        try content.withSource(body)
    }
}

extension BlobContent {
    /// Returns the size with CR LF at the ends of lines, in constant memory.
    func sizeOfLines() throws -> Int {
        var counter = LineEnds.Counter()
        try forEachPiece { counter.take($0) }
        return counter.size
    }
}

extension SpooledBytes: LiteralFile {}

extension MessageLiteral {
    /// The bytes; those of a large message stay in their file.
    var content: BlobContent {
        switch self {
        case .bytes(let bytes): return BlobContent(bytes: bytes)
        case .file(let file):
            guard let file = file as? SpooledBytes else { preconditionFailure("a session makes its files itself") }
            return file.content
        }
    }
}
