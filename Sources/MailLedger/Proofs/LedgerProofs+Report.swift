internal import EventLog
package import Hashing
package import Signing

extension LedgerProofs {
    /// Signs the digest of what a report shows, with the key that signs checkpoints.
    ///
    /// - Throws: ``SigningKeyError`` where the key is not here.
    package func sealReport(_ content: SHA256Digest, within frame: SHA256Digest) throws -> SignedNote {
        ReportSeal.sign(content, within: frame, by: try signer())
    }
}
