internal import Reports

/// A folder of evidence that was written.
struct EvidenceBundleForm: Encodable {
    let path: String
    let files: Int
    let messages: Int
    /// Contents of messages that the ledger does not have any more.
    let missing: Int
    let witnesses: Int

    init(path: String, _ written: EvidenceBundle.Written) {
        self.path = path
        files = written.files
        messages = written.messages
        missing = written.missing
        witnesses = written.witnesses
    }
}
