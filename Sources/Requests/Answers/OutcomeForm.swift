package import LedgerKernel

/// The answer of a command that changes things, in two numbers.
public struct OutcomeForm: Encodable, Sendable {
    /// The number of selected things.
    public let matched: Int
    /// The number of them that changed, or would.
    public let changed: Int
    public let operation: String?
    public let isDryRun: Bool
    /// Further facts for people, which JSON does not have.
    package let told: Told

    /// The facts that the numbers leave out.
    package struct Told: Sendable {
        /// The paths of the folders of kind label that labels are filed in.
        package var folders: [String] = []
        /// The name of the one thing meant.
        package var subject = ""
        /// The obstacles for things that were left out.
        package var obstacles: [String] = []
        /// The holds that cover some of it.
        package var holds: [HoldInTheWay] = []
    }

    package init(matched: Int, changed: Int, operation: String?, isDryRun: Bool, told: Told = Told()) {
        self.matched = matched
        self.changed = changed
        self.operation = operation
        self.isDryRun = isDryRun
        self.told = told
    }

    enum CodingKeys: CodingKey { case matched, changed, operation, isDryRun }

    // The operation is null, and not left out, also beside wire forms, which leave missing values out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(matched, forKey: .matched)
        try container.encode(changed, forKey: .changed)
        try container.encode(operation, forKey: .operation)
        try container.encode(isDryRun, forKey: .isDryRun)
    }
}
