public import Hashing
public import Signing

/// The sentence by which the owner of a key stands by all that a report shows.
///
///     mailledger/report/1
///     mailledger/4f7c…
///     5b1e…
///
/// The origin of the log, then the SHA-256 of what the page shows, in hexadecimal.
public enum ReportSeal {
    private static let title = "mailledger/report/1"

    private static func text(_ digest: SHA256Digest, _ verifier: NoteVerifier) -> String {
        "\(title)\n\(verifier.name)\n\(digest)\n"
    }

    package static func sign(_ digest: SHA256Digest, by signer: NoteSigner) -> SignedNote {
        signer.sign(text(digest, signer.verifier))
    }

    /// Returns whether the owner of a key stands by what has this digest.
    public static func seals(_ digest: SHA256Digest, _ note: SignedNote, by verifier: NoteVerifier) -> Bool {
        note.text == text(digest, verifier) && note.isSigned(by: verifier)
    }
}
