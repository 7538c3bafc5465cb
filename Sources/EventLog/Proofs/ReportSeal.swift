public import Cryptography

/// The sentence by which the owner of a key vouches for the contents of a report.
///
///     mailledger/report/1
///     mailledger/4f7c…
///     5b1e…
///     9a04…
///
/// The origin of the log, then in hexadecimal the SHA-256 of the page's contents, and that of the frame around them:
/// the style, the policy and the script.
public enum ReportSeal {
    private static let title = "mailledger/report/1"

    private static func text(_ content: SHA256Digest, _ frame: SHA256Digest, _ verifier: NoteVerifier) -> String {
        "\(title)\n\(verifier.name)\n\(content)\n\(frame)\n"
    }

    package static func sign(
        _ content: SHA256Digest, within frame: SHA256Digest, by signer: NoteSigner
    ) -> SignedNote {
        signer.sign(text(content, frame, signer.verifier))
    }

    /// Returns whether the owner of a key vouches for a page whose two parts have these digests.
    public static func seals(
        _ content: SHA256Digest, within frame: SHA256Digest, _ note: SignedNote, by verifier: NoteVerifier
    ) -> Bool {
        note.text == text(content, frame, verifier) && note.isSigned(by: verifier)
    }
}
