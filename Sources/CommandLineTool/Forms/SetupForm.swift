/// What a setup made, and what it found.
struct SetupForm: Encodable {
    /// The ledger's folder.
    let path: String
    let isNew: Bool
    let account: String
    let isNewAccount: Bool
    let imported: ImportForm
}
