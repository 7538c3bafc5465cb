/// A text with signatures below it (<https://c2sp.org/signed-note>).
///
///     example.org/log
///     4
///     r1Xt…=
///
///     — example.org/log x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
public struct SignedNote: Hashable, Sendable {
    struct Signature: Hashable, Sendable {
        let name: String
        let keyHash: [UInt8]
        let bytes: [UInt8]
    }

    /// The signed text; it ends with a line feed.
    public let text: String
    let signatures: [Signature]

    /// More than this is no note.
    static let maximumByteCount = 1_000_000
    private static let maximumSignatureCount = 100
    private static let signatureStart = "\u{2014} "

    init(text: String, signatures: [Signature]) {
        self.text = text
        self.signatures = signatures
    }

    /// Reads a note without verifying it; nil if the text is no note.
    public init?(_ note: String) {
        guard note.utf8.count <= Self.maximumByteCount, Self.isText(note) else { return nil }
        let lines = note.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        // The last empty line parts the text from the signatures: a text may have empty lines, too.
        guard let gap = lines.lastIndex(of: ""), gap > 0 else { return nil }
        let signatures = lines[(gap + 1)...].compactMap(Self.signature)
        guard !signatures.isEmpty, signatures.count == lines.count - gap - 1,
            signatures.count <= Self.maximumSignatureCount
        else { return nil }
        self.init(text: lines[..<gap].map { $0 + "\n" }.joined(), signatures: signatures)
    }

    private static func signature(_ line: Substring) -> Signature? {
        guard line.hasPrefix(signatureStart) else { return nil }
        let words = line.dropFirst(signatureStart.count).split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, NoteVerifier.isName(words[0]), let bytes = [UInt8](base64: String(words[1])),
            bytes.count > 4
        else { return nil }
        return Signature(name: String(words[0]), keyHash: Array(bytes.prefix(4)), bytes: Array(bytes.dropFirst(4)))
    }

    /// Whether a text may be signed: it ends with a line feed, and has no other control characters of ASCII.
    static func isText(_ text: String) -> Bool {
        text.utf8.last == 0x0a && text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0a }
    }

    /// Returns whether the owner of a key signed the note; signatures by others are ignored.
    ///
    /// Several signatures by the same key must all be valid.
    public func isSigned(by verifier: NoteVerifier) -> Bool {
        let mine = signatures.filter { $0.name == verifier.name && $0.keyHash == verifier.keyHash }
        return !mine.isEmpty && mine.allSatisfy { verifier.signs(Array(text.utf8), by: $0.bytes) }
    }
}

extension SignedNote: CustomStringConvertible {
    /// The note in the form in which it is stored and sent, byte for byte.
    public var description: String {
        text + "\n"
            + signatures.map { "\(Self.signatureStart)\($0.name) \(($0.keyHash + $0.bytes).base64)\n" }.joined()
    }
}
