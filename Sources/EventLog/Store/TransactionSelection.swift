public import CivilTime

/// The transactions to read, selected by their own fields and their events; an omitted condition selects all.
///
/// Only the operation is indexed: every append would pay for an index on each field. Transactions are read in their
/// order, so that a page of a list ends as soon as it is full.
public struct TransactionSelection: Sendable, Hashable {
    public var operation: OperationID?
    /// The declared actor; ASCII letters in any case.
    public var actor: String?
    /// The user and the host that the operating system named; ASCII letters in any case.
    public var osUser: String?
    public var host: String?
    /// The command or its first word: `folder` means `folder rename` too.
    public var command: String?
    /// Whether to skip transactions without a reason.
    public var needsReason = false
    /// The first moment at which it may have been recorded, and the first one that is too late.
    public var recordedFrom: Timestamp?
    public var recordedBefore: Timestamp?
    /// Some event of it concerns this account, and is of this type.
    public var account: StreamID?
    public var typeName: String?
    /// Some event of it is of one of these types; nil is of any.
    public var typeNames: Set<String>?

    public init() {}
}
