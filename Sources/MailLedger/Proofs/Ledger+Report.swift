internal import EventLog
package import Hashing
package import Signing

extension Ledger {
    /// Signs the digest of what a report shows, with the key that signs checkpoints.
    ///
    /// - Throws: ``SigningKeyError`` where the key is not here.
    package func sealReport(_ digest: SHA256Digest) throws -> SignedNote {
        ReportSeal.sign(digest, by: try signer())
    }
}
