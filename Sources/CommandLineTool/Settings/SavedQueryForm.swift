struct SavedQueryForm: Encodable {
    let name: String
    let query: String
    /// How it was read; nil for one that cannot be read.
    let explanation: String?
    /// What is wrong with it.
    let fault: String?
}
