internal import Cryptography
internal import Dispatch
internal import EventLog
internal import IMAPProtocol
internal import MailLedger

/// The turn of a large message: one at a time is in the memory of the program, however many sessions ask for some.
///
/// It ends with its last owner. Who has it waits for no client, and takes no second one. What decides under the writer's lock takes
/// none: others wait for that lock while they have the turn.
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
        turn = blob.size > LargeMessageTurn.least ? try LargeMessageTurn() : nil
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
            let turn = file.count > LargeMessageTurn.least ? try LargeMessageTurn() : nil
            return (try file.contents(), turn)
        }
    }
}
