public import EventLog

/// Ends a folder, with all below it, by one event; the policy decides about its contents.
public struct DeleteFolder: Codable, Hashable, Sendable {
    public var policy: DeletePolicy

    public init(policy: DeletePolicy = .cascade) {
        self.policy = policy
    }

    /// The contents of a folder that a decision needs.
    public struct Contents: Sendable {
        /// The live folders below it, at any depth.
        public var below: [Below] = []
        /// The number of live messages with a live copy in it.
        public var messages = 0
        /// The messages that would be nowhere else but in trash and spam, where the policy asks for them.
        public var stranded: [MessageState] = []
        /// The account's archive.
        public var archive: FolderState?

        public init() {}
    }

    /// A folder below another one.
    public struct Below: Sendable {
        public let folder: FolderState
        public let path: String
        /// The number of live messages with a live copy in it.
        public let messages: Int

        public init(_ folder: FolderState, path: String, messages: Int) {
            self.folder = folder
            self.path = path
            self.messages = messages
        }
    }

    /// Decides on the moves to the archive, if any, and on the end.
    public func decide(_ folder: FolderState, holding contents: Contents = Contents()) throws -> [ProposedEvent] {
        guard !folder.isDeleted else { return [] }
        try requireNoRole(folder, "deleted")
        for below in contents.below { try requireNoRole(below.folder, "deleted with \(folder.name)") }
        let end = folder.event(FolderDeleted(folder: folder.id, policy: policy))
        switch policy {
        case .cascade: return [end]
        case .deny, .noAction:
            let blockers = blockers(in: folder, contents)
            guard blockers.isEmpty else { throw DomainError.blocked("\(folder.name) is not empty", by: blockers) }
            return [end]
        case .nullify:
            return try moves(folder, contents) + [end]
        }
    }

    /// The reasons that prevent the deletion of the folder under this policy.
    public func blockers(in folder: FolderState, _ contents: Contents) -> [String] {
        guard policy == .deny || policy == .noAction else { return [] }
        let own = contents.messages > 0 ? [DeletePolicy.counted(contents.messages, "message")] : []
        return own
            + contents.below.map { below in
                "the folder \(below.path)"
                    + (below.messages > 0 ? " with \(DeletePolicy.counted(below.messages, "message"))" : "")
            }
    }

    private func moves(_ folder: FolderState, _ contents: Contents) throws -> [ProposedEvent] {
        guard !contents.stranded.isEmpty else { return [] }
        guard let archive = contents.archive, !archive.isDeleted else {
            throw DomainError.conflict(
                "the account has no folder with the role archive for the messages in \(folder.name) to go to")
        }
        let tree = Set(contents.below.map(\.folder.id) + [folder.id])
        return try MoveMessages().decide(contents.stranded, to: archive, from: tree)
    }
}
