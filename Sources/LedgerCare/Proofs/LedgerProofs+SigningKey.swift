package import Cryptography
internal import EventLog
internal import LedgerKernel

extension LedgerProofs {
    /// Makes the first key if there is none, under a passphrase if one is given, and returns the one that signs now.
    ///
    /// - Parameter isNew: Whether the ledger is being made. A key file is not taken over then: it may be under another
    ///   passphrase, or under none.
    @discardableResult
    package func makeKeyIfNeeded(under passphrase: Passphrase? = nil, isNew: Bool = false) throws -> NoteVerifier {
        if let verifier = try ledger.store.verifier() {
            tidyKeys()
            return verifier
        }
        try ledger.writing.requireWritable()
        return try ledger.store.withWriterLock {
            if let verifier = try ledger.store.verifier() { return verifier }
            // The file comes first: a key that only the log knows of could never sign.
            let origin = ledger.store.identity.origin
            if !isNew, let verifier = try ledger.stores.keys.verifier(), verifier.name == origin {
                try ledger.store.setFirstVerifier(verifier)
                return verifier
            }
            let signer = try makeSigner()
            try ledger.stores.keys.stage(signer, under: passphrase)
            try ledger.stores.keys.adopt(signer.verifier)
            try ledger.store.setFirstVerifier(signer.verifier)
            return signer.verifier
        }
    }
}
