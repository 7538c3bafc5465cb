/// What a command that changes things did.
public struct OutcomeForm: Encodable, Sendable {
    /// How many things were meant.
    public let matched: Int
    /// How many of them changed, or would.
    public let changed: Int
    public let operation: String?
    public let isDryRun: Bool
    /// The paths of the folders of kind label that stood for labels; for people, and in no JSON.
    public let folders: [String]

    package init(matched: Int, changed: Int, operation: String?, isDryRun: Bool, folders: [String] = []) {
        self.matched = matched
        self.changed = changed
        self.operation = operation
        self.isDryRun = isDryRun
        self.folders = folders
    }

    enum CodingKeys: CodingKey { case matched, changed, operation, isDryRun }
}
