public import Mail
public import Mailboxes

/// Options for making an account and a Maildir agree.
public struct SyncOptions: Sendable, Hashable {
    public enum Direction: Sendable, Hashable {
        case both
        /// Take over what changed in the Maildir, and write nothing there.
        case pull
        /// Write to the Maildir what changed here, and take nothing over.
        case push
    }

    /// The folder for the Maildir's top.
    public var folder: String
    public var direction: Direction
    /// Whether to remove the files of messages that were deleted here, instead of marking them `T` for the fetching
    /// program.
    public var expunges: Bool
    /// Whether more than half of the files may be gone.
    public var allowsRemovals: Bool
    /// Whether mail comes in too that was erased before.
    public var allowsErased: Bool
    /// Whether links are followed out of the Maildir.
    public var followsLinks: Bool
    public var dryRun: Bool
    /// Whether ``folder`` is made where it is missing.
    public var createsFolder: Bool
    /// Whether what an import from the Maildir saw is the last state that both sides agreed on.
    public var adoptsImport: Bool

    public init(
        folder: String = "INBOX", direction: Direction = .both, expunges: Bool = false, allowsRemovals: Bool = false,
        allowsErased: Bool = false, followsLinks: Bool = false, dryRun: Bool = false,
        createsFolder: Bool = false, adoptsImport: Bool = false
    ) {
        self.adoptsImport = adoptsImport
        self.folder = folder
        self.createsFolder = createsFolder
        self.direction = direction
        self.expunges = expunges
        self.allowsRemovals = allowsRemovals
        self.allowsErased = allowsErased
        self.followsLinks = followsLinks
        self.dryRun = dryRun
    }
}

/// One thing that a sync does, or would do.
public struct SyncAction: Sendable, Hashable {
    public enum Direction: String, Sendable, Hashable {
        /// From the Maildir into the ledger.
        case pull = "in"
        /// From the ledger into the Maildir.
        case push = "out"
    }

    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A message that the account did not have.
        case add
        /// A message that the account has, at one more place or known from an import.
        case copy
        /// Other flags.
        case flags
        /// Another folder.
        case move
        /// Another name in the same folder.
        case rename
        /// The file is gone, or is removed.
        case remove
        /// It was marked as deleted.
        case delete
        /// It comes back.
        case restore
    }

    public let direction: Direction
    public let kind: Kind
    public let message: MessageID?
    /// The file, or the name that it had.
    public let source: String
    public let detail: String
    /// Whether it only notes that a file is one that an import took before.
    public var isRecognition = false
    /// Whether the message stays in the ledger nevertheless, because a hold covers it.
    public var isHeld = false
}

/// A copy that had been changed on both sides.
public struct SyncConflict: Sendable, Hashable {
    public enum Side: String, Sendable, Hashable {
        /// The ledger.
        case here
        /// The Maildir.
        case there
    }

    public let message: MessageID
    public let source: String
    public let field: ConflictDetected.Field
    public let base: String
    public let here: String
    public let there: String
    /// The side that stands.
    public let standing: Side
}

/// The result of a sync, or of a dry run.
public struct SyncReport: Sendable {
    public internal(set) var actions: [SyncAction] = []
    public internal(set) var conflicts: [SyncConflict] = []
    public internal(set) var skipped: [SkippedFile] = []
    /// The copies that could not be written, with the reason.
    public internal(set) var unwritten: [UnwrittenCopy] = []
    public internal(set) var wasStopped = false
    /// How many copies of an import count as met by this sync, since that was asked for.
    public internal(set) var adopted = 0
    /// How many copies an import brought from the Maildir whose files were gone before any sync; they stay.
    public internal(set) var withoutFile = 0

    public struct UnwrittenCopy: Sendable, Hashable {
        public let source: String
        public let reason: String
    }

    public func count(_ direction: SyncAction.Direction, _ kind: SyncAction.Kind) -> Int {
        actions.count { $0.direction == direction && $0.kind == kind }
    }

    /// How many files are gone or marked for the trash of mail that a hold keeps in the ledger.
    public var held: Int { actions.count(where: \.isHeld) }

    /// How many files an import had taken before.
    public var recognised: Int { actions.count(where: \.isRecognition) }

    public var isEmpty: Bool { actions.isEmpty && conflicts.isEmpty && skipped.isEmpty && unwritten.isEmpty }
    /// Whether something was lost in a conflict, or left as it was.
    public var needsAttention: Bool { !conflicts.isEmpty || isPartial }
    public var isPartial: Bool { !unwritten.isEmpty || skipped.contains { !$0.isExpected } }
}
