/// The stage of an action.
///
/// ```
/// pending → created → executed
/// any of these two, and failed → executed | failed | cancelled
/// ```
///
/// A failed action may be retried. An executed or cancelled one stays so; only an undo leads back.
public enum ActionStage: String, Codable, Hashable, Sendable, CaseIterable {
    /// Proposed, by a person or a model.
    case pending
    /// Accepted: somebody means to do it, or another service has it.
    case created
    /// Done.
    case executed
    /// Tried, and not done.
    case failed
    /// Given up.
    case cancelled

    /// Whether it has not been tried yet.
    public var isPending: Bool { self == .pending || self == .created }
    /// Whether it may still be executed.
    public var isOpen: Bool { isPending || self == .failed }

    /// Whether a command may lead from this stage to another one.
    public func leads(to next: ActionStage) -> Bool {
        switch next {
        case .pending: false
        case .created: self == .pending
        case .executed, .failed, .cancelled: isOpen
        }
    }
}
