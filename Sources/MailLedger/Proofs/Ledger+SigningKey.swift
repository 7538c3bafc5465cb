internal import EventLog
internal import Signing

extension Ledger {
    /// Makes the first key where there is none, under a passphrase where one is given, and returns the one that signs now.
    @discardableResult
    func makeKeyIfNeeded(under passphrase: Passphrase? = nil) throws -> NoteVerifier {
        if let verifier = try store.verifier() {
            tidyKeys()
            return verifier
        }
        try requireWritable()
        return try store.withWriterLock {
            if let verifier = try store.verifier() { return verifier }
            // The file comes first: a key that only the log knows of could never sign.
            let origin = store.identity.origin
            if let verifier = try keys.verifier(), verifier.name == origin {
                try store.setFirstVerifier(verifier)
                return verifier
            }
            let signer = try makeSigner()
            try keys.stage(signer, under: passphrase)
            try keys.adopt(signer.verifier)
            try store.setFirstVerifier(signer.verifier)
            return signer.verifier
        }
    }
}
