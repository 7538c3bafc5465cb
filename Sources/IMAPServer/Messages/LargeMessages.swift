internal import Cryptography
internal import Dispatch
internal import EventLog
internal import IMAPProtocol
internal import MailLedger

/// The turn of a large message: one at a time is in the memory of the program, however many sessions ask for some.
///
/// It ends with the last copy. Who has it waits for no client and takes no second one.
final class LargeMessageTurn: Sendable {
    private static let others = DispatchSemaphore(value: 1)

    /// Messages of more bytes take turns.
    static let least = 4 << 20

    /// Waits for the turn.
    init() {
        Self.others.wait()
    }

    deinit {
        Self.others.signal()
    }
}

/// The bytes of a message as they are stored, and the turn of a large one.
struct LoadedBytes {
    let bytes: [UInt8]
    let turn: LargeMessageTurn?

    /// Of a message whose bytes are missing.
    static let none = LoadedBytes(bytes: [], turn: nil)

    private init(bytes: [UInt8], turn: LargeMessageTurn?) {
        (self.bytes, self.turn) = (bytes, turn)
    }

    /// Reads a message; nil where its bytes are missing.
    init?(ofMessage digest: SHA256Digest, _ reader: LedgerReader) throws {
        guard let blob = try reader.blob(ofMessage: digest) else { return nil }
        turn = blob.size > LargeMessageTurn.least ? LargeMessageTurn() : nil
        bytes = try blob.bytes(limit: Int(Int32.max)) ?? []
    }
}

extension SpooledBytes: LiteralFile {}

extension MessageLiteral {
    /// Returns the bytes, and the turn of a large message.
    func load() throws -> ([UInt8], LargeMessageTurn?) {
        switch self {
        case .bytes(let bytes): return (bytes, nil)
        case .file(let file):
            let turn = LargeMessageTurn()
            return (try file.contents(), turn)
        }
    }
}
