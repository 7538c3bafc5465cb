package import LedgerContexts
internal import LedgerKernel
internal import Mail

/// The effects of deleting a folder.
public struct FolderDeletionForm: Encodable, Sendable {
    package let plan: FolderDeletion

    init(plan: FolderDeletion) {
        self.plan = plan
    }

    struct Ended: Encodable {
        let path: String
        let messages: Int
    }

    enum CodingKeys: CodingKey {
        case policy, folders, messages, kept, archived, gone, archive, blockers, holds, isDryRun
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(plan.policy, forKey: .policy)
        try container.encode(plan.folders.map { Ended(path: $0.path, messages: $0.messages) }, forKey: .folders)
        try container.encode(plan.messages, forKey: .messages)
        try container.encode(plan.kept, forKey: .kept)
        try container.encode(plan.archived, forKey: .archived)
        try container.encode(plan.gone, forKey: .gone)
        try container.encode(plan.archive, forKey: .archive)
        try container.encode(plan.blockers, forKey: .blockers)
        try container.encode(plan.holds.map(\.name), forKey: .holds)
        try container.encode(true, forKey: .isDryRun)
    }
}
