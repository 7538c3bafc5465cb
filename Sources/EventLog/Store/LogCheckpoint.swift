public import Cryptography

/// The size and the root of a log, to be signed, kept elsewhere and compared (<https://c2sp.org/tlog-checkpoint>).
///
///     mailledger/4f7c…
///     74
///     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
public struct LogCheckpoint: Hashable, Sendable {
    /// The name of the log.
    public let origin: String
    /// The number of events: the position of the last one.
    public let size: Int64
    /// The Merkle tree hash of the first `size` events.
    public let root: SHA256Digest

    public init(origin: String, size: Int64, root: SHA256Digest) {
        self.origin = origin
        self.size = size
        self.root = root
    }

    /// Reads the text of a note; nil if it is no checkpoint. Lines behind the root are extensions and ignored.
    public init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 4, lines.last == "", !lines.dropLast().contains(""),
            let size = Int64(lines[1]), size >= 0, String(size) == lines[1],
            let bytes = [UInt8](base64: lines[2]), let root = SHA256Digest(bytes: bytes)
        else { return nil }
        self.init(origin: lines[0], size: size, root: root)
    }

    /// The text that is signed.
    public var text: String { "\(origin)\n\(size)\n\(root.bytes.base64)\n" }
}

/// A checkpoint with its signature, as it is sent and stored.
public struct SignedCheckpoint: Hashable, Sendable {
    public let checkpoint: LogCheckpoint
    public let note: SignedNote

    /// Signs a checkpoint with the key of its log.
    public init(_ checkpoint: LogCheckpoint, by signer: NoteSigner) {
        self.checkpoint = checkpoint
        note = signer.sign(checkpoint.text)
    }

    /// Reads a signed checkpoint without verifying the signature; nil if the text is none.
    public init?(_ text: String) {
        guard let note = SignedNote(text), let checkpoint = LogCheckpoint(note.text) else { return nil }
        self.checkpoint = checkpoint
        self.note = note
    }

    /// Returns whether a key of this checkpoint's own log signed it.
    public func isSigned(by verifier: NoteVerifier) -> Bool {
        verifier.name == checkpoint.origin && note.isSigned(by: verifier)
    }
}
