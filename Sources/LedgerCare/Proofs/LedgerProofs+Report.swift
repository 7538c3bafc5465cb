package import Cryptography
internal import EventLog

extension LedgerProofs {
    /// Signs the digests of a report's contents and frame, with the key that signs checkpoints.
    ///
    /// - Throws: ``SigningKeyError`` if the key is missing.
    package func sealReport(_ content: SHA256Digest, within frame: SHA256Digest) throws -> SignedNote {
        ReportSeal.sign(content, within: frame, by: try signer())
    }
}
